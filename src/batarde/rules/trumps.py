"""Trumps, and which card beats which under them (A1, C3, C4, P7 to P9).

A contract's *powers* turn the rules of strength into numbers: once it is known which suit was led,
every card has one power, 0 for a card that cannot win. The winner of a trick is the card of
greatest power, and the duty to rise is the duty to play more power than the trick holds.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Final

import msgspec

from batarde.rules.cards import Card, Pack, Rank, Suit
from batarde.rules.errors import MalformedError

__all__ = ["NORMAL_ORDER", "TRUMP_ORDER", "Contract", "Trump"]

NORMAL_ORDER: Final = tuple(Rank)
"""Strong to weak: R D C V F M J N T (C3)."""

TRUMP_ORDER: Final = tuple(Rank(letter) for letter in "FMJRDCVNT")
"""Strong to weak: the artists take power (C4)."""


class Trump(StrEnum):
    """What an announcement can make trumps, strong to weak (A1)."""

    ALL = "A"
    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    NONE = "N"

    strength: int
    """The higher, the stronger as an announcement (A1)."""
    suit: Suit | None
    """The one suit that cuts; none at all trumps and at no trumps (P7, P8)."""

    def __init__(self, letter: str) -> None:
        self.strength = -"ASHDCN".index(letter)
        self.suit = Suit(letter) if letter in "SHDC" else None

    @classmethod
    def _missing_(cls, value: object) -> "Trump":
        raise MalformedError(f"{value!r} is not a trump")

    def rules(self, suit: Suit) -> bool:
        """Return whether cards of *suit* stand in trump order and must rise (P3, P8)."""
        return self is Trump.ALL or self.suit is suit


class Contract(msgspec.Struct, frozen=True, gc=False):
    """A trump and, with two packs, the pack that wins between identical cards (A7)."""

    trump: Trump
    pack: Pack | None = None

    def powers(self, led: Suit) -> Mapping[Card, int]:
        """Return the power of every card in a trick that *led* has opened (P9).

        >>> powers = Contract(Trump.SPADES).powers(Suit.HEARTS)
        >>> powers[Card.TS] > powers[Card.RH] > powers[Card.FH] > powers[Card.RD] == 0
        True
        """
        return _powers(self.trump, self.pack, led)

    def order(self, suit: Suit) -> tuple[Rank, ...]:
        """Return the ranks of *suit*, strong to weak (C3, C4)."""
        return TRUMP_ORDER if self.trump.rules(suit) else NORMAL_ORDER


@cache
def _powers(trump: Trump, pack: Pack | None, led: Suit) -> Mapping[Card, int]:
    contract = Contract(trump, pack)
    return {card: _power(card, contract, led) for card in Card}


def _power(card: Card, contract: Contract, led: Suit) -> int:
    is_cut = card.suit is contract.trump.suit and card.suit is not led
    if card.suit is not led and not is_cut:
        return 0  # a discard never wins (P5)
    order = contract.order(card.suit)
    # Identical cards stand side by side, the favoured pack on top: a strict order of 18 (P9).
    place = 2 * (len(order) - order.index(card.rank)) + (card.pack is contract.pack)
    return place + 100 * is_cut
