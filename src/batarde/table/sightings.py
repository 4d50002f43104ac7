"""What somebody at a table saw of the making of a deal, to be held against what is told later.

A sighting only grows. What is told twice must be the same both times, and what contradicts a thing
seen before is a fault that stays: so it does not matter whether one is told by events, by a
snapshot after a lost line, or by both. What was not seen is not there, and never a fault.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from batarde.rules import events as rules
from batarde.rules.views import View
from batarde.table import events as ev
from batarde.table.fairness import Proof, Share, commit_share
from batarde.table.state import DrawState

__all__ = ["Fault", "FaultKind", "OwnShare", "Sighting", "compare", "look", "together"]


class FaultKind(StrEnum):
    """What can contradict what was seen."""

    OTHER = "other"
    """The proof is that of another deal, or the deal was sealed for another game."""
    AGAIN = "again"
    """The deal was drawn a second time."""
    COMMITMENT = "commitment"
    """The server's commitment is not the one that came before the cards."""
    MALFORMED = "malformed"
    """What was revealed cannot be read."""
    SECRET = "secret"
    """The secret is not the one that the server was committed to."""
    ORDER = "order"
    """A share was bound when the others could be open already."""
    SHARE = "share"
    """A share is not the one that was bound or opened, is gone, or has come from nowhere."""
    OWN = "own"
    """One's own share is not the one that was given."""
    CARDS = "cards"
    """Secret and shares lead to other cards than were seen."""


class Fault(msgspec.Struct, frozen=True):
    """A contradiction, and the seats that it is about, if it is about some."""

    what: FaultKind
    seats: tuple[int, ...] = ()


class OwnShare(msgspec.Struct, frozen=True):
    """The share that this client gave, in hexadecimal."""

    seat: int
    value: str
    is_sure: bool = False
    """Whether the server has got it and has not refused it, though another one may be bound.

    Else it is nobody's fault if another one is: a second device of the same person was first.
    """


class Sighting(msgspec.Struct, frozen=True):
    """All that was seen of one deal."""

    table: str
    """What stands for the table in the hashes: the id of the game."""
    deal: int
    players: int
    commitment: str
    shares: tuple[Share, ...] = ()
    is_closed: bool = False
    """Whether all shares that were bound are known."""
    own: OwnShare | None = None
    cards: int = 0
    """How many cards everybody gets; 0 until they are dealt."""
    dealer: int = 0
    held: tuple[tuple[str, ...], ...] = ()
    """By seat: the cards that it was seen to have."""
    revealed: Proof | None = None
    faults: tuple[Fault, ...] = ()

    @property
    def own_commitment(self) -> str:
        """The commitment to one's own share, or empty."""
        if self.own is None:
            return ""
        return commit_share(self.table, self.deal, self.own.seat, bytes.fromhex(self.own.value))

    @property
    def has_own(self) -> bool:
        """Whether one's own share is among the bound ones."""
        bound = None if self.own is None else self.share(self.own.seat)
        return bound is not None and bound.commitment == self.own_commitment

    def share(self, seat: int) -> Share | None:
        """Return what *seat* was seen to give."""
        return next((share for share in self.shares if share.seat == seat), None)

    def accused(self, what: FaultKind, *seats: int) -> "Sighting":
        """Return it with a fault more."""
        return replace(self, faults=together((*self.faults, Fault(what, seats))))


def together(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return *faults* in their order, with all seats of a kind in one."""
    seats: dict[FaultKind, set[int]] = {}
    for fault in faults:
        seats.setdefault(fault.what, set()).update(fault.seats)
    return tuple(Fault(what, tuple(sorted(seats[what]))) for what in FaultKind if what in seats)


def look(seen: Sighting, event: ev.TableEvent) -> Sighting:
    """Return what was seen after *event*, which happened while its deal was made or played."""
    grow = _LOOKS.get(type(event))
    return seen if grow is None else grow(seen, event)


def compare(seen: Sighting, draw: DrawState, view: View | None) -> Sighting:
    """Return what was seen after a snapshot that shows *draw*, the draw of the same deal."""
    if draw.commitment != seen.commitment:
        seen = seen.accused(FaultKind.COMMITMENT)
    for share in draw.shares:
        seen = _bound(seen, share.seat, share.commitment)
        if share.value:
            seen = _opened(seen, share.seat, share.value)
    gone = [share.seat for share in seen.shares if _is_gone(share, draw)]
    if gone:
        seen = seen.accused(FaultKind.SHARE, *gone)
    seen = replace(seen, is_closed=seen.is_closed or draw.is_closed)
    return _viewed(seen, view) if view and view.number == seen.deal else seen


def _is_gone(seen: Share, draw: DrawState) -> bool:
    return not any(
        share.seat == seen.seat and (share.value or not seen.value) for share in draw.shares
    )


def _viewed(seen: Sighting, view: View) -> Sighting:
    seen = _dealt(seen, view.cards, view.dealer)
    for seat, card in view.plays:
        seen = _has(seen, seat, (card,))
    if view.seat is not None:
        seen = _has(seen, view.seat, view.hand)
    return _all_have(seen, view.hands or ())


# Shares


def _bound(seen: Sighting, seat: int, commitment: str) -> Sighting:
    before = seen.share(seat)
    if before is not None:
        is_same = before.commitment == commitment
        return seen if is_same else seen.accused(FaultKind.SHARE, seat)
    if seen.is_closed:
        seen = seen.accused(FaultKind.ORDER, seat)
    return replace(seen, shares=(*seen.shares, Share(seat, commitment)))


def _opened(seen: Sighting, seat: int, value: str) -> Sighting:
    before = seen.share(seat)
    if before is None or before.value not in ("", value):
        return seen.accused(FaultKind.SHARE, seat)
    shares = tuple(
        replace(share, value=value) if share.seat == seat else share for share in seen.shares
    )
    return replace(seen, shares=shares)


def _closed(seen: Sighting, event: ev.SharesClosed) -> Sighting:
    return replace(seen, is_closed=True) if event.deal == seen.deal else seen


def _revealed(seen: Sighting, event: ev.SecretRevealed) -> Sighting:
    told = Proof(seen.table, event.deal, event.commitment, event.secret, event.shares)
    return replace(seen, revealed=told)


# Cards


def _began(seen: Sighting, event: rules.DealBegan) -> Sighting:
    return _dealt(seen, event.cards, event.dealer) if event.number == seen.deal else seen


def _dealt(seen: Sighting, cards: int, dealer: int) -> Sighting:
    return seen if seen.cards else replace(seen, cards=cards, dealer=dealer)


def _has(seen: Sighting, seat: int, cards: Iterable[str]) -> Sighting:
    if not 0 <= seat < seen.players:
        return seen.accused(FaultKind.CARDS, seat)
    held = seen.held or ((),) * seen.players
    more = [card for card in map(str, cards) if card not in held[seat]]
    hand = (*held[seat], *more)
    return replace(seen, held=(*held[:seat], hand, *held[seat + 1 :])) if more else seen


def _all_have(seen: Sighting, hands: Iterable[Iterable[str]]) -> Sighting:
    for seat, hand in enumerate(hands):
        seen = _has(seen, seat, hand)
    return seen


_LOOKS: Final[dict[type, Callable[[Sighting, Any], Sighting]]] = {
    ev.ShareCommitted: lambda seen, event: _bound(seen, event.seat, event.commitment),
    ev.ShareOpened: lambda seen, event: _opened(seen, event.seat, event.share),
    ev.SharesClosed: _closed,
    ev.SecretRevealed: _revealed,
    rules.DealBegan: _began,
    rules.HandDealt: lambda seen, event: _has(seen, event.seat, event.hand),
    rules.CardPlayed: lambda seen, event: _has(seen, event.seat, (event.card,)),
    rules.DealScored: lambda seen, event: _all_have(seen, event.hands),
}
