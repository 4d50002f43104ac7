"""The searching bot: it bids, doubles and plays what turns out best in most of the worlds.

Everything is a mean over worlds that fit what the seat knows. A number of tricks is worth what the
playouts end from it; a card, what they end from the bid after it. In the playouts everybody plays
by a policy that knows no hidden card.
"""

from collections.abc import Sequence

from batarde.bots.search.bidding import best_bid
from batarde.bots.search.doubling import should_double
from batarde.bots.search.playing import best_play
from batarde.bots.search.settings import SearchSettings
from batarde.bots.search.task import SearchTask
from batarde.rules.actions import DOUBLE, PASS, REDOUBLE, Action, Bid, Play
from batarde.rules.views import View

__all__ = ["SearchBot"]


class SearchBot:
    """Chooses by playouts; it has no memory, and what it leaves to chance follows from its seed."""

    def __init__(self, seed: bytes, settings: SearchSettings | None = None) -> None:
        self._seed = seed
        self.settings = settings or SearchSettings()

    def choose(self, view: View, deadline: float | None = None) -> Action:
        """Return the action that should cost the fewest points."""
        if len(view.legal) == 1:
            return view.legal[0]
        task = SearchTask(view, self.settings, self._seed, deadline)
        if plays := [action for action in view.legal if isinstance(action, Play)]:
            return self.best_play(task, plays)
        if bids := [action for action in view.legal if isinstance(action, Bid)]:
            return best_bid(task, bids)
        raises = [action for action in view.legal if action in (DOUBLE, REDOUBLE)]
        if raises and self.should_double(task):
            return raises[0]
        return PASS if PASS in view.legal else view.legal[0]

    def best_play(self, task: SearchTask, plays: Sequence[Play]) -> Play:
        """Return the card to play."""
        return best_play(task, plays)

    def should_double(self, task: SearchTask) -> bool:
        """Return whether to double, or to redouble."""
        return should_double(task)
