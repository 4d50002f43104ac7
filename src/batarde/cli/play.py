"""``batarde play``: a game in the terminal against bots."""

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from batarde.cli.seeds import SEED_HELP, read_seed
from batarde.words import VOCABULARIES, Narrator, Words, guess_language, words

if TYPE_CHECKING:
    from batarde.bots import Bot

__all__ = ["play"]

_BOT_NAMES = ("Ana", "Bo", "Chi", "Dev", "Eve", "Flo", "Gil")


@click.command()
@click.option(
    "--players",
    type=click.IntRange(3, 7),
    default=4,
    show_default=True,
    help="How many play, you included.",
)
@click.option(
    "--bots",
    metavar="NAME[,NAME...]",
    default="simple",
    show_default=True,
    help="Who you play against: one name for all, or one for each.",
)
@click.option("--lang", help="fr, en, de, it or es [default: what the environment says].")
@click.option(
    "--vocabulary",
    type=click.Choice(VOCABULARIES),
    default="2023",
    show_default=True,
    help="Double and redouble, or the words of 2015: méchoune and choune.",
)
@click.option("--seed", help=SEED_HELP)
@click.option("--name", help="What you are called at the table.")
@click.option("--coach", is_flag=True, help="Let h ask the coach for help, one step at a time.")
@click.option("--deals", type=click.IntRange(min=1), help="Play only the first deals of a game.")
def play(
    players: int,
    bots: str,
    lang: str | None,
    vocabulary: str,
    seed: str | None,
    name: str | None,
    coach: bool,
    deals: int | None,
) -> None:
    """Play a game in the terminal against bots.

    Type ? at any question for help, q to leave; what you type can also come through a pipe.

    \b
    Examples:
      batarde play --lang fr --name Camille
      batarde play --coach
      batarde play --players 5 --bots simple,simple,random,random --deals 2
    """  # noqa: D301 - click wants the backspace itself
    from rich.console import Console

    from batarde.cli.terminal.screen import Screen
    from batarde.cli.terminal.session import ME, Session
    from batarde.rules import schedule
    from batarde.table.names import clean_name

    speech = _speech(lang, vocabulary)
    game_seed = read_seed(seed)
    rivals = _rivals(bots, players - 1, game_seed)
    number = min(deals or 99, len(schedule(players)))
    names = _names(clean_name(name or "") or speech.say("seat.you"), players)
    narrator = Narrator(speech, names, ME, number)
    screen = Screen(Console(highlight=False, emoji=False), narrator)
    try:
        Session(game_seed, rivals, screen, _reader(), has_coach=coach).run(number)
    except (EOFError, KeyboardInterrupt):
        screen.bye()


def _speech(lang: str | None, vocabulary: str) -> Words:
    try:
        return words(lang or guess_language(), vocabulary)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--lang") from None


def _rivals(names: str, number: int, seed: bytes) -> "list[Bot]":
    from batarde.arena.seeds import bot_seed
    from batarde.bots import bot, split_names

    chosen = split_names(names)
    if len(chosen) == 1:
        chosen *= number
    if len(chosen) != number:
        raise click.BadParameter(f"{len(chosen)} bots for {number} seats", param_hint="--bots")
    try:
        return [bot(name, bot_seed(seed, seat)) for seat, name in enumerate(chosen, 1)]
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--bots") from None


def _names(mine: str, players: int) -> list[str]:
    from batarde.table.names import is_like

    others = [name for name in _BOT_NAMES if not is_like(name, mine)]
    return [mine, *others[: players - 1]]


def _reader() -> Callable[[], str]:
    """Return what reads a line, with editing and history where the system has them."""
    with suppress(ImportError):
        import readline  # noqa: F401 - importing it is all it takes

    def read() -> str:
        line = input("> ")
        if not sys.stdin.isatty():
            print(line)  # nobody typed it, so the transcript would lack it
        return line

    return read
