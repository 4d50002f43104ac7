"""The move that stands in for a bot that gave no answer, or an impossible one."""

from batarde.rules.actions import PASS, Action, Bid
from batarde.rules.views import View

__all__ = ["safe_move"]


def safe_move(view: View) -> Action:
    """Return a harmless action: no double, a fair share of the tricks, the first card allowed.

    >>> from batarde.rules.deal import Deal
    >>> deal = Deal.shuffled(players=4, cards=8, dealer=3, seed=bytes(32))
    >>> safe_move(deal.view(0))
    Bid(tricks=2, trump=<Trump.ALL: 'A'>, pack=None)
    """
    if PASS in view.legal:
        return PASS
    bids = [action for action in view.legal if isinstance(action, Bid)]
    if not bids:
        return view.legal[0]
    # Follows are listed before announcements, so the trump stays where it can.
    fair_share = view.cards / view.players
    return min(bids, key=lambda bid: abs(bid.tricks - fair_share))
