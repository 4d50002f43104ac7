"""Which card to play: the one after which the playouts end nearest to the bid.

The last cards are not played out but solved: then the worlds are few, and the cards that a policy
would choose are far from the best.
"""

from collections.abc import Mapping, Sequence
from math import inf

from batarde.bots.search.author_advice import trump_to_lead
from batarde.bots.search.task import SearchTask
from batarde.kernel import Position, Tally, Worlds, card_number, play_out, solve, with_hands
from batarde.rules.actions import Play
from batarde.rules.actions import play as play_of

__all__ = ["best_play", "play_costs", "play_tallies"]


def best_play(task: SearchTask, plays: Sequence[Play]) -> Play:
    """Return which of *plays* costs least, or the author's advice if it costs hardly more."""
    costs = play_costs(task, plays)
    best = min(costs, key=lambda play: costs[play])
    tolerance = task.settings.advice_tolerance
    if tolerance is None or (advised := trump_to_lead(task.view, plays)) is None:
        return best
    return advised if costs.get(advised, inf) <= costs[best] + tolerance else best


def play_costs(task: SearchTask, plays: Sequence[Play]) -> dict[Play, float]:
    """Return what each card costs on average; those that are not worth a look are left out."""
    finalists = task.settings.finalists
    worlds = task.worlds()
    if len(task.view.hand) <= task.settings.exact_cards:
        return _solved(task, plays, worlds)
    if finalists is not None and len(plays) > finalists:
        count = max(1, len(worlds) // 4)
        rough = _priced(task, _played_out(task, plays, worlds, count))
        if task.is_late:  # a shorter second look would know less than the first
            return rough
        plays = sorted(plays, key=lambda play: rough[play])[:finalists]
    return _priced(task, _played_out(task, plays, worlds, len(worlds)))


def play_tallies(task: SearchTask, plays: Sequence[Play]) -> dict[Play, Tally]:
    """Return how the playouts after each card end."""
    worlds = task.worlds()
    return _played_out(task, plays, worlds, len(worlds))


def _played_out(
    task: SearchTask, plays: Sequence[Play], worlds: Worlds, count: int
) -> dict[Play, Tally]:
    """Return how *count* playouts after each card end, each in the next of the worlds."""
    position = with_hands(task.view, worlds[0])
    learner = task.learner()
    found = {}
    for play in plays:
        after = position.copy()
        after.apply(card_number(play.card))
        if after.is_over:  # the very last card
            return dict.fromkeys(plays, _end(after))
        found[play] = play_out(
            after,
            max(1, len(worlds) // 8) if task.is_late else count,
            seed=task.chance,
            policy=task.model.policy,
            worlds=worlds,
            learner=learner,
        )
    return found


def _solved(task: SearchTask, plays: Sequence[Play], worlds: Worlds) -> dict[Play, float]:
    """Return what each card costs if everybody plays best, knowing all cards."""
    costs, stakes = dict.fromkeys(plays, 0.0), task.stakes()
    step = max(1, len(worlds) // task.settings.exact_worlds)
    for number in range(0, len(worlds), step):
        for choice in solve(with_hands(task.view, worlds[number])):
            for card in choice.cards:
                costs[play_of(card)] += _cost(stakes, choice.points)
        if task.is_late:
            break
    return costs


def _priced(task: SearchTask, tallies: Mapping[Play, Tally]) -> dict[Play, float]:
    stakes = task.stakes()
    return {play: _cost(stakes, tally.points) for play, tally in tallies.items()}


def _cost(stakes: Sequence[float], points: Sequence[float]) -> float:
    return sum([stake * point for stake, point in zip(stakes, points, strict=True)])


def _end(position: Position) -> Tally:
    """Return the tally of a deal that is over."""
    counts = [[int(n == won) for n in range(position.cards + 1)] for won in position.won]
    return Tally(tuple(map(tuple, counts)), tuple(position.standing_bids), position.factor)
