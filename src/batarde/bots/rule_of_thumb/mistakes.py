"""Bots that err as people do: the novice and the casual player.

Both know the rule of thumb. The novice forgets what was played, miscounts by a trick now and then,
takes a wrong card from time to time, and never doubles. The casual player has lapses, but few.
"""

from hashlib import sha256
from random import Random
from typing import Final

from msgspec.structs import replace

from batarde.bots.rule_of_thumb.bot import SimpleBot
from batarde.rules.actions import PASS, Action, Bid, Play
from batarde.rules.views import View

__all__ = ["CasualBot", "NoviceBot"]


def _dice(seed: bytes, view: View) -> Random:
    """Return the dice of one question: they fall alike whenever it is asked."""
    told = (view.seat, view.number, view.hand, view.calls, view.plays)
    return Random(sha256(seed + repr(told).encode()).digest())


class CasualBot:
    """Plays by the rule of thumb, with a lapse now and then."""

    _LAPSES: Final = 0.04

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._rule_of_thumb = SimpleBot()

    def choose(self, view: View, deadline: float | None = None) -> Action:
        """Return what the rule of thumb says, or now and then any card."""
        dice = _dice(self._seed, view)
        plays = [action for action in view.legal if isinstance(action, Play)]
        if plays and dice.random() < self._LAPSES:
            return dice.choice(plays)
        return self._rule_of_thumb.choose(view, deadline)


class NoviceBot:
    """Plays by the rule of thumb, as far as a beginner remembers and counts."""

    _MISCOUNTS: Final = 0.3
    _SLIPS: Final = 0.15

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._rule_of_thumb = SimpleBot()

    def choose(self, view: View, deadline: float | None = None) -> Action:
        """Return what a beginner does; never a double."""
        if PASS in view.legal:
            return PASS
        dice = _dice(self._seed, view)
        plays = [action for action in view.legal if isinstance(action, Play)]
        if plays:
            if dice.random() < self._SLIPS:
                return dice.choice(plays)
            # A beginner remembers the trick on the table, and nothing of those before.
            recent = view.plays[len(view.plays) - len(view.trick) :]
            return self._rule_of_thumb.choose(replace(view, plays=recent), deadline)
        bids = tuple([action for action in view.legal if isinstance(action, Bid)])
        if not bids:
            return view.legal[0]
        bid = self._rule_of_thumb.choose(replace(view, legal=bids), deadline)
        assert isinstance(bid, Bid)
        return _miscounted(bid, bids, dice) if dice.random() < self._MISCOUNTS else bid


def _miscounted(bid: Bid, bids: tuple[Bid, ...], dice: Random) -> Bid:
    """Return *bid* with a trick more or less, if that may be bid."""
    wrong = bid.tricks + dice.choice((-1, 1))
    near = [other for other in bids if (other.trump, other.pack) == (bid.trump, bid.pack)]
    return next((other for other in near if other.tricks == wrong), bid)
