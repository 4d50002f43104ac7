"""``batarde arena``: its table, its JSON, its journal and its picture."""

import json
from pathlib import Path

from tests.cli.processes import BATARDE, complaint, printed, run

ARGS = ("arena", "simple", "random", "--players", "3", "--deals", "13", "--seed", "1", "--budget")


def test_prints_at_least_what_was_agreed_as_json() -> None:
    data = json.loads(printed(*ARGS, "--json", "--jobs", "2"))
    assert data["deals"] == 24 * 3
    assert [bot["name"] for bot in data["bots"]] == ["simple", "random"]
    for bot in data["bots"]:
        assert {"name", "penalty", "se", "points", "exact", "wins", "ms"} <= set(bot)
    assert data["bots"][0]["penalty"] < data["bots"][1]["penalty"]
    assert data["comparisons"][0]["verdict"] in {"better", "open"}


def test_prints_a_table_and_a_verdict() -> None:
    text = printed(*ARGS, "--jobs", "1")
    assert "72 deals, 3 players" in text
    assert "penalty" in text
    assert "simple to random: +" in text


def test_goes_on_from_a_journal_and_draws(tmp_path: Path) -> None:
    journal, picture = str(tmp_path / "a.jsonl"), tmp_path / "a.svg"
    args = (*ARGS, "--jobs", "1", "--json", "--resume", journal)
    first = json.loads(printed(*args))
    again = json.loads(printed(*args, "--plot", str(picture)))
    assert first == again  # the times too: nothing was played again
    assert picture.read_text("utf-8").startswith("<svg")
    assert "journal of another match" in complaint(*args, "--players", "4")


def test_stops_when_it_is_decided() -> None:
    args = ("--deals", "2000", "--sprt", "--json", "--jobs", "1", "--players", "3")
    data = json.loads(printed("arena", "simple", "random", *args, "--seed", "1"))
    assert data["comparisons"][0]["verdict"] == "better"
    assert data["deals"] < 2000


def test_measures_programs_and_reports_what_they_fail() -> None:
    ours = f"exec:{BATARDE} bot simple"
    args = ("--players", "3", "--deals", "1", "--json", "--jobs", "1", "--seed", "1")
    data = json.loads(printed("arena", ours, "simple", "simple", *args))
    assert [bot["mishaps"] for bot in data["bots"]] == [0, 0, 0]
    assert len({bot["penalty"] for bot in data["bots"]}) == 1
    done = run("arena", "exec:/nowhere", "simple", *args)
    assert done.returncode == 0
    assert b"had to be replaced; the first: OutsideError: /nowhere cannot" in done.stderr


def test_refuses_what_cannot_be_played() -> None:
    assert "no bot is called 'nobody'" in complaint("arena", "nobody")
    assert "4 bots for 3 players" in complaint("arena", *["random"] * 4, "--players", "3")
