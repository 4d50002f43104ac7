"""How long moves take at other tables while sockets storm one table with joins, in one run.

``python -m benchmarks.storm``: the server limits joins, with room for the joins of the load itself,
and the siege's storm comes and goes. The players take a moment before each move, so that neither
side is busy all the time: then a move that waits waits for the storm, and not for other moves. Load
and storm share a core; the storm gives way there, or it would slow the load that measures.
"""

import asyncio
import random
import signal
import sys
import tempfile
from pathlib import Path
from statistics import median

import click

from batarde.client import Client
from batarde.tools import load

_PAUSE = 0.04
"""Seconds before a move: 50 tables make some 1,100 a second."""


async def compare(tables: int, seconds: float, rounds: int) -> None:
    with tempfile.TemporaryDirectory(prefix="batarde-storm-") as folder:
        with load.on_core(0):
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "batarde", "serve", "--port", "0", "--no-limits"),
                *("--limit=joins_per_second=1", f"--limit=join_burst={tables + 10}"),
                *("--database", str(Path(folder) / "storm.db")),
                stdout=asyncio.subprocess.PIPE,
            )
        assert process.stdout is not None
        url = (await process.stdout.readline()).decode().split()[-1]
        try:
            with load.on_core(-1):
                await _rounds(url.replace("localhost", "127.0.0.1"), tables, seconds, rounds)
        finally:
            process.send_signal(signal.SIGTERM)
            await process.wait()


async def _rounds(url: str, tables: int, seconds: float, rounds: int) -> None:
    tally, chance = load._Tally(), random.Random(1)
    people = [await Client.enter(url, f"Player {n}") for n in range(load._PLAYERS)]
    seats = []
    for _ in range(tables):
        table = load._TableLoad(tally, _PAUSE)
        seats.append([load._Player(table, seat, chance) for seat in range(load._PLAYERS)])
        for person, seat in zip(people, seats[-1], strict=True):
            await load._connect(url, person.cookie, seat)
    await load._play(seats, people[0])
    ratios = []
    for number in range(rounds):
        calm = await _p99(tally, seconds)
        storm = await asyncio.create_subprocess_exec(
            *("nice", sys.executable, "-m", "batarde.tools.siege", url, "--only", "join_storm"),
            *("--count", "100000", "--seconds", "600"),
            stdout=asyncio.subprocess.DEVNULL,
        )
        await asyncio.sleep(6)  # its people have come
        stormy = await _p99(tally, seconds)
        assert storm.returncode is None
        storm.kill()
        await storm.wait()
        print(
            f"round {number + 1}: p99 {calm[0]:.1f} ms of {calm[1]:,} moves; "
            f"in the storm {stormy[0]:.1f} ms of {stormy[1]:,}: {stormy[0] / calm[0]:.2f} ×"
        )
        ratios.append(stormy[0] / calm[0])
        await asyncio.sleep(2)
    print(f"median {median(ratios):.2f} ×, from {min(ratios):.2f} to {max(ratios):.2f}")


async def _p99(tally: load._Tally, seconds: float) -> tuple[float, int]:
    tally.times, tally.is_counting = [], True
    await asyncio.sleep(seconds)
    tally.is_counting = False
    times = sorted(tally.times)
    return 1_000 * times[int(len(times) * 0.99)], len(times)


@click.command()
@click.option("--tables", default=50, show_default=True)
@click.option("--seconds", default=5.0, show_default=True)
@click.option("--rounds", default=7, show_default=True)
def storm(tables: int, seconds: float, rounds: int) -> None:
    """Compare moves without and with a storm of joins."""
    asyncio.run(compare(tables, seconds, rounds))


if __name__ == "__main__":
    storm()
