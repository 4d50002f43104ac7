"""``batarde bench solver``: exact endings, beside random playouts of the same positions."""

import json
import random
from collections.abc import Callable
from functools import partial
from statistics import median
from time import thread_time
from typing import Any

import click

from batarde.cli.benches.deals import random_ending
from batarde.kernel import Position, paranoid, play_out, solve

__all__ = ["solver"]

_NUMBERS = {5: 150, 6: 150, 7: 100, 8: 100, 9: 100}
_PLAYOUTS = 1000


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each size.")
@click.option(
    "--cards",
    type=click.IntRange(1, 9),
    multiple=True,
    help="Cards in each hand; may be given several times. [default: 5 to 9]",
)
@click.option("--number", type=click.IntRange(1), help="How many deals of each size.")
@click.option("--random-bids", is_flag=True, help="Needs by lot instead of sensible ones.")
@click.option("--paranoid", "also_paranoid", is_flag=True, help="Also value every seat so.")
def solver(
    as_json: bool,
    cards: tuple[int, ...] = (),
    number: int | None = None,
    random_bids: bool = False,
    also_paranoid: bool = False,
) -> None:
    """The kernel: exact endings.

    How long one takes, and how many random playouts of it take as long: 4 players, all hands
    known, every lead valued. One core, time of the processor.
    """
    for size in cards or tuple(_NUMBERS):
        chance = random.Random(size)
        positions = [
            random_ending(chance, 4, size, sensible=not random_bids)
            for _ in range(number or _NUMBERS[size])
        ]
        found = _measure(size, positions, also_paranoid)
        click.echo(json.dumps(found) if as_json else _line(found))


def _measure(size: int, positions: list[Position], also_paranoid: bool) -> dict[str, Any]:
    solved, played, forced = [], [], []
    for position in positions:
        solved.append(_spent(partial(solve, position)))
        played.append(_spent(partial(play_out, position, _PLAYOUTS)))
        if also_paranoid:
            forced.append(_spent(partial(paranoid, position)))
    solved.sort()
    found = {
        "bench": "solver",
        "cards": size,
        "deals": len(positions),
        "median_ms": round(median(solved) * 1e3, 4),
        "mean_ms": round(sum(solved) / len(solved) * 1e3, 4),
        "p95_ms": round(solved[len(solved) * 95 // 100] * 1e3, 4),
        "worst_ms": round(solved[-1] * 1e3, 4),
        "playouts": round(median(solved) / median(played) * _PLAYOUTS),
    }
    if forced:
        found["paranoid_median_ms"] = round(median(forced) * 1e3, 4)
    return found


def _spent(work: Callable[[], object]) -> float:
    began = thread_time()
    work()
    return thread_time() - began


def _line(found: dict[str, Any]) -> str:
    text = (
        f"{'solver':10} {found['cards']} cards: median {found['median_ms']:.3f} ms, "
        f"mean {found['mean_ms']:.2f}, 95 % {found['p95_ms']:.2f}, worst {found['worst_ms']:.1f}; "
        f"the median is {found['playouts']:,} playouts"
    )
    if "paranoid_median_ms" in found:
        text += f"; paranoid {found['paranoid_median_ms']:.2f} ms"
    return text
