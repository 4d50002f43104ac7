"""``batarde pad`` and ``batarde check`` of score files."""

import json
from pathlib import Path
from typing import Any

import pytest

from batarde.words import LANGUAGES
from tests.cli.processes import printed, run

VECTORS = Path(__file__).parents[1] / "data" / "vectors" / "valid.jsonl"
GAME: dict[str, Any] = {
    "format": "batarde-score/1",
    "kind": "game",
    "players": ["Ana", "[Bo]", "Chi", "Dev"],
    "first_dealer": 3,
    "planned": 2,
    "deals": [
        {
            "cards": 5,
            "dealer": 3,
            "author": 0,
            "trump": "H",
            "bids": [2, 2, 0, 3],
            "multiplier": 2,
            "doubled_by": 2,
            "tricks": [1, 2, 1, 1],
        },
        {
            "cards": 6,
            "dealer": 0,
            "trump": "N",
            "bids": [2, 1, 1, 2],
            "multiplier": 1,
            "tricks": [2, 1, 0, 3],
            "irregular": True,
        },
    ],
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(GAME))
    return file


def test_a_score_file_is_shown_as_a_table(game: Path) -> None:
    lines = printed("pad", str(game), "--lang", "en").splitlines()
    cells = [[cell.strip() for cell in line.strip("│").split("│")] for line in lines if "│" in line]
    assert cells == [
        ["deal", "trump", "Ana", "[Bo]", "Chi", "Dev"],
        ["1 (5)", "♥ hearts ×2", "2/1  +2", "2/2   0", "0/1  +2", "° 3/1  +4"],
        ["2 (6)*", "no trumps", "° 2/2   0", "1/1   0", "1/0  +1", "2/3  +1"],
        ["total", "place", "2  2.", "0  1.", "3  3.", "5  4."],
    ]
    assert lines[-2:] == ["bid/tricks +points   ° dealer   * irregular", "Perfect game: [Bo]"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_every_language(game: Path, language: str) -> None:
    text = printed("pad", str(game), "--lang", language)
    assert "[Bo]" in text
    assert "{" not in text


def test_the_record_of_a_game_with_cards_is_shown_too(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_bytes(VECTORS.read_bytes().splitlines()[0])
    assert "P0" in printed("pad", str(record))


def test_a_file_with_a_fault_says_what_is_wrong(tmp_path: Path) -> None:
    wrong = {**GAME, "deals": [{**GAME["deals"][0], "tricks": [1, 2, 1, 2]}]}
    done = run("pad", "-", "--lang", "fr", typed=json.dumps(wrong).encode())
    assert done.returncode == 1
    assert done.stdout == b""
    assert done.stderr.decode().startswith("batarde pad: donne 1\u202f: Les plis font 6")


@pytest.mark.parametrize("text", [b"", b"[]", b"{", b'{"format": "batarde-score/1"}'])
def test_what_is_no_score_says_so(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(text)
    done = run("pad", str(file), "--lang", "en")
    assert done.returncode == 1
    assert b"not a well-formed batarde-score/1 file" in done.stderr


def test_a_file_that_is_not_there_is_told_in_one_line() -> None:
    done = run("pad", "nowhere.json")
    assert done.returncode == 2
    assert done.stderr == b"batarde: nowhere.json: No such file or directory\n"


def test_the_checker_knows_score_files_among_records(tmp_path: Path) -> None:
    wrong = {**GAME, "totals": [9, 9, 9, 9]}
    lines = [
        VECTORS.read_bytes().splitlines()[0],
        json.dumps(GAME).encode(),
        json.dumps(wrong).encode(),
    ]
    done = run("check", "-", typed=b"\n".join(lines))
    assert done.returncode == 1
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert told[:2] == [{"valid": True}, {"valid": True}]
    assert told[2] == {
        "valid": False,
        "rule": "totals",
        "deal": -1,
        "section": "totals",
        "index": 0,
        "message": "The totals are not the sum of the points.",
    }


def test_the_checker_names_the_player_who_is_wrong() -> None:
    wrong = {**GAME, "deals": [{**GAME["deals"][0], "bids": [2, 9, 0, 3]}]}
    done = run("check", "-", typed=json.dumps(wrong).encode())
    told = json.loads(done.stdout)
    assert (told["rule"], told["deal"], told["section"], told["index"]) == (
        "call-range",
        0,
        "bids",
        1,
    )
    assert told["message"] == "Deal 1: [Bo]: a bid is a number from 0 to 5."
