"""``batarde bot``: one of our bots as a program that speaks ``batarde-bot/1``."""

import sys

import click

from batarde.cli.seeds import read_seed

__all__ = ["bot"]


@click.command()
@click.argument("level")
@click.option(
    "--seed", metavar="SEED", default="", help="What it leaves to chance follows from this."
)
def bot(level: str, seed: str) -> None:
    """Answer questions with a bot, over lines of JSON.

    Each line of standard input is a question, each line of standard output its answer, both JSON
    objects of the protocol batarde-bot/1. A question that cannot be read is reported on standard
    error and gets no answer.

    \b
    Examples:
      batarde bot simple --seed 1
      batarde simulate --bots 'simple,exec:batarde bot simple'
    """  # noqa: D301 - click wants the backspace itself
    from batarde.bots import BOTS
    from batarde.bots.external.serve import answers

    if level not in BOTS:
        raise click.BadParameter(f"there are {', '.join(BOTS)}.", param_hint="'LEVEL'")
    player = BOTS[level](read_seed(seed))
    for line, complaint in answers(player, sys.stdin.buffer):
        if complaint:
            click.echo(f"batarde bot: {complaint}", err=True)
        else:
            sys.stdout.buffer.write(line.encode() + b"\n")
            sys.stdout.buffer.flush()
