"""What the coach says, at the terminal."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from batarde.rules import Action, Bid, Card, Play, Trump
from batarde.study.coach import Advice, Cell, Lens, LensRow, Raise
from batarde.study.telling import decimal, tell_need, tell_reasons
from batarde.words import Words

__all__ = ["show_advice"]


def show_advice(console: Console, words: Words, players: Sequence[str], advice: Advice) -> None:
    """Print what the step of *advice* adds to those before it."""
    if advice.step == 3:
        _show_everything(console, words, players, advice)
        return
    told = tell_need(words, advice.need) if advice.step == 1 else tell_reasons(words, advice)
    for line in told:
        console.print(Text(line))


def _show_everything(
    console: Console, words: Words, players: Sequence[str], advice: Advice
) -> None:
    if advice.lens is not None:
        console.print(Text(words.say("coach.lens"), style="dim"))
        console.print(_lens(words, advice.lens))
    if advice.cards:
        console.print(Text(words.say("coach.cards"), style="dim"))
        console.print(_cards(words, advice))
    if advice.double is not None:
        for line in _double(words, players, advice.double):
            console.print(Text(line))
    if advice.best is not None:
        named = _named(words, advice.best)
        console.print(Text(words.say("coach.best", what=named), style="bold"))


def _named(words: Words, action: Action) -> str:
    match action:
        case Bid():
            return words.bid(action.tricks, action.trump, action.pack)
        case Play(card):
            return words.the(card)
        case _:
            verbs = {"double": "verb.double", "redouble": "verb.redouble"}
            act = str(type(action).__struct_config__.tag)
            return words.say(verbs.get(act, "ui.window.pass"))


def _cards(words: Words, advice: Advice) -> Text:
    """Return what every card costs: the cheapest, and how much more the others."""
    least = advice.cards[0].misses
    parts = [
        Text(f"{_written(cost.cards)} {decimal(words, cost.misses)}", "bold green")
        if cost is advice.cards[0]
        else Text(f"{_written(cost.cards)} +{decimal(words, cost.misses - least)}")
        for cost in advice.cards
    ]
    return Text("  ").join(parts)


def _written(cards: Sequence[Card]) -> str:
    return "=".join(cards)


def _lens(words: Words, lens: Lens) -> Table:
    """Return the six trumps, a column for each number; what is dim may not be said now."""
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("")
    for number in range(len(lens.rows[0].cells)):
        table.add_column(str(number), justify="right")
    for row in lens.rows:
        cells = [_cell(words, row, number, cell) for number, cell in enumerate(row.cells)]
        table.add_row(_head(words, row), *cells)
    return table


def _head(words: Words, row: LensRow) -> Text:
    name = words.trump(Trump(row.trump))
    pack = f" ({words.pack(row.pack)})" if row.pack else ""
    double = " ×2" if row.is_worth_double else ""
    least = "" if row.is_standing or row.least is None else f" ≥{row.least}"
    return Text(f"{name}{pack}{least}{double}", "bold" if row.is_standing else "")


def _cell(words: Words, row: LensRow, number: int, cell: Cell) -> Text:
    if number == row.forbidden and row.forbidden_chance == 1:
        return Text(decimal(words, cell.misses), "red strike")
    told = f"≥{cell.misses:.0f}" if cell.is_bound else decimal(words, cell.misses)
    style = "bold" if number == row.best else ""
    return Text(told, style if cell.is_open else f"dim {style}")


def _double(words: Words, players: Sequence[str], double: Raise) -> Iterator[str]:
    verb = words.say("verb.redouble" if double.is_redouble else "verb.double")
    for label, points in (("", double.points), (f", {verb}", double.raised)):
        told = [
            f"{player} {decimal(words, point)}"
            for player, point in zip(players, points, strict=True)
        ]
        head = words.say("coach.points") + label
        yield words.say("list.label", label=head, text=words.join(told))
    before, after = double.chance, double.chance + double.gain
    yield words.say(
        "coach.chance",
        before=decimal(words, 100 * before, 1),
        after=decimal(words, 100 * after, 1),
    )
