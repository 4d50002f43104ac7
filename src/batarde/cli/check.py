"""``batarde check``: replay game records and report the first fault of each."""

import json
import sys

import click

from batarde.cli.recordfiles import UnreadableError, record_texts
from batarde.rules.checking import RecordError, parse, replay

__all__ = ["check"]


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.pass_context
def check(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Check game records against the rules.

    Replays every record and prints one line of JSON for each: {"valid": true}, or which rule was
    broken first, and where. A .json file holds one record, a .jsonl file one on each line;
    - is standard input and may hold either.

    The exit status is 0 if all records are valid, 1 if one is not, 2 if a file cannot be read.

    \b
    Examples:
      batarde check game.json
      batarde check archive/*.jsonl
      batarde simulate --games 100 | batarde check -
    """  # noqa: D301 - click wants the backspace itself
    ctx.exit(max([_check_file(name) for name in files]))


def _check_file(name: str) -> int:
    """Print a line for each record in the file *name*, and return the exit status it deserves."""
    status = 0
    try:
        for text in record_texts(name):
            status = max(status, _check_record(text))
    except UnreadableError as error:
        click.echo(f"batarde check: {click.format_filename(name)}: {error}", err=True)
        return 2
    return status


def _check_record(text: bytes) -> int:
    """Print what is to be said of the record in *text*, and return 0 if it is valid, else 1."""
    data = None
    try:
        data = parse(text)
        replay(data)
    except RecordError as error:
        from batarde.cli.faults import describe

        _print_line(describe(error.fault, data))
        return 1
    _print_line({"valid": True})
    return 0


def _print_line(result: dict[str, object]) -> None:
    line = json.dumps(result, ensure_ascii=False) + "\n"
    # A name may hold half a character, which only JSON can write: as the escape it came from.
    sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()
