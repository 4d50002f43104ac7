"""Checking records: the vectors, a second checker, and whatever else a file may hold."""

import json
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from batarde.rules import Code, Fault, Record, RecordError, Refusal, Suit, cards
from tests.rules import twin
from tests.rules.test_record import EXAMPLE
from tests.rules.twin import Verdict

VECTORS = Path(__file__).parents[1] / "data" / "vectors"
VALID = (VECTORS / "valid.jsonl").read_bytes().splitlines()
INVALID = (VECTORS / "invalid.jsonl").read_bytes().splitlines()
EXPECTED = [
    json.loads(line) for line in (VECTORS / "invalid.expected.jsonl").read_bytes().splitlines()
]
SMALL = sorted((line for line in [*VALID, *INVALID] if len(line) < 3000), key=len)


def verdict(text: bytes) -> Verdict | None:
    """Return what the checker says: ``None`` if the record is valid. Nothing else may happen."""
    try:
        Record.read(text)
    except RecordError as error:
        fault = error.fault
        return Verdict(fault.rule.value, fault.deal, fault.section, fault.index)
    return None


def agreed(text: bytes) -> Verdict | None:
    """Return what both checkers say of *text*."""
    first, second = verdict(text), twin.verdict(text)
    assert first == second, text
    return first


def example(**changes: Any) -> dict[str, Any]:
    """Return the record of the page with some fields of its deal changed."""
    record: dict[str, Any] = json.loads(json.dumps(EXAMPLE))
    record["deals"][0].update(changes)
    return record


def fault(record: object) -> Fault:
    with pytest.raises(RecordError) as caught:
        Record.read(json.dumps(record))
    assert twin.verdict(json.dumps(record).encode()) is not None
    return caught.value.fault


# The vectors


@pytest.mark.parametrize("number", range(len(VALID)))
def test_every_valid_vector_is_valid(number: int) -> None:
    assert agreed(VALID[number]) is None
    record = Record.read(VALID[number])
    assert Record.read(record.write()) == record
    assert json.loads(record.write()) == json.loads(VALID[number])


@pytest.mark.parametrize("number", range(len(INVALID)))
def test_every_invalid_vector_has_the_fault_that_is_expected(number: int) -> None:
    expected = EXPECTED[number]
    assert expected["valid"] is False
    assert agreed(INVALID[number]) == Verdict(
        expected["rule"], expected["deal"], expected["section"], expected["index"]
    )


def test_every_fault_of_a_record_occurs_among_the_vectors() -> None:
    live = {"ready", "pass", "not-ready", "double-window", "redouble-open", "deal-over"}
    assert {expected["rule"] for expected in EXPECTED} == {*Code} - live - {"game-over"}


# The order of the faults


def test_a_fault_says_why_the_rules_refuse_the_call_or_the_card() -> None:
    short = fault(example(plays=[{"seat": 0, "card": "FH"}, {"seat": 1, "card": "DS"}]))
    assert short == Fault(
        Code.MUST_FOLLOW,
        0,
        "plays",
        1,
        Refusal(Code.MUST_FOLLOW, "P2", suit=Suit.HEARTS, cards=cards("JH")),
    )
    again = fault(example(calls=[*EXAMPLE["deals"][0]["calls"], {"seat": 1, "double": True}]))
    assert again == Fault(Code.AUCTION_OVER, 0, "calls", 5, Refusal(Code.AUCTION_OVER, "A5"))


FAULTS: dict[str, tuple[object, Verdict]] = {
    "a list": ([], Verdict("schema", -1, "record", 0)),
    "eight players": (
        {**EXAMPLE, "players": ["a"] * 8},
        Verdict("players", -1, "players", 8),
    ),
    "no players": ({**EXAMPLE, "players": []}, Verdict("players", -1, "players", 0)),
    "a dealer elsewhere": (example(dealer=3), Verdict("schedule", 0, "deals", 0)),
    "two cards in a game": ({**EXAMPLE, "kind": "game"}, Verdict("schedule", 0, "deals", 0)),
    "a second deal": (
        {**EXAMPLE, "deals": EXAMPLE["deals"] * 2},
        Verdict("schedule", 1, "deals", 1),
    ),
    "hands too small": (example(cards=3), Verdict("cards-dealt", 0, "hands", 0)),
    "a hand missing": (
        example(hands=[["RS", "FH"], ["DS", "JH"]]),
        Verdict("cards-dealt", 0, "hands", 0),
    ),
    "no such card, before a card met twice": (
        example(hands=[["RS", "FH"], ["DS", "XX"], ["NC", "RS"]]),
        Verdict("cards-dealt", 0, "hands", 1),
    ),
    "a card met twice": (
        example(hands=[["RS", "FH"], ["DS", "JH"], ["NC", "RS"]]),
        Verdict("cards-dealt", 0, "hands", 2),
    ),
    "a card of the second pack": (
        example(hands=[["RS", "FH"], ["DS", "JH_"], ["NC", "MH"]]),
        Verdict("cards-dealt", 0, "hands", 1),
    ),
    "cards without an auction": (example(calls=[]), Verdict("auction-open", 0, "plays", 0)),
    "no such card in turn": (
        example(plays=[{"seat": 0, "card": "ZZ"}]),
        Verdict("not-in-hand", 0, "plays", 0),
    ),
    "no such card out of turn": (
        example(plays=[{"seat": 1, "card": "ZZ"}]),
        Verdict("turn", 0, "plays", 0),
    ),
    "tricks of an unfinished deal": (example(plays=[]), Verdict("tricks", 0, "tricks", 0)),
    "wrong tricks": (example(tricks=[1, 1, 0]), Verdict("tricks", 0, "tricks", 0)),
    "wrong points": (example(points=[0, 2, 0]), Verdict("points", 0, "points", 0)),
    "a total missing": ({**EXAMPLE, "totals": [0, 4]}, Verdict("totals", -1, "totals", 0)),
    "wrong totals": ({**EXAMPLE, "totals": [0, 2, 0]}, Verdict("totals", -1, "totals", 0)),
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_first_fault_is_reported_where_the_page_says(name: str) -> None:
    record, expected = FAULTS[name]
    assert agreed(json.dumps(record).encode()) == expected


def test_a_card_too_many_is_a_card_out_of_turn() -> None:
    plays = EXAMPLE["deals"][0]["plays"]
    for seat in range(3):
        for card in ("FH", "RH", "ZZ"):
            record = example(plays=[*plays, {"seat": seat, "card": card}])
            assert agreed(json.dumps(record).encode()) == Verdict("turn", 0, "plays", 6)


def test_points_in_an_unfinished_deal_are_a_fault_even_if_tricks_are_missing() -> None:
    record = example(plays=[])
    del record["deals"][0]["tricks"]
    assert agreed(json.dumps(record).encode()) == Verdict("points", 0, "points", 0)


def test_a_record_without_deals_is_valid() -> None:
    for kind in ("game", "deal"):
        record = {"format": "batarde/1", "kind": kind, "players": ["a", "b", "c"], "deals": []}
        assert agreed(json.dumps(record).encode()) is None
        assert agreed(json.dumps({**record, "totals": [0, 0, 0]}).encode()) is None
        assert agreed(json.dumps({**record, "totals": []}).encode()) is not None


def test_calls_plays_results_and_totals_may_be_missing() -> None:
    bare = {key: EXAMPLE[key] for key in ("format", "kind", "players")}
    hands = EXAMPLE["deals"][0]["hands"]
    record = {**bare, "deals": [{"cards": 2, "dealer": 2, "hands": hands}]}
    assert agreed(json.dumps(record).encode()) is None
    complete = example()
    del complete["totals"], complete["deals"][0]["tricks"], complete["deals"][0]["points"]
    assert agreed(json.dumps(complete).encode()) is None


# Shape


CALL = {"seat": 0, "tricks": 2, "trump": "H", "pack": None}


@pytest.mark.parametrize(
    "call",
    [
        {**CALL, "seat": -1},
        {**CALL, "seat": True},
        {**CALL, "seat": 0.0},
        {**CALL, "tricks": "2"},
        {**CALL, "tricks": False},
        {**CALL, "trump": "X"},
        {**CALL, "trump": ["H"]},
        {**CALL, "trump": ""},
        {**CALL, "trump": "SH"},
        {**CALL, "pack": "other"},
        {**CALL, "pack": 0},
        {**CALL, "double": True},
        {"seat": 0, "trump": "H"},
        {"seat": 0, "tricks": 2},
        {"seat": 0, "double": False},
        {"seat": 0, "double": 1},
        {"seat": 0, "double": True, "redouble": True},
        {"seat": 0},
        {"tricks": 2, "trump": "H"},
        [],
        None,
    ],
    ids=repr,
)
def test_a_call_of_the_wrong_shape_is_a_fault_of_the_whole_record(call: object) -> None:
    record = example(calls=[call])
    assert agreed(json.dumps(record).encode()) == Verdict("schema", -1, "record", 0)


PLAIN = json.dumps(EXAMPLE)
NOT_RECORDS = {
    "nothing": b"",
    "a blank": b" ",
    "null": b"null",
    "an empty object": b"{}",
    "a list": b"[]",
    "other bytes": b"\xff\xfe{}",
    "a byte order mark": b"\xef\xbb\xbf" + PLAIN.encode(),
    "UTF-16": PLAIN.encode("utf-16"),
    "a brace too many": PLAIN.encode() + b"}",
    "NaN": json.dumps({**EXAMPLE, "x": float("nan")}).encode(),
    "infinity": json.dumps({**EXAMPLE, "x": [float("-inf")]}).encode(),
    "a fraction": PLAIN.replace('"cards": 2', '"cards": 2.0').encode(),
    "true for a number": PLAIN.replace('"cards": 2', '"cards": true').encode(),
    "no cards": PLAIN.replace('"cards": 2', '"cards": 0').encode(),
    "a leading zero": PLAIN.replace('"cards": 2', '"cards": 02').encode(),
    "a raw line break in a name": PLAIN.replace("Ana", "A\nna").encode(),
    "lists without end": b"[" * 100_000,
    "objects without end": b'{"x":' * 100_000,
}


@pytest.mark.parametrize("name", NOT_RECORDS)
def test_what_is_not_a_record_in_strict_json_is_a_fault_of_the_schema(name: str) -> None:
    assert agreed(NOT_RECORDS[name]) == Verdict("schema", -1, "record", 0)


@pytest.mark.parametrize(("depth", "is_valid"), [(10, True), (255, True), (256, False)])
def test_how_deep_a_record_may_be_nested_does_not_depend_on_who_asks(
    depth: int, is_valid: bool
) -> None:
    deep = b'{"x":' + b"[" * depth + b"]" * depth + b"," + PLAIN.encode()[1:]

    def asked_by(callers: int) -> Verdict | None:
        return asked_by(callers - 1) if callers else agreed(deep)

    for callers in (0, 300):
        assert (asked_by(callers) is None) == is_valid
    if is_valid:
        assert Record.read(Record.read(deep).write()) == Record.read(deep)


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('"dealer": 2', f'"dealer": {"9" * 5000}', "schedule"),
        ('"cards": 2', f'"cards": {"9" * 5000}', "cards-dealt"),
        ('"tricks": 2', f'"tricks": -{"9" * 5000}', "call-range"),
        ('"totals": [0', f'"totals": [{"9" * 5000}', "totals"),
        ('"seat": 2, "double"', f'"seat": {"9" * 5000}, "double"', "double"),
        ('"card": "FH"', '"card": "\\ud800"', "not-in-hand"),
        ('"card": "FH"', '"card": "\\u0046H"', ""),  # only another way to write FH
        ('"dealer": 2', '"dealer": 0, "dealer": 2', ""),  # the last of two counts
        ('"dealer": 2', '"dealer": 2, "dealer": 0', "turn"),
        ('"dealer": 2', '"dealer": -0', "turn"),
        ('"dealer": 2', '"dealer": 2e0', "schema"),
        ('"dealer": 2', '"dealer": 1e999', "schema"),
        ('"Ana"', '"\\ud800"', ""),
        ('"Ana"', '"\\u0000"', ""),
    ],
    ids=lambda value: value[:20],
)
def test_odd_but_strict_json_is_judged_by_the_rules(old: str, new: str, rule: str) -> None:
    assert old in PLAIN
    found = agreed(PLAIN.replace(old, new, 1).encode())
    assert (found.rule if found else "") == rule


# Whatever a file may hold


PATIENT = settings(suppress_health_check=[HealthCheck.too_slow])  # junk takes time to heap up
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["batarde/1", "game", "deal", "RS", "FH_", "A", "marked"]),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(list(EXAMPLE)), inner)
    ),
    max_leaves=20,
)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_fault_or_a_record(text: bytes) -> None:
    agreed(text)


@given(JUNK)
@PATIENT
def test_any_json_is_a_fault_or_a_record(value: object) -> None:
    agreed(json.dumps(value).encode())


@given(
    st.fixed_dictionaries(
        {
            "format": st.just("batarde/1"),
            "kind": st.sampled_from(["game", "deal"]),
            "players": st.lists(st.text(), max_size=8),
            "deals": JUNK,
        },
        optional={"rules": JUNK, "totals": JUNK},
    )
)
@PATIENT
def test_any_record_of_junk_is_a_fault_or_a_record(value: dict[str, object]) -> None:
    agreed(json.dumps(value).encode())


def paths(value: object) -> list[tuple[str | int, ...]]:
    """Return the path to every node in *value*, itself excepted."""
    inner: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    if isinstance(value, list):
        inner = list(enumerate(value))
    return [(key, *rest) for key, item in inner for rest in [(), *paths(item)]]


OTHERS: list[Any] = [
    *(None, True, False, 0, 1, 2, 6, 7, -1, 1.0, 10**300, -(10**300)),
    *("", "R", "RS", "FH", "TC_", "ZZ", "A", "N", "S", "simple", "marked", "game", "deal"),
    *([], {}, [[]], [0, 0, 0], {"seat": 0, "double": True}, {"seat": 0, "card": "RS"}),
]


def changed(record: Any, random: Random) -> None:
    """Change one node of *record*: another value, gone, twice, elsewhere, or a little different."""
    if not (found := paths(record)):
        return
    *above, last = random.choice(found)
    holder, key = record, cast("Any", last)
    for step in above:
        holder = holder[step]
    old = holder[key]
    change = random.randrange(6)
    if change == 0:
        holder[key] = random.choice(OTHERS)
    elif change == 1:
        del holder[key]
    elif change == 2 and isinstance(holder, list):
        holder.insert(random.randrange(len(holder) + 1), json.loads(json.dumps(old)))
    elif change == 3 and isinstance(holder, list):
        other = random.randrange(len(holder))
        holder[key], holder[other] = holder[other], holder[key]
    elif change == 4 and isinstance(holder, dict):
        holder[random.choice(["x", "seat", "tricks", "double", "pack", "plays"])] = holder.pop(key)
    elif isinstance(old, int):
        holder[key] = old + random.choice([-1, 1])
    elif isinstance(old, str) and old:
        at = random.randrange(len(old))
        holder[key] = old[:at] + random.choice("RDCVFMJNTSHA_ é") + old[at + 1 :]


@given(st.sampled_from(SMALL), st.integers(1, 4), st.randoms(use_true_random=False))
@settings(max_examples=1000)
def test_both_checkers_find_the_same_fault_in_a_changed_vector(
    line: bytes, changes: int, random: Random
) -> None:
    record = json.loads(line)
    for _ in range(changes):
        changed(record, random)
    agreed(json.dumps(record).encode())


TOKENS = [
    *(b"NaN", b"-Infinity", b"1e999", b"1.0", b"true", b"null", b"-0", b"9" * 5000),
    *(b"\xef\xbb\xbf", b"\xff", b"\x00", b'"\\ud800"', b"[", b"]", b"{", b"}", b",", b":", b'"'),
    *(b"[" * 2000, b'"seat":1,', b'"x":{},'),
]


@given(st.sampled_from(SMALL), st.integers(1, 3), st.randoms(use_true_random=False))
@settings(max_examples=500)
def test_both_checkers_find_the_same_fault_in_changed_bytes(
    line: bytes, changes: int, random: Random
) -> None:
    text = bytearray(line)
    for _ in range(changes):
        at = random.randrange(len(text))
        match random.randrange(4):
            case 0:
                text[at] ^= 1 << random.randrange(8)
            case 1:
                del text[at : at + random.choice([1, 1, 1, 20, 400])]
            case 2:
                text[at:at] = random.choice(TOKENS)
            case _:
                end = at + random.choice([1, 2, 4])
                text[at:end] = random.choice(TOKENS)
        if not text:
            break
    agreed(bytes(text))


def test_a_text_is_judged_like_its_bytes() -> None:
    for line in VALID[3:20]:
        assert Record.read(line.decode()) == Record.read(line)
