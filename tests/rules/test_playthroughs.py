"""The golden playthroughs are played again and compared (see tests/rules/playthroughs.py)."""

import re

import pytest

from batarde.rules import Event
from tests.rules.playthroughs import FOLDER, PLAYTHROUGHS, Playthrough, text

NAMED = pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda play: play.path.stem)


@NAMED
def test_a_playthrough_is_as_it_was_written_down(playthrough: Playthrough) -> None:
    kept = playthrough.path.read_text(encoding="utf-8").splitlines()
    assert text(playthrough).splitlines() == kept


@NAMED
def test_a_playthrough_is_short_enough_to_be_read(playthrough: Playthrough) -> None:
    assert playthrough.path.stat().st_size < 150_000


def test_there_is_a_playthrough_for_every_number_of_players_and_no_other() -> None:
    assert [playthrough.players for playthrough in PLAYTHROUGHS] == [3, 4, 5, 6, 7]
    assert sorted(FOLDER.iterdir()) == [playthrough.path for playthrough in PLAYTHROUGHS]


def test_everything_that_can_happen_happens_in_some_playthrough() -> None:
    whole = "".join(playthrough.path.read_text(encoding="utf-8") for playthrough in PLAYTHROUGHS)
    told = set(re.findall(r"^= ([a-z-]+)", whole, re.MULTILINE))
    tags = {kind.__struct_config__.tag for kind in Event.__args__}
    assert told == tags - {"hidden"}
    for trump in "ASHDCN":
        assert f"auction-closed; seat 0; trump {trump}" in re.sub(r"seat \d", "seat 0", whole)
    for phase in ("ready", "auction", "redouble", "play"):
        assert re.search(rf"^{phase}", whole, re.MULTILINE)
