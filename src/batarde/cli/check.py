"""``batarde check``: replay game records and report the first fault of each."""

import json
import sys

import click

from batarde.cli.recordfiles import UnreadableError, record_texts
from batarde.pad.scorecheck import Score
from batarde.pad.scorefile import SCORE_FORMAT, ScoreError
from batarde.rules.checking import RecordError, as_record, replay
from batarde.rules.jsontext import read_object

__all__ = ["check"]


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--proof", is_flag=True, help="Also repeat every shuffle from its proof.")
@click.pass_context
def check(ctx: click.Context, files: tuple[str, ...], proof: bool) -> None:
    """Check game records and score files against the rules.

    Replays every record and prints one line of JSON for each: {"valid": true}, or which rule was
    broken first, and where. Score files (batarde-score/1) are known by their format. A .json file
    holds one record, a .jsonl file one on each line; - is standard input and may hold either.

    With --proof a valid record must also prove its cards: the server's commitments, the players'
    shares and the shuffle are repeated for every complete deal (docs/fairness.md). Its line then
    tells how many deals are "proven", and whose "shares" went into each or stayed "unopened".

    The exit status is 0 if all records are valid, 1 if one is not, 2 if a file cannot be read.

    \b
    Examples:
      batarde check game.json
      batarde check archive/*.jsonl
      batarde check --proof game.json
      batarde simulate --games 100 | batarde check -
    """  # noqa: D301 - click wants the backspace itself
    ctx.exit(max([_check_file(name, proof) for name in files]))


def _check_file(name: str, proof: bool) -> int:
    """Print a line for each record in the file *name*, and return the exit status it deserves."""
    status = 0
    try:
        for text in record_texts(name):
            status = max(status, _check_record(text, proof))
    except UnreadableError as error:
        click.echo(f"batarde check: {click.format_filename(name)}: {error}", err=True)
        return 2
    return status


def _check_record(text: bytes, proof: bool) -> int:
    """Print what is to be said of the record in *text*, and return 0 if it is valid, else 1."""
    data = read_object(text)
    try:
        if data is not None and data.get("format") == SCORE_FORMAT:
            Score.of(data)
            proof = False  # nobody has shuffled for a score file
        else:
            replay(as_record(data))
    except (RecordError, ScoreError) as error:
        from batarde.cli.faults import describe

        is_shaped = error.fault.rule.value != "schema"
        _print_line(describe(error.fault, data if is_shaped else None))
        return 1
    if proof:
        return _check_proof(text)
    _print_line({"valid": True})
    return 0


def _check_proof(text: bytes) -> int:
    """Print what the proof of a valid record shows, and return 0 if it holds, else 1."""
    from batarde.rules.record import Record
    from batarde.table.proving import REASONS, verify

    verdicts = verify(Record.read(text))
    for verdict in verdicts:
        if verdict.fault is not None:
            place = {"deal": verdict.deal, "section": "proof", "index": verdict.deal}
            rule = f"proof-{verdict.fault.value}"
            message = f"deal {verdict.deal}: {REASONS[verdict.fault]}"
            _print_line({"valid": False, "rule": rule, **place, "message": message})
            return 1
    shares = [list(verdict.shares) for verdict in verdicts]
    unopened = [list(verdict.unopened) for verdict in verdicts]
    proven = {"proven": len(verdicts), "shares": shares, "unopened": unopened}
    _print_line({"valid": True, **proven})
    return 0


def _print_line(result: dict[str, object]) -> None:
    line = json.dumps(result, ensure_ascii=False) + "\n"
    # A name may hold half a character, which only JSON can write: as the escape it came from.
    sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()
