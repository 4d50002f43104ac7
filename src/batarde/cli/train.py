"""Training of the strong bots: ``make train``, or ``python -m batarde.cli.train --help``.

It is a tool of the workshop, so it is not among the commands of the program.
"""

import os
from pathlib import Path
from typing import Final

import click

from batarde.cli.seeds import read_seed

__all__ = ["train"]

_SHIPPED: Final = {3: ((60, 140), 100), 4: ((120, 260), 100), 5: ((20, 50), 60)}
"""The games of each generation, and the worlds, that the weights in the package were made with."""


@click.command()
@click.option("--players", type=click.IntRange(3, 5), default=4, show_default=True)
@click.option(
    "--games",
    multiple=True,
    type=click.IntRange(min=10),
    help="The games of a generation; once for each [default: as shipped].",
)
@click.option(
    "--worlds",
    type=click.IntRange(min=10),
    help="Worlds for each decision [default: as shipped].",
)
@click.option("--seed", metavar="SEED", default="1", show_default=True, help="Number or text.")
@click.option("--folder", metavar="DIR", help="Where the run is kept [default: build/train/N].")
@click.option(
    "--jobs", type=click.IntRange(min=1), default=lambda: os.cpu_count() or 1, help="Processes."
)
@click.option(
    "--ray",
    metavar="ADDRESS",
    default="",
    help="Play on a Ray cluster: its address, local or auto [needs batarde[ray]].",
)
@click.option("--install", is_flag=True, help="Put the weights into the package at the end.")
def train(
    players: int,
    games: tuple[int, ...],
    worlds: int | None,
    seed: str,
    folder: str | None,
    jobs: int,
    ray: str,
    install: bool,
) -> None:
    """Let the strong bots learn from playing each other.

    A run that was stopped goes on where it was, and comes to the same weights.

    \b
    Example:
      python -m batarde.cli.train --players 4 --seed 1 --install
    """  # noqa: D301 - click wants the backspace itself
    from batarde.arena.spread import ClusterError
    from batarde.arena.training.curves import curve
    from batarde.arena.training.runs import TrainingPlan, TrainingRun
    from batarde.bots.models.weights import weights_path
    from batarde.cli.output import with_progress

    usual_games, usual_worlds = _SHIPPED[players]
    plan = TrainingPlan(
        players, games or usual_games, worlds or usual_worlds, read_seed(seed).hex()
    )
    place = Path(folder or f"build/train/{players}")
    try:
        run = TrainingRun(place, plan)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="'--folder'") from None
    try:
        for generation, count in enumerate(plan.games):
            what = f"{players} players, generation {generation}"
            lessons = list(with_progress(run.lessons(generation, jobs, ray), count, what))
            run.learn(generation, lessons)
            fit = run.marks[-1].fit
            click.echo(
                f"{what}: {sum(len(one.plays) for one in lessons)} decisions; the policy's card "
                f"costs {fit.regret:.3f} more than the search's and is the same in "
                f"{fit.agreement:.1%}"
            )
    except ClusterError as error:
        raise click.BadParameter(f"{error}.", param_hint="'--ray'") from None
    title = f"What the policy's card costs beyond the search's, {players} players"
    (place / "curve.svg").write_text(curve(run.marks, title), encoding="utf-8")
    if install:
        weights_path(players).parent.mkdir(exist_ok=True)
        learned = run.weights_file(len(plan.games) - 1).read_bytes()
        weights_path(players).write_bytes(learned)


if __name__ == "__main__":
    train()
