"""What a wheel has compiled as it stands does what the plain Python does."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import batarde
import hatch_build

ROOT = Path(__file__).parents[1]
PACKAGE = Path(batarde.__file__).parent
STORY = """
import random
from batarde.table.settings import Pace
from tests.table.desk import Desk, quiet
for players in range(3, 8):
    chance = random.Random(players)
    desk = Desk(quiet(players=players, pace=Pace.FAST), lot=chance.randrange)
    desk.choose = lambda view: chance.choice(view.legal)
    desk.start()
    while desk.state.is_playing:
        desk.clock.advance(1_000)  # everybody's time runs out, and any move is made for them
    for row in desk.journal.rows:
        print(*row)
import batarde.rules.deal, batarde.table.authority
print(batarde.rules.deal.__file__.endswith(".py"), batarde.table.authority.__file__.endswith(".py"))
"""


def told(source: Path) -> list[str]:
    """Return the story as the package in *source* tells it."""
    path = f"{source}:{ROOT}"
    run = subprocess.run(
        [sys.executable, "-c", STORY],
        env={"PYTHONPATH": path, "PYTHONHASHSEED": "0"},
        cwd=source,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not run.stderr, run.stderr
    return run.stdout.splitlines()


def test_whole_games_are_the_same_compiled_or_not(tmp_path: Path) -> None:
    built = hatch_build.compiled(hatch_build.warm_variants())
    if not built:
        pytest.skip("there is no compiler")
    for copy in ("plain", "compiled"):
        skipped = shutil.ignore_patterns("*.so", "__pycache__", "static")
        shutil.copytree(PACKAGE, tmp_path / copy / "batarde", ignore=skipped)
    for file, place in built.items():
        shutil.copyfile(file, tmp_path / "compiled/batarde" / place)
    *compiled, how = told(tmp_path / "compiled")
    *plain, plainly = told(tmp_path / "plain")
    assert (how, plainly) == ("False False", "True True")
    assert len(plain) > 1_000
    assert compiled == plain
