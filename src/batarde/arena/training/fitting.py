"""Models fitted to what was written down; everything follows from the samples and a seed."""

from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from operator import mul
from random import Random
from typing import Final, NamedTuple

from batarde.arena.training.samples import BidSample, PlaySample
from batarde.bots.models.bids import CARD_KINDS, BidModel
from batarde.kernel import KEEN

__all__ = ["Fit", "fit_bids", "fit_policy", "judge", "least_squares"]

HEAT: Final = 0.06
"""How far from the best card, in points, a card may be and still be a good answer."""
_RATE: Final = 0.25
_START: Final = 0.5
"""What the squares of the slopes begin with: so much, and the first steps are not too long."""
_PULL: Final = 10.0
"""How strongly what a kind of card adds is pulled to the rule of thumb."""

Row = tuple[list[list[int]], list[float]]


class Fit(NamedTuple):
    """How well a policy agrees with searches that it has not learned from."""

    surprise: float
    """The cross entropy of the searches' answers under the policy."""
    regret: float
    """What its favourite card costs beyond the best."""
    agreement: float
    """How often its favourite card is the best."""


def fit_policy(
    samples: Iterable[PlaySample], seed: int, epochs: int = 5, heat: float = HEAT
) -> list[float]:
    """Return the scores of a keen policy that answers like the searches: a softmax regression.

    Each sample moves the scores of its cards down the slope of the cross entropy, in steps that
    shorten with what has been learned of a class before (Adagrad).
    """
    rows = [(made.classes, _answer(made.costs, heat)) for made in samples]
    scores, squares, dice = [0.0] * KEEN, [_START] * KEEN, Random(seed)
    for epoch in range(epochs):
        dice.shuffle(rows)
        rate = _RATE * (1 - epoch / epochs) + 0.02
        for row in rows:
            _learn(row, scores, squares, rate)
    return scores


def judge(samples: Iterable[PlaySample], scores: Sequence[float], heat: float = HEAT) -> Fit:
    """Return how well a policy with these *scores* agrees with the searches."""
    surprise = regret = agreement = 0.0
    count = 0
    for made in samples:
        sums = [sum([scores[place] for place in card]) for card in made.classes]
        best = min(made.costs)
        shares = _softmax(sums)
        surprise -= sum(map(mul, _answer(made.costs, heat), [log(p + 1e-9) for p in shares]))
        lost = made.costs[sums.index(max(sums))] - best
        regret += lost
        agreement += lost < 1e-9
        count += 1
    count = max(1, count)
    return Fit(surprise / count, regret / count, agreement / count)


def fit_bids(samples: Sequence[BidSample]) -> BidModel:
    """Return the model that explains the bids: a ridge regression, by conjugate gradients."""
    rows = [[*made.kinds, *range(CARD_KINDS, CARD_KINDS + 6)] for made in samples]
    values = [
        [1.0] * len(made.kinds)
        + [1.0, made.cards, made.worth, made.worth * made.cards, made.is_author, made.room]
        for made in samples
    ]
    pull = [_PULL] * CARD_KINDS + [0.01] * 6
    found = _solve(rows, values, [float(made.bid) for made in samples], pull)
    rest = [
        (made.bid - sum([found[j] * x for j, x in zip(row, value, strict=True)]), made.is_author)
        for made, row, value in zip(samples, rows, values, strict=True)
    ]
    spreads = [_spread([gap for gap, author in rest if author is kind]) for kind in (False, True)]
    base, size, worth, worth_size, author, room = found[CARD_KINDS:]
    return BidModel(
        base, size, worth, worth_size, author, room,
        spread=spreads[0], author_spread=spreads[1], stray=1.5 * spreads[0],
        cards=tuple(found[:CARD_KINDS]),
    )  # fmt: skip


def least_squares(rows: Sequence[Sequence[float]], targets: Sequence[float]) -> list[float]:
    """Return the factors with which the columns of *rows* come nearest to *targets*."""
    width = len(rows[0])
    return _solve([list(range(width))] * len(rows), rows, targets, [0.01] * width)


def _answer(costs: Sequence[float], heat: float) -> list[float]:
    """Return how much each card is the right answer: all that cost about as little share it."""
    return _softmax([-cost / heat for cost in costs])


def _softmax(sums: Sequence[float]) -> list[float]:
    highest = max(sums)
    powers = [exp(x - highest) for x in sums]
    total = sum(powers)
    return [power / total for power in powers]


def _learn(row: Row, scores: list[float], squares: list[float], rate: float) -> None:
    cards, answer = row
    shares = _softmax([sum([scores[place] for place in card]) for card in cards])
    for card, share, right in zip(cards, shares, answer, strict=True):
        slope = share - right
        if -0.001 < slope < 0.001:
            continue
        square = slope * slope
        for place in card:
            squares[place] += square
            scores[place] -= rate * slope / sqrt(squares[place])


def _spread(gaps: Sequence[float]) -> float:
    return sqrt(sum([gap * gap for gap in gaps]) / max(1, len(gaps))) if gaps else 0.7


def _solve(
    rows: Sequence[Sequence[int]],
    values: Sequence[Sequence[float]],
    targets: Sequence[float],
    pull: Sequence[float],
    rounds: int = 60,
) -> list[float]:
    """Return the least-squares solution of a sparse system, each unknown pulled to 0."""
    size = len(pull)

    def normal(vector: Sequence[float]) -> list[float]:
        out = [p * x for p, x in zip(pull, vector, strict=True)]
        for row, value in zip(rows, values, strict=True):
            hit = sum([vector[j] * x for j, x in zip(row, value, strict=True)])
            for j, x in zip(row, value, strict=True):
                out[j] += hit * x
        return out

    rest = [0.0] * size
    scale = list(pull)
    for row, value, target in zip(rows, values, targets, strict=True):
        for j, x in zip(row, value, strict=True):
            rest[j] += x * target
            scale[j] += x * x
    found = [0.0] * size
    steep = [r / s for r, s in zip(rest, scale, strict=True)]
    way = steep
    power = sum(map(mul, rest, steep))
    for _ in range(rounds):
        if power < 1e-9:
            break
        image = normal(way)
        step = power / sum(map(mul, way, image))
        found = [x + step * w for x, w in zip(found, way, strict=True)]
        rest = [r - step * m for r, m in zip(rest, image, strict=True)]
        steep = [r / s for r, s in zip(rest, scale, strict=True)]
        old, power = power, sum(map(mul, rest, steep))
        way = [s + power / old * w for s, w in zip(steep, way, strict=True)]
    return found
