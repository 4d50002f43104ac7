"""``batarde pad``: show score files as tables."""

from typing import TYPE_CHECKING, Final

import click

from batarde.cli.languages import LANGUAGE_OPTION
from batarde.cli.recordfiles import UnreadableError, record_texts
from batarde.pad.exporting import score_of_record
from batarde.pad.model import Entry
from batarde.pad.scorecheck import Score, score_totals
from batarde.pad.scorefile import ScoreDeal, ScoreError, ScoreFault, ScoreFile
from batarde.rules.cards import Suit
from batarde.rules.checking import FORMAT, Fault, RecordError
from batarde.rules.game import SCHEDULES
from batarde.rules.jsontext import read_object
from batarde.rules.record import Record
from batarde.rules.scoring import places
from batarde.words import Words, words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

__all__ = ["pad"]

_COLOURS: Final = dict(zip(Suit, ("blue", "magenta", "red", "green"), strict=True))  # C5
_PIPS: Final = dict(zip(Suit, "♠♥♦♣", strict=True))


@click.command()
@click.argument("file", metavar="FILE")
@LANGUAGE_OPTION
@click.pass_context
def pad(ctx: click.Context, file: str, lang: str) -> None:
    """Show a score file as a table.

    FILE holds a game at a real table (batarde-score/1), as the score pad exports it, or the record
    of a game with cards (batarde/1). A .jsonl file may hold several, and - is standard input. Each
    player's column has bid/tricks and the points.

    The exit status is 0, 1 if a game is not valid, 2 if it cannot be read.

    \b
    Examples:
      batarde pad evening.json
      batarde pad --lang fr evening.json
    """  # noqa: D301 - click wants the backspace itself
    try:
        status = max([_show(text, words(lang)) for text in record_texts(file)], default=0)
    except UnreadableError as error:
        raise click.ClickException(f"{click.format_filename(file)}: {error}") from None
    ctx.exit(status)


def _show(text: bytes, spoken: Words) -> int:
    """Print the score in *text*, or what is wrong with it; return the exit status."""
    from rich.console import Console

    try:
        score = _read(text)
    except (RecordError, ScoreError) as error:
        click.echo(f"batarde pad: {_complaint(error.fault, text, spoken)}", err=True)
        return 1
    console = Console(highlight=False, emoji=False)
    _draw(console, score.file, spoken)
    return 0


def _read(text: bytes) -> Score:
    data = read_object(text)
    if data is not None and data.get("format") == FORMAT:
        return score_of_record(Record.read(text))
    return Score.of(data)


def _complaint(fault: Fault | ScoreFault, text: bytes, spoken: Words) -> str:
    from batarde.cli.faults import sentence

    data = read_object(text) or {}
    reason = sentence(fault, data["players"] if fault.rule.value != "schema" else (), spoken)
    if fault.deal < 0:
        return reason
    deal = f"{spoken.say('word.deal')} {fault.deal + 1}"
    return spoken.say("list.label", label=deal, text=reason)


def _draw(console: "Console", file: ScoreFile, spoken: Words) -> None:
    console.print(_table(file, spoken, uses_pips=console.encoding.lower().startswith("utf")))
    points, bid, tricks = (spoken.say(f"word.{name}") for name in ("points", "bid", "tricks"))
    irregular = f"   * {spoken.say('pad.field.irregular')}" if _irregular(file) else ""
    legend = f"{bid}/{tricks} +{points}   ° {spoken.say('word.dealer')}{irregular}"
    console.print(legend, style="dim", markup=False)
    totals = zip(file.players, score_totals(file), strict=True)
    perfect = [name for name, total in totals if total == 0]
    if perfect and _is_over(file):
        console.print(spoken.say("pad.perfect", players=spoken.join(perfect)), markup=False)


def _table(file: ScoreFile, spoken: Words, *, uses_pips: bool) -> "Table":
    from rich.box import ROUNDED, SQUARE
    from rich.table import Table
    from rich.text import Text

    table = Table(box=ROUNDED if uses_pips else SQUARE, show_footer=True)
    totals = score_totals(file)
    table.add_column(Text(spoken.say("word.deal")), Text(spoken.say("word.total")))
    table.add_column(Text(spoken.say("word.trump")), Text(spoken.say("word.place"), style="dim"))
    for name, total, place in zip(file.players, totals, places(totals), strict=True):
        table.add_column(Text(name), Text(f"{total}  {place}."), justify="right")
    for number, deal in enumerate(file.deals):
        cells = [_cell(deal, seat) for seat in range(len(file.players))]
        head = f"{number + 1} ({deal.cards})" + "*" * deal.irregular
        table.add_row(Text(head), _contract(deal, spoken, uses_pips=uses_pips), *cells)
    return table


def _contract(deal: ScoreDeal, spoken: Words, *, uses_pips: bool) -> "Text":
    from rich.text import Text

    suit = deal.trump.suit
    pip = f"{_PIPS[suit]} " if suit and uses_pips else ""
    told = Text(pip + spoken.trump(deal.trump), style=_COLOURS[suit] if suit else "")
    if deal.pack is not None:
        told.append(f", {spoken.pack(deal.pack)}")
    if deal.multiplier > 1:
        told.append(f" ×{deal.multiplier}" if uses_pips else f" x{deal.multiplier}", style="bold")
    return told


def _cell(deal: ScoreDeal, seat: int) -> "Text":
    """Return the bid, tricks and points of a seat; who set the trump stands out."""
    from rich.text import Text

    entry: Entry = deal.entry
    tricks = "–" if entry.tricks is None else str(entry.tricks[seat])
    cell = Text("° " if seat == deal.dealer else "", style="yellow")
    cell.append(f"{deal.bids[seat]}/{tricks}", style="bold" if seat == deal.author else "none")
    won = None if entry.points is None else entry.points[seat]
    told = "" if won is None else f"+{won}" if won else "0"
    return cell.append(f" {told:>3}", style="none" if won else "green")


def _irregular(file: ScoreFile) -> bool:
    return any(deal.irregular for deal in file.deals)


def _is_over(file: ScoreFile) -> bool:
    """Return whether every deal of a game is complete."""
    deals = len(SCHEDULES[len(file.players)])
    planned = file.planned if isinstance(file.planned, int) else deals
    complete = sum(deal.entry.tricks is not None for deal in file.deals)
    return file.kind == "game" and complete == min(planned, deals)
