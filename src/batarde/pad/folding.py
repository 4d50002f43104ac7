"""A pad is a fold of the *set* of its events: no order of arrival, no repetition matters (§8).

Names, the dealer and the end of the game are registers: of all events that write one, the
weightiest counts. The events of a deal form a tree by ``base``; what no other event replaces is a
leaf, and where leaves differ the deal is disputed and the weightiest leaf counts meanwhile. An
event with a fault is kept, but replaces nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from batarde.pad.events import (
    BaseEvent,
    DealerSet,
    DealEvent,
    GameEnded,
    GameReopened,
    PadEvent,
    PadOpened,
    PlayerRenamed,
    distinct,
)
from batarde.pad.faults import Frame, event_fault, frame_of, opening_fault
from batarde.pad.model import Entry, Ignored, Pad, Player
from batarde.pad.refusals import PadCode
from batarde.rules.game import schedule
from batarde.rules.scoring import places

__all__ = ["Folded", "fold", "fold_log", "greatest"]

E = TypeVar("E", bound=BaseEvent)


class Folded(msgspec.Struct, frozen=True):
    """A pad with all that was found on the way to it."""

    pad: Pad
    log: tuple[PadEvent, ...]
    """Every event once, oldest first."""
    ignored: Mapping[str, PadCode]
    leaves: tuple[tuple[DealEvent, ...], ...]
    """By deal: what no other event replaces, the weightiest first."""

    def standing(self, deal: int) -> DealEvent | None:
        """Return the event that counts in *deal*."""
        leaves = self.leaves[deal]
        return leaves[0] if leaves else None

    def sides(self, deal: int) -> tuple[DealEvent, ...]:
        """Return the leaves of *deal* that differ, the weightiest of each content."""
        sides: list[DealEvent] = []
        for leaf in self.leaves[deal]:
            if all(side.content != leaf.content for side in sides):
                sides.append(leaf)
        return tuple(sides)


def fold(pad_id: str, events: Iterable[PadEvent]) -> Pad | None:
    """Return the pad that *events* tell, or ``None`` if none of them opens it."""
    folded = fold_log(pad_id, events)
    return None if folded is None else folded.pad


def fold_log(pad_id: str, events: Iterable[PadEvent]) -> Folded | None:
    """Return the pad that *events* tell, and how they do."""
    log = distinct(events)
    openings = [one for one in log if isinstance(one, PadOpened)]
    opened = next((one for one in openings if opening_fault(one) is None), None)
    if opened is None:
        return None
    ignored = _ignored(log, frame_of(opened))
    heard = [event for event in log if event.id not in ignored]
    leaves = tuple(_leaves(heard, deal) for deal in range(opened.deals))
    return Folded(_pad(pad_id, opened, heard, leaves, ignored), log, ignored, leaves)


def _ignored(log: Sequence[PadEvent], frame: Frame) -> dict[str, PadCode]:
    faults = [(event, event_fault(event, frame)) for event in log]
    return {event.id: fault.code for event, fault in faults if fault is not None}


# The tree of a deal


def _leaves(heard: Sequence[PadEvent], deal: int) -> tuple[DealEvent, ...]:
    versions = [one for one in heard if isinstance(one, DealEvent) and one.deal == deal]
    replaced = {name for version in versions for name in version.replaces}
    leaves = [version for version in versions if version.id not in replaced]
    return tuple(sorted(leaves, key=_leaf_weight, reverse=True))


def _leaf_weight(leaf: DealEvent) -> tuple[int, int, int, str, int]:
    return (leaf.role.rank, leaf.depth, *leaf.age)


# The state


def _pad(
    pad_id: str,
    opened: PadOpened,
    heard: Sequence[PadEvent],
    leaves: Sequence[Sequence[DealEvent]],
    ignored: Mapping[str, PadCode],
) -> Pad:
    dealer = greatest(event for event in heard if isinstance(event, DealerSet))
    end = greatest(event for event in heard if isinstance(event, GameEnded | GameReopened))
    entries = tuple(deal[0].content if deal else None for deal in leaves)
    totals = _totals(entries, len(opened.players))
    return Pad(
        id=pad_id,
        started=opened.at,
        players=_players(opened, heard),
        seats=opened.seats,
        first_dealer=dealer.seat if dealer else opened.first_dealer,
        drawn=dealer.drawn if dealer else opened.drawn,
        schedule=schedule(len(opened.players)),
        deals=opened.deals,
        group=opened.group,
        words=opened.words,
        entries=entries,
        ended=end.why if isinstance(end, GameEnded) else None,
        points=tuple(None if entry is None else entry.points for entry in entries),
        totals=totals,
        places=places(totals),
        disputed=tuple(deal for deal, sides in enumerate(leaves) if _is_disputed(sides)),
        ignored=tuple(Ignored(name, code) for name, code in ignored.items()),
    )


def _players(opened: PadOpened, heard: Sequence[PadEvent]) -> tuple[Player, ...]:
    seated = list(opened.players)
    for seat in range(len(seated)):
        renamed = greatest(
            event for event in heard if isinstance(event, PlayerRenamed) and event.seat == seat
        )
        if renamed is not None:
            seated[seat] = Player(renamed.name, renamed.person)
    return tuple(seated)


def greatest(events: Iterable[E]) -> E | None:
    """Return the event that counts of those that write one register."""
    return max(events, key=lambda event: event.weight, default=None)


def _totals(entries: Iterable[Entry | None], players: int) -> tuple[int, ...]:
    scored = [entry.points for entry in entries if entry is not None]
    return tuple(sum(won[seat] for won in scored if won) for seat in range(players))


def _is_disputed(leaves: Sequence[DealEvent]) -> bool:
    return any(leaf.content != leaves[0].content for leaf in leaves)
