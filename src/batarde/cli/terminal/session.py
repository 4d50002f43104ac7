"""One player at the terminal against bots: who is asked what, and when.

As in the arena, the free moment to double (A8) is put in order: after every bid the bots are asked
first, then the player, where the rest of the auction would leave no other chance.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from batarde.bots import Bot
from batarde.cli.terminal.screen import Screen
from batarde.cli.terminal.typed import meant
from batarde.rules import DOUBLE, PASS, Action, Double, Event, Game, Phase, View
from batarde.study.coach import Step, advise, is_askable

__all__ = ["ME", "Session"]

_NEXT: Final[dict[int, Step]] = {0: 1, 1: 2, 2: 3, 3: 3}
"""Which step of help follows which."""

ME: Final = 0
"""The seat of the player at the terminal."""


class Session:
    """A game between the player at the terminal and *bots*, from a *seed*; maybe with a coach."""

    def __init__(
        self,
        seed: bytes,
        bots: Sequence[Bot],
        screen: Screen,
        read: Callable[[], str],
        *,
        has_coach: bool = False,
    ) -> None:
        self.game = Game.from_seed(len(bots) + 1, seed)
        self._seed = seed
        self._bots = dict(enumerate(bots, ME + 1))
        self._screen = screen
        self._read = read
        self._has_coach = has_coach
        self._helped: tuple[object, Step] | None = None
        """What the coach was last asked about, and how far it has told."""

    def run(self, deals: int) -> None:
        """Play the first *deals* deals of the game.

        :raises EOFError: if the player leaves, or there is nothing more to read.
        """
        self._screen.welcome(deals, has_coach=self._has_coach)
        for number in range(deals):
            if number:
                self._pause()
            self._take(self.game.deal_from(self._seed))
            while (seat := self.game.turn) is not None:
                self._move(seat)
        self._screen.ranking(self.game.totals)

    def _take(self, step: tuple[Game, tuple[Event, ...]]) -> None:
        self.game, happened = step
        for event in happened:
            self._screen.happened(event)

    def _move(self, seat: int) -> None:
        """Make the move of *seat*, whose turn it is."""
        action = self._my_move() if seat == ME else self._bots_move(seat, self._answers(seat))
        self._take(self.game.apply(seat, action))
        if self.game.deal.phase is Phase.AUCTION and not isinstance(action, Double):
            self._offer_double(bidder=seat)

    def _answers(self, seat: int) -> tuple[Action, ...]:
        deal = self.game.deal
        return deal.auction.bids_open() if deal.phase is Phase.AUCTION else deal.legal_actions(seat)

    def _bots_move(self, seat: int, legal: tuple[Action, ...]) -> Action:
        """Return what the bot at *seat* answers to a question that *legal* answers."""
        with self._screen.waiting(seat):
            return self._bots[seat].choose(replace(self.game.view(seat), legal=legal))

    def _offer_double(self, bidder: int) -> None:
        for seat in (*self._bots, ME):
            if self.game.refuse(seat, DOUBLE) is None and self._doubles(seat, bidder):
                self._take(self.game.apply(seat, DOUBLE))
                return

    def _doubles(self, seat: int, bidder: int) -> bool:
        """Return whether *seat* doubles now that *bidder* has spoken."""
        if seat == ME:
            return self._is_my_chance(bidder) and self._my_double()
        view = replace(self.game.view(seat), legal=(PASS, DOUBLE))
        return self._bots[seat].choose(view) == DOUBLE

    # The player

    def _is_my_chance(self, bidder: int) -> bool:
        """Return whether to ask: after an announcement, and before the last bid; not in my turn."""
        auction = self.game.deal.auction
        if ME in {bidder, auction.turn}:
            return False  # in turn the question is open anyway
        announced = auction.standing is not None and auction.standing.seat == bidder
        return announced or auction.bids.count(None) == 1

    def _my_double(self) -> bool:
        view = replace(self.game.view(ME), legal=(PASS, DOUBLE))
        self._screen.hand(view)
        self._screen.ask("ask.double")
        return self._ask(view, skips=True) == DOUBLE

    def _my_move(self) -> Action:
        view = self.game.view(ME)
        if view.phase is Phase.PLAY and len(view.legal) == len(view.hand) == 1:
            return view.legal[0]  # the last card plays itself
        self._screen.board(view)
        if view.phase is Phase.AUCTION:
            self._screen.ask_bid(self.game.deal.auction)
        else:
            self._screen.ask("ask.play" if view.phase is Phase.PLAY else "ask.redouble")
        return self._ask(view)

    def _ask(self, view: View, *, skips: bool = False) -> Action:
        """Return what the player answers, once the rules allow it; *skips*: or nothing."""
        while True:
            text = self._typed(view)
            action = meant(text, view)
            if action is None:
                self._screen.unclear(text, view.phase)
            elif skips and action == PASS:
                return PASS
            elif (refusal := self.game.refuse(ME, action)) is not None:
                self._screen.refused(refusal)
            else:
                return action

    def _typed(self, view: View) -> str:
        """Return the next line that is not a question of the player's own."""
        while (text := self._read().strip()) in self._questions:
            if text == "?":
                self._screen.help(view, has_coach=self._has_coach)
            elif text == "??":
                self._screen.rules()
            else:
                self._ask_coach(view)
        if text.lower() == "q":
            raise EOFError
        return text

    @property
    def _questions(self) -> frozenset[str]:
        """What a player can type besides an answer."""
        return frozenset({"?", "??", "h", "H"} if self._has_coach else {"?", "??"})

    def _ask_coach(self, view: View) -> None:
        """Tell one step more of help for what *view* asks."""
        if not is_askable(view):
            return
        asked = (view.number, view.calls, view.plays)
        before = self._helped[1] if self._helped and self._helped[0] == asked else 0
        step = _NEXT[before]
        self._helped = (asked, step)
        self._screen.advice(advise(view, step))

    def _pause(self) -> None:
        self._screen.ask("ask.next")
        self._typed(self.game.view(ME))
