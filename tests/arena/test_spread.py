"""Jobs over processes and over a Ray cluster: the same results in the same order."""

import json
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from batarde.arena.fingerprints import fingerprint
from batarde.arena.matches import play_match
from batarde.arena.plans import Plan
from batarde.arena.spread import ClusterError, _checked, spread
from tests.cli.processes import printed, run

needs_ray = pytest.mark.skipif(
    find_spec("ray") is None, reason="Ray is not installed: pip install 'batarde[ray]'"
)
MATCH = ("arena", "simple", "casual", "random", "--players", "3", "--deals", "30", "--seed", "1")


def square(number: int) -> int:
    if number < 0:
        raise ValueError("below nothing")
    return number * number


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_the_order_of_the_jobs(processes: int) -> None:
    assert list(spread(square, range(20), processes=processes)) == [n * n for n in range(20)]


@pytest.mark.parametrize("processes", [1, 2])
def test_what_a_job_raises_is_raised_in_its_place(processes: int) -> None:
    results = spread(square, [3, -1, 4], processes=processes)
    assert next(results) == 9
    with pytest.raises(ValueError, match="below nothing"):
        next(results)


def test_who_stops_asking_calls_off_the_rest() -> None:
    begun = []

    def jobs() -> Any:
        for number in range(10_000):
            begun.append(number)
            yield number

    results = spread(square, jobs(), processes=2)
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    assert len(begun) < 20


def own_number(_job: int) -> int:
    return os.getpid()


_WAITING = """
import time
from batarde.arena.spread import spread
from tests.arena.test_spread import own_number
if __name__ == "__main__":
    results = spread(own_number, range(100), processes=2)
    print(*{next(results) for _ in range(40)}, flush=True)
    time.sleep(600)
"""


def test_processes_end_with_who_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "waiting.py"
    script.write_text(_WAITING)
    folder = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(folder)},
    ) as waiting:
        assert waiting.stdout is not None
        numbers = waiting.stdout.readline().split()
        waiting.kill()
    assert numbers
    while is_running(numbers):
        time.sleep(0.05)


def is_running(numbers: Sequence[bytes]) -> bool:
    """Return whether one of the processes is more than a name that nobody has asked after."""
    told = subprocess.run(
        ["ps", "-o", "stat=", "-p", b",".join(numbers).decode()], capture_output=True, check=False
    )
    return any(not state.startswith(b"Z") for state in told.stdout.split())


def test_there_may_be_nothing_to_do() -> None:
    plan = Plan(("random",), 3, 1, "00" * 32)
    assert list(play_match(plan, jobs=2, done=range(plan.rounds))) == []


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ClusterError, match=r"pip install 'batarde\[ray\]'"):
        list(spread(square, [1], ray="local"))


def test_a_node_with_another_version_does_nothing() -> None:
    assert _checked(square, 3, fingerprint()) == 9
    with pytest.raises(ClusterError, match="another version"):
        _checked(square, 3, "0" * 64)


# With a real Ray


def token() -> Mapping[str, str]:
    """Return the settings of a cluster with a password of its own; Ray need not keep one then."""
    return {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}


def timeless(text: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(text)
    for bot in data["bots"]:
        del bot["ms"]
    return data


@needs_ray
def test_a_cluster_gives_the_same_results() -> None:
    args = (*MATCH, "--budget", "--json", "--jobs", "2")
    done = run(*args, "--ray", "local", env=token())
    assert done.returncode == 0, done.stderr.decode()
    assert timeless(done.stdout.decode()) == timeless(printed(*args))


@needs_ray
def test_a_decided_match_stops_on_a_cluster_where_it_does_here() -> None:
    args = (*MATCH[:1], "simple", "random", *MATCH[4:6], "--seed", "1", "--budget", "--json")
    more = ("--deals", "2000", "--sprt", "--jobs", "2")
    done = run(*args, *more, "--ray", "local", env=token())
    assert done.returncode == 0, done.stderr.decode()
    data = timeless(done.stdout.decode())
    assert data["deals"] < 2000
    assert data == timeless(printed(*args, *more))


@needs_ray
def test_an_address_where_nobody_listens_is_refused_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    done = run(*MATCH, "--ray", f"127.0.0.1:{port}")
    assert done.returncode == 2
    assert b"no Ray cluster at 127.0.0.1" in done.stderr
