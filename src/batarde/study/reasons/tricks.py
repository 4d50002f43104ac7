"""One trick on sets of bits: what a hand may play, and what beats a card (P2 to P9).

Reasons are asked in hundreds of worlds, so cards are bits here, as the kernel has them. What beats
what comes from the rules' powers; a test compares the duties with the rules' own.
"""

from functools import cached_property

from batarde.kernel import card_number
from batarde.rules.cards import Card, Suit
from batarde.rules.trumps import Contract

__all__ = ["TrickBits"]


class TrickBits:
    """The cards of one contract as bits; *places* says where each card number stands."""

    def __init__(self, contract: Contract, places: tuple[int, ...], pack: tuple[Card, ...]) -> None:
        self._contract = contract
        self._bits = {card: 1 << places[card_number(card)] for card in pack}
        self._beating: dict[tuple[Suit, Card], int] = {}

    @cached_property
    def _suits(self) -> dict[Suit, int]:
        return {suit: self.of([c for c in self._bits if c.suit is suit]) for suit in Suit}

    def of(self, cards: "list[Card] | tuple[Card, ...]") -> int:
        """Return *cards* as one set."""
        return sum([self._bits[card] for card in cards])

    def suit(self, suit: Suit) -> int:
        """Return all cards of *suit*."""
        return self._suits[suit]

    def beating(self, card: Card, led: Suit) -> int:
        """Return all cards that beat *card* in a trick that *led* has opened (P9)."""
        found = self._beating.get((led, card))
        if found is None:
            powers = self._contract.powers(led)
            stronger = [other for other in self._bits if powers[other] > powers[card]]
            found = self._beating[led, card] = self.of(stronger)
        return found

    def must_beat(self, hand: int, best: Card, led: Suit) -> bool:
        """Return whether whatever *hand* may play beats *best*, the best card of the trick."""
        legal = self.playable(hand, best, led)
        return legal != 0 and legal & ~self.beating(best, led) == 0

    def can_beat(self, hand: int, best: Card, led: Suit) -> bool:
        """Return whether *hand* may play a card that beats *best*."""
        return self.playable(hand, best, led) & self.beating(best, led) != 0

    def playable(self, hand: int, best: Card, led: Suit) -> int:
        """Return what *hand* may play to a trick that *led* has opened and *best* wins so far."""
        trump = self._contract.trump
        if following := hand & self._suits[led]:
            return self._rising(following, best, led) if trump.rules(led) else following
        cutting = 0 if trump.suit is None else hand & self._suits[trump.suit]
        return self._rising(cutting, best, led) if cutting else hand

    def _rising(self, cards: int, best: Card, led: Suit) -> int:
        return cards & self.beating(best, led) or cards
