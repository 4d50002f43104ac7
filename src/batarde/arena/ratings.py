"""How strong each bot is: a ladder of matches, each bot against the one below it.

A step of the ladder is a sequential test on duplicate deals. The scale adds the steps up: how much
less penalty a deal than dice. A difference depends on who else is at the table, so the scale is as
good as a sum of neighbours' differences can be; the steps themselves are what is measured.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec

from batarde.arena.plans import Plan
from batarde.arena.results import Comparison, compare, to_data
from batarde.arena.rounds import Played

__all__ = ["LADDER", "Place", "Step", "StepResult", "ladder_of", "scale", "step_result"]


class Step(NamedTuple):
    """The question whether one bot is *better* than another."""

    better: str
    worse: str


LADDER: Final = (
    Step("novice", "random"),
    Step("casual", "novice"),
    Step("club", "casual"),
    Step("expert", "club"),
    Step("master", "expert"),
    Step("simple", "casual"),
)
"""Each level against the one below it; then the rule of thumb, to place it."""


class StepResult(msgspec.Struct, frozen=True):
    """What a step came to, at one number of players."""

    players: int
    comparison: Comparison
    games: int
    """All of them, every rotation."""
    deals: int
    ms: tuple[float, float]
    """Milliseconds a decision, of the better and of the worse."""


class Place(NamedTuple):
    """Where a bot is on the scale."""

    rating: float
    """How much less penalty a deal than the bot at the foot of the ladder."""
    error: float


def ladder_of(names: Sequence[str]) -> tuple[Step, ...]:
    """Return the steps between bots that are named weakest first.

    >>> ladder_of(["random", "simple"])
    (Step(better='simple', worse='random'),)
    """
    return tuple(Step(better, worse) for worse, better in pairwise(names))


def step_result(plan: Plan, played: Sequence[Played]) -> StepResult:
    """Return what the match of a step says so far."""
    data = to_data(plan, played)
    ms = [row["ms"] for row in data["bots"]]
    (comparison,) = compare(plan, played)
    return StepResult(plan.players, comparison, data["games"], data["deals"], (ms[0], ms[1]))


def scale(steps: Iterable[Comparison]) -> dict[str, Place]:
    """Return the place of each bot, strongest first, by steps that hang together.

    The bot at the foot of the first step is at 0.
    """
    left = list(steps)
    places = {left[0].other: Place(0.0, 0.0)} if left else {}
    while known := [step for step in left if step.name in places or step.other in places]:
        for step in known:
            left.remove(step)
            if step.other in places:
                places.setdefault(step.name, _moved(places[step.other], step, 1))
            else:
                places[step.other] = _moved(places[step.name], step, -1)
    return dict(sorted(places.items(), key=lambda item: -item[1].rating))


def _moved(place: Place, step: Comparison, sign: int) -> Place:
    rating = place.rating + sign * step.sums.mean
    return Place(rating, math.hypot(place.error, step.sums.error))
