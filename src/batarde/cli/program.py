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
        "check": "Check game records against the rules.",
    },
    "Under the bonnet": {
        "bench": "Measure how fast things are on this machine.",
    },
}


class _InterruptedError(Exception):
    """Ctrl-C, carried past click, which would print something about it."""


class _Program(LazyGroup):
    def invoke(self, ctx: click.Context) -> object:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise _InterruptedError from None


@click.group(
    cls=_Program,
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
    """Run the command line and end the process with its status: 2 for what cannot be done."""
    _prepare_streams()
    arguments = list(sys.argv[1:] if args is None else args)
    try:
        status = batarde.main(arguments or ["--help"], "batarde", standalone_mode=False)
        sys.stdout.flush()  # while a broken pipe can still be told from success
    except (_InterruptedError, KeyboardInterrupt, click.Abort):
        _end_by("SIGINT")
    except BrokenPipeError:
        _end_by("SIGPIPE")
    except click.ClickException as error:
        _fail(_one_line(error))
    except OSError as error:
        _fail(f"batarde: {error}")
    sys.exit(status if isinstance(status, int) else 0)


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


def _fail(message: str) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(2)


def _end_by(name: str) -> NoReturn:
    """End as the signal *name* ends a program that does not know it, so that shells understand."""
    number = getattr(signal, name, None)
    if number is None or os.name == "nt":
        os._exit(1)  # without another attempt to write what nobody reads
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)
