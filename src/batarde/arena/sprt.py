"""The sequential probability ratio test: is A better than B?

Wald's test of two hypotheses about the mean of a difference: H0, that it is 0, and H1, that it is
0.03 penalty a deal. It may be looked at after every game and stopped as soon as it is decided:
each kind of error then happens at most once in a hundred. The values are the differences on
duplicate deals, whose variance is estimated as it goes (a generalised test, as for chess engines).
Everything follows from the three numbers of :class:`~batarde.arena.sums.Sums`.
"""

import math
from enum import StrEnum
from typing import Final

from batarde.arena.sums import Sums

__all__ = ["BETTER_BY", "RISK", "Verdict", "log_ratio", "verdict"]

BETTER_BY: Final = 0.03
"""The difference of H1, in penalty a deal."""
RISK: Final = 0.01
"""How often H0 may be rejected though it holds, and H1 though it does."""

_FEWEST: Final = 30
"""Below this many values their variance is hardly known."""
_LEAST_VARIANCE: Final = 1e-6


class Verdict(StrEnum):
    """What the test says so far."""

    BETTER = "better"
    """H1 is accepted."""
    NOT_BETTER = "not better"
    """H0 is accepted."""
    OPEN = "open"


def log_ratio(sums: Sums, better_by: float = BETTER_BY) -> float:
    """Return the logarithm of how much likelier the values are under H1 than under H0.

    >>> round(log_ratio(Sums(1_000, 60.0, 300.0)), 2)
    4.55
    """
    if sums.count < _FEWEST:
        return 0.0
    variance = max(sums.variance, _LEAST_VARIANCE)
    return better_by * (sums.total - sums.count * better_by / 2) / variance


def verdict(sums: Sums, better_by: float = BETTER_BY, risk: float = RISK) -> Verdict:
    """Return what the test says of these differences.

    >>> verdict(Sums(1_000, 62.0, 300.0)).value, verdict(Sums(1_000, 30.0, 300.0)).value
    ('better', 'open')
    """
    bound = math.log((1 - risk) / risk)
    ratio = log_ratio(sums, better_by)
    if ratio >= bound:
        return Verdict.BETTER
    return Verdict.NOT_BETTER if ratio <= -bound else Verdict.OPEN
