"""Whether to double: when the own bid is easier than the others' (advice 4 and 5 of the author).

A double multiplies everybody's points, so it pays if the others will miss by more. It pays less
for a seat that leads, and more for one that is behind with few deals to come. The strongest bot
asks for the game instead: does the double raise its chance to win?
"""

from collections.abc import Sequence
from math import sqrt
from random import Random

from batarde.bots.models.race import Race, deals_left, totals, win_chances
from batarde.bots.search.forecasts import ContractForecast
from batarde.bots.search.settings import DoublingRule
from batarde.bots.search.task import SearchTask
from batarde.rules.game import SCHEDULES
from batarde.rules.views import View

__all__ = [
    "chances_to_win",
    "gain_of_doubling",
    "is_worth_doubling",
    "lead",
    "number_if_frozen",
    "should_double",
]


def should_double(task: SearchTask) -> bool:
    """Return whether to double the standing contract, or to redouble it."""
    view, settings = task.view, task.settings
    if settings.doubling is None or view.standing is None:
        return False
    forecast = task.forecast(view.standing.contract)
    if settings.double_threshold is None:
        return is_worth_doubling(view, forecast, settings.doubling)
    is_double = view.doubled_by is None
    # A player who set the trump does better than playouts say, so it redoubles sooner.
    threshold = settings.double_threshold if is_double else settings.redouble_threshold
    misses = forecast.misses(number_if_frozen(view, forecast))
    return gain_of_doubling(view, misses, task.model.race, task.chance) > threshold


def is_worth_doubling(view: View, forecast: ContractForecast, rule: DoublingRule) -> bool:
    """Return whether everybody's points should be multiplied."""
    own = forecast.of(number_if_frozen(view, forecast)).miss
    if own > rule.largest_own_miss:
        return False
    number = view.bids[view.seat or 0]
    reference = number if number is not None else forecast.best_bid(range(view.cards + 1))
    known = forecast.of(reference).others_misses
    silent = view.players - 1 - len(known)
    others = (sum(known) + silent * rule.silent_miss) / (view.players - 1)
    return own + rule.margin + rule.caution * lead(view) < rule.others_share * others


def lead(view: View) -> float:
    """Return by how much the seat leads, in spreads of what is still to come; below 0 if not."""
    if not view.scores or view.seat is None:
        return 0.0
    rival = min(score for seat, score in enumerate(view.scores) if seat != view.seat)
    left = max(1, len(SCHEDULES[view.players]) - view.number)
    return max(-2.0, min(2.0, (rival - view.scores[view.seat]) / sqrt(left)))


def number_if_frozen(view: View, forecast: ContractForecast) -> int:
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
    best = forecast.best_bid(numbers)
    if view.seat != (view.standing.seat - 1) % view.players:
        return best
    said = [number for number in view.bids if number is not None]
    if len(said) == view.players - 1:
        forbidden = view.cards - sum(said)
        return forecast.best_bid([number for number in numbers if number != forbidden])
    return forecast.best_bid([number for number in numbers if number != best])


def gain_of_doubling(view: View, misses: Sequence[Sequence[int]], race: Race, seed: int) -> float:
    """Return by how much a doubling raises the chance to win, if the deal ends as in *misses*."""
    single, double = chances_to_win(view, misses, race, seed)
    return double - single


def chances_to_win(
    view: View, misses: Sequence[Sequence[int]], race: Race, seed: int
) -> tuple[float, float]:
    """Return the chance to win the game without a doubling and with it.

    Players err more in playouts than at a table: a share of the misses is therefore forgiven, so
    that they come to what such contracts really ended with.
    """
    assert view.seat is not None
    own, kept = view.seat, _kept_misses(view, misses, race)
    factor = 1 if view.doubled_by is None else 2
    before, left, dice = totals(view), deals_left(view), Random(seed)
    singles = doubles = 0.0
    for row in misses:
        ends = [miss if dice.random() < keep else 0 for miss, keep in zip(row, kept, strict=True)]
        single = [total + factor * miss for total, miss in zip(before, ends, strict=True)]
        double = [total + 2 * factor * miss for total, miss in zip(before, ends, strict=True)]
        singles += win_chances(single, left, race.heat)[own]
        doubles += win_chances(double, left, race.heat)[own]
    return singles / len(misses), doubles / len(misses)


def _kept_misses(view: View, misses: Sequence[Sequence[int]], race: Race) -> list[float]:
    """Return for each seat the share of its misses that are not forgiven."""
    own, players = view.seat or 0, view.players
    means = [sum(column) / len(misses) for column in zip(*misses, strict=True)]
    rest = race.typical
    if all(bid is not None for seat, bid in enumerate(view.bids) if seat != own):
        said = (sum(means) - means[own]) / (players - 1)
        rest = race.others_base + race.others_slope * said
    goals = [rest] * players
    goals[own] = race.own_base + race.own_slope * means[own]
    return [goal / max(mean, 0.02) for goal, mean in zip(goals, means, strict=True)]
