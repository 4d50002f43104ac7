"""``batarde ratings``: how strong every level is, by one command."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from batarde.cli.seeds import read_seed

if TYPE_CHECKING:
    from batarde.arena.journals import MatchJournal
    from batarde.arena.plans import Plan
    from batarde.arena.ratings import Step, StepResult

__all__ = ["ratings"]


def _counts(_context: click.Context, _option: click.Parameter, value: str) -> tuple[int, ...]:
    """Return numbers of players that were given with commas, each once."""
    counts = tuple(dict.fromkeys(part.strip() for part in value.split(",")))
    if not all(count in {"3", "4", "5", "6", "7"} for count in counts):
        raise click.BadParameter(f"{value!r} are not numbers from 3 to 7.")
    return tuple(map(int, counts))


@click.command()
@click.argument("bots", nargs=-1, metavar="[BOT…]")
@click.option(
    "--players",
    callback=_counts,
    default="3,4,5",
    show_default=True,
    metavar="N,…",
    help="How many play.",
)
@click.option(
    "--deals",
    type=click.IntRange(min=1),
    default=4_000,
    show_default=True,
    help="The most deals of a step, rounded up to whole games; each is played in all rotations.",
)
@click.option("--seed", default="ratings", show_default=True, metavar="SEED", help="Of all cards.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=lambda: os.cpu_count() or 1,
    help="How many processes [default: one for each core].",
)
@click.option(
    "--ray", default="", metavar="ADDRESS", help="Play on a Ray cluster, as in the arena."
)
@click.option("--journals", metavar="FOLDER", help="Keep what was played there, and go on from it.")
@click.option("--write", metavar="FILE", help="Put the tables between the markers of a document.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each step.")
def ratings(  # noqa: PLR0913, PLR0917 - one for each option
    bots: tuple[str, ...],
    players: tuple[int, ...],
    deals: int,
    seed: str,
    jobs: int,
    ray: str,
    journals: str | None,
    write: str | None,
    as_json: bool,
) -> None:
    """Measure how strong every level is.

    Each bot plays a match against the one below it, at each number of players. They are named
    weakest first; without any, all levels and the rule of thumb are measured. A match ends when its
    sequential test is decided. There are no deadlines, so that all follows from the seed. Journals
    belong to the bots as they are: when those change, all is played anew.

    \b
    Examples:
      batarde ratings --journals build/ratings --write docs/bots.md
      batarde ratings random novice casual --players 4 --deals 200
    """  # noqa: D301 - click wants the backspace itself
    from batarde.arena.ratings import LADDER, ladder_of
    from batarde.arena.spread import ClusterError

    _check(bots)
    _read(write)
    steps = ladder_of(bots) if bots else LADDER
    plans = [_plan(step, count, deals, seed) for count in players for step in steps]
    results = []
    try:
        for plan in plans:
            results.append(_measured(plan, jobs, ray, journals))
            _tell(results[-1], as_json=as_json)
    except ClusterError as error:
        raise click.BadParameter(f"{error}.", param_hint="'--ray'") from None
    if write is not None:
        _write(write, results, _command(bots, players, deals, seed))


def _check(bots: tuple[str, ...]) -> None:
    from batarde.bots import bot

    try:
        for name in bots:
            bot(name)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="'BOT…'") from None
    if len(bots) == 1 or len(set(bots)) < len(bots):
        raise click.BadParameter("two bots or more, each once.", param_hint="'BOT…'")


def _plan(step: "Step", players: int, deals: int, seed: str) -> "Plan":
    from batarde.arena.plans import Plan

    return Plan((step.better, step.worse), players, deals, read_seed(seed).hex())


def _measured(plan: "Plan", jobs: int, ray: str, folder: str | None) -> "StepResult":
    from batarde.arena.matches import play_on
    from batarde.arena.ratings import step_result
    from batarde.cli.output import with_progress

    journal = None if folder is None else _journal(plan, Path(folder))
    title = f"{plan.players} players, {plan.bots[0]} to {plan.bots[1]}"
    try:
        rounds = play_on(plan, journal, jobs=jobs, ray=ray, stops=True)
        return step_result(plan, list(with_progress(rounds, plan.rounds, title)))
    finally:
        if journal is not None:
            journal.close()


def _journal(plan: "Plan", folder: Path) -> "MatchJournal":
    from hashlib import sha256

    from batarde.arena.fingerprints import fingerprint
    from batarde.arena.journals import MatchJournal

    # A journal of other bots, as before a training, must never be gone on with.
    match = sha256(repr((plan.bots, plan.seed)).encode()).hexdigest()[:8]
    file = folder / fingerprint()[:12] / f"{plan.players}-{match}.jsonl"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return MatchJournal(file, plan)
    except ValueError as error:
        raise click.BadParameter(f"{file}: {error}.", param_hint="'--journals'") from None
    except OSError as error:
        raise click.FileError(str(file), error.strerror or str(error)) from None


def _tell(result: "StepResult", *, as_json: bool) -> None:
    import msgspec

    from batarde.arena.ratingpages import row

    if as_json:
        data = msgspec.to_builtins(result)
        data["comparison"]["verdict"] = result.comparison.verdict.value
        click.echo(json.dumps(data))
        return
    players, step, saved, error, verdict, games, ms = row(result)
    click.echo(
        f"{players} players, {step}: {saved} ± {error} a deal, {verdict}; {games} games, {ms} ms"
    )


def _command(bots: tuple[str, ...], players: tuple[int, ...], deals: int, seed: str) -> str:
    """Return the command that measures the same again."""
    import shlex

    counts = ",".join(map(str, players))
    return shlex.join(
        ["batarde", "ratings", *bots, *f"--players {counts} --deals {deals} --seed".split(), seed]
    )


def _read(name: str | None) -> str:
    """Return the document to write into; hours of play should not end with its absence."""
    from batarde.arena.ratingpages import with_page

    if name is None:
        return ""
    try:
        text = Path(name).read_text("utf-8")
        with_page(text, "")
    except OSError as error:
        raise click.FileError(name, error.strerror or str(error)) from None
    except ValueError as error:
        raise click.BadParameter(f"{name}: {error}.", param_hint="'--write'") from None
    return text


def _write(name: str, results: "list[StepResult]", made_by: str) -> None:
    from batarde.arena.ratingpages import rating_page, with_page
    from batarde.cli.output import write_lines

    try:
        write_lines(name, with_page(_read(name), rating_page(results, made_by)).splitlines())
    except OSError as error:
        raise click.FileError(name, error.strerror or str(error)) from None
