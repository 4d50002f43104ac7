"""Programs that play: each chooses from what its seat may do, knowing what its seat may know.

Where to look:

- ``interface``: what a bot is; ``registry``: the bots by name; ``levels``: the five levels.
- ``rule_of_thumb/bot``: ``simple``, written to be read: begin there to write a bot of your own.
- ``search/``: the strong ones. ``search/bidding`` chooses a bid, ``search/playing`` a card,
  ``search/doubling`` a double, ``search/sampling`` the worlds that they are tried in.
- ``models/``: what the strong ones believe of players; ``weights/``: what they have learned.
- ``external/``: programs in any language, asked over lines of JSON.

>>> from batarde.rules import Deal
>>> deal = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
>>> bot("simple").choose(deal.view(0)) in deal.legal_actions(0)
True
"""

from batarde.bots.interface import Bot
from batarde.bots.registry import BOTS, SECONDS, SUBSTITUTE, bot, split_names
from batarde.bots.safe_moves import safe_move

__all__ = [
    "BOTS",
    "SECONDS",
    "SUBSTITUTE",
    "Bot",
    "bot",
    "safe_move",
    "split_names",
]
