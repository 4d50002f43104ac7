"""What is wrong with an event, by itself: never what came before it, nor what may still come."""

import msgspec

from batarde.pad.entries import Setting, entry_fault
from batarde.pad.events import (
    BaseEvent,
    DealerSet,
    DealEvent,
    PadOpened,
    PlayerRenamed,
)
from batarde.pad.fields import NAME_LENGTH, Role
from batarde.pad.model import Entry
from batarde.pad.refusals import PadCode, PadRefusal
from batarde.pad.roles import may
from batarde.rules.game import SCHEDULES

__all__ = ["Frame", "event_fault", "frame_of", "name_fault", "opening_fault"]


class Frame(msgspec.Struct, frozen=True, gc=False):
    """What the opening of a pad settles for good: how many play, and how many deals."""

    players: int
    deals: int

    def setting(self, deal: int, role: Role, opener: int | None = None) -> Setting:
        """Return what an entry of *deal* by *role* is held against."""
        may_override = role.rank >= Role.KEEPER.rank
        return Setting(self.players, SCHEDULES[self.players][deal], may_override, opener)


def frame_of(opened: PadOpened) -> Frame:
    """Return what *opened*, which has no fault, settles."""
    return Frame(len(opened.players), opened.deals)


def opening_fault(opened: PadOpened) -> PadRefusal | None:
    """Return what is wrong with the opening of a pad."""
    if not may(opened.role, opened):
        return PadRefusal(PadCode.NOT_ROLE)
    players = len(opened.players)
    if players not in SCHEDULES:
        return PadRefusal(PadCode.PLAYERS, "G1", number=players)
    if not 0 <= opened.first_dealer < players:
        return _stranger(opened.first_dealer)
    for seat, player in enumerate(opened.players):
        if (wrong := name_fault(player.name, seat)) is not None:
            return wrong
    if not 1 <= opened.deals <= len(SCHEDULES[players]):
        return PadRefusal(PadCode.SCHEDULE, "G1", number=len(SCHEDULES[players]))
    return None


def event_fault(event: BaseEvent, frame: Frame) -> PadRefusal | None:
    """Return what is wrong with *event* at a pad of this *frame*."""
    if not may(event.role, event):
        return PadRefusal(PadCode.NOT_ROLE)
    match event:
        case PadOpened():
            return opening_fault(event)
        case DealerSet(seat=seat):
            return None if 0 <= seat < frame.players else _stranger(seat)
        case PlayerRenamed(seat=seat, name=name):
            return name_fault(name, seat) if 0 <= seat < frame.players else _stranger(seat)
        case DealEvent() if not 0 <= event.deal < frame.deals:
            return PadRefusal(PadCode.SCHEDULE, "G1", number=frame.deals)
        case DealEvent(content=Entry() as entry):
            return entry_fault(entry, frame.setting(event.deal, event.role))
        case _:
            return None


def name_fault(name: str, seat: int) -> PadRefusal | None:
    """Return what is wrong with *name*; its length is counted in code points."""
    if not name.strip(" "):
        return PadRefusal(PadCode.NAME, "", "empty", seat)
    if len(name) > NAME_LENGTH:
        return PadRefusal(PadCode.NAME, "", "long", seat, NAME_LENGTH)
    return None


def _stranger(seat: int) -> PadRefusal:
    return PadRefusal(PadCode.PLAYERS, "", "seat", seat)
