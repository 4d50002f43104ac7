"""What every card should cost, in misses."""

from batarde.bots.search.playing import play_tallies
from batarde.bots.search.task import SearchTask
from batarde.kernel import Tally
from batarde.rules.actions import Play, play
from batarde.rules.cards import Card
from batarde.study.coach.advice import CardCost
from batarde.study.estimates import estimate
from batarde.study.same_cards import same_cards

__all__ = ["card_costs"]


def card_costs(task: SearchTask) -> tuple[CardCost, ...]:
    """Return what the cards that may be played cost, cheapest first; equal ones are one."""
    view = task.view
    groups = same_cards(view, [act.card for act in view.legal if isinstance(act, Play)])
    tallies = play_tallies(task, [play(group[0]) for group in groups])
    costs = [
        _cost(group, tally, task.seat)
        for group, tally in zip(groups, tallies.values(), strict=True)
    ]
    return tuple(sorted(costs, key=lambda cost: cost.misses))


def _cost(cards: tuple[Card, ...], tally: Tally, seat: int) -> CardCost:
    counts, playouts = tally.counts[seat], tally.playouts
    shares = [count / playouts for count in counts]
    misses, error, exact = estimate(shares, tally.bids[seat], playouts)
    return CardCost(cards, round(misses, 3), round(error, 3), round(exact, 3))
