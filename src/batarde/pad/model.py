"""A pad as values: who plays, what is known of each deal, and what follows (§2, §15.1).

A pad sees no card. Of a deal it knows the final bids, the trump, the double and the tricks; points,
totals and places follow by S1 and G5.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from batarde.pad.fields import (
    Drawn,
    Ended,
    Multiplier,
    Name,
    Number,
    PersonId,
    Seating,
    Text,
    Vocabulary,
)
from batarde.pad.refusals import PadCode
from batarde.rules.cards import Pack
from batarde.rules.scoring import points
from batarde.rules.trumps import Trump

__all__ = ["Entry", "Ignored", "Pad", "Player"]

Bids = Annotated[tuple[Number | None, ...], Meta(max_length=20)]
Tricks = Annotated[tuple[Number, ...], Meta(max_length=20)]


class Player(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Who sits at a seat; *person* is their id in the group, if they have one there."""

    name: Name
    person: PersonId | None = None


class Entry(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """What is known of one deal; only final bids are kept, those erased (A4) are not."""

    author: Number | None = None
    """Who set the trump, or ``None`` if nobody remembers."""
    trump: Trump | None = None
    pack: Pack | None = None
    """The pack that wins between identical cards (A7), if it was noted."""
    bids: Bids
    multiplier: Multiplier = 1
    doubled_by: Number | None = None
    tricks: Tricks | None = None
    irregular: bool = False
    """Played all the same, against the rules (§4): it counts, but in no statistics."""
    note: Text = ""

    @property
    def full_bids(self) -> tuple[int, ...] | None:
        """The bids, if everybody's is known."""
        known = tuple([bid for bid in self.bids if bid is not None])
        return known if len(known) == len(self.bids) else None

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points by seat (S1), once the deal is complete."""
        bids = self.full_bids
        if bids is None or self.tricks is None or len(bids) != len(self.tricks):
            return None
        return points(bids, self.tricks, self.multiplier)


class Ignored(msgspec.Struct, frozen=True, gc=False):
    """An event that the fold has left out, and why."""

    id: str
    code: PadCode


class Pad(msgspec.Struct, frozen=True):
    """A game at one table as its events tell it."""

    id: str
    started: str
    """When the pad was opened, by the clock of the device that did."""
    players: tuple[Player, ...]
    seats: Seating
    first_dealer: int
    drawn: Drawn
    schedule: tuple[int, ...]
    """The cards of each deal, the whole of G1."""
    deals: int
    """How many of them are played."""
    group: str | None
    words: Vocabulary
    entries: tuple[Entry | None, ...]
    ended: Ended | None
    points: tuple[tuple[int, ...] | None, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    disputed: tuple[int, ...]
    """The deals in which different entries compete."""
    ignored: tuple[Ignored, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple([player.name for player in self.players])

    def dealer(self, deal: int) -> int:
        """Return who deals *deal* (G3)."""
        return (self.first_dealer + deal) % len(self.players)

    def opener(self, deal: int) -> int:
        """Return who opens the auction of *deal* (G4)."""
        return (self.dealer(deal) + 1) % len(self.players)

    @property
    def next_deal(self) -> int:
        """The first deal that is not complete; the number of deals if all are."""
        return next((deal for deal, won in enumerate(self.points) if won is None), self.deals)

    @property
    def is_complete(self) -> bool:
        """Whether every deal is complete."""
        return self.next_deal == self.deals

    @property
    def perfect(self) -> tuple[int, ...]:
        """The seats that have played a perfect game: no point at all after the last deal."""
        totals = enumerate(self.totals) if self.is_complete else ()
        return tuple([seat for seat, total in totals if total == 0])
