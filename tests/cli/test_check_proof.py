"""``batarde check --proof``: a valid record must also prove its cards."""

import json
from pathlib import Path

import pytest

from tests.cli.processes import run
from tests.table.test_proving import finished


def check(path: Path, *options: str) -> tuple[int, list[dict[str, object]]]:
    done = run("check", *options, str(path))
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_a_proven_record_tells_whose_shares_went_into_each_deal(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(finished()))
    assert check(path, "--proof") == (
        0,
        [{"valid": True, "proven": 12, "shares": [[0, 1, 2]] * 12, "unopened": [[]] * 12}],
    )
    assert check(path) == (0, [{"valid": True}])


@pytest.mark.parametrize("deal", [0, 11])
def test_the_first_deal_that_is_not_proven_is_named(tmp_path: Path, deal: int) -> None:
    data = finished()
    data["proof"][deal]["secret"] = "00" * 32
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps(data) + "\n" + json.dumps(finished()) + "\n")
    status, lines = check(path, "--proof")
    assert status == 1
    assert lines[0] == {
        "valid": False,
        "rule": "proof-secret",
        "deal": deal,
        "section": "proof",
        "index": deal,
        "message": f"deal {deal}: the secret is not the one that the server was committed to",
    }
    assert lines[1]["valid"]
    assert check(path)[0] == 0


def test_a_record_that_is_not_valid_is_not_asked_for_its_proof(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**finished(), "totals": [0, 0, 0]}))
    status, lines = check(path, "--proof")
    assert status == 1
    assert lines[0]["rule"] == "totals"
