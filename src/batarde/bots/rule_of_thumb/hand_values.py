"""What a hand is worth in tricks by the rule of thumb, read quickly from its bits.

The chances are those of :mod:`.card_chances`, suit by suit: what a suit is worth depends on its
cards and on the number of trumps beside it, so each is computed once and looked up from then on.
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp, sqrt
from operator import mul

from batarde.bots.rule_of_thumb.card_chances import CardRole
from batarde.kernel import VALUES_SIZE, card_number, contract_places
from batarde.rules.cards import Card
from batarde.rules.trumps import Contract

__all__ = ["HandValues", "hand_tricks", "hand_values", "table_places"]


class HandValues:
    """What hands are worth, at a table of *players* with so many *cards* each."""

    def __init__(self, players: int, cards: int, *, cuts: bool) -> None:
        pack = 72 if players >= 5 else 36
        self._opponents = players - 1
        self._share = self._opponents * cards / (pack - cards)
        self._shift = 5 if players >= 5 else 4
        self._width = 18 if players >= 5 else 9
        self._lane = (1 << self._width) - 1
        self._cuts = cuts
        self._known: dict[tuple[int, int], float] = {}
        self.table = self._tabled(players, cards)
        """What each card adds, as the kernel's :func:`hand_values` takes it."""

    def tricks(self, hand: int) -> float:
        """Return how many tricks *hand*, a set of bits of the contract, should win."""
        shift, lane = self._shift, self._lane
        top = hand >> (3 << shift)
        trumps = top.bit_count() if self._cuts else -1
        known = self._known
        total = 0.0
        for number, suit in enumerate(
            (hand & lane, hand >> (1 << shift) & lane, hand >> (2 << shift) & lane, top)
        ):
            key = trumps * 2 + (number == 3)
            tricks = known.get((suit, key))
            if tricks is None:
                tricks = known[suit, key] = self._suit_tricks(suit, trumps, is_top=number == 3)
            total += tricks
        return total

    def _suit_tricks(self, suit: int, trumps: int, *, is_top: bool) -> float:
        total = 0.0
        for height in range(self._width):
            if suit >> height & 1:
                above = (self._lane & ~suit) >> height
                below = ~suit & ((1 << height) - 1)
                total += self._card_tricks(
                    trumps, above.bit_count(), below.bit_count(), is_top=is_top
                )
        return total

    def _card_tricks(self, trumps: int, above: int, below: int, *, is_top: bool) -> float:
        """Return what a card adds, with so many others' cards of its suit above and below it."""
        role = CardRole.UNCUT if trumps < 0 else CardRole.TRUMP if is_top else CardRole.PLAIN
        out = self._width - trumps
        against = 0.0 if trumps < 0 else self._share * out / self._opponents
        clues = (
            *(1.0, sqrt(self._share * above), self._share * below),
            *(against, max(trumps, 0), self._opponents),
        )
        return _chance(role, clues)

    def _tabled(self, players: int, cards: int) -> bytes:
        found = array("d", bytes(8 * VALUES_SIZE))
        for place, is_top, trumps, above, below in table_places(players, cards):
            known = trumps if self._cuts else -1
            found[place] = self._card_tricks(known, above, below, is_top=is_top)
        return found.tobytes()


def table_places(players: int, cards: int) -> Iterator[tuple[int, bool, int, int, int]]:
    """Yield each place of a table of the kernel that a hand of so many *cards* can come to.

    With it: whether the card is of the suit that cuts, the cards of that suit in the hand, and
    the others' cards of its own suit above and below it.
    """
    width = 18 if players >= 5 else 9
    for is_top in (False, True):
        for trumps in range(min(cards, 15) + 1):
            for above in range(width):
                first = ((16 * is_top + trumps) * 19 + above) * 19
                for below in range(width - above):
                    yield first + below, is_top, trumps, above, below


def _chance(role: CardRole, clues: Sequence[float]) -> float:
    return 1 / (1 + exp(-sum(map(mul, role.value, clues))))


@lru_cache(maxsize=128)
def hand_values(players: int, cards: int, *, cuts: bool) -> HandValues:
    """Return what hands are worth there; what was looked up is kept."""
    return HandValues(players, cards, cuts=cuts)


def hand_tricks(hand: Sequence[Card], players: int, contract: Contract) -> float:
    """Return how many tricks a whole *hand* should win under *contract*."""
    places = contract_places(players, contract)
    members = sum(1 << places[card_number(card)] for card in hand)
    cuts = contract.trump.suit is not None
    return hand_values(players, len(hand), cuts=cuts).tricks(members)
