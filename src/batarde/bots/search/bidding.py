"""Which bid to make: the one that the hand should come nearest to, in whatever trump."""

from collections.abc import Sequence

from batarde.bots.rule_of_thumb.hand_values import hand_tricks
from batarde.bots.search.task import SearchTask
from batarde.rules.actions import Bid
from batarde.rules.trumps import Contract, Trump
from batarde.rules.views import View

__all__ = ["best_bid", "contracts_to_try"]


def best_bid(task: SearchTask, bids: Sequence[Bid]) -> Bid:
    """Return which of *bids* to make: each contract's best number, and of these the best."""
    view = task.view
    ranked: list[tuple[float, int, Bid]] = []
    for contract in contracts_to_try(view, bids):
        if ranked and task.is_late:
            break
        offers = [bid for bid in bids if Contract(bid.trump, bid.pack) == contract]
        forecast = task.forecast(contract)
        number = forecast.best_bid([bid.tricks for bid in offers])
        chosen = next(bid for bid in offers if bid.tricks == number)
        is_standing = view.standing is not None and view.standing.contract == contract
        bonus = 0.0 if is_standing else task.settings.announce_bonus
        ranked.append((forecast.of(number).miss - bonus, len(ranked), chosen))
    return min(ranked)[2]


def contracts_to_try(view: View, bids: Sequence[Bid]) -> list[Contract]:
    """Return the contracts of *bids* worth thinking through: of two packs, the hand's better one.

    Those that need far more tricks than the hand is worth are left out, unless all do.
    """
    found: dict[Trump, tuple[float, Contract]] = {}
    fit = []
    for contract in dict.fromkeys(Contract(bid.trump, bid.pack) for bid in bids):
        tricks = hand_tricks(view.hand, view.players, contract)
        if contract.trump not in found or tricks > found[contract.trump][0]:
            found[contract.trump] = (tricks, contract)
    for tricks, contract in found.values():
        least = min(bid.tricks for bid in bids if bid.trump is contract.trump)
        if least <= tricks + 1.5:
            fit.append(contract)
    return fit or [contract for _, contract in found.values()]
