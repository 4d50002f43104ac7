"""``batarde arena``: its table, its JSON, its journal and its picture."""

import json
from pathlib import Path
from typing import Any

import pytest

from batarde.rules import schedule
from tests.cli.processes import BATARDE, complaint, printed, run

ARGS = ("arena", "simple", "random", "--players", "3", "--deals", "13", "--seed", "1", "--budget")


def timeless(text: str) -> dict[str, Any]:
    """Return the results without the milliseconds, which are the machine's."""
    data: dict[str, Any] = json.loads(text)
    for bot in data["bots"]:
        del bot["ms"]
    return data


def test_prints_at_least_what_was_agreed_as_json() -> None:
    data = json.loads(printed(*ARGS, "--json", "--jobs", "2"))
    assert next(iter(data)) == "deals"
    assert [bot["name"] for bot in data["bots"]] == ["simple", "random"]
    for bot in data["bots"]:
        numbers = [bot[key] for key in ("penalty", "se", "points", "exact", "wins", "ms")]
        assert all(isinstance(number, float) for number in numbers)
        assert 0 <= bot["exact"] <= 1
        assert 0 <= bot["wins"] <= 1
        assert bot["penalty"] <= bot["points"]
    assert data["bots"][0]["penalty"] < data["bots"][1]["penalty"]
    assert data["comparisons"][0]["verdict"] in {"better", "open"}


@pytest.mark.parametrize("players", range(3, 8))
def test_deals_are_rounded_up_to_whole_games_and_counted_in_every_rotation(players: int) -> None:
    game = len(schedule(players))
    for asked, games in ((1, 1), (game, 1), (game + 1, 2)):
        args = ("--players", str(players), "--deals", str(asked), "--json", "--jobs", "1")
        data = json.loads(printed("arena", "random", *args, "--seed", "1"))
        assert data["deals"] == games * game * players


def test_bots_are_told_of_in_the_order_given_though_a_name_comes_twice() -> None:
    args = ("--players", "5", "--deals", "1", "--seed", "1", "--json", "--jobs", "1")
    data = json.loads(printed("arena", "random", "simple", "novice", "simple", *args))
    assert [bot["name"] for bot in data["bots"]] == ["random", "simple", "novice", "simple"]
    # By seat, for the first of them has two of the five.
    wins = [bot["wins"] for bot in data["bots"]]
    assert 2 * wins[0] + sum(wins[1:]) == pytest.approx(1)


def test_one_process_and_two_and_a_match_that_was_stopped_come_to_the_same(tmp_path: Path) -> None:
    args = ("arena", "club", "casual", "random", "--players", "3", "--seed", "1")
    longer = (*args, "--deals", "30", "--budget", "--json")
    one = timeless(printed(*longer, "--jobs", "1"))
    assert one["deals"] == 36 * 3
    assert timeless(printed(*longer, "--jobs", "2")) == one
    journal = tmp_path / "match.jsonl"
    shorter = (*args, "--deals", "20", "--budget", "--json", "--jobs", "1")
    printed(*shorter, "--resume", str(journal))
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:4]) + lines[4][:25])  # killed in a line
    assert timeless(printed(*longer, "--jobs", "2", "--resume", str(journal))) == one


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
    assert b"had to be replaced; the first: ExternalBotError: /nowhere cannot" in done.stderr


def test_refuses_what_cannot_be_played() -> None:
    assert "no bot is called 'nobody'" in complaint("arena", "nobody")
    assert "4 bots for 3 players" in complaint("arena", *["random"] * 4, "--players", "3")
