"""What is refused while somebody enters it (§4): the faults of the fold, and those marked †.

† depends on what the pad says now: whether a name is taken, which deal comes next, who opens. The
fold cannot ask that, for another event may still change it.
"""

from collections.abc import Sequence

from batarde.pad.entries import entry_fault
from batarde.pad.events import (
    DealEvent,
    GameEnded,
    PadEvent,
    PadOpened,
    PlayerRenamed,
)
from batarde.pad.faults import Frame, event_fault, opening_fault
from batarde.pad.model import Pad
from batarde.pad.refusals import PadCode, PadRefusal

__all__ = ["refuse", "refuse_opening"]


def refuse_opening(opened: PadOpened) -> PadRefusal | None:
    """Return why a pad cannot be opened like this, or ``None`` if it can."""
    return _first(opening_fault(opened), _taken_name([player.name for player in opened.players]))


def refuse(pad: Pad, *act: PadEvent) -> PadRefusal | None:
    """Return why *pad* does not take the events of one act, or ``None`` if it does.

    Several belong together where each alone would be refused: two names that are swapped.
    """
    after = _renamed(pad, act)
    for event in act:
        if (wrong := _refuse_one(pad, event, after)) is not None:
            return wrong
    return None


def _refuse_one(pad: Pad, event: PadEvent, names: Sequence[str]) -> PadRefusal | None:
    fault = event_fault(event, Frame(len(pad.players), pad.deals))
    match event:
        case PlayerRenamed():
            return _first(fault, _taken_name(names))
        case GameEnded() if pad.ended is not None:
            return _first(fault, PadRefusal(PadCode.GAME_OVER))
        case DealEvent():
            return _refuse_deal(pad, event, fault)
        case _:
            return fault


def _refuse_deal(pad: Pad, event: DealEvent, fault: PadRefusal | None) -> PadRefusal | None:
    """Return why a deal cannot be written; what comes first in the order of §4 is told."""
    if fault is not None and fault.code in (PadCode.NOT_ROLE, PadCode.SCHEDULE):
        return fault
    if event.deal > pad.next_deal:
        return PadRefusal(PadCode.SCHEDULE, "G1", "order", number=pad.next_deal)
    if pad.ended is not None and pad.entries[event.deal] is None:
        return PadRefusal(PadCode.GAME_OVER)
    if event.content is None:
        return fault
    frame = Frame(len(pad.players), pad.deals)
    return entry_fault(event.content, frame.setting(event.deal, event.role, pad.opener(event.deal)))


def _renamed(pad: Pad, act: Sequence[PadEvent]) -> list[str]:
    names = list(pad.names)
    for event in act:
        if isinstance(event, PlayerRenamed) and 0 <= event.seat < len(names):
            names[event.seat] = event.name
    return names


def _taken_name(names: Sequence[str]) -> PadRefusal | None:
    for seat, name in enumerate(names):
        if name in names[:seat]:
            return PadRefusal(PadCode.NAME, "", "twice", seat)
    return None


def _first(*refusals: PadRefusal | None) -> PadRefusal | None:
    return next((refusal for refusal in refusals if refusal is not None), None)
