"""``batarde bench playouts``: random playouts from dealt hands, and their peers."""

import json
import random
from collections.abc import Callable
from statistics import median
from time import perf_counter, thread_time
from typing import Any

import click

from batarde.cli.benches.deals import random_ending
from batarde.cli.benches.figures import Figure
from batarde.cli.benches.openspiel import openspiel
from batarde.cli.benches.plain_c import plain_loop
from batarde.kernel import Policy, Position, best_build, play_out
from batarde.kernel.engines import Build, engine, is_available
from batarde.kernel.policies import SIZE

__all__ = ["playouts"]

_DEALS = 24
_STEPS = 40


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option(
    "--rounds", type=click.IntRange(1), default=5, show_default=True, help="How many times."
)
@click.option(
    "--playouts",
    "count",
    type=click.IntRange(1),
    default=4000,
    show_default=True,
    help="Playouts of each of the deals in a round.",
)
def playouts(as_json: bool, rounds: int = 5, count: int = 4000) -> None:
    """The kernel: random playouts, beside C and OpenSpiel.

    Actions a second: 4 players with 9 cards each, on one core, in time of the processor; all in
    the same rounds. OpenSpiel plays its nearest game, oh_hell; it comes with batarde[bench].
    """
    found: dict[str, dict[str, Any] | None] = {"kernel": None, "c": None, "openspiel": None}
    found |= {name: _measured(values) for name, values in _rates(rounds, count).items()}
    if as_json:
        click.echo(json.dumps(found | {"ratios": _ratios(found), "build": best_build()}))
        return
    for name, figure in found.items():
        if figure is not None:
            click.echo(Figure("playouts", name, "actions/s", tuple(figure["rounds"])).line)
    for name, ratio in _ratios(found).items():
        click.echo(f"{'playouts':10} {name:44} {ratio:>12.2f}")


def _rates(rounds: int, count: int) -> dict[str, list[float]]:
    works = _works(count)
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            clock = perf_counter if "threads" in name else thread_time
            began = clock()
            actions = work()
            rates[name].append(actions / (clock() - began))
    return rates


def _works(count: int) -> dict[str, Callable[[], int]]:
    chance = random.Random(1)
    small = [random_ending(chance, 4, 9) for _ in range(_DEALS)]
    large = [random_ending(chance, 6, 12) for _ in range(_DEALS // 2)]
    works: dict[str, Callable[[], int]] = {"kernel": lambda: _random(small, count)}
    if (loop := plain_loop()) is not None:
        works["c"] = lambda: sum(
            sum(loop.play_out(position, count, 1)[:16]) * 36 for position in small
        )
    if (peer := openspiel()) is not None:
        works["openspiel"] = lambda: peer.roll_out(max(count * _DEALS // 30, 2), 1)
    if best_build() == "fast" and is_available("portable"):
        works["kernel, portable build"] = lambda: _random(small, count, "portable")
        if (plain := plain_loop(("-O3",))) is not None:
            works["c, portable build"] = lambda: sum(
                sum(plain.play_out(position, count, 1)[:16]) * 36 for position in small
            )
    works["kernel, 72 cards, 6 players"] = lambda: _random(large, count)
    works["kernel, by a policy"] = lambda: _by_policy(small, count // 8 + 1)
    works["kernel, one of threads"] = lambda: _threaded(small, count * 2, 1)
    works["kernel, two of threads"] = lambda: _threaded(small, count * 2, 2)
    works["kernel, stepped from Python"] = lambda: _stepped(small)
    if peer is not None:
        works["openspiel, stepped from Python"] = lambda: sum(peer.step() for _ in range(_STEPS))
    return works


def _random(positions: list[Position], count: int, build: Build | None = None) -> int:
    for number, position in enumerate(positions):
        if build is None:
            play_out(position, count, seed=number)
        else:
            _in_build(position, count, build)
    return sum(count * position.players * position.cards for position in positions)


def _in_build(position: Position, count: int, build: Build) -> None:
    chosen = engine(position.players, build)
    other = chosen.position.in_play(
        position.dealt, position.leader, position.trump, position.pack, position.standing_bids
    )
    chosen.play_out(other, 1, 0, count)


def _by_policy(positions: list[Position], count: int) -> int:
    policy = Policy([1.0] * SIZE)
    for position in positions:
        play_out(position, count, policy=policy)
    return sum(count * position.players * position.cards for position in positions)


def _threaded(positions: list[Position], count: int, threads: int) -> int:
    # Few calls of many playouts: starting a thread takes as long as some hundred of them.
    few = positions[:3]
    for position in few:
        play_out(position, count * 32, threads=threads)
    return sum(count * 32 * position.players * position.cards for position in few)


def _stepped(positions: list[Position]) -> int:
    pick = random.Random(1).random
    actions = 0
    for start in positions * (_STEPS // 10):
        position = start.copy()
        legal = position.legal()
        while legal:
            position.apply(legal[int(pick() * len(legal))])
            legal = position.legal()
            actions += 1
    return actions


def _measured(values: list[float]) -> dict[str, Any]:
    return {
        "actions_per_s": round(median(values)),
        "low": round(min(values)),
        "high": round(max(values)),
        "rounds": [round(value) for value in values],
    }


def _ratios(found: dict[str, dict[str, Any] | None]) -> dict[str, float]:
    """Return the figures that matter: one rate over another, by the best rounds of both."""
    pairs = {
        "kernel over openspiel": ("kernel", "openspiel"),
        "portable build over openspiel": ("kernel, portable build", "openspiel"),
        "kernel over c": ("kernel", "c"),
        "portable builds, kernel over c": ("kernel, portable build", "c, portable build"),
        "72 cards over 36": ("kernel, 72 cards, 6 players", "kernel"),
        "two threads over one": ("kernel, two of threads", "kernel, one of threads"),
        "steps from Python over openspiel": (
            "kernel, stepped from Python",
            "openspiel, stepped from Python",
        ),
    }
    ratios = {}
    for name, (above, below) in pairs.items():
        over, under = found.get(above), found.get(below)
        if over is not None and under is not None:
            ratios[name] = round(over["high"] / under["high"], 2)
    return ratios
