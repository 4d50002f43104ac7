"""The sixth advice of the game's author, as a rule.

Once you have your tricks, play any trump you still hold at once: either somebody must rise over
it, or it is master and costs a trick anyway, and then better now, with small cards left to give the
lead away. Except with two cards left and a certain master: then the other card first.
"""

from collections.abc import Sequence

from batarde.bots.rule_of_thumb.unseen import UnseenCards
from batarde.rules.actions import Play
from batarde.rules.views import View

__all__ = ["trump_to_lead"]


def trump_to_lead(view: View, plays: Sequence[Play]) -> Play | None:
    """Return the trump that the sixth advice leads, or ``None`` if it has nothing to say."""
    if view.trick or view.standing is None or view.seat is None:
        return None
    cut = view.standing.trump.suit
    trumps = [play for play in plays if play.card.suit is cut]
    if cut is None or not trumps or view.tricks[view.seat] != view.bids[view.seat]:
        return None
    unseen = UnseenCards(view, view.standing.contract)
    if unseen.out(cut) == 0 or len(trumps) == len(plays):
        return None  # nobody can rise, or there is nothing else to play
    beatable = [play for play in trumps if unseen.above(play.card)]
    if len(view.hand) == 2 and not beatable:
        return None
    # The one most likely to be risen over goes first.
    return max(trumps, key=lambda play: unseen.above(play.card))
