"""The golden moves are played again and compared (see tests/bots/goldens.py)."""

import pytest

from batarde.bots import BOTS
from batarde.kernel import best_build
from tests.bots.goldens import FOLDER, NAMES, path, text

NEEDS_THE_COMPILED_KERNEL = ("pimc", "club", "expert", "master")


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_moves_that_were_written_down(name: str) -> None:
    if name in NEEDS_THE_COMPILED_KERNEL and best_build() == "pure":
        pytest.skip("without the compiled kernel that takes hours")
    assert text(name).splitlines() == path(name).read_text(encoding="utf-8").splitlines()


def test_every_bot_of_ours_has_its_golden_moves() -> None:
    assert set(NAMES) == {name for name in BOTS if path(name).exists()} == set(BOTS)
    assert sorted(FOLDER.iterdir()) == sorted(path(name) for name in NAMES)
