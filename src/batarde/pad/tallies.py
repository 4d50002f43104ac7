"""What is counted of one person: whole numbers only, so that every program gets the same (§10).

A fair share is ``cards ÷ players``, a shared victory ``1 ÷ winners``, a place ``place ÷ players``:
all are counted in 420ths, which 3 to 7 and every smaller number divide.
"""

from typing import Final

import msgspec

__all__ = ["WHOLE", "Figures", "Tally", "figures"]

WHOLE: Final = 420


class Tally(msgspec.Struct):
    """Counts of one person, over whichever deals and games."""

    deals: int = 0
    exact: int = 0
    points: int = 0
    off: int = 0
    """Tricks away from the bid, without multipliers."""
    lean: int = 0
    """Tricks won beyond the bids, less those that lacked."""
    bids: int = 0
    fair: int = 0
    """Fair shares, in 420ths."""
    with_author: int = 0
    authored: int = 0
    zeros: int = 0
    zeros_kept: int = 0
    doubles: int = 0
    doubles_won: int = 0
    doubles_lost: int = 0
    doubles_even: int = 0
    doubles_gained: int = 0
    redoubles: int = 0
    redoubles_won: int = 0
    redoubles_lost: int = 0
    redoubles_even: int = 0
    redoubles_gained: int = 0
    last: int = 0
    """Deals in which they spoke last."""
    last_exact: int = 0
    last_near: int = 0
    """… and the forbidden number lay next to their bid."""
    games: int = 0
    won: int = 0
    """Games won, in 420ths: a shared first place counts for its share."""
    places: int = 0
    """Places ÷ players, in 420ths."""
    best: int | None = None
    worst: int | None = None
    perfect: int = 0
    longest: int = 0
    """The longest row of exact deals in one game."""


class Figures(msgspec.Struct, frozen=True):
    """The figures of the table in §10; ``None`` where there is nothing to divide by."""

    exactness: float | None
    penalty: float | None
    distance: float | None
    """The penalty without multipliers."""
    lean: float | None
    boldness: float | None
    authorship: float | None
    zero_share: float | None
    zero_kept: float | None
    pressure_exactness: float | None
    pressure_near: float | None
    wins: float
    place: float | None


def figures(tally: Tally) -> Figures:
    """Return the figures that follow from *tally*.

    >>> figures(Tally(deals=4, exact=3)).exactness
    0.75
    """
    return Figures(
        exactness=_share(tally.exact, tally.deals),
        penalty=_share(tally.points, tally.deals),
        distance=_share(tally.off, tally.deals),
        lean=_share(tally.lean, tally.deals),
        boldness=_share(tally.bids * WHOLE, tally.fair),
        authorship=_share(tally.authored, tally.with_author),
        zero_share=_share(tally.zeros, tally.deals),
        zero_kept=_share(tally.zeros_kept, tally.zeros),
        pressure_exactness=_share(tally.last_exact, tally.last),
        pressure_near=_share(tally.last_near, tally.last),
        wins=tally.won / WHOLE,
        place=_share(tally.places, tally.games * WHOLE),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
