"""A whole game: the fixed run of deals, the dealer moving on, the totals (G1 to G5)."""

from typing import Final

import msgspec
from msgspec.structs import replace

from batarde.rules import events as ev
from batarde.rules.actions import Action
from batarde.rules.deal import Deal
from batarde.rules.dealing import Hands, deal_hands, deal_seed, first_dealer, shuffled_pack
from batarde.rules.errors import IllegalActionError, MalformedError
from batarde.rules.events import EVERYBODY, Event
from batarde.rules.refusals import Code, Refusal
from batarde.rules.scoring import places
from batarde.rules.views import View

__all__ = ["MAX_PLAYERS", "MIN_PLAYERS", "SCHEDULES", "Game", "schedule"]

_SPANS: Final = {3: (7, 12), 4: (5, 9), 5: (9, 14), 6: (7, 12), 7: (5, 10)}

SCHEDULES: Final = {
    players: (*range(low, high + 1), *range(high, low - 1, -1))
    for players, (low, high) in _SPANS.items()
}
"""The cards per player of each deal, by number of players (G1)."""
MIN_PLAYERS: Final = min(SCHEDULES)
MAX_PLAYERS: Final = max(SCHEDULES)


def schedule(players: int) -> tuple[int, ...]:
    """Return the cards per player of each deal of a game (G1).

    >>> schedule(4)
    (5, 6, 7, 8, 9, 9, 8, 7, 6, 5)

    :raises MalformedError: unless 3 to 7 play.
    """
    try:
        return SCHEDULES[players]
    except KeyError:
        raise MalformedError(f"{players} players; 3 to 7 can play") from None


class Game(msgspec.Struct, frozen=True, gc=False):
    """A game as it stands. Its verbs are those of its running :class:`Deal`.

    >>> game = Game.start(players=3, dealer=0)
    >>> game, events = game.deal_from(seed=bytes(32))
    >>> game.deal.cards, game.turn, game.totals
    (7, 1, (0, 0, 0))
    """

    players: int
    dealer: int
    """Who dealt, or deals, first."""
    deals: tuple[Deal, ...] = ()
    """The deals so far; only the last one can be unfinished."""
    asks_ready: bool = False
    has_windows: bool = False

    @classmethod
    def start(
        cls, players: int, dealer: int, *, asks_ready: bool = False, has_windows: bool = False
    ) -> "Game":
        """Return a game before its first deal; for the two questions see :meth:`Deal.start`."""
        schedule(players)
        if not 0 <= dealer < players:
            raise MalformedError(f"dealer {dealer} is not at a table of {players}")
        return cls(players, dealer, (), asks_ready, has_windows)

    @classmethod
    def from_seed(cls, players: int, seed: bytes) -> "Game":
        """Return a game whose first dealer is drawn by *seed* (G3)."""
        return cls.start(players, first_dealer(seed, players))

    # Deals

    @property
    def deal(self) -> Deal:
        """The running deal, or the last one.

        :raises MalformedError: before the first deal.
        """
        if not self.deals:
            raise MalformedError("no cards have been dealt yet")
        return self.deals[-1]

    @property
    def next_dealer(self) -> int:
        """Who deals the next deal (G3)."""
        return (self.dealer + len(self.deals)) % self.players

    @property
    def needs_deal(self) -> bool:
        """Whether cards must be dealt before anything else can happen."""
        return not self.is_over and (not self.deals or self.deal.is_over)

    def next_deal(self, hands: Hands) -> tuple["Game", tuple[Event, ...]]:
        """Return the game with *hands* dealt, by seat, for the next deal of the schedule.

        :raises IllegalActionError: if a deal is still running or the game is over.
        :raises MalformedError: if the hands are not what the schedule says.
        """
        if not self.needs_deal:
            code = Code.GAME_OVER if self.is_over else Code.SCHEDULE
            raise IllegalActionError(Refusal(code, "G1"))
        number, dealer = len(self.deals), self.next_dealer
        cards = schedule(self.players)[number]
        if len(hands) != self.players or any(len(hand) != cards for hand in hands):
            raise MalformedError(f"deal {number} has {self.players} hands of {cards} cards")
        deal = Deal.start(hands, dealer, asks_ready=self.asks_ready, has_windows=self.has_windows)
        began = ev.DealBegan(EVERYBODY, number, cards, dealer)
        dealt = [ev.HandDealt((seat,), seat, hand) for seat, hand in enumerate(deal.dealt)]
        return replace(self, deals=(*self.deals, deal)), (began, *dealt)

    def deal_from(self, seed: bytes) -> tuple["Game", tuple[Event, ...]]:
        """Return the game with its next deal shuffled from the *game's* seed."""
        number = len(self.deals)
        if not self.needs_deal:
            return self.next_deal(())
        pack = shuffled_pack(deal_seed(seed, number), self.players)
        cards = schedule(self.players)[number]
        return self.next_deal(deal_hands(pack, self.players, cards, self.next_dealer))

    # The verbs of a deal

    @property
    def is_over(self) -> bool:
        """Whether every deal of the schedule has been played."""
        deals = self.deals
        return bool(deals) and deals[-1].is_over and len(deals) == len(schedule(self.players))

    @property
    def turn(self) -> int | None:
        """Whose bid, answer or card the game waits for."""
        return self.deal.turn if self.deals else None

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that have a legal action."""
        return self.deal.to_act if self.deals else frozenset()

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of the complete deals, by seat; the lowest wins (G5)."""
        scored = [deal.points for deal in self.deals if deal.points is not None]
        return tuple(sum(column) for column in zip((0,) * self.players, *scored, strict=True))

    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        """Return everything *seat* may do now."""
        return self.deal.legal_actions(seat) if self.deals else ()

    def legal_by_seat(self) -> list[tuple[Action, ...]]:
        """Return everything that each seat may do now."""
        return self.deal.legal_by_seat() if self.deals else [()] * self.players

    def refuse(self, seat: int, action: Action) -> Refusal | None:
        """Return why *seat* may not do *action* now, or ``None`` if it may."""
        if self.is_over:
            return Refusal(Code.GAME_OVER, "G1")
        return self.deal.refuse(seat, action) if self.deals else Refusal(Code.DEAL_OVER, "G3")

    def apply(self, seat: int, action: Action) -> tuple["Game", tuple[Event, ...]]:
        """Return the game after *seat* did *action*, and what happened.

        :raises IllegalActionError: if the rules refuse it.
        """
        if self.is_over or not self.deals:
            raise IllegalActionError(self.refuse(seat, action) or Refusal(Code.DEAL_OVER, "G3"))
        return self._with(self.deal.apply(seat, action))

    def close_window(self) -> tuple["Game", tuple[Event, ...]]:
        """Return the game after the time of the double window has run out (A10)."""
        return self._with(self.deal.close_window()) if self.deals else (self, ())

    def view(self, seat: int | None) -> View:
        """Return what *seat* may know of the running deal and the totals before it."""
        before = replace(self, deals=self.deals[:-1]).totals
        return replace(self.deal.view(seat), number=len(self.deals) - 1, scores=before)

    def _with(self, step: tuple[Deal, tuple[Event, ...]]) -> tuple["Game", tuple[Event, ...]]:
        deal, happened = step
        game = replace(self, deals=(*self.deals[:-1], deal))
        if game.is_over and not self.is_over:
            totals = game.totals
            happened = (*happened, ev.GameEnded(EVERYBODY, totals, places(totals)))
        return game, happened
