"""What a witness says of deals: honest ones, and ones that are told otherwise than they were."""

import copy
import gzip
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from batarde.server.live.messages import ServerMessage
from batarde.table.findings import REASONS, Outcome
from batarde.table.sightings import FaultKind, Sighting
from batarde.witness import Key, Witness
from tests.server.test_transcripts import recorded
from tests.server.transcripts import DEALS
from tests.server.witness_cases import FILE, Log, events, packed

_FILE = gzip.decompress(FILE.read_bytes())
_KEPT = msgspec.json.decode(_FILE)
CASES: list[dict[str, Any]] = [
    {**case, "log": [_KEPT["steps"][step] for step in case["log"]]} for case in _KEPT["cases"]
]


def heard(log: Log) -> Witness:
    """Return a witness who has gone through *log*."""
    kept: dict[Key, Sighting] = {}
    witness = Witness(kept)
    for step in log:
        if "hear" in step:
            witness.hear(msgspec.convert(step["hear"], ServerMessage))
        elif "give" in step and witness.current is not None:
            witness.give(**step["give"])
        elif "answered" in step:
            witness.answered()
        elif "lost" in step:
            witness.lost()
        elif "reload" in step:
            saved = msgspec.json.decode(msgspec.json.encode(list(kept.values())))
            sightings = msgspec.convert(saved, list[Sighting])
            kept = {(seen.table, seen.deal): seen for seen in sightings}
            findings, witness = witness.findings, Witness(kept)
            witness.findings.update(findings)
    return witness


def findings(log: Log) -> list[Any]:
    found = sorted(heard(log).findings.values(), key=lambda finding: finding.deal)
    return list(msgspec.json.decode(msgspec.json.encode(found)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_a_witness_finds(case: dict[str, Any]) -> None:
    assert findings(case["log"]) == case["finds"]


def test_the_cases_are_those_of_this_server() -> None:
    assert packed() == _FILE, "behind: run `make types`"


LOGS = {case["name"]: case["log"] for case in CASES}
WHOLE, CUT = LOGS["two deals seen whole"], LOGS["a reload in every part of the deal"]


def test_every_fault_is_among_the_cases_and_has_its_words() -> None:
    faults = {fault["what"] for case in CASES for one in case["finds"] for fault in one["faults"]}
    assert faults == {kind.value for kind in FaultKind}
    assert REASONS.keys() == set(FaultKind)


@given(st.data())
def test_no_digit_of_what_is_revealed_can_be_another(data: st.DataObject) -> None:
    log = copy.deepcopy(WHOLE)
    told = events(log, "secret-revealed")[0]
    shares = [(share, key) for share in told["shares"] for key in ("commitment", "value")]
    where, key = data.draw(st.sampled_from([(told, "secret"), (told, "commitment"), *shares]))
    place = data.draw(st.integers(0, 63))
    digit = data.draw(st.sampled_from(sorted(set("0123456789abcdef") - {where[key][place]})))
    where[key] = where[key][:place] + digit + where[key][place + 1 :]
    assert [one["outcome"] for one in findings(log)] == ["failed", "witnessed"]


@given(st.data())
def test_no_card_that_is_seen_can_be_another(data: st.DataObject) -> None:
    log = copy.deepcopy(WHOLE)
    stock = events(log, "deal-scored")[0]["stock"]
    hands = [events(log, "hand-dealt")[0]["hand"], *events(log, "deal-scored")[0]["hands"]]
    places = [(hand, n) for hand in hands for n in range(len(hand))]
    played = events(log, "card-played")[: sum(map(len, hands[1:]))]
    where, key = data.draw(st.sampled_from([*places, *((event, "card") for event in played)]))
    where[key] = data.draw(st.sampled_from(stock))
    assert findings(log)[0]["outcome"] == "failed"


@given(st.data())
def test_what_was_missed_is_never_held_against_a_deal(data: st.DataObject) -> None:
    log = data.draw(st.sampled_from([WHOLE, CUT, *map(LOGS.__getitem__, ("a seat of a bot",))]))
    missed = data.draw(st.sets(st.integers(0, len(log) - 1)))
    broken: Log = [{"lost": True}, {"reload": True}, {"answered": True}]
    incidents = data.draw(
        st.dictionaries(st.integers(0, len(log)), st.sampled_from(broken), max_size=4)
    )
    told: Log = []
    for number, step in enumerate(log):
        told += [incidents[number]] if number in incidents else []
        told += [] if number in missed else [step]
    assert "failed" not in [one["outcome"] for one in findings(told)]


@pytest.mark.parametrize("players", DEALS)
def test_nothing_is_wrong_with_the_recorded_evenings(players: int) -> None:
    lines = [msgspec.json.decode(line) for line in recorded(players)]
    for player in ("p0", "p1", "pz"):
        log = [{"hear": line["message"]} for line in lines if line["to"] == player]
        found = findings(log)
        assert found
        assert {one["outcome"] for one in found} == {Outcome.UNWITNESSED}
