"""``batarde drills build``: the questions of the trainer, from the rules."""

from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from batarde.study.drills import Drills

__all__ = ["drills"]

_SEED: Final = "carnival"
"""What the questions of the browser client are made from."""


@click.group()
def drills() -> None:
    """Make the questions of the trainer.

    \b
    Examples:
      batarde drills build -o drills.json
      batarde drills build --help
    """  # noqa: D301 - click wants the backspace itself


@drills.command()
@click.option(
    "--seed",
    metavar="SEED",
    default=_SEED,
    show_default=True,
    help="Any text: the same seed gives the same questions, to the byte.",
)
@click.option("-o", "--output", metavar="FILE", help="Write to this file, and say what is in it.")
def build(seed: str, output: str | None) -> None:
    """Write questions and answers as one file of JSON, batarde-drills/1.

    Every answer is the rules' own; the browser client only compares. docs/trainer.md tells what is
    asked. The client's file is web/src/learn/train/drills.json, which `make types` writes anew.

    \b
    Examples:
      batarde drills build -o drills.json
      batarde drills build --seed summer | gzip -9 | wc -c
    """  # noqa: D301 - click wants the backspace itself
    from batarde.cli.output import print_lines, write_lines
    from batarde.study.drills import build as built
    from batarde.study.drills import write

    made = built(seed)
    lines = write(made).splitlines()
    if output is None:
        print_lines(lines)
        return
    try:
        write_lines(output, lines)
    except OSError as error:
        raise click.FileError(output, error.strerror or str(error)) from None
    click.echo(_summary(made, "\n".join(lines)), err=True)


def _summary(made: "Drills", text: str) -> str:
    from gzip import compress

    questions = sum(len(skill.questions) for skill in made.skills)
    size = len(compress(text.encode(), 9)) / 1000
    return f"{len(made.skills)} skills, {questions:,} questions, {size:.0f} KB compressed"
