"""``batarde bench opening``: a table of many games, and who waits while it is opened."""

import asyncio
from collections.abc import Iterator

import click

from batarde.cli.benches.figures import Figure, json_option, report, rounds_option

__all__ = ["opening"]


@click.command()
@json_option
@rounds_option
@click.option("--games", default=1_000, show_default=True, help="How many the table has seen.")
def opening(as_json: bool, rounds: int = 5, games: int = 1_000) -> None:
    """Opening a table of a thousand games, and who waits meanwhile.

    The work is all that the server's loop does for it, the wait how long it stands still for
    everybody else. The first opening finds no checkpoint, as after a new version of the server;
    before each of the others one more game was played. Time of the processor.
    """
    report(_figures(rounds, games), as_json=as_json)


def _figures(rounds: int, games: int) -> Iterator[Figure]:
    from batarde.tools.opening import measure_opening

    first, *others = asyncio.run(measure_opening(games, rounds))
    for name, openings in (("all folded", [first]), ("from a checkpoint", others)):
        told = f"{games:,} games, {name}"
        yield Figure("opening", f"{told}: work", "µs", tuple(each.work for each in openings))
        yield Figure("opening", f"{told}: wait", "µs", tuple(each.longest for each in openings))
