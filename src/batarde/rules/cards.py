"""The cards of one and of two packs (C1 to C6).

A card is written rank + suit, with ``_`` behind it if it is of the marked pack: ``FS`` is the
Fool of spades, ``RC_`` the marked King of clubs. The value of a :class:`Card` *is* that notation,
so parsing is ``Card("FS")``, writing is ``str(card)``, and JSON needs no special case.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from batarde.rules.errors import MalformedError

__all__ = ["PACKS", "Card", "Pack", "Rank", "Suit", "cards", "pack_of"]


class Rank(StrEnum):
    """The nine ranks in normal order, strong to weak (C2, C3)."""

    KING = "R"
    QUEEN = "D"
    KNIGHT = "C"
    JACK = "V"
    FOOL = "F"
    MUSICIAN = "M"
    JUGGLER = "J"
    DOG = "N"
    CAT = "T"


class Suit(StrEnum):
    """The four suits (C1), in the order of their strength as trumps (A1)."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Pack(StrEnum):
    """The two packs that five and more players shuffle together (C6)."""

    SIMPLE = "simple"
    MARKED = "marked"


class Card(StrEnum):
    """One of the 72 cards; its value is its notation.

    >>> Card("FS").rank.name, Card.FS.suit.name, Card.FS_.pack.name
    ('FOOL', 'SPADES', 'MARKED')
    """

    rank: Rank
    suit: Suit
    pack: Pack

    def __init__(self, notation: str) -> None:
        self.rank = Rank(notation[0])
        self.suit = Suit(notation[1])
        self.pack = Pack.MARKED if notation.endswith("_") else Pack.SIMPLE

    @classmethod
    def _missing_(cls, value: object) -> "Card":
        raise MalformedError(f"{value!r} is not a card")

    RS, DS, CS, VS, FS, MS, JS, NS, TS = "RS DS CS VS FS MS JS NS TS".split()
    RH, DH, CH, VH, FH, MH, JH, NH, TH = "RH DH CH VH FH MH JH NH TH".split()
    RD, DD, CD, VD, FD, MD, JD, ND, TD = "RD DD CD VD FD MD JD ND TD".split()
    RC, DC, CC, VC, FC, MC, JC, NC, TC = "RC DC CC VC FC MC JC NC TC".split()
    RS_, DS_, CS_, VS_, FS_, MS_, JS_, NS_, TS_ = "RS_ DS_ CS_ VS_ FS_ MS_ JS_ NS_ TS_".split()
    RH_, DH_, CH_, VH_, FH_, MH_, JH_, NH_, TH_ = "RH_ DH_ CH_ VH_ FH_ MH_ JH_ NH_ TH_".split()
    RD_, DD_, CD_, VD_, FD_, MD_, JD_, ND_, TD_ = "RD_ DD_ CD_ VD_ FD_ MD_ JD_ ND_ TD_".split()
    RC_, DC_, CC_, VC_, FC_, MC_, JC_, NC_, TC_ = "RC_ DC_ CC_ VC_ FC_ MC_ JC_ NC_ TC_".split()


PACKS: Final[tuple[tuple[Card, ...], ...]] = (
    tuple(card for card in Card if card.pack is Pack.SIMPLE),
    tuple(Card),
)
"""The cards in play with one pack and with two, in the order from which a shuffle starts."""


def pack_of(players: int) -> tuple[Card, ...]:
    """Return the cards in play at a table of *players* (C6)."""
    return PACKS[has_two_packs(players)]


def has_two_packs(players: int) -> bool:
    """Return whether a table of *players* shuffles both packs together (C6)."""
    return players >= 5


def cards(notation: str | Iterable[str]) -> tuple[Card, ...]:
    """Return the cards written in *notation*, separated by blanks.

    >>> [str(card) for card in cards("FS RC_")]
    ['FS', 'RC_']

    :raises MalformedError: if one of them is not a card.
    """
    words = notation.split() if isinstance(notation, str) else notation
    return tuple(Card(word) for word in words)
