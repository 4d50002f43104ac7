"""``batarde play``: a game in the terminal against bots."""

import re
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from io import TextIOWrapper
from typing import TYPE_CHECKING

import click

from batarde.words import VOCABULARIES, Narrator, Words, guess_language, words

if TYPE_CHECKING:
    from batarde.bots import Bot

__all__ = ["play"]

_BOT_NAMES = ("Ana", "Bo", "Chi", "Dev", "Eve", "Flo", "Gil")


@click.command()
@click.option("--players", type=click.IntRange(3, 7), default=4, show_default=True)
@click.option(
    "--bots",
    default="simple",
    show_default=True,
    help="Who you play against: one name for all, or one for each, with commas.",
)
@click.option("--lang", help="fr, en, de, it or es; else what the environment says.")
@click.option("--vocabulary", type=click.Choice(VOCABULARIES), default="2023", show_default=True)
@click.option("--seed", help="Any text: the same seed deals the same cards.")
@click.option("--name", help="What you are called at the table.")
@click.option("--deals", type=click.IntRange(min=1), help="Play only the first deals of a game.")
def play(
    players: int,
    bots: str,
    lang: str | None,
    vocabulary: str,
    seed: str | None,
    name: str | None,
    deals: int | None,
) -> None:
    """Play a game in the terminal against bots.

    Type ? at any question for help, q to leave.
    """
    from rich.console import Console

    from batarde.cli.terminal.screen import Screen
    from batarde.cli.terminal.session import ME, Session
    from batarde.rules import schedule

    speech = _speech(lang, vocabulary)
    game_seed = _seed(seed)
    rivals = _rivals(bots, players - 1, game_seed)
    number = min(deals or 99, len(schedule(players)))
    narrator = Narrator(speech, _names(name or speech.say("seat.you"), players), ME, number)
    screen = Screen(Console(highlight=False, emoji=False), narrator)
    try:
        Session(game_seed, rivals, screen, _reader()).run(number)
    except (EOFError, KeyboardInterrupt):
        screen.bye()


def _speech(lang: str | None, vocabulary: str) -> Words:
    try:
        return words(lang or guess_language(), vocabulary)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--lang") from None


def _seed(text: str | None) -> bytes:
    """Return the 256 bits that *text* means: hexadecimal as it is, anything else hashed."""
    if text is None:
        return secrets.token_bytes(32)
    if re.fullmatch(r"[0-9a-fA-F]{64}", text):
        return bytes.fromhex(text)
    return sha256(text.encode()).digest()


def _rivals(names: str, number: int, seed: bytes) -> "list[Bot]":
    from batarde.bots import bot

    chosen = [name.strip() for name in names.split(",")]
    if len(chosen) == 1:
        chosen *= number
    if len(chosen) != number:
        raise click.BadParameter(f"{len(chosen)} bots for {number} seats", param_hint="--bots")
    try:
        return [bot(name, seed + bytes([seat])) for seat, name in enumerate(chosen)]
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--bots") from None


def _names(mine: str, players: int) -> list[str]:
    others = [name for name in _BOT_NAMES if name.casefold() != mine.casefold()]
    return [mine, *others[: players - 1]]


def _reader() -> Callable[[], str]:
    """Return what reads a line, with editing and history where the system has them."""
    with suppress(ImportError):
        import readline  # noqa: F401 - importing it is all it takes
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without ♠ still plays

    def read() -> str:
        line = input("> ")
        if not sys.stdin.isatty():
            print(line)  # nobody typed it, so the transcript would lack it
        return line

    return read
