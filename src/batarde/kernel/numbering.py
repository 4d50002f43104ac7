"""Numbers for cards and actions, as the kernel uses them.

A *card number* is the place of a card in :class:`~batarde.rules.cards.Card`: 0 to 35 the simple
pack, 36 to 71 the marked one. *Action numbers* are the card numbers for plays, then double,
redouble and pass, then the bids.

Once the contract is known, every card gets a *bit*. Each suit has a lane of 16 bits (one pack) or
32 (two packs); within a lane a higher bit is a stronger card; the suit that cuts, if there is
one, has the top lane. So "stronger than the best card of the trick" is one mask, for following,
rising and over-trumping alike, and who wins is one comparison (P3, P4, P8, P9).
"""

from functools import cache
from typing import Final

from batarde.rules import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Action,
    Bid,
    Card,
    Contract,
    Double,
    MalformedError,
    Pack,
    Pass,
    Play,
    Redouble,
    Suit,
    Trump,
    has_two_packs,
    play,
)

__all__ = [
    "BID",
    "action_number",
    "action_of",
    "bit_places",
    "card_number",
    "card_of",
    "contract_places",
    "lane_shift",
]

DOUBLE_NUMBER: Final = 72
REDOUBLE_NUMBER: Final = 73
PASS_NUMBER: Final = 74
BID: Final = 80
"""The first bid: 0 tricks at all trumps without a pack; see :func:`action_number`."""

CARDS: Final = tuple(Card)
TRUMPS: Final = tuple(Trump)
PACKS: Final = (None, Pack.SIMPLE, Pack.MARKED)
_CARD_NUMBERS: Final = {card: number for number, card in enumerate(CARDS)}
_CALLS: Final[dict[int, Action]] = {
    DOUBLE_NUMBER: DOUBLE,
    REDOUBLE_NUMBER: REDOUBLE,
    PASS_NUMBER: PASS,
}


def card_number(card: Card) -> int:
    """Return the number of *card*.

    >>> card_number(Card.RS), card_number(Card.TC_)
    (0, 71)
    """
    return _CARD_NUMBERS[card]


def card_of(number: int) -> Card:
    """Return the card with this number.

    :raises MalformedError: if there is none.
    """
    if not 0 <= number < len(CARDS):
        raise MalformedError(f"{number} is not the number of a card")
    return CARDS[number]


def action_number(action: Action) -> int:
    """Return the number of *action*.

    >>> action_number(play(Card.RS)), action_number(Bid(2, Trump.SPADES))
    (0, 130)

    :raises MalformedError: for the question of A1, which is about people, and for bids that no
        deal is large enough for.
    """
    match action:
        case Play(card):
            return _CARD_NUMBERS[card]
        case Double():
            return DOUBLE_NUMBER
        case Redouble():
            return REDOUBLE_NUMBER
        case Pass():
            return PASS_NUMBER
        case Bid(tricks, trump, pack) if 0 <= tricks < 16:
            return BID + (TRUMPS.index(trump) * 3 + PACKS.index(pack)) * 16 + tricks
    raise MalformedError(f"the kernel has no number for {action}")


def action_of(number: int) -> Action:
    """Return the action with this number.

    >>> action_of(130)
    Bid(tricks=2, trump=<Trump.SPADES: 'S'>, pack=None)

    :raises MalformedError: if there is none.
    """
    if number in _CALLS:
        return _CALLS[number]
    contract, tricks = divmod(number - BID, 16)
    if number >= BID and contract < 3 * len(TRUMPS):
        return Bid(tricks, TRUMPS[contract // 3], PACKS[contract % 3])
    return play(card_of(number))


def lane_shift(players: int) -> int:
    """Return by how much to shift a bit's place to get its lane."""
    return 5 if has_two_packs(players) else 4


@cache
def bit_places(players: int, trump: int, pack: int) -> tuple[int, ...]:
    """Return the bit's place of each card number under a contract, given by its numbers.

    >>> places = bit_places(4, TRUMPS.index(Trump.HEARTS), 0)
    >>> [places[card_number(card)] for card in (Card.TS, Card.RS, Card.TH, Card.FH)]
    [0, 8, 48, 56]
    """
    contract = Contract(TRUMPS[trump], PACKS[pack])
    shift = lane_shift(players)
    lanes = {suit: lane for lane, suit in enumerate(_lanes(contract))}
    two_packs = has_two_packs(players)
    return tuple(
        (lanes[card.suit] << shift) + _height(card, contract, two_packs=two_packs)
        for card in CARDS[: 72 if two_packs else 36]
    )


def contract_places(players: int, contract: Contract) -> tuple[int, ...]:
    """Return the bit's place of each card number under *contract*."""
    return bit_places(players, TRUMPS.index(contract.trump), PACKS.index(contract.pack))


def _lanes(contract: Contract) -> list[Suit]:
    cutting = contract.trump.suit
    return sorted(Suit, key=lambda suit: (suit is cutting, "SHDC".index(suit.value)))


def _height(card: Card, contract: Contract, *, two_packs: bool) -> int:
    order = contract.order(card.suit)
    height = len(order) - 1 - order.index(card.rank)
    return 2 * height + (card.pack is contract.pack) if two_packs else height
