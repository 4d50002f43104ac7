"""Policies: how players choose their cards in a playout.

A policy is a table of weights. In a playout each card that may be played is put into one of
:data:`SIZE` classes by what its player can see, and is chosen with a chance in proportion to the
weight of its class. So any softmax over these features is a policy: its weights are the
exponentials of its scores.

What a player sees in a card (:class:`CardFeatures`) is made of the own hand, the cards played,
the bids and the tricks: never of other hands, and never of the stock. A card that was not dealt
is, for the players, a card that somebody may hold.

That is a *plain* policy. A *keen* one sees more: how many tricks the hand should still give beside
what is needed, who else needs any, who may cut, how many tricks are left. It has a table for each
of these, and the weight of a card is the product of its weights in all of them: a softmax over a
sum of scores. Such policies are learned, not written.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import exp, isfinite
from typing import Final, NamedTuple

from batarde.kernel.engines import engine
from batarde.kernel.playing import KEEN_SIZE, POLICY_SIZE, Position
from batarde.rules import MalformedError

__all__ = ["KEEN", "SIZE", "CardFeatures", "Policy", "all_features", "card_classes"]

SIZE: Final = POLICY_SIZE
KEEN: Final = KEEN_SIZE
"""How many weights a keen policy has."""


class CardFeatures(NamedTuple):
    """What a player sees in one card that may be played."""

    want: int
    """0: no more tricks are needed; 1: some; 2: all that are left, or more."""
    place: int
    """0: leads; 1: wins the trick for sure, being the last; 2: is the best so far; 3: loses."""
    over: int
    """Unseen cards of its suit that are stronger: 0, 1, 2, or 3 for more."""
    under: int
    """Unseen cards of its suit that are weaker: 0; 1 for one or two; 2 for more."""
    cuts: int
    """1 if it is of the trump suit, 0 otherwise and at all trumps and no trumps."""
    length: int
    """0: the only one of its suit in hand; 1: one of two; 2: one of more."""


_RANGES: Final = (3, 4, 4, 3, 2, 3)


def all_features() -> Iterator[CardFeatures]:
    """Yield every class of cards, in the order of a policy's weights.

    >>> len(list(all_features())) == SIZE
    True
    """
    for values in product(*map(range, _RANGES)):
        yield CardFeatures(*values)


class Policy:
    """Weights for the classes of cards.

    >>> greedy = Policy.of_scores(lambda card: 5.0 if card.want and card.place < 3 else 0.0)
    >>> len(greedy.weights)
    864

    :raises MalformedError: unless there are :data:`SIZE` or :data:`KEEN` of them, finite and
        above 0.
    """

    def __init__(self, weights: Iterable[float]) -> None:
        self.weights: Final = tuple(float(weight) for weight in weights)
        if len(self.weights) not in {SIZE, KEEN}:
            raise MalformedError(
                f"a policy has {SIZE} weights, a keen one {KEEN}, not {len(self.weights)}"
            )
        # A weight of 0 could leave a player without a card to choose.
        if not all(isfinite(weight) and 0.0 < weight < 1e300 for weight in self.weights):
            raise MalformedError("the weights of a policy are finite and above 0")
        self._packed: Final = array("d", self.weights).tobytes()

    @classmethod
    def of_scores(cls, score: Callable[[CardFeatures], float]) -> "Policy":
        """Return the softmax over the *score* of each class."""
        return cls(exp(score(card)) for card in all_features())

    @classmethod
    def keen(cls, scores: Iterable[float]) -> "Policy":
        """Return the keen policy whose classes have these *scores*, table after table."""
        return cls(map(exp, scores))

    def packed(self) -> bytes:
        """Return the weights as the kernel takes them."""
        return self._packed


def card_classes(position: Position) -> Sequence[Sequence[int]]:
    """Return the classes, one in each table, of the cards that the seat in turn may play.

    They are in the order of the cards that ``position.legal()`` gives.

    :raises MalformedError: if no card is to be played.
    """
    return engine(position.players).looks(position)
