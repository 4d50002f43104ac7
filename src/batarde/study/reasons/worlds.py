"""The worlds in which reasons are looked for: all that fit what was shown, or a sample of them.

Here every world counts the same. The evaluation reads bids and cards and weighs the worlds; a
reason is a fact about the cards, so it asks for no more than was shown for certain.
"""

from array import array
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import combinations, islice
from math import comb
from typing import Final, NamedTuple

from batarde.kernel import Knowledge, Worlds, knowledge_of, sample
from batarde.rules.views import View

__all__ = ["FittingWorlds", "fitting_worlds"]

_MOST: Final = 2_000
"""Up to so many worlds, all of them are looked at."""
_TRIED: Final = 20_000
"""Where there may be more, they are not even counted."""
_SAMPLED: Final = 250

_WORD: Final = (1 << 64) - 1

World = tuple[int, ...]
"""The hands by seat, as sets of bits."""


class FittingWorlds(NamedTuple):
    """Worlds that fit what a seat knows."""

    knowledge: Knowledge
    worlds: tuple[World, ...]
    is_complete: bool
    """Whether these are all that fit."""

    def share(self, is_so: Callable[[int], bool], seats: tuple[int, ...]) -> float:
        """Return the share of the worlds in which the hand of one of *seats* is so."""
        known: dict[int, bool] = {}

        def is_hand_so(hand: int) -> bool:
            found = known.get(hand)
            if found is None:
                found = known[hand] = is_so(hand)
            return found

        count = sum([any(is_hand_so(world[seat]) for seat in seats) for world in self.worlds])
        return count / len(self.worlds)

    def packed(self) -> Worlds:
        """Return them as the kernel takes them."""
        words = array("Q")
        for world in self.worlds:
            for hand in world:
                words.append(hand & _WORD)
                words.append(hand >> 64)
        return Worlds(words.tobytes(), (), self.knowledge)


def fitting_worlds(view: View) -> FittingWorlds:
    """Return all worlds that fit what the seat of *view* knows, or a sample if they are many."""
    knowledge = knowledge_of(view)
    if (found := _all_worlds(knowledge)) is not None:
        return FittingWorlds(knowledge, found, is_complete=True)
    told = repr((view.seat, view.number, view.hand, view.calls, view.plays))
    seed = int.from_bytes(sha256(told.encode()).digest()[:8], "big")
    drawn = sample(view, _SAMPLED, seed=seed).evened(seed)
    return FittingWorlds(knowledge, tuple(_unpacked(drawn)), is_complete=False)


def _unpacked(worlds: Worlds) -> Iterator[World]:
    words, players = array("Q", worlds.packed), worlds.players
    for at in range(0, len(words), 2 * players):
        yield tuple([words[at + n] | words[at + n + 1] << 64 for n in range(0, 2 * players, 2)])


def _all_worlds(knowledge: Knowledge) -> tuple[World, ...] | None:
    """Return every way to deal the hidden cards, or ``None`` if there are too many."""
    if _most_worlds(knowledge) > _TRIED:
        return None
    found = tuple(islice(_dealt(knowledge, 0, knowledge.hidden), _MOST + 1))
    return found if len(found) <= _MOST else None


def _most_worlds(knowledge: Knowledge) -> int:
    """Return how many worlds there are at most: by what may be held, and by what is left over."""
    seats = [seat for seat in range(knowledge.players) if seat != knowledge.seat]
    by_seat = by_rest = 1
    left = knowledge.hidden.bit_count()
    for seat in seats:
        size = knowledge.sizes[seat]
        by_seat *= comb(knowledge.allowed[seat].bit_count(), size)
        by_rest *= comb(left, size)
        left -= size
    return min(by_seat, by_rest)


def _dealt(knowledge: Knowledge, seat: int, left: int) -> Iterator[World]:
    """Return every way to deal the cards *left* to the seats from *seat* on."""
    if seat == knowledge.players:
        yield ()
        return
    if seat == knowledge.seat:
        for hands in _dealt(knowledge, seat + 1, left):
            yield (knowledge.hand, *hands)
        return
    for cards in combinations(_bits(left & knowledge.allowed[seat]), knowledge.sizes[seat]):
        hand = sum(cards)
        for hands in _dealt(knowledge, seat + 1, left & ~hand):
            yield (hand, *hands)


def _bits(cards: int) -> list[int]:
    return [1 << place for place in range(cards.bit_length()) if cards >> place & 1]
