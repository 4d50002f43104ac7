"""Means and their errors, from three numbers that can be added up."""

import math
from collections.abc import Iterable

import msgspec

__all__ = ["Sums"]


class Sums(msgspec.Struct, frozen=True):
    """A count of independent values, their sum, and the sum of their squares.

    >>> sums = Sums.of([1.0, 2.0, 3.0])
    >>> sums.mean, round(sums.error, 3)
    (2.0, 0.577)
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    @classmethod
    def of(cls, values: Iterable[float]) -> "Sums":
        """Return the sums of *values*."""
        kept = list(values)
        return cls(len(kept), math.fsum(kept), math.fsum([value * value for value in kept]))

    @property
    def mean(self) -> float:
        """The mean; 0 without any values."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The variance of one value, estimated; 0 for fewer than two."""
        if self.count < 2:
            return 0.0
        spread = self.squares - self.total * self.mean
        return max(0.0, spread / (self.count - 1))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt(self.variance / self.count) if self.count else 0.0
