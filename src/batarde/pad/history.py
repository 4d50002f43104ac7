"""Every version of a deal, newest first, with what each changed; and where versions compete (§5).

Nothing is ever deleted: an event that the fold ignores is in the history too, with its code. A
version is compared with the one that it replaces, which in a deal without dispute is its neighbour
in the list.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from batarde.pad.events import (
    DealEvent,
    PadEvent,
    kind,
)
from batarde.pad.fields import Role
from batarde.pad.folding import Folded
from batarde.pad.model import Entry
from batarde.pad.refusals import PadCode

__all__ = [
    "Change",
    "Dispute",
    "Note",
    "Side",
    "Version",
    "changes",
    "corrected",
    "disputes",
    "history",
    "other_history",
]

Value = bool | int | str | None
Field = Literal[
    "author", "trump", "pack", "bid", "multiplier", "doubled_by", "tricks", "irregular", "note"
]


class Change(msgspec.Struct, frozen=True, gc=False):
    """One thing that is not as it was: ``bid of Bo 2 → 3``."""

    field: Field
    seat: int | None
    before: Value
    after: Value


class Note(msgspec.Struct, frozen=True, gc=False):
    """Something that happened to the pad: when, by whom, and whether the fold has ignored it."""

    id: str
    event: str
    at: str
    role: Role
    by: str
    ignored: PadCode | None


class Version(Note, frozen=True, gc=False):
    """One version of a deal."""

    entry: Entry | None
    base: str | None
    stands: bool
    """Whether it is the one that counts."""
    changes: tuple[Change, ...]
    """What it changed; empty where it wrote the first entry or took the last one away."""


class Side(msgspec.Struct, frozen=True, gc=False):
    """One of the entries that compete."""

    id: str
    at: str
    role: Role
    by: str
    entry: Entry | None


class Dispute(msgspec.Struct, frozen=True, gc=False):
    """A deal about which devices differ; the first side counts until it is settled."""

    deal: int
    sides: tuple[Side, ...]


def history(folded: Folded, deal: int) -> tuple[Version, ...]:
    """Return all versions of *deal*, newest first."""
    versions = {
        one.id: one for one in folded.log if isinstance(one, DealEvent) and one.deal == deal
    }
    standing = folded.standing(deal) if 0 <= deal < folded.pad.deals else None
    return tuple(
        Version(
            **_noted(folded, version),
            entry=version.content,
            base=version.base,
            stands=version is standing,
            changes=changes(_base_content(versions, version), version.content),
        )
        for version in reversed(versions.values())
    )


def _base_content(versions: Mapping[str, DealEvent], version: DealEvent) -> Entry | None:
    base = versions.get(version.base or "")
    return None if base is None else base.content


def other_history(folded: Folded) -> tuple[Note, ...]:
    """Return what happened beside the deals, newest first: names, dealer, links, the end."""
    others = [event for event in folded.log if not isinstance(event, DealEvent)]
    return tuple(Note(**_noted(folded, event)) for event in reversed(others))


def corrected(folded: Folded) -> tuple[int, ...]:
    """Return the deals in which a complete entry was replaced by another."""
    found = set()
    for deal in range(folded.pad.deals):
        heard = [version for version in history(folded, deal) if version.ignored is None]
        entries = {version.id: version.entry for version in heard}
        for version in heard:
            before = entries.get(version.base or "")
            if before is not None and before.points is not None and before != version.entry:
                found.add(deal)
    return tuple(sorted(found))


def disputes(folded: Folded) -> tuple[Dispute, ...]:
    """Return the disputed deals, each with the entries that compete, those alike once."""
    return tuple(Dispute(deal, _sides(folded, deal)) for deal in folded.pad.disputed)


def _sides(folded: Folded, deal: int) -> tuple[Side, ...]:
    return tuple(
        Side(leaf.id, leaf.at, leaf.role, leaf.by, leaf.content) for leaf in folded.sides(deal)
    )


def changes(before: Entry | None, after: Entry | None) -> tuple[Change, ...]:
    """Return what differs between two entries, in the order in which a deal is told."""
    if before is None or after is None:
        return ()
    return tuple(_changes(before, after))


def _changes(before: Entry, after: Entry) -> Iterator[Change]:
    yield from _plain(before, after, "author", "trump", "pack")
    yield from _by_seat("bid", before.bids, after.bids)
    yield from _plain(before, after, "multiplier", "doubled_by")
    yield from _by_seat("tricks", before.tricks or (), after.tricks or ())
    yield from _plain(before, after, "irregular", "note")


def _plain(before: Entry, after: Entry, *fields: Field) -> Iterator[Change]:
    for field in fields:
        was, is_now = getattr(before, field), getattr(after, field)
        if was != is_now:
            yield Change(field, None, was, is_now)


def _by_seat(
    field: Field, before: tuple[int | None, ...], after: tuple[int | None, ...]
) -> Iterator[Change]:
    for seat in range(max(len(before), len(after))):
        was = before[seat] if seat < len(before) else None
        is_now = after[seat] if seat < len(after) else None
        if was != is_now:
            yield Change(field, seat, was, is_now)


def _noted(folded: Folded, event: PadEvent) -> dict[str, Any]:
    return {
        "id": event.id,
        "event": kind(event),
        "at": event.at,
        "role": event.role,
        "by": event.by,
        "ignored": folded.ignored.get(event.id),
    }
