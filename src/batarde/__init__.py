"""La Bâtarde, the French trick-taking game of exact bids.

A deal in a few lines, played at random:

>>> import random, batarde
>>> chance = random.Random(1)
>>> deal = batarde.Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
>>> while not deal.is_over:
...     action = chance.choice(deal.legal_actions(deal.turn))
...     deal, events = deal.apply(deal.turn, action)
>>> sum(deal.tricks)
5

``Deal`` is one deal and ``Game`` the whole run of them; both are frozen, and ``apply`` gives the
next state and the events. ``Card``, ``Trump`` and ``Bid`` are the values they speak in,
``view(seat)`` is what one seat may know, ``Record`` reads and writes games. What the rules refuse
raises ``IllegalActionError``, whose ``refusal`` tells the rule and what it is about.
"""

from batarde.rules import *  # noqa: F403 - the rules are the face of the package
from batarde.rules import __all__ as __all__

__version__ = "0.3.0"
