"""The six-trump lens: what every number in every trump promises a hand (advice 3)."""

from collections import Counter
from collections.abc import Sequence
from math import floor
from typing import Final

from msgspec.structs import replace

from batarde.bots.rule_of_thumb.hand_values import hand_tricks
from batarde.bots.search.doubling import gain_of_doubling, number_if_frozen
from batarde.bots.search.forecasts import ContractForecast
from batarde.bots.search.task import SearchTask
from batarde.rules.auction import Announcement
from batarde.rules.cards import Pack, has_two_packs
from batarde.rules.trumps import Contract, Trump
from batarde.rules.views import View
from batarde.study.coach.advice import Cell, Lens, LensRow
from batarde.study.coach.budget import DOUBLE_GAIN
from batarde.study.coach.needs import forbidden_number
from batarde.study.estimates import estimate

__all__ = ["NEAR", "lens_of"]

NEAR: Final = 2
"""Numbers further than this from the best of their trump are not played out but bounded."""


def lens_of(task: SearchTask, *, other_packs: bool = False) -> Lens:
    """Return what all trumps promise; with two packs each with the better, or with the other."""
    view = task.view
    packs = tuple(Pack) if has_two_packs(view.players) else ()
    contracts = [_contract(view, trump, packs, other=other_packs) for trump in Trump]
    rows = tuple([_row(task, contract) for contract in contracts])
    return Lens(rows, task.contract_worlds, has_other_packs=bool(packs), is_other_packs=other_packs)


def _contract(view: View, trump: Trump, packs: Sequence[Pack], *, other: bool) -> Contract:
    """Return the contract of a row: who follows takes the pack that stands (A7)."""
    if view.standing is not None and view.standing.trump is trump:
        return view.standing.contract
    if not packs:
        return Contract(trump)
    worth = {pack: hand_tricks(view.hand, view.players, Contract(trump, pack)) for pack in packs}
    better = max(packs, key=lambda pack: worth[pack])
    return Contract(trump, next(pack for pack in packs if (pack is better) is not other))


def _row(task: SearchTask, contract: Contract) -> LensRow:
    view, forecast = task.view, task.forecast(contract)
    is_standing = view.standing is not None and view.standing.contract == contract
    best, near = _played_out(forecast, view.cards)
    least = _least(view, contract.trump)
    forbidden, chance = _forbidden(view, forecast) if is_standing else (None, 0.0)
    sure = forbidden if chance == 1.0 else None
    cells = [
        _cell(forecast, number, near, is_open=_is_open(view, number, least, sure, is_standing))
        for number in range(view.cards + 1)
    ]
    gain = _gain(task, contract, forecast, best)
    return LensRow(
        contract.trump,
        best,
        tuple(cells),
        contract.pack,
        least,
        is_standing,
        forbidden,
        round(chance, 3),
        round(gain, 4),
        is_worth_double=gain > DOUBLE_GAIN,
    )


def _played_out(forecast: ContractForecast, cards: int) -> tuple[int, range]:
    """Return the best number, and the numbers near it, which are played out."""
    best = forecast.best_bid(range(cards + 1))
    while True:
        near = range(max(0, best - NEAR), min(cards, best + NEAR) + 1)
        found = min(near, key=lambda number: forecast.of(number).miss)
        if found == best:
            return best, near
        best = found


def _cell(forecast: ContractForecast, number: int, near: range, *, is_open: bool) -> Cell:
    if number not in near:
        return Cell(float(_bound(forecast, number, near)), is_bound=True, is_open=is_open)
    found = forecast.of(number)
    misses, error, exact = estimate(found.distribution, number, found.playouts)
    return Cell(round(misses, 3), round(error, 3), round(exact, 3), is_open=is_open)


def _bound(forecast: ContractForecast, number: int, near: range) -> int:
    """Return what a number far from the best misses by at least, in whole tricks.

    Whoever fell short of the nearest number that was played out had wanted more tricks than there
    were for them: with a higher number they fall short by so much more, and who met it may meet
    the higher one. The same the other way round for those who could not help winning too many.
    Two standard errors are taken off for what is left to chance.
    """
    edge = near[-1] if number > near[-1] else near[0]
    found = forecast.of(edge)
    short = sum(
        share * abs(number - tricks)
        for tricks, share in enumerate(found.distribution)
        if (tricks - edge) * (edge - number) > 0
    )
    return floor(max(0.0, short - 2 * estimate(found.distribution, edge, found.playouts).error))


def _least(view: View, trump: Trump) -> int | None:
    """Return the fewest tricks with which *trump* may be said now (A2, A3, A8)."""
    standing = view.standing
    if standing is None or standing.trump is trump:
        return 0
    least = standing.least(trump)
    return least if view.doubled_by is None and least <= view.cards else None


def _is_open(
    view: View, number: int, least: int | None, forbidden: int | None, is_standing: bool
) -> bool:
    if is_standing and view.bids[view.seat or 0] is not None:
        return False  # nobody speaks twice in one trump (A5)
    return least is not None and number >= least and number != forbidden


def _forbidden(view: View, forecast: ContractForecast) -> tuple[int | None, float]:
    """Return the number that will be forbidden to the seat, and how likely that is (A6)."""
    assert view.standing is not None
    is_last = view.seat == (view.standing.seat - 1) % view.players
    if not is_last or view.bids[view.seat or 0] is not None:
        return None, 0.0
    if (number := forbidden_number(view)) is not None:
        return number, 1.0
    rests = [view.cards - total for total in forecast.sums_of_others()]
    number, times = Counter(rests).most_common(1)[0]
    return (number, min(0.999, times / len(rests))) if number >= 0 else (None, 0.0)


def _gain(task: SearchTask, contract: Contract, forecast: ContractForecast, best: int) -> float:
    """Return what a double is worth under *contract*, if somebody else has announced it."""
    view = task.view
    if view.standing is not None and view.standing.contract == contract:
        if view.standing.seat == view.seat or view.doubled_by is not None:
            return 0.0
        number = number_if_frozen(view, forecast)
    else:
        view = _as_if_announced(view, contract)
        number = best
    return gain_of_doubling(view, forecast.misses(number), task.model.race, task.chance)


def _as_if_announced(view: View, contract: Contract) -> View:
    """Return *view* as if the player to the left had just announced *contract*."""
    author = ((view.seat or 0) + 1) % view.players
    standing = Announcement(author, 0, contract.trump, contract.pack)
    return replace(view, standing=standing, bids=(None,) * view.players, doubled_by=None)
