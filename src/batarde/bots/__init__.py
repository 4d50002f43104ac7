"""Programs that play: each chooses from what its seat may do, knowing what its seat may know.

``random`` plays by dice. ``simple`` is a rule of thumb, written to be read: begin there to write
a bot of your own.

>>> from batarde.rules import Deal
>>> deal = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
>>> bot("simple").choose(deal.view(0)) in deal.legal_actions(0)
True
"""

from batarde.bots.advising import Advice, advise
from batarde.bots.protocol import Bot
from batarde.bots.registry import BOTS, SECONDS, bot, split_names
from batarde.bots.safety import safe_move

__all__ = ["BOTS", "SECONDS", "Advice", "Bot", "advise", "bot", "safe_move", "split_names"]
