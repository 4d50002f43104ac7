"""When to double: when the own bid is easier than the others' (advice 4 and 5 of the author).

A double multiplies everybody's points, so it pays if the others will miss by more. It pays less
for who leads, and more for who is behind with few deals to come.
"""

from math import sqrt
from typing import NamedTuple

from batarde.bots.outlooks import Outlook
from batarde.rules.game import SCHEDULES
from batarde.rules.views import View

__all__ = ["Daring", "is_worth_doubling", "lead", "number_if_frozen"]


class Daring(NamedTuple):
    """How easily a bot doubles."""

    margin: float = 0.05
    """By how much more the others must miss, on average."""
    ease: float = 0.6
    """What the others will really miss by, of what the playouts say: there they play worse than
    at a table, and worse than who chose the number to be near it."""
    most: float = 0.5
    """The most it may expect to miss by itself."""
    typical: float = 0.75
    """What the playouts would say of somebody who has not bid yet."""
    caution: float = 0.06
    """How much the margin grows with the lead, in spreads of what is still to come."""


def is_worth_doubling(view: View, outlook: Outlook, daring: Daring) -> bool:
    """Return whether everybody's points should be multiplied."""
    own = outlook.prospect(number_if_frozen(view, outlook)).miss
    if own > daring.most:
        return False
    number = view.bids[view.seat or 0]
    reference = number if number is not None else outlook.best(range(view.cards + 1))
    known = outlook.prospect(reference).others
    silent = view.players - 1 - len(known)
    others = (sum(known) + silent * daring.typical) / (view.players - 1)
    return own + daring.margin + daring.caution * lead(view) < daring.ease * others


def lead(view: View) -> float:
    """Return by how much the seat leads, in spreads of what is still to come; below 0 if not."""
    if not view.scores or view.seat is None:
        return 0.0
    rival = min(score for seat, score in enumerate(view.scores) if seat != view.seat)
    left = max(1, len(SCHEDULES[view.players]) - view.number)
    return max(-2.0, min(2.0, (rival - view.scores[view.seat]) / sqrt(left)))


def number_if_frozen(view: View, outlook: Outlook) -> int:
    """Return what the seat plays for if the trump is frozen now: its bid, or its best number.

    The last to speak has a forbidden number (A6): the hand must be able to play two (advice 5), so
    it is the second best as long as the number is not known.
    """
    assert view.seat is not None
    assert view.standing is not None
    bid = view.bids[view.seat]
    if bid is not None:
        return bid
    numbers = range(view.cards + 1)
    best = outlook.best(numbers)
    if view.seat != (view.standing.seat - 1) % view.players:
        return best
    said = [number for number in view.bids if number is not None]
    if len(said) == view.players - 1:
        forbidden = view.cards - sum(said)
        return outlook.best([number for number in numbers if number != forbidden])
    return outlook.best([number for number in numbers if number != best])
