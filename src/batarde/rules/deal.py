"""One deal, from the cards in hand to the points.

A deal is a frozen value. :meth:`Deal.apply` gives the next deal and the events that happened, or
raises :class:`~batarde.rules.errors.IllegalActionError` with the reason as data. It knows no clock
and no randomness: who calls it brings the hands, and says when the double window is over.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec
from msgspec.structs import replace

from batarde.rules import events as ev
from batarde.rules.actions import (
    DOUBLE,
    PASS,
    READY,
    REDOUBLE,
    Action,
    Bid,
    Call,
    Double,
    Pass,
    Play,
    Ready,
    Redouble,
    play,
)
from batarde.rules.auction import Announcement, Auction
from batarde.rules.cards import Card, Pack
from batarde.rules.dealing import Hands, deal_hands, misdealt_seat, shuffled_pack, stock
from batarde.rules.errors import IllegalActionError, MalformedError
from batarde.rules.events import EVERYBODY, Event
from batarde.rules.refusals import Code, Refusal
from batarde.rules.scoring import points
from batarde.rules.tricks import playable, refuse_card, winning_card
from batarde.rules.trumps import Trump
from batarde.rules.views import Phase, View

__all__ = ["Deal"]

# Asking an enum for a member takes longer than all else that is done with it.
_READY: Final = Phase.READY
_AUCTION: Final = Phase.AUCTION
_REDOUBLE: Final = Phase.REDOUBLE
_PLAY: Final = Phase.PLAY
_OVER: Final = Phase.OVER
_PLAYED: Final = tuple({card: (seat, card) for card in Card} for seat in range(7))
"""One object for each seat and card: the plays of its deals are most of what a game remembers."""


@cache
def _spoken(seat: int, tricks: int, trump: Trump, pack: Pack | None) -> tuple[int, Bid]:
    """Return a call, of which there is one object too."""
    return seat, Bid(tricks, trump, pack)


def _shared(call: Call) -> Call:
    seat, said = call
    return _spoken(seat, said.tricks, said.trump, said.pack) if isinstance(said, Bid) else call


class Deal(msgspec.Struct, frozen=True, gc=False):
    """A deal as it stands. Make one with :meth:`start` or :meth:`shuffled`.

    >>> deal = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
    >>> deal.turn, len(deal.legal_actions(0)), deal.legal_actions(1)
    (0, 36, ())
    """

    dealer: int
    dealt: Hands
    """The hands as they were dealt."""
    hands: Hands
    """The hands as they are now."""
    auction: Auction
    phase: Phase
    """Where the deal stands."""
    leader: int
    """Who led the trick on the table, or leads the next one."""
    tricks: tuple[int, ...]
    """Tricks won, by seat."""
    trick: tuple[Card, ...] = ()
    """The cards on the table, the leader's first."""
    calls: tuple[Call, ...] = ()
    plays: tuple[tuple[int, Card], ...] = ()
    unready: frozenset[int] = frozenset()
    """Who has not yet seen their cards (A1)."""
    window: frozenset[int] = frozenset()
    """Who has not yet waved the open double window through (A10)."""
    has_windows: bool = False

    @classmethod
    def start(
        cls,
        hands: Sequence[Sequence[Card]],
        dealer: int,
        *,
        asks_ready: bool = False,
        has_windows: bool = False,
    ) -> "Deal":
        """Return a deal of these *hands*, by seat.

        Live tables ask everybody whether they are ready (*asks_ready*, A1) and open a double
        window after each announcement (*has_windows*, A10); elsewhere the auction just begins.

        :raises MalformedError: if these are not hands that could have been dealt.
        """
        dealt = tuple(tuple(hand) for hand in hands)
        players = len(dealt)
        if not 3 <= players <= 7 or not 0 <= dealer < players:
            raise MalformedError(f"dealer {dealer} of {players} players; 3 to 7 can play")
        if misdealt_seat(dealt, len(dealt[0])) is not None:
            raise MalformedError("hands of different sizes, or cards that are not in the pack")
        opener = (dealer + 1) % players
        return cls(
            dealer,
            dealt,
            dealt,
            Auction.open(players, len(dealt[0]), opener),
            _READY if asks_ready else _AUCTION,
            opener,
            (0,) * players,
            unready=frozenset(range(players)) if asks_ready else frozenset(),
            has_windows=has_windows,
        )

    @classmethod
    def shuffled(cls, players: int, cards: int, dealer: int, seed: bytes) -> "Deal":
        """Return a deal whose hands follow from a 256-bit *seed* (see :mod:`.dealing`)."""
        return cls.start(deal_hands(shuffled_pack(seed, players), players, cards, dealer), dealer)

    # What it is

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.dealt)

    @property
    def cards(self) -> int:
        """The number of cards each player was dealt."""
        return self.auction.cards

    @property
    def standing(self) -> Announcement | None:
        """The announcement that set the present trump."""
        return self.auction.standing

    @property
    def is_over(self) -> bool:
        """Whether the last card has been played."""
        return self.phase is _OVER

    @property
    def turn(self) -> int | None:
        """Whose bid, answer or card the deal waits for; the ready question waits for all."""
        if self.phase is _PLAY:
            return (self.leader + len(self.trick)) % len(self.dealt)
        if self.phase is _AUCTION:
            return self.auction.turn
        return self._contract.seat if self.phase is _REDOUBLE else None

    @property
    def winning(self) -> int | None:
        """Whose card wins the trick as it lies (P9), if there is one."""
        if not self.trick:
            return None
        best = winning_card(self.trick, self._contract.contract)
        return (self.leader + self.trick.index(best)) % self.players

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that have a legal action: a double may come from anybody (A8)."""
        return frozenset(seat for seat in range(self.players) if self.legal_actions(seat))

    @property
    def points(self) -> tuple[int, ...] | None:
        """The penalty of each seat, once the deal is over (S1)."""
        if not self.is_over:
            return None
        return points(self._bids, self.tricks, self.auction.factor)

    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        """Return everything *seat* may do now, always in the same order."""
        if self.phase is _PLAY:
            return self._legal_plays(seat)
        if self.phase is _AUCTION:
            return self._legal_calls(seat)
        if self.phase is _REDOUBLE:
            return (PASS, REDOUBLE) if seat == self._contract.seat else ()
        return (READY,) if seat in self.unready else ()

    def legal_by_seat(self) -> list[tuple[Action, ...]]:
        """Return everything that each seat may do now."""
        seats = range(len(self.dealt))
        if self.phase is not _PLAY:
            return [self.legal_actions(seat) for seat in seats]
        turn = self.turn
        return [self._legal_plays(seat) if seat == turn else () for seat in seats]

    def view(self, seat: int | None) -> View:
        """Return what *seat* may know, or a watcher if it is ``None``.

        :raises MalformedError: if that seat is not at the table.
        """
        if seat is not None and not 0 <= seat < self.players:
            raise MalformedError(f"seat {seat} is not at a table of {self.players}")
        auction = self.auction
        return View(
            seat=seat,
            players=self.players,
            cards=self.cards,
            dealer=self.dealer,
            phase=self.phase,
            turn=self.turn,
            hand=() if seat is None else self.hands[seat],
            legal=() if seat is None else self.legal_actions(seat),
            calls=self.calls,
            plays=self.plays,
            unready=tuple(sorted(self.unready)),
            window=tuple(sorted(self.window)),
            standing=auction.standing,
            bids=auction.bids,
            doubled_by=auction.doubled_by,
            redoubled=auction.redoubled,
            trick=self.trick,
            winning=self.winning,
            leader=self.leader,
            tricks=self.tricks,
            hands=self.dealt if self.is_over else None,
        )

    # What can be done

    def refuse(self, seat: int, action: Action) -> Refusal | None:
        """Return why *seat* may not do *action* now, or ``None`` if it may."""
        if self.phase is _READY and not isinstance(action, Ready):
            return Refusal(Code.NOT_READY, "A1", seat=min(self.unready))
        match action:
            case Play(card):
                return self._refuse_play(seat, card)
            case Bid():
                if self.window and seat == self.auction.turn:
                    return Refusal(Code.DOUBLE_WINDOW, "A10")
                return self.auction.refuse_bid(seat, action)
            case Double():
                return self.auction.refuse_double(seat)
            case Redouble():
                return self._refuse_redouble(seat)
            case Pass():
                return None if PASS in self.legal_actions(seat) else Refusal(Code.PASS, "A1")
            case Ready():
                return None if seat in self.unready else Refusal(Code.READY, "A1")

    def apply(self, seat: int, action: Action) -> tuple["Deal", tuple[Event, ...]]:
        """Return the deal after *seat* did *action*, and what happened.

        :raises IllegalActionError: if the rules refuse it; nothing has changed then.
        """
        if (refusal := self.refuse(seat, action)) is not None:
            raise IllegalActionError(refusal)
        match action:
            case Play(card):
                return self._after_play(seat, card)
            case Bid():
                return self._after_bid(seat, action)
            case Double():
                return self._after_double(seat)
            case Redouble():
                return self._after_redouble(seat)
            case Pass():
                return self._after_pass(seat)
            case Ready():
                return self._after_ready(seat)

    def close_window(self) -> tuple["Deal", tuple[Event, ...]]:
        """Return the deal after the time of the double window has run out (A10)."""
        if not self.window:
            return self, ()
        return replace(self, window=frozenset()), (ev.WindowClosed(EVERYBODY),)

    def shared(self) -> "Deal":
        """Return the same deal with the objects that deals share: one that was decoded has its own.

        It takes half the memory then.
        """
        plays = tuple([_PLAYED[seat][card] for seat, card in self.plays])
        calls = tuple([_shared(call) for call in self.calls])
        return replace(self, plays=plays, calls=calls)

    # How it is done

    @property
    def _contract(self) -> Announcement:
        standing = self.auction.standing
        assert standing is not None, "asked for the contract before the first announcement"
        return standing

    @property
    def _bids(self) -> tuple[int, ...]:
        return tuple([bid for bid in self.auction.bids if bid is not None])

    def _legal_plays(self, seat: int) -> tuple[Action, ...]:
        if seat != (self.leader + len(self.trick)) % len(self.dealt):
            return ()
        cards = playable(self.hands[seat], self.trick, self._contract.contract)
        return tuple([play(card) for card in cards])

    def _legal_calls(self, seat: int) -> tuple[Action, ...]:
        auction = self.auction
        actions: tuple[Action, ...] = ()
        if auction.turn == seat and not self.window:
            actions = auction.bids_open()
        if seat in self.window:
            actions = (PASS,)
        if auction.standing is None or not 0 <= seat < self.players:
            return actions
        if auction.doubled_by is None:
            return actions if seat == auction.standing.seat else (*actions, DOUBLE)
        can_redouble = seat == auction.standing.seat and not auction.redoubled
        return (*actions, REDOUBLE) if can_redouble else actions

    def _refuse_play(self, seat: int, card: Card) -> Refusal | None:
        if self.phase is _AUCTION:
            return Refusal(Code.AUCTION_OPEN, "A5")
        if self.phase is _REDOUBLE:
            return Refusal(Code.REDOUBLE_OPEN, "A9", seat=self._contract.seat)
        if self.phase is _OVER:
            return Refusal(Code.DEAL_OVER, "P1")
        turn = (self.leader + len(self.trick)) % len(self.dealt)
        if seat != turn:
            return Refusal(Code.TURN, "P1", seat=turn)
        return refuse_card(card, self.hands[seat], self.trick, self._contract.contract)

    def _refuse_redouble(self, seat: int) -> Refusal | None:
        refusal = self.auction.refuse_redouble(seat)
        if refusal is None and self.phase in {_PLAY, _OVER}:
            return Refusal(Code.REDOUBLE, "A9", "late" if self.plays else "declined")
        return refusal

    def _after_ready(self, seat: int) -> tuple["Deal", tuple[Event, ...]]:
        unready = self.unready - {seat}
        phase = _READY if unready else _AUCTION
        return replace(self, unready=unready, phase=phase), (ev.Readied(EVERYBODY, seat),)

    def _after_bid(self, seat: int, bid: Bid) -> tuple["Deal", tuple[Event, ...]]:
        auction = self.auction.after_bid(seat, bid)
        standing = auction.standing
        assert standing is not None
        announces = standing is not self.auction.standing
        pack = standing.pack
        call = _spoken(seat, bid.tricks, bid.trump, pack)
        window = self.window
        if announces and self.has_windows:
            window = frozenset(range(self.players)) - {seat}
        deal = replace(self, auction=auction, calls=(*self.calls, call), window=window)
        made = ev.BidMade(EVERYBODY, seat, bid.tricks, bid.trump, pack, announces)
        return deal._after_auction(made) if auction.is_closed else (deal, (made,))

    def _after_auction(self, made: Event) -> tuple["Deal", tuple[Event, ...]]:
        contract = self._contract
        waits = self.auction.factor == 2  # for the author's answer to the double (A9)
        deal = replace(self, phase=_REDOUBLE if waits else _PLAY)
        closed = ev.AuctionClosed(
            EVERYBODY, contract.seat, contract.trump, contract.pack, deal._bids
        )
        return deal, (made, closed)

    def _after_double(self, seat: int) -> tuple["Deal", tuple[Event, ...]]:
        deal = replace(
            self,
            auction=self.auction.after_double(seat),
            calls=(*self.calls, (seat, DOUBLE)),
            window=frozenset(),  # a double ends the window (A10)
        )
        return deal, (ev.Doubled(EVERYBODY, seat),)

    def _after_redouble(self, seat: int) -> tuple["Deal", tuple[Event, ...]]:
        deal = replace(
            self,
            auction=self.auction.after_redouble(),
            calls=(*self.calls, (seat, REDOUBLE)),
            phase=_PLAY if self.phase is _REDOUBLE else self.phase,
        )
        return deal, (ev.Redoubled(EVERYBODY, seat),)

    def _after_pass(self, seat: int) -> tuple["Deal", tuple[Event, ...]]:
        if not self.window:
            return replace(self, phase=_PLAY), (ev.RedoubleDeclined(EVERYBODY, seat),)
        deal = replace(self, window=self.window - {seat})
        waved = ev.Waved(EVERYBODY, seat)
        if deal.window:
            return deal, (waved,)
        return deal, (waved, ev.WindowClosed(EVERYBODY))

    def _after_play(self, seat: int, card: Card) -> tuple["Deal", tuple[Event, ...]]:
        hand = tuple([held for held in self.hands[seat] if held is not card])
        trick = (*self.trick, card)
        deal = replace(
            self,
            hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]),
            plays=(*self.plays, _PLAYED[seat][card]),
            trick=trick,
        )
        best = winning_card(trick, self._contract.contract)
        played = ev.CardPlayed(EVERYBODY, seat, card, best is card)
        if len(trick) < self.players:
            return deal, (played,)
        return deal._after_trick(played, best)

    def _after_trick(self, played: Event, best: Card) -> tuple["Deal", tuple[Event, ...]]:
        winner = (self.leader + self.trick.index(best)) % self.players
        tricks = tuple([won + (seat == winner) for seat, won in enumerate(self.tricks)])
        phase = _PLAY if self.hands[winner] else _OVER
        deal = replace(self, trick=(), leader=winner, tricks=tricks, phase=phase)
        taken = ev.TrickTaken(EVERYBODY, winner, best)
        return deal, (played, taken, deal._scored()) if deal.is_over else (played, taken)

    def _scored(self) -> Event:
        assert self.points is not None
        return ev.DealScored(
            EVERYBODY, self._bids, self.tricks, self.points, self.dealt, stock(self.dealt)
        )
