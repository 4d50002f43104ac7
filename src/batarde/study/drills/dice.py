"""Chance from a seed that gives the same drills on every machine and version of Python."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

__all__ = ["Dice"]

T = TypeVar("T")


class Dice:
    """Throws that follow from texts. Only ``random()`` of Python promises never to change."""

    def __init__(self, *texts: str) -> None:
        self._random = Random(sha256("/".join(texts).encode()).digest())

    def below(self, bound: int) -> int:
        """Return a number from 0 to *bound* - 1."""
        return int(self._random.random() * bound)

    def between(self, least: int, most: int) -> int:
        """Return a number from *least* to *most*."""
        return least + self.below(most - least + 1)

    def one_of(self, choices: Sequence[T]) -> T:
        """Return one of *choices*."""
        return choices[self.below(len(choices))]

    def hits(self, chance: float) -> bool:
        """Return whether something of this *chance* happens."""
        return self._random.random() < chance

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return *items* in another order."""
        found = list(items)
        for last in range(len(found) - 1, 0, -1):
            chosen = self.below(last + 1)
            found[last], found[chosen] = found[chosen], found[last]
        return found

    def seed(self) -> bytes:
        """Return the seed of a shuffle (docs/fairness.md)."""
        return bytes(self.below(256) for _ in range(32))
