"""What happens to a pad: events, written once and never changed (§5, §15.2).

They are read strictly: unknown events, unknown fields and wrong types are refused. Fields with a
default may be missing, but are always written.
"""

from collections.abc import Iterable
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

from batarde.pad.fields import (
    Clock,
    Count,
    Drawn,
    Ended,
    EventId,
    Hash,
    Moment,
    Name,
    Number,
    PersonId,
    Role,
    Seating,
    Text,
    Vocabulary,
)
from batarde.pad.model import Entry, Player
from batarde.pad.refusals import BadEventError

__all__ = [
    "BaseEvent",
    "DealCleared",
    "DealEntered",
    "DealEvent",
    "DealerSet",
    "DisputeSettled",
    "GameEnded",
    "GameReopened",
    "LinkMade",
    "LinkRevoked",
    "PadEvent",
    "PadOpened",
    "PlayerRenamed",
    "distinct",
    "kind",
    "read_event",
]


class BaseEvent(
    msgspec.Struct, frozen=True, gc=False, tag_field="event", forbid_unknown_fields=True
):
    """The envelope of every event."""

    id: EventId
    clock: Clock
    """Lamport's: one more than the greatest that the device knew."""
    role: Role
    by: Text
    """The name on the device; may be empty."""
    at: Moment
    """The device's time: for people, never for the order of things."""

    @property
    def device(self) -> str:
        """The device that made it."""
        return self.id.partition(":")[0]

    @property
    def nth(self) -> int:
        """How many events its device had made before."""
        return int(self.id.partition(":")[2])

    @property
    def age(self) -> tuple[int, str, int]:
        """What puts events in one order on every device: the clock, the device, its count."""
        return (self.clock, self.device, self.nth)

    @property
    def weight(self) -> tuple[int, int, str, int]:
        """What decides between events that write the same thing: the role, then the age (§8.4)."""
        return (self.role.rank, *self.age)


class PadOpened(BaseEvent, frozen=True, tag="pad-opened"):
    """A pad begins; it happens once."""

    players: Annotated[tuple[Player, ...], Meta(max_length=20)]
    first_dealer: Number
    deals: Number
    seats: Seating = "chosen"
    drawn: Drawn = "chosen"
    group: PersonId | None = None
    words: Vocabulary = "2023"


class DealerSet(BaseEvent, frozen=True, tag="dealer-set"):
    """The first dealer is corrected."""

    seat: Number
    drawn: Drawn


class PlayerRenamed(BaseEvent, frozen=True, tag="player-renamed"):
    """A seat gets another name, another person, or both."""

    seat: Number
    name: Name
    person: PersonId | None = None


class DealEvent(BaseEvent, frozen=True):
    """Anything that writes a deal; *base* is the event that it replaces."""

    deal: Number
    base: EventId | None
    depth: Count
    """One more than that of its base, 0 without one."""

    @property
    def content(self) -> Entry | None:
        """What it writes: an entry, or that there is none."""
        return None

    @property
    def replaces(self) -> frozenset[str | None]:
        """The events that it takes the place of."""
        return frozenset({self.base}) - {self.id}


class DealEntered(DealEvent, frozen=True, tag="deal-entered"):
    """A whole deal is written or corrected."""

    entry: Entry

    @property
    def content(self) -> Entry:
        """The entry."""
        return self.entry


class DealCleared(DealEvent, frozen=True, tag="deal-cleared"):
    """A deal is back to nothing entered."""


class DisputeSettled(DealEvent, frozen=True, tag="dispute-settled"):
    """A deal is written that replaces the competing entries *over* as well as its base."""

    over: Annotated[tuple[EventId, ...], Meta(max_length=64)]
    entry: Entry

    @property
    def content(self) -> Entry:
        """The entry."""
        return self.entry

    @property
    def replaces(self) -> frozenset[str | None]:
        """The events that it takes the place of."""
        return frozenset({self.base, *self.over}) - {self.id}


class GameEnded(BaseEvent, frozen=True, tag="game-ended"):
    """The game is over."""

    why: Ended


class GameReopened(BaseEvent, frozen=True, tag="game-reopened"):
    """The game goes on."""

    why: Text = ""


class LinkMade(BaseEvent, frozen=True, tag="link-made"):
    """A link gives whoever has it a role; only the hash of its key is told."""

    number: Count
    role_given: Literal["keeper", "helper", "viewer"] = msgspec.field(name="for")
    key_hash: Hash = msgspec.field(name="hash")


class LinkRevoked(BaseEvent, frozen=True, tag="link-revoked"):
    """A link gives nothing any more."""

    number: Count


PadEvent = (
    PadOpened
    | DealerSet
    | PlayerRenamed
    | DealEntered
    | DealCleared
    | DisputeSettled
    | GameEnded
    | GameReopened
    | LinkMade
    | LinkRevoked
)

E = TypeVar("E", bound=BaseEvent)
_DECODER: Final = msgspec.json.Decoder(PadEvent)


def read_event(text: bytes | str) -> PadEvent:
    """Return the event in *text*.

    :raises BadEventError: if its shape is wrong.
    """
    try:
        event: PadEvent = _DECODER.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadEventError(str(error)) from None
    return event


def kind(event: BaseEvent) -> str:
    """Return the name of an event: ``deal-entered``."""
    return str(event.__struct_config__.tag)


def distinct(events: Iterable[E]) -> tuple[E, ...]:
    """Return *events* without repetition, oldest first.

    An id is taken once. Should a device ever have made two events of one id, everybody must keep
    the same: the older, and of two as old the one whose text comes first.
    """
    kept: dict[str, E] = {}
    for event in events:
        other = kept.setdefault(event.id, event)
        if other is not event and other != event:
            kept[event.id] = min(other, event, key=_text_order)
    return tuple(sorted(kept.values(), key=lambda event: event.age))


def _text_order(event: BaseEvent) -> tuple[int, bytes]:
    return event.clock, msgspec.json.encode(event)
