"""What a seat can work out from its view: which cards are still out, and who may hold them."""

from bisect import bisect_right
from functools import cache

from batarde.rules.cards import Card, Suit, pack_of
from batarde.rules.trumps import Contract
from batarde.rules.views import View

__all__ = ["UnseenCards"]


class UnseenCards:
    """The cards a seat does not see, ordered by their strength under one contract.

    >>> from batarde.rules import Deal, Trump, cards
    >>> hands = [cards("RS FH"), cards("DS JH"), cards("NC MH")]
    >>> unseen = UnseenCards(Deal.start(hands, dealer=2).view(0), Contract(Trump.HEARTS))
    >>> unseen.above(Card.FH), unseen.above(Card.RS), unseen.above(Card.TS)
    (0, 0, 7)
    """

    def __init__(self, view: View, contract: Contract) -> None:
        self.contract = contract
        self.opponents = view.players - 1
        seen = {*view.hand, *(card for _, card in view.plays)}
        self._strengths = strengths = _strengths(contract)
        unseen = [card for card in pack_of(view.players) if card not in seen]
        self._out: dict[Suit, list[int]] = {suit: [] for suit in Suit}
        for card in unseen:
            self._out[card.suit].append(strengths[card])
        for suit in Suit:
            self._out[suit].sort()
        in_hands = view.players * view.cards - len(view.plays) - len(view.hand)
        self.chance_dealt = in_hands / len(unseen) if unseen else 0.0
        """How likely an unseen card is in a hand, not in the stock."""
        self.chance_held = len(view.hand) / len(unseen) if unseen else 0.0
        """How likely it is in the hand of one given player who plays after this seat."""

    def out(self, suit: Suit) -> int:
        """Return how many cards of *suit* this seat does not see."""
        return len(self._out[suit])

    def above(self, card: Card) -> int:
        """Return how many unseen cards of its suit are stronger than *card*."""
        out = self._out[card.suit]
        return len(out) - bisect_right(out, self._strengths[card])

    def below(self, card: Card) -> int:
        """Return how many unseen cards of its suit are weaker than *card*."""
        return bisect_right(self._out[card.suit], self._strengths[card])


@cache
def _strengths(contract: Contract) -> dict[Card, int]:
    """Return the strength of every card within its own suit."""
    return {card: contract.powers(card.suit)[card] for card in Card}
