"""A group is a fold of the set of its events, as a pad is (§10).

The name of a person is a register, and so is whom they are merged into. Erasing is for good.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from batarde.pad.events import distinct
from batarde.pad.faults import name_fault
from batarde.pad.folding import greatest
from batarde.pad.groupevents import (
    GroupEvent,
    GroupOpened,
    PadAdded,
    PersonAdded,
    PersonErased,
    PersonRenamed,
    PersonsMerged,
    PersonsSplit,
)
from batarde.pad.model import Ignored, Pad, Player
from batarde.pad.refusals import PadCode, PadRefusal
from batarde.pad.roles import may

__all__ = ["Group", "Person", "fold_group", "group_fault", "with_erased"]


class Person(msgspec.Struct, frozen=True, gc=False):
    """Somebody of a group."""

    id: str
    number: int
    """Which they were to join, from 1: "Player 3" if their name is erased."""
    name: str
    """Empty once it is erased."""
    into: str
    """The person for whom their games count: themselves, unless they are merged."""
    erased: bool


class Group(msgspec.Struct, frozen=True):
    """A group as its events tell it."""

    id: str
    name: str
    persons: tuple[Person, ...]
    """In the order in which they joined."""
    pads: tuple[str, ...]
    ignored: tuple[Ignored, ...]

    def person(self, name: str | None) -> Person | None:
        """Return the person of this id, if there is one."""
        return next((person for person in self.persons if person.id == name), None)


def group_fault(event: GroupEvent) -> PadRefusal | None:
    """Return what is wrong with *event*, by itself."""
    if not may(event.role, event):
        return PadRefusal(PadCode.NOT_ROLE)
    if isinstance(event, GroupOpened | PersonAdded | PersonRenamed):
        wrong = name_fault(event.name, 0)
        return None if wrong is None else replace(wrong, seat=None)
    return None


def fold_group(group_id: str, events: Iterable[GroupEvent]) -> Group | None:
    """Return the group that *events* tell, or ``None`` if none of them opens it."""
    log = distinct(events)
    faults = {event.id: fault.code for event in log if (fault := group_fault(event)) is not None}
    heard = [event for event in log if event.id not in faults]
    opened = next((event for event in heard if isinstance(event, GroupOpened)), None)
    if opened is None:
        return None
    return Group(
        id=group_id,
        name=opened.name,
        persons=_persons(heard),
        pads=tuple(dict.fromkeys(event.pad for event in heard if isinstance(event, PadAdded))),
        ignored=tuple(Ignored(name, code) for name, code in faults.items()),
    )


def _persons(heard: Sequence[GroupEvent]) -> tuple[Person, ...]:
    added: dict[str, str] = {}
    for event in heard:
        if isinstance(event, PersonAdded):
            added.setdefault(event.person, event.name)
    into = {person: _representative(person, _merges(heard)) for person in added}
    gone = {event.person for event in heard if isinstance(event, PersonErased)}
    erased = {into[person] for person in added if person in gone}
    names = added | _new_names(heard)
    return tuple(
        Person(
            id=person,
            number=number,
            name="" if into[person] in erased else names[person],
            into=into[person],
            erased=into[person] in erased,
        )
        for number, person in enumerate(added, 1)
    )


def _new_names(heard: Sequence[GroupEvent]) -> dict[str, str]:
    renamed = [event for event in heard if isinstance(event, PersonRenamed)]
    # Sorted, the weightiest is the last to write.
    return {event.person: event.name for event in sorted(renamed, key=lambda one: one.weight)}


def _merges(heard: Sequence[GroupEvent]) -> Mapping[str, str]:
    """Return by person whom they are merged into, for those who are."""
    into: dict[str, str] = {}
    about = [event for event in heard if isinstance(event, PersonsMerged | PersonsSplit)]
    for person in {event.person for event in about}:
        last = greatest(event for event in about if event.person == person)
        if isinstance(last, PersonsMerged):
            into[person] = last.into
    return into


def _representative(person: str, merges: Mapping[str, str]) -> str:
    """Return for whom a person's games count, at the end of the chain of merges.

    Two devices may merge two persons into one another; of such a ring the least id stands for all.
    """
    seen = [person]
    while (following := merges.get(seen[-1])) is not None:
        if following in seen:
            return min(seen[seen.index(following) :])
        seen.append(following)
    return seen[-1]


def with_erased(pad: Pad, group: Group, say: Callable[[int], str]) -> Pad:
    """Return *pad* with the names of erased persons replaced by what *say* makes of their number.

    This is what a pad of the group shows, prints and exports.
    """

    def shown(player: Player) -> Player:
        person = group.person(player.person)
        return Player(say(person.number), player.person) if person and person.erased else player

    return replace(pad, players=tuple(shown(player) for player in pad.players))
