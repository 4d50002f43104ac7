"""What a match says: penalties, points, exact bids, wins, and who is better than whom.

The unit is the duplicate deal: one deal of a game, in all rotations. Its cards were
at all seats, so the difference of two bots on it has little to do with luck; the errors are those
of such units.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

import msgspec

from batarde.arena.plans import Plan
from batarde.arena.rounds import Played
from batarde.arena.sprt import Verdict, log_ratio, verdict
from batarde.arena.sums import Sums

__all__ = ["Comparison", "Score", "compare", "is_decided", "scores", "to_data"]


class Score(msgspec.Struct, frozen=True):
    """How one of the bots given did, on all its places."""

    name: str
    penalty: float
    """|bid - tricks| a deal."""
    se: float
    """The standard error of that."""
    points: float
    """The penalty with its doubles, a deal."""
    points_se: float
    exact: float
    """The share of the deals in which it met its bid."""
    wins: float
    """The share of the games that each of its places won; equal totals share a win (G5)."""
    wins_se: float
    ms: float
    """Milliseconds a decision."""
    mishaps: int


class Comparison(msgspec.Struct, frozen=True):
    """Whether one bot is better than another, by the penalty a deal."""

    name: str
    other: str
    sums: Sums
    """Of how much less penalty it had on each duplicate deal."""

    @property
    def verdict(self) -> Verdict:
        """What the sequential test says."""
        return verdict(self.sums)


def scores(plan: Plan, played: Sequence[Played]) -> tuple[Score, ...]:
    """Return the score of each of the bots given, in their order."""
    return tuple(_score(plan, played, entry) for entry in range(len(plan.bots)))


def compare(plan: Plan, played: Sequence[Played]) -> tuple[Comparison, ...]:
    """Return how each bot compares with the next one given that has another name."""
    names = tuple(dict.fromkeys(plan.bots))
    places = {name: [p for p, own in enumerate(plan.lineup) if own == name] for name in names}
    rows = [_duplicates(game, "misses") for game in _games(plan, played)]
    units = [unit for game in rows for unit in game]
    return tuple(
        Comparison(
            name,
            other,
            Sums.of(_mean(unit, places[other]) - _mean(unit, places[name]) for unit in units),
        )
        for name, other in pairwise(names)
    )


def is_decided(plan: Plan, played: Sequence[Played]) -> bool:
    """Return whether the sequential test has decided the first comparison."""
    return any(each.verdict is not Verdict.OPEN for each in compare(plan, played)[:1])


def to_data(plan: Plan, played: Sequence[Played]) -> dict[str, Any]:
    """Return all results as plain data, for JSON."""
    whole = [one for game in _games(plan, played) for one in game]
    return {
        "deals": sum(len(one.misses) for one in whole),
        "games": len(whole),
        "players": plan.players,
        "seed": plan.seed,
        "timed": plan.is_timed,
        "bots": [msgspec.to_builtins(score) for score in scores(plan, played)],
        "comparisons": [
            {
                "name": each.name,
                "other": each.other,
                "difference": each.sums.mean,
                "se": each.sums.error,
                "llr": log_ratio(each.sums),
                "verdict": each.verdict.value,
                "sums": msgspec.to_builtins(each.sums),
            }
            for each in compare(plan, played)
        ],
    }


def _score(plan: Plan, played: Sequence[Played], entry: int) -> Score:
    places = plan.places(entry)
    games = _games(plan, played)
    misses = Sums.of(_mean(unit, places) for game in games for unit in _duplicates(game, "misses"))
    points = Sums.of(_mean(unit, places) for game in games for unit in _duplicates(game, "points"))
    wins = Sums.of(_mean([_shares(one) for one in game], places) for game in games)
    each = [row[p] for game in games for one in game for row in one.misses for p in places]
    rounds = [one for game in games for one in game]
    decisions = sum(one.decisions[place] for one in rounds for place in places)
    seconds = sum(one.seconds[place] for one in rounds for place in places)
    return Score(
        name=plan.bots[entry],
        penalty=misses.mean,
        se=misses.error,
        points=points.mean,
        points_se=points.error,
        exact=each.count(0) / max(1, len(each)),
        wins=wins.mean,
        wins_se=wins.error,
        ms=1_000 * seconds / max(1, decisions),
        mishaps=sum(one.mishaps[place] for one in rounds for place in places),
    )


def _games(plan: Plan, played: Sequence[Played]) -> list[list[Played]]:
    """Return the games that were played in all rotations, in order."""
    ordered = sorted(played, key=lambda one: (one.game, one.rotation))
    found = [list(rounds) for _, rounds in groupby(ordered, key=lambda one: one.game)]
    return [rounds for rounds in found if len(rounds) == plan.players]


def _duplicates(game: Sequence[Played], field: str) -> Iterator[list[tuple[int, ...]]]:
    """Return, for each deal of *game*, its numbers by rotation and place."""
    rows = [getattr(one, field) for one in game]
    return map(list, zip(*rows, strict=True))


def _mean(unit: Sequence[Sequence[float]], places: Sequence[int]) -> float:
    return sum(row[place] for row in unit for place in places) / (len(unit) * len(places))


def _shares(one: Played) -> list[float]:
    """Return each place's share of the win."""
    totals = [sum(column) for column in zip(*one.points, strict=True)]
    winners = totals.count(min(totals))
    return [(total == min(totals)) / winners for total in totals]
