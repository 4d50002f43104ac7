"""What happens to a group: people who play together over evenings (§10, §13)."""

from typing import Final

import msgspec

from batarde.pad.events import BaseEvent
from batarde.pad.fields import Name, PadId, PersonId
from batarde.pad.refusals import BadEventError

__all__ = [
    "GroupEvent",
    "GroupOpened",
    "PadAdded",
    "PersonAdded",
    "PersonErased",
    "PersonRenamed",
    "PersonsMerged",
    "PersonsSplit",
    "read_group_event",
]


class GroupOpened(BaseEvent, frozen=True, tag="group-opened"):
    """A group begins; it happens once."""

    name: Name


class PersonAdded(BaseEvent, frozen=True, tag="person-added"):
    """Somebody belongs to the group."""

    person: PersonId
    name: Name


class PersonRenamed(BaseEvent, frozen=True, tag="person-renamed"):
    """A person gets another name."""

    person: PersonId
    name: Name


class PersonsMerged(BaseEvent, frozen=True, tag="persons-merged"):
    """Two are the same: what *person* has played counts for *into*."""

    person: PersonId
    into: PersonId


class PersonsSplit(BaseEvent, frozen=True, tag="persons-split"):
    """They are not the same: *person* stands alone again."""

    person: PersonId


class PersonErased(BaseEvent, frozen=True, tag="person-erased"):
    """A person's name is gone for good; the figures of the others stay."""

    person: PersonId


class PadAdded(BaseEvent, frozen=True, tag="pad-added"):
    """A pad belongs to the group."""

    pad: PadId


GroupEvent = (
    GroupOpened
    | PersonAdded
    | PersonRenamed
    | PersonsMerged
    | PersonsSplit
    | PersonErased
    | PadAdded
)

_DECODER: Final = msgspec.json.Decoder(GroupEvent)


def read_group_event(text: bytes | str) -> GroupEvent:
    """Return the event of a group in *text*.

    :raises BadEventError: if its shape is wrong.
    """
    try:
        event: GroupEvent = _DECODER.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadEventError(str(error)) from None
    return event
