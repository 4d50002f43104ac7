"""``batarde deal``: deal cards and show all hands."""

from typing import TYPE_CHECKING, Final

import click

from batarde.cli.seeds import SEED_HELP, read_seed
from batarde.rules import Deal, Rank, Record, Suit, pack_of
from batarde.rules.cards import Card, Pack
from batarde.rules.dealing import stock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.text import Text

__all__ = ["deal"]

_COLOURS: Final = dict(zip(Suit, ("blue", "magenta", "red", "green"), strict=True))  # C5
_PIPS: Final = dict(zip(Suit, "♠♥♦♣", strict=True))
_CARDS: Final = 7


@click.command()
@click.option(
    "--players", type=click.IntRange(3, 7), default=4, show_default=True, help="How many play."
)
@click.option(
    "--cards",
    type=click.IntRange(min=1),
    default=_CARDS,
    show_default=True,
    help="How many cards each player gets.",
)
@click.option("--seed", metavar="SEED", help=SEED_HELP)
@click.option(
    "--dealer",
    type=click.IntRange(min=0),
    metavar="SEAT",
    help="Who deals; seats count from 0 [default: the last, so that seat 0 opens].",
)
@click.option("--json", "as_json", is_flag=True, help="Print a record of this deal instead.")
def deal(players: int, cards: int, seed: str | None, dealer: int | None, as_json: bool) -> None:
    """Deal cards and show all hands.

    The seat on the dealer's left opens the auction. What is left over is the stock, which nobody
    sees in a game. Five and more players use two packs: a _ marks the cards of the second.

    \b
    Examples:
      batarde deal
      batarde deal --players 3 --cards 12 --seed carnival
      batarde deal --players 5 --cards 9 --json | batarde check -
    """  # noqa: D301 - click wants the backspace itself
    most = len(pack_of(players)) // players
    if cards > most:
        raise click.BadParameter(
            f"{cards} are too many: {players} players can have {most} at most.",
            param_hint="'--cards'",
        )
    if dealer is not None and dealer >= players:
        raise click.BadParameter(
            f"{dealer} is not at the table: the seats of {players} players are 0 to {players - 1}.",
            param_hint="'--dealer'",
        )
    bits = read_seed(seed)
    dealt = Deal.shuffled(players, cards, players - 1 if dealer is None else dealer, bits)
    if as_json:
        names = [f"seat {seat}" for seat in range(players)]
        click.echo(Record.of_deal(dealt, names, seed=bits.hex()).write())
    else:
        _draw(dealt, seed or bits.hex())


def _draw(dealt: Deal, seed: str) -> None:
    """Print a line for each seat, and one for the stock."""
    from rich.console import Console

    console = Console(highlight=False, emoji=False)
    cards = "1 card" if dealt.cards == 1 else f"{dealt.cards} cards"
    title = f"{cards} each for {dealt.players} players, seed {seed}"
    console.print(title, markup=False, soft_wrap=True)
    uses_pips = console.encoding.lower().startswith("utf")
    rows = [[_suit(suit, hand, uses_pips=uses_pips) for suit in Suit] for hand in _heaps(dealt)]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for label, row in zip(_labels(dealt), rows, strict=False):
        for cell, width in zip(row[:-1], widths, strict=False):
            cell.pad_right(width + 2 - len(cell))
        console.print(label, *row, sep="", soft_wrap=True)


def _labels(dealt: Deal) -> list[str]:
    roles = {dealt.dealer: "dealer", dealt.turn: "opens"}
    seats = [f"seat {seat}  {roles.get(seat, ''):8}" for seat in range(dealt.players)]
    return [*seats, f"{'stock':16}"]


def _heaps(dealt: Deal) -> tuple[tuple[Card, ...], ...]:
    """Return the hands, and the stock if there is one."""
    left = stock(dealt.dealt)
    return (*dealt.dealt, left) if left else dealt.dealt


def _suit(suit: Suit, hand: "Iterable[Card]", *, uses_pips: bool) -> "Text":
    """Return the cards of *suit* in *hand*, strong to weak, in its colour."""
    from rich.text import Text

    order = {rank: place for place, rank in enumerate(Rank)}
    held = sorted(
        [card for card in hand if card.suit is suit],
        key=lambda card: (order[card.rank], card.pack is Pack.MARKED),
    )
    marks = [card.rank + "_" * (card.pack is Pack.MARKED) for card in held]
    pip = _PIPS[suit] if uses_pips else suit.value
    return Text(" ".join([pip, *(marks or ["-"])]), style=_COLOURS[suit] if held else "dim")
