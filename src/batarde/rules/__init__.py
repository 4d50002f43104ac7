"""What the rule book says, and nothing else: pure, typed, without clock, chance or input.

Values are frozen and named after the game. ``Deal`` and ``Game`` share the same verbs:
``legal_actions(seat)``, ``apply(seat, action)``, ``to_act``, ``is_over``, ``view(seat)``.
The numbers in the docstrings (A6, P4 …) are those of docs/rules.md.
"""

from batarde.rules.actions import (
    DOUBLE,
    PASS,
    READY,
    REDOUBLE,
    Action,
    Bid,
    Call,
    Double,
    Pass,
    Play,
    Ready,
    Redouble,
    play,
)
from batarde.rules.auction import Announcement, Auction
from batarde.rules.cards import Card, Pack, Rank, Suit, cards, has_two_packs, pack_of
from batarde.rules.checking import Fault, RecordError
from batarde.rules.deal import Deal
from batarde.rules.dealing import deal_hands, deal_seed, first_dealer, shuffled_pack
from batarde.rules.errors import BatardeError, IllegalActionError, MalformedError
from batarde.rules.events import Event, redacted
from batarde.rules.game import Game, schedule
from batarde.rules.questions import double_question, doublers, question
from batarde.rules.record import Record
from batarde.rules.refusals import Code, Refusal
from batarde.rules.scoring import places, points
from batarde.rules.trumps import Contract, Trump
from batarde.rules.views import Phase, View

__all__ = [
    "DOUBLE",
    "PASS",
    "READY",
    "REDOUBLE",
    "Action",
    "Announcement",
    "Auction",
    "BatardeError",
    "Bid",
    "Call",
    "Card",
    "Code",
    "Contract",
    "Deal",
    "Double",
    "Event",
    "Fault",
    "Game",
    "IllegalActionError",
    "MalformedError",
    "Pack",
    "Pass",
    "Phase",
    "Play",
    "Rank",
    "Ready",
    "Record",
    "RecordError",
    "Redouble",
    "Refusal",
    "Suit",
    "Trump",
    "View",
    "cards",
    "deal_hands",
    "deal_seed",
    "double_question",
    "doublers",
    "first_dealer",
    "has_two_packs",
    "pack_of",
    "places",
    "play",
    "points",
    "question",
    "redacted",
    "schedule",
    "shuffled_pack",
]
