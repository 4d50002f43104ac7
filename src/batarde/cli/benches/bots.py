"""``batarde bench bots``: how fast the quick bots answer."""

from collections.abc import Iterator
from typing import Final

import click

from batarde.cli.benches.figures import (
    Figure,
    json_option,
    rate,
    report,
    rounds_option,
    seconds_option,
)

__all__ = ["bots"]

_QUICK: Final = ("random", "simple")


@click.command()
@json_option
@rounds_option
@seconds_option
def bots(as_json: bool, rounds: int = 5, seconds: float = 1.0) -> None:
    """The quick bots: whole games between equals, in deals a second.

    4 players, through the driver that simulations use, with all questions it asks. One core, time
    of the processor.
    """
    report(_figures(rounds, seconds), as_json=as_json)


def _figures(rounds: int, seconds: float) -> Iterator[Figure]:
    from batarde.cli.runs import Run
    from batarde.rules import schedule

    for name in _QUICK:
        games = Run([name] * 4, bytes(32)).play(1_000_000)

        def play(games: "Iterator[object]" = games) -> int:
            next(games)
            return len(schedule(4))

        rates = tuple(rate(play, seconds) for _ in range(rounds))
        yield Figure("bots", f"games between four {name} bots", "deals/s", rates)
