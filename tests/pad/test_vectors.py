"""The vectors that both languages read are those of this code, and tell of everything."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from batarde.pad import PadCode
from batarde.tools.padtypes import pad_typescript
from tests.pad.vectors.catalogue import FILES, file_of, lines_of

WEB = Path(__file__).parents[2] / "web"


def kept(name: str) -> list[bytes]:
    return gzip.decompress(file_of(name).read_bytes()).split(b"\n")


@pytest.mark.parametrize("name", FILES)
def test_vectors_are_what_this_code_makes(name: str) -> None:
    assert kept(name) == lines_of(name), "behind: run `make types`"


def test_the_clients_types_are_the_pads() -> None:
    written = (WEB / "src" / "pad" / "protocol.ts").read_text("utf-8")
    assert written == pad_typescript(), "behind: run `make types`"


def test_there_are_enough_logs_and_every_code_of_the_fold_occurs() -> None:
    logs: list[Any] = [json.loads(line) for line in kept("logs")]
    assert len(logs) >= 500
    states = [log["state"] for log in logs if log["state"]]
    codes = {one["code"] for state in states for one in state["ignored"]}
    assert codes == {
        *("players", "name", "schedule", "call-range", "call-pack", "forbidden-sum", "double"),
        *("auction-open", "tricks-range", "tricks-sum", "not-role"),
    }
    assert sum(bool(state["disputed"]) for state in states) > 100
    assert {len(state["players"]) for state in states} == {3, 4, 5, 6, 7}


def test_every_code_of_a_refusal_occurs() -> None:
    found = [json.loads(line)["refusal"] for line in (*kept("acts"), *kept("openings"))]
    faults = [json.loads(line)["fault"] for line in kept("scores")]
    codes = {refusal["code"] for refusal in found if refusal}
    codes |= {fault["rule"] for fault in faults if fault}
    assert codes == {code.value for code in PadCode} - {"bad-event"}
    assert sum(fault is None for fault in faults) > 20
    assert any(json.loads(line)["event"] is None for line in kept("shapes"))
