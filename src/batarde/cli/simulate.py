"""``batarde simulate``: bots play whole games, and their records are written."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click

from batarde.cli.seeds import SEED_HELP, read_seed

if TYPE_CHECKING:
    from batarde.cli.runs import Run

__all__ = ["simulate"]

_NAMES: Final = ("Ana", "Bo", "Chi", "Dev", "Eve", "Flo", "Gil")


@click.command()
@click.option(
    "--players", type=click.IntRange(3, 7), default=4, show_default=True, help="How many play."
)
@click.option(
    "--games", type=click.IntRange(min=1), default=1, show_default=True, help="How many games."
)
@click.option("--seed", metavar="SEED", help=SEED_HELP)
@click.option(
    "--bots",
    metavar="NAMES",
    default="simple",
    show_default=True,
    help="Who plays: names with commas between them, taken in turn until every seat has one.",
)
@click.option(
    "-o", "--output", metavar="FILE", help="Write to this file, and say how the games went."
)
def simulate(players: int, games: int, seed: str | None, bots: str, output: str | None) -> None:
    """Let bots play whole games and write their records.

    Each game is one line of JSON in the format batarde/1, with the names of its bots and the seed
    that its cards come from. The same seed gives the same games, to the byte.

    \b
    Examples:
      batarde simulate --games 10 --seed 1
      batarde simulate --players 5 --bots simple,random -o games.jsonl
      batarde simulate --games 100 | batarde check -
    """  # noqa: D301 - click wants the backspace itself
    from batarde.cli.output import print_lines, write_lines
    from batarde.cli.runs import Run

    run = Run(_seats(bots, players), read_seed(seed))
    if output is None:
        print_lines(_records(run, games, is_drawn=not sys.stdout.isatty()))
    else:
        try:
            write_lines(output, _records(run, games, is_drawn=True))
        except OSError as error:
            raise click.FileError(output, error.strerror or str(error)) from None
        click.echo(_summary(run, games, output), err=True)
    if run.mishaps:
        click.echo(warning(run), err=True)


def _seats(bots: str, players: int) -> list[str]:
    """Return the name of the bot for every seat."""
    from batarde.bots import bot, split_names

    try:
        names = split_names(bots)
        for name in names:
            bot(name)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="'--bots'") from None
    return [names[seat % len(names)] for seat in range(players)]


def _records(run: "Run", games: int, *, is_drawn: bool) -> Iterator[str]:
    """Return the record of each game; *is_drawn* if a bar may show how far it has come."""
    from batarde.cli.output import with_progress
    from batarde.rules.record import write_game

    played = run.play(games)
    for seed, game in with_progress(played, games, "Playing") if is_drawn else played:
        names = _NAMES[: game.players]
        yield write_game(game, names, bots=list(run.names), seed=seed.hex())


def _summary(run: "Run", games: int, output: str) -> str:
    """Return what was played, and the points a deal of each kind of bot."""
    shares: dict[str, list[float]] = {}
    for name, total in zip(run.names, run.totals, strict=True):
        shares.setdefault(name, []).append(total / run.deals)
    points = ", ".join(f"{name} {sum(each) / len(each):.2f}" for name, each in shares.items())
    counted = "1 game" if games == 1 else f"{games} games"
    return f"{counted} of {len(run.names)} players in {output}; points a deal: {points}"


def warning(run: "Run") -> str:
    """Return what is to be said of bots that failed to answer."""
    first = run.mishaps[0]
    return (
        f"batarde simulate: {len(run.mishaps)} answers of bots had to be replaced; "
        f"the first: {run.names[first.seat]} at seat {first.seat}: {first.reason}"
    )
