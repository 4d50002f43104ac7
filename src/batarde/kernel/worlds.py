"""Hidden hands: what a seat knows of them, and worlds drawn from what it knows.

A :class:`Knowledge` is read from a view. Every card that a seat played to a trick may have shown
what it does not hold: a suit that it did not follow (P2), trumps with which it did not cut (P4),
cards above the best of the trick when it did not rise (P3, P4, P8): a *ceiling*. All that stays
true to the end of the deal. Bids show nothing for certain, so they exclude no world.
"""

import random
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from math import exp
from typing import NamedTuple

from batarde.kernel.engines import Build, engine
from batarde.kernel.numbering import PACKS, TRUMPS, bit_places, card_number, card_of, lane_shift
from batarde.kernel.sampling import Sampler
from batarde.rules import Card, MalformedError, View, pack_of

__all__ = ["Knowledge", "Worlds", "knowledge_of", "sample", "sampler_of"]

Hands = tuple[tuple[Card, ...], ...]
_SEEDS = (1 << 64) - 1


class Knowledge(NamedTuple):
    """What *seat* knows for certain; cards are sets of bits of the contract."""

    seat: int
    players: int
    places: tuple[int, ...]
    """The place of each card number among the bits."""
    hand: int
    hidden: int
    """The cards that the others and the stock share."""
    sizes: tuple[int, ...]
    """How many cards each seat holds."""
    allowed: tuple[int, ...]
    """Which of the hidden cards each seat may hold."""

    def may_hold(self, seat: int, card: Card) -> bool:
        """Return whether *seat* may hold *card*, which is hidden."""
        return bool(self.allowed[seat] >> self.places[card_number(card)] & 1)


class Worlds(Sequence[Hands]):
    """Worlds drawn for one seat: in each, the hands of all seats."""

    def __init__(self, packed: bytes, log_weights: Sequence[float], knowledge: Knowledge) -> None:
        self.packed = packed
        """The hands as the kernel takes them: two words for each seat."""
        self.log_weights = log_weights
        """The logarithms of the worlds' weights; empty if all weigh the same."""
        self.players = knowledge.players
        self._knowledge = knowledge
        self._cards = {place: card_of(n) for n, place in enumerate(knowledge.places)}

    def __len__(self) -> int:
        return len(self.packed) // (16 * self.players)

    def __getitem__(self, number: int) -> Hands:  # type: ignore[override]
        """Return the hands of world *number*, by seat."""
        if not -len(self) <= number < len(self):
            raise IndexError(number)
        size = 16 * self.players
        start = number % len(self) * size
        words = array("Q", self.packed[start : start + size])
        return tuple(
            self._hand(words[2 * seat] | words[2 * seat + 1] << 64) for seat in range(self.players)
        )

    def evened(self, seed: int = 0) -> "Worlds":
        """Return as many worlds that all weigh the same, taken in proportion to their weights."""
        if not len(self.log_weights):
            return self
        heaviest = max(self.log_weights)
        summed = list(accumulate(exp(weight - heaviest) for weight in self.log_weights))
        # Marks at equal distances (systematic resampling): less chance than drawing each by itself.
        step = summed[-1] / len(self)
        start = random.Random(seed).random()
        chosen = [bisect_left(summed, (start + mark) * step) for mark in range(len(self))]
        size = 16 * self.players
        packed = b"".join(self.packed[size * n : size * (n + 1)] for n in chosen)
        return Worlds(packed, array("d"), self._knowledge)

    def _hand(self, members: int) -> tuple[Card, ...]:
        return tuple(card for place, card in self._cards.items() if members >> place & 1)


def knowledge_of(view: View) -> Knowledge:
    """Return what the seat of *view* knows for certain about the other hands.

    >>> from batarde.rules import Bid, Deal, Trump, play
    >>> deal = Deal.shuffled(players=3, cards=7, dealer=2, seed=bytes(32))
    >>> for seat, number in enumerate([2, 2, 2]):
    ...     deal, _ = deal.apply(seat, Bid(number, Trump.NONE))
    >>> knowledge = knowledge_of(deal.view(0))
    >>> knowledge.sizes, knowledge.hidden.bit_count()
    ((7, 7, 7), 29)

    :raises MalformedError: before the first announcement, and for a watcher.
    """
    if view.seat is None or view.standing is None:
        raise MalformedError("hidden hands are drawn for a seat, once there is a trump")
    trump, pack = TRUMPS.index(view.standing.trump), PACKS.index(view.standing.pack)
    places = bit_places(view.players, trump, pack)
    shift = lane_shift(view.players)
    hand = _members(view.hand, places)
    gone = _members([card for _, card in view.plays], places)
    everything = _members(pack_of(view.players), places)
    sizes = [view.cards] * view.players
    for seat, _ in view.plays:
        sizes[seat] -= 1
    hidden = everything & ~hand & ~gone
    lanes = [everything & ((1 << (1 << shift)) - 1) << (lane << shift) for lane in range(4)]
    cutting = lanes[3] if 1 <= trump <= 4 else 0
    ruling = everything if trump == 0 else cutting
    excluded = _excluded(view, places, lanes, cutting, ruling)
    allowed = tuple(hidden & ~cards for cards in excluded)
    return Knowledge(view.seat, view.players, places, hand, hidden, tuple(sizes), allowed)


def sampler_of(knowledge: Knowledge, build: Build | None = None) -> Sampler:
    """Return what deals the hidden cards by *knowledge*; it is worth keeping.

    :raises MalformedError: if no world is consistent.
    """
    return engine(knowledge.players, build).sampler(
        knowledge.seat, knowledge.hand, knowledge.hidden, knowledge.sizes, knowledge.allowed
    )


def sample(view: View, count: int, *, seed: int = 0) -> Worlds:
    """Return *count* worlds consistent with all that the seat of *view* knows.

    Each is drawn by itself, uniformly over all consistent worlds; where these are too many to
    count, with a weight (:attr:`Worlds.log_weights`).

    >>> from batarde.rules import Bid, Deal, Trump
    >>> deal = Deal.shuffled(players=3, cards=7, dealer=2, seed=bytes(32))
    >>> for seat, number in enumerate([2, 2, 2]):
    ...     deal, _ = deal.apply(seat, Bid(number, Trump.NONE))
    >>> worlds = sample(deal.view(0), 100)
    >>> len(worlds), [len(hand) for hand in worlds[0]], set(worlds[0][0]) == set(deal.hands[0])
    (100, [7, 7, 7], True)

    :raises MalformedError: before the first announcement, and for a watcher.
    """
    knowledge = knowledge_of(view)
    packed, weights = sampler_of(knowledge).deal(seed & _SEEDS, 0, count)
    return Worlds(packed, array("d", weights), knowledge)


def _members(cards: Sequence[Card], places: Sequence[int]) -> int:
    return sum(1 << places[card_number(card)] for card in cards)


def _excluded(
    view: View, places: Sequence[int], lanes: Sequence[int], cutting: int, ruling: int
) -> list[int]:
    """Return, by seat, the cards that it has shown not to hold."""
    excluded = [0] * view.players
    best = following = placed = 0
    for seat, card in view.plays:
        bit = 1 << places[card_number(card)]
        if not placed:
            following = next(lane for lane in lanes if lane & bit)
            best = bit
        contending = following | cutting
        above = ~(best | best - 1)
        if not bit & following:
            excluded[seat] |= following
        if not bit & contending:
            excluded[seat] |= cutting
        elif placed and bit <= best and bit & ruling:
            excluded[seat] |= above & (following if bit & following else cutting)
        if bit & contending and bit > best:
            best = bit
        placed = (placed + 1) % view.players
    return excluded
