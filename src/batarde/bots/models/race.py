"""How games are won: what a point is worth to whom (advice 4 of the author).

The chance to win falls with the own total against the others', the faster the fewer deals are to
come: a softmax over the totals, as hot as what is still to come is uncertain. To a seat a point of
its own is then worth as much as a point of all the others together, each by its chance to win
instead.
"""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final, NamedTuple

from batarde.rules.game import SCHEDULES
from batarde.rules.views import View

__all__ = ["Race", "deals_left", "stakes", "totals", "win_chances"]

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


def win_chances(totals: Sequence[float], left: int, heat: float) -> list[float]:
    """Return how likely each seat is to win with so many deals *left*.

    >>> [round(share, 2) for share in win_chances([3, 3, 9], 0, 2.0)]
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
    found = win_chances(totals(view), deals_left(view) + 1, race.heat)
    rest = max(1e-9, 1 - found[view.seat])
    return [1.0 if seat == view.seat else -share / rest for seat, share in enumerate(found)]


def totals(view: View) -> Sequence[int]:
    """Return the points of every seat before this deal."""
    return view.scores or (0,) * view.players


def deals_left(view: View) -> int:
    """Return how many deals come after this one."""
    return max(0, len(SCHEDULES[view.players]) - view.number - 1)
