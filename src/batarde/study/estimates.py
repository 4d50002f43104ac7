"""What playouts say of a number of tricks: the misses to expect, and how sure that is."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

__all__ = ["Estimate", "estimate"]


class Estimate(NamedTuple):
    """What is to be expected of one number under one contract, or after one card."""

    misses: float
    """How far from the number the seat ends, on average: S1 without its multiplier."""
    error: float
    """One standard error of that mean."""
    exact: float
    """How likely the number is met."""


def estimate(shares: Sequence[float], number: int, playouts: int) -> Estimate:
    """Return what *playouts* say of *number*, if they end with 0, 1, 2 … tricks in these *shares*.

    >>> estimate([0.25, 0.5, 0.25], 1, 101)
    Estimate(misses=0.5, error=0.05, exact=0.5)
    """
    gaps = [abs(tricks - number) for tricks in range(len(shares))]
    mean = sum([share * gap for share, gap in zip(shares, gaps, strict=True)])
    square = sum([share * gap * gap for share, gap in zip(shares, gaps, strict=True)])
    spread = max(0.0, square - mean * mean)
    exact = shares[number] if 0 <= number < len(shares) else 0.0
    return Estimate(mean, sqrt(spread / max(1, playouts - 1)), exact)
