"""The kernel computes what it once did, in every build (see tests/kernel/goldens.py)."""

import json
from typing import Any

import pytest

from batarde.kernel.engines import BUILDS, Build, is_available
from tests.kernel.goldens import FILE, PLAYERS, results

AVAILABLE = [build for build in BUILDS if is_available(build)]


@pytest.fixture(scope="module")
def kept() -> Any:
    return json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("build", AVAILABLE)
def test_the_same_seed_gives_what_was_written_down(build: Build, players: int, kept: Any) -> None:
    count = 20 if build == "pure" else 2_000
    assert results(players, build, count) == kept[str(count)][str(players)]
