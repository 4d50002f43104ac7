"""docs/record.md says what the code does; its Python examples are run besides."""

import json
import re
from pathlib import Path

import pytest

from batarde.pad import Score
from batarde.rules import Code, Record, first_dealer, shuffled_pack

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
SEEDS = {"00000000…": bytes(32), "00010203…": bytes(range(32))}
ROWS = re.findall(r"^\| `(\w{8}…)` \| (\d) \| (\d) \| `([^`]+)` \|$", PAGE, re.MULTILINE)


def test_both_seeds_and_all_numbers_of_players_are_in_the_table() -> None:
    found = [(seed, int(players)) for seed, players, _, _ in ROWS]
    assert found == [(seed, players) for seed in SEEDS for players in range(3, 8)]


@pytest.mark.parametrize(("seed", "players", "dealer", "pack"), ROWS)
def test_the_packs_in_the_table_are_those_of_the_shuffle(
    seed: str, players: str, dealer: str, pack: str
) -> None:
    assert first_dealer(SEEDS[seed], int(players)) == int(dealer)
    assert list(shuffled_pack(SEEDS[seed], int(players))[:8]) == pack.split()


def test_the_record_at_the_top_is_valid() -> None:
    record = PAGE.split("```json\n")[1].split("```")[0]
    assert Record.read(record).deals[0].points == (0, 4, 0)


def test_the_checkers_lines_are_json() -> None:
    lines = PAGE.split("```json\n")[2].split("```")[0].splitlines()
    assert [json.loads(line)["valid"] for line in lines] == [True, False]


def test_the_score_file_on_the_page_is_valid() -> None:
    score = PAGE.split("```json\n")[3].split("```")[0]
    assert Score.read(score).file.deals[0].points == (2, 0, 2, 4)


@pytest.mark.parametrize("code", Code)
def test_every_code_is_explained(code: Code) -> None:
    assert f"`{code.value}`" in PAGE
