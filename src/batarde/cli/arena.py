"""``batarde arena``: measure bots against each other on duplicate deals."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from batarde.cli.seeds import SEED_HELP, read_seed

if TYPE_CHECKING:
    from rich.table import Table

    from batarde.arena.journals import MatchJournal
    from batarde.arena.plans import Plan
    from batarde.arena.rounds import Played

__all__ = ["arena"]


@click.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT…")
@click.option(
    "--players", type=click.IntRange(3, 7), default=4, show_default=True, help="How many play."
)
@click.option(
    "--deals",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="How many deals, rounded up to whole games; each is played in all rotations.",
)
@click.option("--seed", metavar="SEED", help=SEED_HELP)
@click.option("--budget", is_flag=True, help="No deadlines: the same result on every machine.")
@click.option("--sprt", is_flag=True, help="Stop as soon as the first comparison is decided.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=lambda: os.cpu_count() or 1,
    help="How many processes [default: one for each core].",
)
@click.option(
    "--ray",
    default="",
    metavar="ADDRESS",
    help="Play on a Ray cluster: its address, local or auto [needs batarde[ray]].",
)
@click.option("--resume", metavar="FILE", help="Keep what was played there, and go on from it.")
@click.option("--plot", metavar="FILE", help="Write a picture, as SVG.")
@click.option("--json", "as_json", is_flag=True, help="The results as one JSON object.")
def arena(  # noqa: PLR0913, PLR0917 - one for each option
    bots: tuple[str, ...],
    players: int,
    deals: int,
    seed: str | None,
    budget: bool,
    sprt: bool,
    jobs: int,
    ray: str,
    resume: str | None,
    plot: str | None,
    as_json: bool,
) -> None:
    """Measure bots against each other on duplicate deals.

    Bots are named by level, or exec:COMMAND for programs, and taken in turn until every seat has
    one. Each game is played in all rotations of the seats, so that everybody gets everybody's
    cards. Errors are standard errors over duplicate deals.

    \b
    Examples:
      batarde arena simple random random random --deals 200
      batarde arena simple 'exec:python3 mine.py' --players 3 --budget --sprt --deals 5000
    """  # noqa: D301 - click wants the backspace itself
    from batarde.arena.spread import ClusterError

    plan = _plan(bots, players, deals, read_seed(seed), is_timed=not budget)
    journal = _journal(resume, plan)
    try:
        played = _play(plan, jobs, ray, journal, stops=sprt)
    except ClusterError as error:
        raise click.BadParameter(f"{error}.", param_hint="'--ray'") from None
    finally:
        if journal is not None:
            journal.close()
    _report(plan, played, as_json=as_json)
    if plot is not None:
        _draw(plan, played, plot)


def _plan(
    bots: tuple[str, ...], players: int, deals: int, seed: bytes, *, is_timed: bool
) -> "Plan":
    from batarde.arena.plans import Plan
    from batarde.bots import bot

    try:
        for name in bots:
            bot(name)
        return Plan(bots, players, deals, seed.hex(), is_timed)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="'BOT…'") from None


def _journal(name: str | None, plan: "Plan") -> "MatchJournal | None":
    from batarde.arena.journals import MatchJournal

    if name is None:
        return None
    try:
        return MatchJournal(Path(name), plan)
    except ValueError as error:
        raise click.BadParameter(f"{name}: {error}.", param_hint="'--resume'") from None
    except OSError as error:
        raise click.FileError(name, error.strerror or str(error)) from None


def _play(
    plan: "Plan", jobs: int, ray: str, journal: "MatchJournal | None", *, stops: bool
) -> "list[Played]":
    """Return all that was played, now and before."""
    from batarde.arena.matches import play_on
    from batarde.cli.output import with_progress

    rounds = play_on(plan, journal, jobs=jobs, ray=ray, stops=stops)
    return list(with_progress(rounds, plan.rounds, "Playing"))


def _report(plan: "Plan", played: "list[Played]", *, as_json: bool) -> None:
    from rich.console import Console

    from batarde.arena.results import to_data

    data = to_data(plan, played)
    complaints = [one.complaint for one in played if one.complaint]
    if complaints:
        lost = sum(sum(one.mishaps) for one in played)
        click.echo(
            f"batarde arena: {lost} answers had to be replaced; the first: {complaints[0]}",
            err=True,
        )
    if as_json:
        click.echo(json.dumps(data))
        return
    console = Console()
    console.print(_table(plan, played))
    for line in _verdicts(plan, played):
        console.print(line, highlight=False)


def _table(plan: "Plan", played: "list[Played]") -> "Table":
    from rich.table import Table

    from batarde.arena.results import scores, to_data

    title = f"{to_data(plan, played)['deals']} deals, {plan.players} players"
    table = Table("bot", title=title)
    for column in ("penalty", "±", "points", "±", "exact", "wins", "±", "ms"):
        table.add_column(column, justify="right")
    for score in scores(plan, played):
        table.add_row(
            score.name,
            *(f"{n:.3f}" for n in (score.penalty, score.se, score.points, score.points_se)),
            *(f"{n:.1%}" for n in (score.exact, score.wins, score.wins_se)),
            f"{score.ms:.2f}",
        )
    return table


def _verdicts(plan: "Plan", played: "list[Played]") -> Iterator[str]:
    from batarde.arena.results import compare
    from batarde.arena.sprt import BETTER_BY, log_ratio

    for each in compare(plan, played):
        yield (
            f"{each.name} to {each.other}: {each.sums.mean:+.3f} ± {each.sums.error:.3f} penalty a "
            f"deal; better by {BETTER_BY}? {each.verdict.value} (llr {log_ratio(each.sums):+.2f})"
        )


def _draw(plan: "Plan", played: "list[Played]", name: str) -> None:
    from batarde.arena.plots import plot
    from batarde.arena.results import scores
    from batarde.cli.output import write_lines

    title = f"Penalty a deal, {plan.players} players"
    try:
        write_lines(name, plot(scores(plan, played), title).splitlines())
    except OSError as error:
        raise click.FileError(name, error.strerror or str(error)) from None
