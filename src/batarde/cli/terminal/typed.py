"""From what a player types to what a player does.

A bid is a number and a trump (``2S``), with two packs also ``s`` or ``m`` (``2Sm``); a number alone
follows. A card is its notation (``FH``, ``FH_``) or its place in the hand. ``d`` doubles, ``r``
redoubles, an empty line lets pass. Whether the rules allow it is not asked here.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from batarde.rules import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Action,
    Bid,
    Card,
    Contract,
    MalformedError,
    Pack,
    Phase,
    Suit,
    Trump,
    View,
    play,
)

__all__ = ["in_order", "meant"]

_PLAIN: Final[Mapping[str, Action]] = {"": PASS, "D": DOUBLE, "R": REDOUBLE}
_SYMBOLS: Final = str.maketrans("♠♥♦♣", "SHDC", " ,")
_BID: Final = re.compile(r"([0-9]{1,2})([ASHDCN]?)([SM]?)")
_NUMBER: Final = re.compile(r"[0-9]{1,2}")
_PACKS: Final = {"": None, "S": Pack.SIMPLE, "M": Pack.MARKED}
_NO_TRUMPS: Final = Contract(Trump.NONE)


def in_order(view: View) -> tuple[Card, ...]:
    """Return the hand as a player sorts it: trumps first, each suit by the order in force."""
    contract = view.standing.contract if view.standing else _NO_TRUMPS
    suits = sorted(Suit, key=lambda suit: suit is not contract.trump.suit)

    def place(card: Card) -> tuple[int, int]:
        return suits.index(card.suit), -contract.powers(card.suit)[card]

    return tuple(sorted(view.hand, key=place))


def meant(text: str, view: View) -> Action | None:
    """Return the action that *text* means, or ``None`` if it means nothing."""
    text = text.upper().translate(_SYMBOLS)
    if text in _PLAIN:
        return _PLAIN[text]
    if view.phase is Phase.PLAY and _NUMBER.fullmatch(text):
        return _numbered(int(text), in_order(view))
    return _bid(text, view) or _card(text, view.hand)


def _numbered(number: int, hand: Sequence[Card]) -> Action | None:
    return play(hand[number - 1]) if 1 <= number <= len(hand) else None


def _bid(text: str, view: View) -> Action | None:
    found = _BID.fullmatch(text)
    if not found:
        return None
    tricks, trump, pack = found.groups()
    if trump:
        return Bid(int(tricks), Trump(trump), _PACKS[pack])
    return Bid(int(tricks), view.standing.trump) if view.standing else None


def _card(text: str, hand: Sequence[Card]) -> Action | None:
    try:
        card = Card(text)
    except MalformedError:
        return None
    if card.pack is Pack.SIMPLE and card not in hand:
        twin = Card(f"{card}_")
        card = twin if twin in hand else card  # nobody types a mark that tells nothing apart
    return play(card)
