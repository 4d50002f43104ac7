"""How games are won, and what comes of contracts: fitted to games and to promises."""

from collections.abc import Sequence
from itertools import accumulate
from math import log

from batarde.arena.training.fitting import least_squares
from batarde.arena.training.samples import DoubleSample
from batarde.bots.models.race import Race, win_chances

__all__ = ["fit_race"]


def fit_race(games: Sequence[Sequence[Sequence[int]]], doubles: Sequence[DoubleSample]) -> Race:
    """Return what *games*, the points of each deal by seat, and *doubles* tell of races."""
    heats = [0.4 * 1.1**step for step in range(40)]
    heat = min(heats, key=lambda heat: _surprise(games, heat))
    own_base, own_slope = least_squares(
        [[1.0, double.own] for double in doubles], [double.own_miss for double in doubles]
    )
    early = [double.others_miss for double in doubles if double.silent]
    late = [double for double in doubles if not double.silent]
    others_base, others_slope = least_squares(
        [[1.0, double.others] for double in late], [double.others_miss for double in late]
    )
    typical = sum(early) / len(early)
    return Race(heat, own_base, own_slope, typical, others_base, others_slope)


def _surprise(games: Sequence[Sequence[Sequence[int]]], heat: float) -> float:
    """Return how unexpected the winners were, deal after deal."""
    total = 0.0
    for game in games:
        sums = [list(accumulate(column)) for column in zip(*game, strict=True)]
        won = win_chances([column[-1] for column in sums], 0, heat)
        for place in range(len(game) - 1):
            left = len(game) - place - 1
            said = win_chances([column[place] for column in sums], left, heat)
            total -= sum([w * log(max(p, 1e-9)) for w, p in zip(won, said, strict=True)])
    return total
