"""Why one action is better than another: codes with arguments, each a fact that can be checked.

A reason is shown only if it holds for the better action and not for the one it is compared with.
"""

from batarde.study.reasons.bids import bid_reasons, freeze_reason
from batarde.study.reasons.card_facts import CardFacts
from batarde.study.reasons.cards import card_reasons
from batarde.study.reasons.codes import Reason, ReasonCode

__all__ = [
    "CardFacts",
    "Reason",
    "ReasonCode",
    "bid_reasons",
    "card_reasons",
    "freeze_reason",
]
