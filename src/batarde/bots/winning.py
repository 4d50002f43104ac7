"""Playing for the game: what points are worth to whom, and when to multiply them (advice 4).

The chance to win falls with the own total against the others', the faster the fewer deals are to
come: a softmax over the totals, as hot as what is still to come is uncertain. A point of the own is
then worth as much as a point of all the others together, each by its chance to win instead.
"""

from collections.abc import Sequence
from math import exp, sqrt
from random import Random
from typing import Final, NamedTuple

from batarde.rules.game import SCHEDULES
from batarde.rules.views import View

__all__ = ["Race", "chances", "gain_of_doubling", "stakes"]

_LAST: Final = 1e-3
"""How hot the totals are when the game is over: the lowest wins, equal ones share (G5)."""


class Race(NamedTuple):
    """How games go on, and how far contracts end from what playouts say of them."""

    heat: float = 2.2
    """How uncertain the totals are for each deal to come, to the root of their number."""
    own_base: float = 0.04
    own_slope: float = 0.77
    """The own miss: so much, and so much of what the playouts say."""
    typical: float = 0.45
    """The others' mean miss, as long as not all have bid: playouts know nothing of it then."""
    others_base: float = 0.1
    others_slope: float = 0.53
    """The others' mean miss when all have bid: so much, and a share of what playouts say."""


def chances(totals: Sequence[float], left: int, heat: float) -> list[float]:
    """Return how likely each seat is to win with so many deals *left*.

    >>> [round(share, 2) for share in chances([3, 3, 9], 0, 2.0)]
    [0.5, 0.5, 0.0]
    """
    warmth = heat * sqrt(left) if left else _LAST
    lowest = min(totals)
    powers = [exp(max(-700.0, (lowest - total) / warmth)) for total in totals]
    whole = sum(powers)
    return [power / whole for power in powers]


def stakes(view: View, race: Race) -> list[float]:
    """Return what a point of each seat costs: 1 for the own, together -1 for the others."""
    assert view.seat is not None
    found = chances(_totals(view), _left(view) + 1, race.heat)
    rest = max(1e-9, 1 - found[view.seat])
    return [1.0 if seat == view.seat else -share / rest for seat, share in enumerate(found)]


def gain_of_doubling(view: View, misses: Sequence[Sequence[int]], race: Race, seed: int) -> float:
    """Return by how much a doubling raises the chance to win, if the deal ends as in *misses*.

    Playouts err more than players do: a share of the misses is therefore forgiven, so that they
    come to what such contracts really ended with.
    """
    assert view.seat is not None
    own, players = view.seat, view.players
    means = [sum(column) / len(misses) for column in zip(*misses, strict=True)]
    rest = race.typical
    if all(bid is not None for seat, bid in enumerate(view.bids) if seat != own):
        said = (sum(means) - means[own]) / (players - 1)
        rest = race.others_base + race.others_slope * said
    goals = [rest] * players
    goals[own] = race.own_base + race.own_slope * means[own]
    kept = [goal / max(mean, 0.02) for goal, mean in zip(goals, means, strict=True)]
    factor = 1 if view.doubled_by is None else 2
    totals, left, dice = _totals(view), _left(view), Random(seed)
    gain = 0.0
    for row in misses:
        ends = [miss if dice.random() < keep else 0 for miss, keep in zip(row, kept, strict=True)]
        single = [total + factor * miss for total, miss in zip(totals, ends, strict=True)]
        double = [total + 2 * factor * miss for total, miss in zip(totals, ends, strict=True)]
        gain += chances(double, left, race.heat)[own] - chances(single, left, race.heat)[own]
    return gain / len(misses)


def _totals(view: View) -> Sequence[int]:
    return view.scores or (0,) * view.players


def _left(view: View) -> int:
    """Return how many deals come after this one."""
    return max(0, len(SCHEDULES[view.players]) - view.number - 1)
