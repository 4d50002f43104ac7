"""The program ``batarde``: its commands, its errors in one line, and how it ends."""

import os
import signal
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Final, NoReturn

import click

from batarde import __version__
from batarde.cli.lazy import LazyGroup

__all__ = ["batarde", "main"]

_SECTIONS: Final = {
    "Play": {
        "play": "Play a game in the terminal against bots.",
        "serve": "Serve live tables, over HTTP and WebSocket.",
        "rules": "Read the rules, in five languages.",
    },
    "Deals and records": {
        "deal": "Deal cards and show all hands.",
        "simulate": "Let bots play whole games and write their records.",
        "check": "Check game records and score files against the rules.",
        "pad": "Show a score file as a table.",
    },
    "Bots": {
        "arena": "Measure bots against each other on duplicate deals.",
        "ratings": "Measure how strong every level is.",
        "bot": "Answer questions with a bot, over lines of JSON.",
    },
    "Learn": {
        "drills": "Make the questions of the trainer.",
    },
    "Under the bonnet": {
        "bench": "Measure how fast things are on this machine.",
    },
}


@click.group(
    cls=LazyGroup,
    package="batarde.cli",
    sections=_SECTIONS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  batarde play                       a game against three bots
  batarde rules --lang fr            the rules in French
  batarde deal --seed carnival       four hands of seven cards
  batarde simulate --games 10 | batarde check -

batarde COMMAND --help tells more about each.""",
)
@click.version_option(__version__, "-V", "--version", message="batarde %(version)s")
def batarde() -> None:
    """La Bâtarde, the French trick-taking game of exact bids."""


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and end the process with its status: 2 for what cannot be done.

    A command may have a status of its own for what keeps it from starting.
    """
    _prepare_streams()
    arguments = list(sys.argv[1:] if args is None else args)
    try:
        status = _run(arguments or ["--help"])
        sys.stdout.flush()  # while a broken pipe can still be told from success
    except (KeyboardInterrupt, click.Abort):
        _end_by("SIGINT")
    except BrokenPipeError:
        _end_by("SIGPIPE")
    except click.ClickException as error:
        _fail(_one_line(error), max(2, error.exit_code))
    except (OSError, MemoryError) as error:
        _fail(f"batarde: {str(error) or 'not enough memory'}")
    sys.exit(status)


def _run(arguments: list[str]) -> int:
    """Run the command that *arguments* ask for, and return its status.

    This is what :meth:`click.Command.main` does, but that has its own ideas of interrupts and
    broken pipes. It is left the completion of a half typed line, which shells ask it for.
    """
    if "_BATARDE_COMPLETE" in os.environ:
        batarde.main(prog_name="batarde")
    try:
        with batarde.make_context("batarde", arguments) as context:
            batarde.invoke(context)
    except click.exceptions.Exit as wanted:
        return wanted.exit_code
    return 0


def _prepare_streams() -> None:
    """Make sure that there are streams, and that no letter can break them."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # as after `>&-`
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _one_line(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    if not isinstance(error, click.UsageError) or error.ctx is None:
        return f"batarde: {message}"
    path = error.ctx.command_path
    return f"{path}: {message} See {path} --help"


def _fail(message: str, status: int = 2) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(status)


def _end_by(name: str) -> NoReturn:
    """End as the signal *name* ends a program that does not know it, so that shells understand."""
    number = getattr(signal, name, None)
    if number is None or os.name == "nt":
        os._exit(1)  # without another attempt to write what nobody reads
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)
