"""A rule of thumb: bid what the hand is worth, then play the card that keeps nearest to the bid.

One estimate serves everything: the chance of each card to win a trick (:mod:`.card_chances`). In
the auction the bot weighs the bids it may make by how far it expects to end from each. In play it
weighs every card: if it wins the trick, one trick less is needed from the rest of the hand. So it
takes with the cheapest card that does, ducks with the highest that loses, and throws away early
what could win a trick too many, without a rule for any of these.
"""

from collections.abc import Sequence
from typing import Final

from batarde.bots.rule_of_thumb.card_chances import (
    card_chances,
    chance_to_win_trick,
    expected_miss,
    trick_distribution,
)
from batarde.bots.rule_of_thumb.unseen import UnseenCards
from batarde.rules.actions import DOUBLE, PASS, REDOUBLE, Action, Bid, Play
from batarde.rules.trumps import Contract
from batarde.rules.views import View

__all__ = ["SimpleBot"]

_TRUST: Final = 0.5
"""How much the bids of the others move the bot where it is in doubt."""

_SURE: Final = 0.15
"""The part of a fair share of the tricks that it expects to miss by, at most, when it doubles."""


class SimpleBot:
    """The rule of thumb; it has no memory and leaves nothing to chance."""

    def choose(self, view: View, deadline: float | None = None) -> Action:  # noqa: ARG002
        """Return the action that should end nearest to the bid."""
        plays = [action for action in view.legal if isinstance(action, Play)]
        if plays:
            return _best_play(view, plays)
        bids = [action for action in view.legal if isinstance(action, Bid)]
        if bids:
            return _best_bid(view, bids)
        for raising in (DOUBLE, REDOUBLE):
            if raising in view.legal and _is_sure(view):
                return raising
        return PASS if PASS in view.legal else view.legal[0]


# The auction.


def _best_bid(view: View, bids: Sequence[Bid]) -> Bid:
    """Return the bid that the hand should come nearest to, in whatever trump."""
    contracts = dict.fromkeys((bid.trump, bid.pack) for bid in bids)
    expected = {
        (trump, pack): _Expectation(view, Contract(trump, pack)) for trump, pack in contracts
    }
    # What is far from the expected number need not be weighed.
    near = [bid for bid in bids if abs(bid.tricks - expected[bid.trump, bid.pack].tricks) < 1.5]
    return min(near or bids, key=lambda bid: expected[bid.trump, bid.pack].miss(bid.tricks))


class _Expectation:
    """What a hand should win under one contract."""

    def __init__(self, view: View, contract: Contract) -> None:
        by_card = card_chances(UnseenCards(view, contract), view.hand)
        self._distribution = trick_distribution(by_card)
        worth = sum(by_card)
        doubt = sum([chance * (1 - chance) for chance in by_card])
        self._lean = _TRUST * doubt * _left_over(view, contract, worth)
        self.tricks = worth + self._lean
        """The number of tricks it should win on average."""

    def miss(self, bid: int) -> float:
        """Return how far from *bid* it should end on average."""
        return expected_miss(self._distribution, bid - self._lean)


def _left_over(view: View, contract: Contract, worth: float) -> float:
    """Return how many tricks the others have left to the hand beyond its *worth*, or below 0.

    Those who have not spoken are taken to win a fair share; the fewer have, the less it counts.
    """
    if view.standing is None or view.standing.trump is not contract.trump:
        return 0.0
    others = [bid for seat, bid in enumerate(view.bids) if bid is not None and seat != view.seat]
    silent = view.players - 1 - len(others)
    left = view.cards - sum(others) - silent * view.cards / view.players
    return (left - worth) * len(others) / (view.players - 1)


def _is_sure(view: View) -> bool:
    """Return whether the bot is so near its bid that a double should cost the others more."""
    own = None if view.seat is None else view.bids[view.seat]
    if view.standing is None or own is None:
        return False
    miss = _Expectation(view, view.standing.contract).miss(own)
    return miss < _SURE * view.cards / view.players


# The play.


def _best_play(view: View, plays: Sequence[Play]) -> Play:
    """Return the card after which the hand should end nearest to its bid."""
    assert view.standing is not None
    unseen = UnseenCards(view, view.standing.contract)
    later = dict(zip(view.hand, card_chances(unseen, view.hand), strict=True))
    needed = _needed(view)

    def miss(play: Play) -> float:
        wins = chance_to_win_trick(unseen, view.trick, play.card)
        rest = trick_distribution([later[card] for card in view.hand if card is not play.card])
        return wins * expected_miss(rest, needed - 1) + (1 - wins) * expected_miss(rest, needed)

    return min(plays, key=miss)


def _needed(view: View) -> int:
    """Return how many tricks are missing to the bid; below 0 if there are too many already."""
    assert view.seat is not None
    return (view.bids[view.seat] or 0) - view.tricks[view.seat]
