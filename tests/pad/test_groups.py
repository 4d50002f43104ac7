"""A group: its people, merged, split and erased (§10)."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from batarde.pad import Player, Role, fold_group, with_erased
from batarde.pad import groupevents as ge
from tests.pad.desk import AT, folded
from tests.pad.vectors.groups import group_events


def stamped(number: int, role: Role = Role.KEEPER) -> Any:
    return {"id": f"AAAAAAAA:{number}", "clock": number + 1, "role": role, "by": "", "at": AT}


OPENED = ge.GroupOpened(**stamped(0), name="Thursday")
ANA = ge.PersonAdded(**stamped(1), person="ana", name="Ana")
ANNA = ge.PersonAdded(**stamped(2), person="anna", name="Anna")
BO = ge.PersonAdded(**stamped(3), person="bo", name="Bo")


def people(*events: ge.GroupEvent) -> list[tuple[str, str, str]]:
    group = fold_group("friends", [OPENED, ANA, ANNA, BO, *events])
    assert group is not None
    return [(person.id, person.name, person.into) for person in group.persons]


def test_people_stand_in_the_order_in_which_they_joined() -> None:
    assert people() == [("ana", "Ana", "ana"), ("anna", "Anna", "anna"), ("bo", "Bo", "bo")]


def test_two_are_merged_and_split_again() -> None:
    merged = ge.PersonsMerged(**stamped(4), person="anna", into="ana")
    split = ge.PersonsSplit(**stamped(5), person="anna")
    assert people(merged)[1] == ("anna", "Anna", "ana")
    assert people(merged, split) == people()


def test_a_merge_goes_on_to_the_end_and_a_ring_to_its_least_id() -> None:
    one = ge.PersonsMerged(**stamped(4), person="anna", into="bo")
    two = ge.PersonsMerged(**stamped(5), person="bo", into="ana")
    assert [into for _, _, into in people(one, two)] == ["ana", "ana", "ana"]
    back = ge.PersonsMerged(**stamped(6), person="ana", into="anna")
    assert [into for _, _, into in people(one, two, back)] == ["ana", "ana", "ana"]


def test_an_erased_person_has_no_name_anywhere() -> None:
    erased = ge.PersonErased(**stamped(4), person="anna")
    renamed = ge.PersonRenamed(**stamped(5), person="anna", name="Anna")
    group = fold_group("friends", [OPENED, ANA, ANNA, BO, erased, renamed])
    assert group is not None
    assert [(person.name, person.erased) for person in group.persons[:2]] == [
        ("Ana", False),
        ("", True),
    ]
    pad = folded().pad
    seated = replace(pad, players=(Player("Anna", "anna"), Player("Ana", "ana"), *pad.players[2:]))
    assert with_erased(seated, group, lambda n: f"Player {n}").names == (
        *("Player 2", "Ana"),
        *("Chi", "Dev"),
    )


def test_who_is_merged_with_an_erased_person_is_erased_too() -> None:
    merged = ge.PersonsMerged(**stamped(4), person="anna", into="ana")
    erased = ge.PersonErased(**stamped(5), person="ana")
    assert [name for _, name, _ in people(merged, erased)] == ["", "", "Bo"]


def test_names_are_a_register_and_pads_a_set() -> None:
    late = ge.PersonRenamed(**stamped(9), person="bo", name="Bob")
    early = ge.PersonRenamed(**stamped(5), person="bo", name="Bobby")
    pads = [ge.PadAdded(**stamped(n), pad="QK7M2XPA24") for n in (6, 7)]
    group = fold_group("friends", [OPENED, BO, late, early, *pads])
    assert group is not None
    assert (group.persons[0].name, group.pads) == ("Bob", ("QK7M2XPA24",))


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (ge.PersonsMerged(**stamped(4, Role.HELPER), person="anna", into="ana"), "not-role"),
        (ge.PersonAdded(**stamped(4), person="x", name=""), "name"),
        (ge.PadAdded(**stamped(4, Role.VIEWER), pad="QK7M2XPA24"), "not-role"),
    ],
)
def test_what_has_a_fault_is_ignored(event: ge.GroupEvent, code: str) -> None:
    group = fold_group("friends", [OPENED, ANA, event])
    assert group is not None
    assert [(one.id, one.code.value) for one in group.ignored] == [(event.id, code)]
    assert len(group.persons) == 1


@settings(max_examples=500)
@given(st.integers(0, 2**48))
def test_every_order_and_repetition_gives_the_same_group(seed: int) -> None:
    dice = random.Random(seed)
    events = group_events(dice)
    again = dice.sample([*events, *events], 2 * len(events))
    assert fold_group("friends", events) == fold_group("friends", again)
