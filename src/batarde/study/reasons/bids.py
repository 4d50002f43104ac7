"""Why a bid is better than another, and why a double is better than none."""

from collections.abc import Mapping, Sequence
from typing import Final

from batarde.rules.actions import Bid
from batarde.rules.trumps import Trump
from batarde.rules.views import View
from batarde.study.estimates import Estimate
from batarde.study.reasons.cards import MOST_REASONS
from batarde.study.reasons.codes import Reason, ReasonCode

__all__ = ["LIKELY", "bid_reasons", "freeze_reason"]

NEARLY: Final = 0.05
"""A neighbour that costs less than this more is as good as the number itself."""
LIKELY: Final = 0.5
"""From this chance on, a stronger announcement is likely."""


def bid_reasons(
    view: View, prices: Mapping[Bid, Estimate], better: Bid, other: Bid
) -> tuple[Reason, ...]:
    """Return why *better* is a better bid than *other*: two reasons at most.

    *prices* are of all bids that were played out, whether they may be made now or not; the two are
    among those that may.
    """
    tellers = (_others_short(view, better, other), _two_ways(prices, better, other))
    found = [*tellers, _steady(view, prices, better)]
    return tuple([reason for reason in found if reason is not None][:MOST_REASONS])


def freeze_reason(view: View, rows: Sequence[tuple[Trump, float]], chance: float) -> Reason | None:
    """Return why to double: to keep a trump that is the best or second of the seat's six.

    *rows* are all trumps with what the best number in each should miss by; *chance* is how likely
    a stronger announcement is.
    """
    assert view.standing is not None
    first = [trump for trump, _ in sorted(rows, key=lambda row: row[1])[:2]]
    if view.standing.trump not in first or chance < LIKELY:
        return None
    percent = round(100 * chance)
    return Reason(ReasonCode.FREEZE, trump=view.standing.trump, percent=percent)


def _others_short(view: View, better: Bid, other: Bid) -> Reason | None:
    """Return whether the bids then add up to more tricks than there are, or to fewer."""
    mine, theirs = _surplus(view, better), _surplus(view, other)
    if mine is None or mine == 0 or (theirs is not None and mine * theirs > 0):
        return None
    return Reason(ReasonCode.OTHERS_SHORT, detail="more" if mine > 0 else "fewer")


def _surplus(view: View, bid: Bid) -> int | None:
    """Return how many more tricks are bid than there are, if *bid* ends the auction."""
    follows = view.standing is not None and bid.trump is view.standing.trump
    said = [number for seat, number in enumerate(view.bids) if seat != view.seat]
    if not follows or None in said:
        return None
    return sum(number or 0 for number in said) + bid.tricks - view.cards


def _two_ways(prices: Mapping[Bid, Estimate], better: Bid, other: Bid) -> Reason | None:
    beside = _as_good_beside(prices, better)
    if beside is None or _as_good_beside(prices, other) is not None:
        return None
    return Reason(ReasonCode.TWO_WAYS, trump=better.trump, number=beside)


def _as_good_beside(prices: Mapping[Bid, Estimate], bid: Bid) -> int | None:
    """Return the neighbour of *bid* that costs hardly more, the cheaper one of two."""
    beside = [Bid(bid.tricks + step, bid.trump, bid.pack) for step in (-1, 1)]
    found = [
        (prices[near].misses, near.tricks)
        for near in beside
        if near in prices and prices[near].misses < prices[bid].misses + NEARLY
    ]
    return min(found)[1] if found else None


def _steady(view: View, prices: Mapping[Bid, Estimate], better: Bid) -> Reason | None:
    """Return whether no other bid that may be made now is met as often."""
    exact = prices[better].exact
    others = [prices[bid].exact for bid in prices if bid != better and bid in view.legal]
    if any(chance >= exact for chance in others):
        return None
    return Reason(ReasonCode.STEADY, percent=round(100 * exact))
