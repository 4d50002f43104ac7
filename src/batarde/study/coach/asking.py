"""The coach is asked: one step of help for the seat of a view."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from batarde.bots.search.task import SearchTask
from batarde.rules.actions import DOUBLE, PASS, REDOUBLE, Action, Bid, play
from batarde.rules.cards import Card
from batarde.rules.errors import MalformedError
from batarde.rules.views import Phase, View
from batarde.study.coach.advice import Advice, Lens, Raise, Step
from batarde.study.coach.announcements import chance_of_stronger
from batarde.study.coach.budget import SEED, SETTINGS
from batarde.study.coach.card_costs import card_costs
from batarde.study.coach.doubles import raise_of
from batarde.study.coach.lens import lens_of
from batarde.study.coach.needs import need_of
from batarde.study.estimates import Estimate
from batarde.study.reasons import CardFacts, Reason, bid_reasons, card_reasons, freeze_reason

__all__ = ["advise", "as_far_as", "is_askable"]

T = TypeVar("T")

_RIVALS: Final = 3
"""How many of the next best actions the best one is compared with, until a reason is found."""


def is_askable(view: View) -> bool:
    """Return whether the seat of *view* has anything to think about.

    In the auction that is so in turn or not: a trump may be doubled at any time, and thought
    through ahead of one's turn.
    """
    return view.seat is not None and (
        view.phase is Phase.AUCTION or (view.phase is not Phase.READY and bool(view.legal))
    )


def advise(view: View, step: Step = 3, *, other_packs: bool = False) -> Advice:
    """Return so much help for the seat of *view*, which is all that the coach is given.

    >>> from batarde.rules import Deal
    >>> deal = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
    >>> advice = advise(deal.view(0))
    >>> advice.best in deal.legal_actions(0), [row.trump.value for row in advice.lens.rows]
    (True, ['A', 'S', 'H', 'D', 'C', 'N'])

    :raises MalformedError: if the seat has nothing to think about.
    """
    if not is_askable(view):
        raise MalformedError("there is nothing to decide")
    if step == 1:
        return Advice(1, need_of(view))
    task = SearchTask(view, SETTINGS, SEED)
    whole = _for_cards(task) if view.phase is Phase.PLAY else _for_calls(task, other_packs)
    return as_far_as(whole, step)


def as_far_as(advice: Advice, step: Step) -> Advice:
    """Return as much of *advice* as *step* tells."""
    if step == 3:
        return advice
    reasons = advice.reasons if step == 2 else ()
    return Advice(step, advice.need, reasons, over=advice.over if reasons else None)


def _for_cards(task: SearchTask) -> Advice:
    costs = card_costs(task)
    best, *others = [cost.cards[0] for cost in costs]
    facts = CardFacts(task.view)

    def why(other: Card) -> tuple[Reason, ...]:
        return card_reasons(facts, best, other)

    over, reasons = _first_with_reasons(others, why) or (None, ())
    return Advice(3, need_of(task.view), reasons, play(best), over, cards=costs)


def _first_with_reasons(
    others: Sequence[T], reasons: Callable[[T], tuple[Reason, ...]]
) -> tuple[T, tuple[Reason, ...]] | None:
    """Return the nearest rival that something speaks against, and what does."""
    for other in others[:_RIVALS]:
        if found := reasons(other):
            return other, found
    return None


def _for_calls(task: SearchTask, other_packs: bool) -> Advice:
    view = task.view
    # The author of a doubled contract is asked for a redouble alone, when all have bid (A9).
    lens = lens_of(task, other_packs=other_packs) if view.phase is Phase.AUCTION else None
    double = raise_of(task)
    best, other, reasons = _best_bid(view, lens) if lens is not None else (None, None, ())
    if double is not None and double.is_worth and lens is not None:
        reasons += _reasons_to_double(task, lens)
    call = best or _best_raise(view, double)
    return Advice(3, need_of(view), reasons, call, other, lens=lens, double=double)


def _best_bid(view: View, lens: Lens) -> tuple[Bid | None, Bid | None, tuple[Reason, ...]]:
    """Return the best bid that may be made now, and why it is better than which other one."""
    prices = {
        Bid(number, row.trump, row.pack): Estimate(cell.misses, cell.error, cell.exact)
        for row in lens.rows
        for number, cell in enumerate(row.cells)
        if not cell.is_bound
    }
    open_bids = [bid for bid in prices if bid in view.legal]
    if not open_bids:
        return None, None, ()
    best, *others = sorted(open_bids, key=lambda bid: prices[bid].misses)

    def why(other: Bid) -> tuple[Reason, ...]:
        return bid_reasons(view, prices, best, other)

    over, reasons = _first_with_reasons(others, why) or (None, ())
    return best, over, reasons


def _reasons_to_double(task: SearchTask, lens: Lens) -> tuple[Reason, ...]:
    rows = [(row.trump, row.cells[row.best].misses) for row in lens.rows]
    reason = freeze_reason(task.view, rows, chance_of_stronger(task))
    return () if reason is None else (reason,)


def _best_raise(view: View, double: Raise | None) -> Action | None:
    """Return whether to double or to redouble, where that is the question."""
    if double is None:
        return PASS if PASS in view.legal else None
    if double.is_worth:
        return REDOUBLE if double.is_redouble else DOUBLE
    return PASS if PASS in view.legal else None
