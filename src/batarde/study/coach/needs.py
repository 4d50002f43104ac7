"""The first step of help: what is needed."""

from batarde.rules.actions import Play
from batarde.rules.views import Phase, View
from batarde.study.coach.advice import Need
from batarde.study.same_cards import same_cards

__all__ = ["forbidden_number", "need_of"]


def need_of(view: View) -> Need:
    """Return where the seat of *view* stands.

    >>> from batarde.rules import Deal
    >>> need_of(Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32)).view(0)).silent
    4
    """
    assert view.seat is not None
    bid, silent = view.bids[view.seat], view.bids.count(None)
    said = [(bid, won) for bid, won in zip(view.bids, view.tricks, strict=True) if bid is not None]
    return Need(
        left=view.cards - sum(view.tricks),
        tricks=None if bid is None else bid - view.tricks[view.seat],
        table=sum(max(0, number - won) for number, won in said),
        silent=silent,
        forbidden=forbidden_number(view),
        is_forced=_is_forced(view),
    )


def forbidden_number(view: View) -> int | None:
    """Return the number that the seat may not follow with, if all others have bid (A6)."""
    others = [bid for seat, bid in enumerate(view.bids) if seat != view.seat]
    if view.phase is not Phase.AUCTION or view.bids[view.seat or 0] is not None or None in others:
        return None
    rest = view.cards - sum(bid or 0 for bid in others)
    return rest if rest >= 0 else None


def _is_forced(view: View) -> bool:
    cards = [action.card for action in view.legal if isinstance(action, Play)]
    return bool(cards) and len(same_cards(view, cards)) == 1
