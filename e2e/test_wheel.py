"""The wheel: whoever installs it has everything, without Node, a compiler or this folder."""

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.conftest import People
from e2e.seat import Seat, play_on
from e2e.server import serving

ROOT = Path(__file__).parents[1]


def run(*command: str, env: dict[str, str] | None = None) -> None:
    """Run a program here, which must do well."""
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=env)
    assert ended.returncode == 0, ended.stderr


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Build the wheel, install it into an empty environment, and return its folder of programs."""
    uv = Path(sys.executable).with_name("uv")
    build = ["--wheel", "--no-build-isolation", "--offline", "--python", sys.executable]
    run(str(uv), "build", "--quiet", *build, "--out-dir", str(tmp_path))
    (wheel,) = tmp_path.glob("*.whl")
    locked = re.findall(
        r"^[\w.-]+==[^ ;]+", (ROOT / "requirements-dev.txt").read_text(), re.MULTILINE
    )
    (tmp_path / "locked.txt").write_text("\n".join(locked))
    venv.create(tmp_path / "empty", with_pip=True)
    programs = tmp_path / "empty" / "bin"
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
    run(*pip, "-c", str(tmp_path / "locked.txt"), str(wheel), env=surroundings(programs))
    return programs


def surroundings(programs: Path) -> dict[str, str]:
    """Return an environment in which nothing but *programs* is found."""
    return {**os.environ, "PATH": str(programs), "PYTHONPATH": ""}


def test_whoever_installs_the_wheel_plays_in_the_browser(installed: Path, people: People) -> None:
    folder = installed.parent / "data"
    folder.mkdir()
    program, env = (str(installed / "batarde"), "serve"), surroundings(installed)
    with serving(folder, "--bot-pace", "0", "--no-limits", program=program, env=env) as url:
        page = people.at(url).newcomer()
        page.goto(url)
        page.get_by_role("button", name="Play now").click()
        seat = Seat(page)
        cards = seat.hand.get_by_role("button")
        expect(cards).not_to_have_count(0)
        dealt = cards.count()
        play_on(seat, until=lambda: seat.asked() != "" and cards.count() > dealt)  # the next deal
