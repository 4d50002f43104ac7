"""Hints: what every action would cost, and what each trump promises, while a person waits.

They are the search of the strong bots, told instead of played.
"""

from collections.abc import Sequence

import msgspec

from batarde.bots.search.bot import SearchBot
from batarde.bots.search.forecasts import ContractForecast
from batarde.bots.search.playing import play_tallies
from batarde.bots.search.settings import SearchSettings
from batarde.bots.search.task import SearchTask
from batarde.rules.actions import PASS, Action, Bid, Play
from batarde.rules.cards import Pack, has_two_packs
from batarde.rules.errors import MalformedError
from batarde.rules.trumps import Contract, Trump
from batarde.rules.views import View

__all__ = ["Hints", "Option", "TrumpRow", "hints_for"]


class Option(msgspec.Struct, frozen=True):
    """One legal action, and what is to be expected after it."""

    action: Action
    points: float
    """The own penalty, with its doubles (S1)."""
    distribution: tuple[float, ...]
    """How likely 0, 1, 2 … tricks in this deal are; empty where no trump is known."""


class TrumpRow(msgspec.Struct, frozen=True):
    """What a hand promises under one contract."""

    trump: Trump
    pack: Pack | None
    best: int
    """The number to play for, whether it may be bid now or not."""
    distribution: tuple[float, ...]
    """How likely 0, 1, 2 … tricks are if one plays for that number."""
    points: float
    """The penalty to expect."""
    risk: float
    """How likely that number is missed."""


class Hints(msgspec.Struct, frozen=True):
    """Everything that can be said for a decision."""

    options: tuple[Option, ...]
    """One for each legal action, in their order."""
    trumps: tuple[TrumpRow, ...]
    """While bids are made: one row for each contract."""
    best: Action
    """What a strong player would do."""


def hints_for(view: View, *, worlds: int = 150, seed: bytes = b"advice") -> Hints:
    """Return what each of ``view.legal`` should cost, and what is best.

    >>> from batarde.rules import Deal
    >>> deal = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
    >>> hints = hints_for(deal.view(0), worlds=20)
    >>> len(hints.options), len(hints.trumps), hints.best in deal.legal_actions(0)
    (36, 6, True)

    :raises MalformedError: if the seat has nothing to decide.
    """
    if view.seat is None or not view.legal:
        raise MalformedError("there is nothing to decide")
    settings = SearchSettings(worlds=worlds, bid_worlds=worlds)
    best = SearchBot(seed, settings).choose(view)
    task = SearchTask(view, settings, seed)
    if plays := [action for action in view.legal if isinstance(action, Play)]:
        return Hints(_cards(task, plays), (), best)
    contracts = _contracts(view)
    forecasts = {contract: task.forecast(contract) for contract in contracts}
    options = tuple(_call(view, action, forecasts) for action in view.legal)
    rows = tuple(_row(view, *pair) for pair in forecasts.items()) if len(contracts) > 1 else ()
    return Hints(options, rows, best)


def _cards(task: SearchTask, plays: Sequence[Play]) -> tuple[Option, ...]:
    numbers = range(task.view.cards + 1)
    return tuple(
        Option(
            play,
            tally.points[task.seat],
            tuple(tally.chance(task.seat, tricks) for tricks in numbers),
        )
        for play, tally in play_tallies(task, plays).items()
    )


def _contracts(view: View) -> list[Contract]:
    """Return the contracts to look at: all while the seat may bid, else the standing one."""
    if any(isinstance(action, Bid) for action in view.legal):
        packs = tuple(Pack) if has_two_packs(view.players) else (None,)
        return [Contract(trump, pack) for trump in Trump for pack in packs]
    return [] if view.standing is None else [view.standing.contract]


def _row(view: View, contract: Contract, forecast: ContractForecast) -> TrumpRow:
    best = forecast.best_bid(range(view.cards + 1))
    found = forecast.of(best)
    distribution = found.distribution[: view.cards + 1]
    return TrumpRow(
        contract.trump, contract.pack, best, distribution, found.miss, 1 - distribution[best]
    )


def _call(view: View, action: Action, forecasts: dict[Contract, ContractForecast]) -> Option:
    """Return what a bid, a double or a pass should cost."""
    factor = 1 if view.doubled_by is None else 4 if view.redoubled else 2
    if isinstance(action, Bid):
        forecast, number = forecasts[Contract(action.trump, action.pack)], action.tricks
    elif view.standing is None:
        return Option(action, 0.0, ())
    else:
        forecast = forecasts[view.standing.contract]
        said = view.bids[view.seat or 0]
        number = forecast.best_bid(range(view.cards + 1)) if said is None else said
        factor *= 1 if action == PASS else 2
    found = forecast.of(number)
    return Option(action, factor * found.miss, found.distribution[: view.cards + 1])
