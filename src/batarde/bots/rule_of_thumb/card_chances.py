"""How many tricks a hand will win, and how likely each number is.

Each card wins a trick with some chance of its own. Taken together, the chances give how likely
each number of tricks is, and so how far from a bid the player can expect to end.
"""

import math
from collections.abc import Sequence
from enum import Enum
from operator import mul
from typing import Final, NamedTuple

from batarde.bots.rule_of_thumb.unseen import UnseenCards
from batarde.rules.cards import Card, Suit

__all__ = [
    "CardRole",
    "Clues",
    "card_chances",
    "chance_to_win_trick",
    "expected_miss",
    "hand_clues",
    "trick_distribution",
]


class Clues(NamedTuple):
    """What speaks for or against a card, as numbers; and the weight of each, in the same order."""

    base: float
    """Always 1."""
    above: float
    """The root of the number of stronger cards of its suit in the other hands."""
    below: float
    """The number of weaker ones."""
    against: float
    """The number of trumps that each opponent holds."""
    trumps: float
    """The number of trumps in the own hand."""
    opponents: float


class CardRole(Enum):
    """What a card can be under a contract; its value is the weights of the clues.

    The weights are those of a logistic regression on the bot's own play, rounded;
    ``benchmarks/fit_simple.py`` does it again.
    """

    TRUMP = Clues(1.4, -2.5, -0.2, 0.2, 0.6, 0.3)
    PLAIN = Clues(0.9, -1.2, 0.23, -0.65, 0.4, -0.45)
    UNCUT = Clues(1.25, -1.5, 0.18, 0.0, 0.0, -0.31)
    """At no trumps and at all trumps, where no suit cuts another (P7, P8)."""


_RISES_FREELY: Final = 0.7
"""How often a player who holds a stronger card plays it where nothing obliges them to."""


def card_chances(unseen: UnseenCards, hand: Sequence[Card]) -> list[float]:
    """Return for each card of *hand* the chance that it wins a trick, now or later."""
    return [_logistic(role.value, clues) for role, clues in hand_clues(unseen, hand)]


def hand_clues(unseen: UnseenCards, hand: Sequence[Card]) -> list[tuple[CardRole, Clues]]:
    """Return what can be said of each card of *hand*; of unseen cards, what is likely."""
    cut, share, opponents = unseen.contract.trump.suit, unseen.chance_dealt, unseen.opponents
    trumps = sum([card.suit is cut for card in hand])
    against = share * unseen.out(cut) / opponents if cut else 0.0
    found = []
    for card in hand:
        role = (
            CardRole.UNCUT
            if cut is None
            else CardRole.TRUMP
            if card.suit is cut
            else CardRole.PLAIN
        )
        above, below = math.sqrt(share * unseen.above(card)), share * unseen.below(card)
        found.append((role, Clues(1.0, above, below, against, trumps, opponents)))
    return found


def _logistic(weights: Clues, clues: Clues) -> float:
    return 1 / (1 + math.exp(-sum(map(mul, weights, clues))))


def chance_to_win_trick(unseen: UnseenCards, trick: Sequence[Card], card: Card) -> float:
    """Return the chance that *card*, played to *trick*, wins it."""
    led = trick[0].suit if trick else card.suit
    powers = unseen.contract.powers(led)
    if any(powers[other] > powers[card] for other in trick):
        return 0.0
    players_behind = unseen.opponents - len(trick)
    return (1 - _chance_to_beat(unseen, led, card)) ** players_behind


def _chance_to_beat(unseen: UnseenCards, led: Suit, card: Card) -> float:
    """Return the chance that one given player behind beats *card*."""
    trump = unseen.contract.trump
    void = _chance_of_none(unseen, unseen.out(led))
    stronger = 1 - _chance_of_none(unseen, unseen.above(card))
    if card.suit is not led:
        return void * stronger  # it cut, and only who must cut too can over-trump it (P4)
    if trump.rules(led):
        return stronger  # all must rise who can (P3, P8)
    cutting = void * (1 - _chance_of_none(unseen, unseen.out(trump.suit))) if trump.suit else 0.0
    return min(1.0, stronger * _RISES_FREELY + cutting)


def _chance_of_none(unseen: UnseenCards, cards: int) -> float:
    """Return the chance that a given player holds none of so many unseen *cards*."""
    return float((1 - unseen.chance_held) ** cards)


def trick_distribution(chances: Sequence[float]) -> list[float]:
    """Return how likely 0, 1, 2 … tricks are if every card wins with its own chance.

    >>> trick_distribution([0.5, 0.5])
    [0.25, 0.5, 0.25]
    """
    distribution = [1.0]
    for win in chances:
        lose = 1 - win
        both = zip([*distribution, 0.0], [0.0, *distribution], strict=True)
        distribution = [same * lose + one_less * win for same, one_less in both]
    return distribution


def expected_miss(distribution: Sequence[float], bid: float) -> float:
    """Return how far from *bid* the number of tricks will be on average (S1).

    >>> expected_miss([0.25, 0.5, 0.25], 1)
    0.5
    """
    return sum([likely * abs(tricks - bid) for tricks, likely in enumerate(distribution)])
