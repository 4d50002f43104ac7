"""Events are read strictly: a wrong shape is ``bad-event`` (§5, §15.2)."""

import json
from typing import Any

import msgspec
import pytest

from batarde.pad import BadEventError, PadCode, Role, may, read_event, read_group_event
from batarde.pad.events import PadEvent
from batarde.pad.groupevents import GroupEvent
from tests.pad.desk import ANA, AT, E4, HAL, entered, opened
from tests.pad.logs import draw_log

ENTERED: dict[str, Any] = msgspec.to_builtins(entered(ANA, 1, 2))


def refused(**fields: Any) -> bool:
    try:
        read_event(json.dumps(ENTERED | fields))
    except BadEventError as error:
        return error.code is PadCode.BAD_EVENT
    return False


def test_what_is_written_is_read() -> None:
    for seed in range(20):
        for event in draw_log(seed, 30):
            assert read_event(msgspec.json.encode(event)) == event


def test_fields_lie_flat_beside_those_of_the_envelope() -> None:
    assert list(ENTERED) == [
        *("event", "id", "clock", "role", "by", "at"),
        *("deal", "base", "depth", "entry"),
    ]
    assert list(ENTERED["entry"]) == [
        *("author", "trump", "pack", "bids", "multiplier"),
        *("doubled_by", "tricks", "irregular", "note"),
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {"extra": 1},
        {"event": "deal-eaten"},
        {"id": "AAAAAAAA"},
        {"id": "AAAAAAAO:1"},
        {"id": "AAAAAAAA:01"},
        {"clock": 0},
        {"clock": 10**6},
        {"clock": True},
        {"role": "owner"},
        {"at": "yesterday"},
        {"deal": 1.5},
        {"depth": -1},
        {"base": "nobody"},
        {"entry": None},
        {"entry": {**ENTERED["entry"], "multiplier": 3}},
        {"entry": {**ENTERED["entry"], "trump": "X"}},
        {"entry": {**ENTERED["entry"], "note": "n" * 201}},
        {"entry": {**ENTERED["entry"], "tricks": [1, None]}},
        {"entry": {**ENTERED["entry"], "points": [0, 0, 0, 0]}},
    ],
)
def test_a_wrong_shape_is_a_bad_event(fields: dict[str, Any]) -> None:
    assert not refused()
    assert refused(**fields)


@pytest.mark.parametrize(
    "text", ["", "[]", "null", '{"event": 1}', "[" * 100_000, '{"by": "\\ud800"}']
)
def test_what_is_no_event_at_all_is_a_bad_event(text: str) -> None:
    with pytest.raises(BadEventError):
        read_event(text)


def test_what_is_usual_may_be_left_out() -> None:
    bare = {**ENTERED, "entry": {"bids": [None] * 4}}
    event = read_event(json.dumps(bare))
    assert json.loads(msgspec.json.encode(event))["entry"] == {
        **dict.fromkeys(("author", "trump", "pack"), None),
        "bids": [None] * 4,
        "multiplier": 1,
        "doubled_by": None,
        "tricks": None,
        "irregular": False,
        "note": "",
    }


def test_a_group_has_events_of_its_own() -> None:
    merged = {"event": "persons-merged", "person": "p1", "into": "p2"}
    envelope = {"id": "AAAAAAAA:0", "clock": 1, "role": "keeper", "by": "", "at": AT}
    assert msgspec.to_builtins(read_group_event(json.dumps(merged | envelope))) == merged | envelope
    with pytest.raises(BadEventError):
        read_event(json.dumps(merged | envelope))
    with pytest.raises(BadEventError):
        read_group_event(msgspec.json.encode(opened()))


def tags(union: Any) -> set[str]:
    kind = msgspec.inspect.type_info(union)
    assert isinstance(kind, msgspec.inspect.UnionType)
    structs = [one for one in kind.types if isinstance(one, msgspec.inspect.StructType)]
    return {str(struct.tag) for struct in structs}


def test_a_helper_writes_deals_and_a_viewer_nothing() -> None:  # §7
    drawn = {
        event.__struct_config__.tag: event for seed in range(40) for event in draw_log(seed, 30)
    }
    assert drawn.keys() == tags(PadEvent)
    allowed = {role: {tag for tag, event in drawn.items() if may(role, event)} for role in Role}
    assert allowed == {
        Role.ARBITER: tags(PadEvent),
        Role.KEEPER: tags(PadEvent),
        Role.HELPER: {"deal-entered", "deal-cleared"},
        Role.VIEWER: set(),
    }


def test_a_group_is_kept_by_its_keeper() -> None:  # §10
    envelope = {"id": "AAAAAAAA:0", "clock": 1, "by": "", "at": AT}
    bodies: dict[str, dict[str, str]] = {
        "group-opened": {"name": "Thursday"},
        "person-added": {"person": "p1", "name": "Ana"},
        "person-renamed": {"person": "p1", "name": "Ana"},
        "persons-merged": {"person": "p1", "into": "p2"},
        "persons-split": {"person": "p1"},
        "person-erased": {"person": "p1"},
        "pad-added": {"pad": "QK7M2XPA24"},
    }
    assert bodies.keys() == tags(GroupEvent)
    for role, wanted in ((Role.KEEPER, set(bodies)), (Role.HELPER, {"person-added", "pad-added"})):
        events = [
            read_group_event(json.dumps({"event": tag, "role": role, **envelope, **body}))
            for tag, body in bodies.items()
        ]
        assert {event.__struct_config__.tag for event in events if may(role, event)} == wanted


def test_the_entry_of_the_books_fits_an_event_of_2_kilobytes() -> None:  # §13
    assert len(msgspec.json.encode(entered(HAL, 1, 2, E4))) < 2_048
