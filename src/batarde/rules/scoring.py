"""Points: how far each player ended from their bid (S1, G5)."""

from collections.abc import Sequence

__all__ = ["places", "points"]


def points(bids: Sequence[int], tricks: Sequence[int], factor: int = 1) -> tuple[int, ...]:
    """Return the penalty of each seat; *factor* is 2 for a doubled deal, 4 for a redoubled one.

    >>> points([2, 2, 0, 3], [1, 2, 1, 1], factor=2)
    (2, 0, 2, 4)
    """
    return tuple(abs(bid - made) * factor for bid, made in zip(bids, tricks, strict=True))


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each seat, 1 for the lowest total; equal totals share the place (G5).

    >>> places([4, 0, 4, 9])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other < total for other in totals) for total in totals)
