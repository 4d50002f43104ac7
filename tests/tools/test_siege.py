"""The siege, small, against a real server: all must hold, and what does not must be told."""

import re
import subprocess
import sys
from pathlib import Path

from tests.server.servers import LiveServer

QUICK = ("head_seconds=1", "body_seconds=1", "answer_seconds=1", "connections=1000")


def besiege(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "batarde.tools.siege", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def test_all_holds_and_nothing_is_logged(tmp_path: Path) -> None:
    limits = [f"--limit={limit}" for limit in QUICK]
    with LiveServer(tmp_path / "s.db", *limits) as live:
        pid = str(live.process.pid)
        done = besiege(live.url, "--count", "30", "--rounds", "2", "--pid", pid)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all held" in done.stdout
    number = r"\d+\.\d"
    told = rf"memory: {number} MB before, after each round {number}, {number} MB: \d\.\d\d × since"
    assert re.search(told, " ".join(done.stdout.split()))
    assert not live.log.read_text("utf-8")


def test_a_server_without_limits_does_not_hold(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "s.db", "--no-limits", "--limit=head_seconds=1") as live:
        done = besiege(live.url, "--count", "30", "--seconds", "60")
    assert done.returncode == 1
    assert "guesses" in done.stdout.partition("NOT held")[2]


def test_other_machines_are_besieged_only_by_their_owners() -> None:
    done = besiege("https://batarde.example")
    assert done.returncode == 2
    assert "--my-server" in done.stderr
