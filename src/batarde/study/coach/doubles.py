"""Doubles and redoubles: what they do to everybody's points, and to the chance to win."""

from batarde.bots.search.doubling import chances_to_win, number_if_frozen
from batarde.bots.search.task import SearchTask
from batarde.rules.actions import DOUBLE, REDOUBLE
from batarde.study.coach.advice import Raise
from batarde.study.coach.budget import DOUBLE_GAIN

__all__ = ["raise_of"]


def raise_of(task: SearchTask) -> Raise | None:
    """Return what a double, or a redouble, would change, if the seat may make one."""
    view, race = task.view, task.model.race
    is_redouble = REDOUBLE in view.legal
    if view.standing is None or not (is_redouble or DOUBLE in view.legal):
        return None
    forecast = task.forecast(view.standing.contract)
    number = number_if_frozen(view, forecast)
    misses = forecast.misses(number)
    chance, raised = chances_to_win(view, misses, race, task.chance)
    gain = raised - chance
    if is_redouble:  # who has set the trump does better than the playouts say
        gain -= task.settings.redouble_threshold
    factor = 2 if is_redouble else 1
    points = [factor * miss for miss in _expected(task, misses)]
    points[task.seat] = factor * forecast.of(number).miss
    return Raise(
        tuple([round(point, 2) for point in points]),
        tuple([round(2 * point, 2) for point in points]),
        round(chance, 4),
        round(gain, 4),
        is_worth=gain > (0.0 if is_redouble else DOUBLE_GAIN),
        is_redouble=is_redouble,
    )


def _expected(task: SearchTask, misses: list[tuple[int, ...]]) -> list[float]:
    """Return what the others should miss by: playouts make them err more than they do."""
    race = task.model.race
    means = [sum(column) / len(misses) for column in zip(*misses, strict=True)]
    return [
        race.typical if bid is None else race.others_base + race.others_slope * mean
        for bid, mean in zip(task.view.bids, means, strict=True)
    ]
