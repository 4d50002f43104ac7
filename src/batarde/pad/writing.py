"""Events as a device writes them: with its id, the next clock, and what they replace (§5)."""

from typing import TypedDict

import msgspec

from batarde.pad.events import (
    DealCleared,
    DealEntered,
    DealEvent,
    DisputeSettled,
)
from batarde.pad.fields import CLOCK_LIMIT, Role
from batarde.pad.folding import Folded
from batarde.pad.model import Entry

__all__ = ["Pen", "Stamp", "clear", "enter", "settle", "stamp", "undo"]


class Pen(msgspec.Struct, frozen=True, gc=False):
    """Who writes: a device, the role of its key, and the name on it."""

    device: str
    role: Role
    by: str = ""


class Stamp(TypedDict):
    """The envelope of an event to be written."""

    id: str
    clock: int
    role: Role
    by: str
    at: str


class _Place(TypedDict):
    """Where an event stands in the tree of its deal."""

    deal: int
    base: str | None
    depth: int


def stamp(folded: Folded | None, pen: Pen, at: str) -> Stamp:
    """Return the envelope of what *pen* writes next."""
    log = () if folded is None else folded.log
    own = [event.nth for event in log if event.device == pen.device]
    clock = 1 + max([event.clock for event in log], default=0)
    return {
        "id": f"{pen.device}:{1 + max(own, default=-1)}",
        "clock": min(clock, CLOCK_LIMIT),
        "role": pen.role,
        "by": pen.by,
        "at": at,
    }


def enter(folded: Folded, pen: Pen, at: str, deal: int, entry: Entry) -> DealEntered:
    """Return the event that writes or corrects *deal*."""
    return DealEntered(**stamp(folded, pen, at), **_place(folded, deal), entry=entry)


def clear(folded: Folded, pen: Pen, at: str, deal: int) -> DealCleared:
    """Return the event that takes back all that is known of *deal*."""
    return DealCleared(**stamp(folded, pen, at), **_place(folded, deal))


def settle(folded: Folded, pen: Pen, at: str, deal: int, entry: Entry) -> DisputeSettled:
    """Return the event that settles the dispute about *deal* in favour of *entry*."""
    over = tuple(leaf.id for leaf in folded.leaves[deal][1:])
    return DisputeSettled(**stamp(folded, pen, at), **_place(folded, deal), over=over, entry=entry)


def undo(folded: Folded, pen: Pen, at: str, deal: int) -> DealEntered | DealCleared | None:
    """Return the event that gives *deal* what stood before, or ``None`` if nothing ever did.

    Undo is no event of its own: it writes the former entry, so that undoing it again gives back
    the entry that was undone.
    """
    standing = folded.standing(deal)
    if standing is None:
        return None
    former = _replaced_entry(folded, standing)
    return enter(folded, pen, at, deal, former) if former else clear(folded, pen, at, deal)


def _place(folded: Folded, deal: int) -> _Place:
    base = folded.standing(deal)
    if base is None:
        return {"deal": deal, "base": None, "depth": 0}
    return {"deal": deal, "base": base.id, "depth": base.depth + 1}


def _replaced_entry(folded: Folded, event: DealEvent) -> Entry | None:
    for other in folded.log:
        if isinstance(other, DealEvent) and (other.id, other.deal) == (event.base, event.deal):
            return None if other.id in folded.ignored else other.content
    return None
