"""A reason: a code with its arguments, which any language can say."""

from enum import StrEnum

import msgspec

from batarde.rules.cards import Card
from batarde.rules.trumps import Trump

__all__ = ["Reason", "ReasonCode"]


class ReasonCode(StrEnum):
    """Why an action is better than another, in the order in which reasons are given."""

    ONLY_SAFE = "only-safe"
    """The only card after which the number can still be forced in every world looked at."""
    WINS_NOW = "wins-now"
    """No seat still to play can beat it."""
    LOSES_NOW = "loses-now"
    """It is beaten already, or every world has a seat that must beat it."""
    MUST_LOSE_IT = "must-lose-it"
    """Nothing more is needed, and kept it would win a later trick in half of the worlds."""
    KEEP_WINNER = "keep-winner"
    """It keeps a master, and every master is needed."""
    KEEP_EXIT = "keep-exit"
    """It leaves a card that gives the lead away in four of five worlds."""
    FORCES_RISE = "forces-rise"
    """A lead that some hand must rise over in half of the worlds (P3, P8)."""
    CUT_DANGER = "cut-danger"
    """It does not empty a suit: one would have to cut (P4), and nothing more is needed."""
    CUT_CHANCE = "cut-chance"
    """It empties a suit that can then be cut, and something is needed (P4)."""
    OTHERS_SHORT = "others-short"
    """After it the table wants more, or fewer, tricks than are left."""
    TWO_WAYS = "two-ways"
    """A bid whose neighbour costs hardly more (advice 5)."""
    STEADY = "steady"
    """The bid that is met most often."""
    FREEZE = "freeze"
    """A double that keeps one of the two best trumps, when a stronger announcement is likely."""


class Reason(msgspec.Struct, frozen=True, gc=False):
    """Why one action is better than another; ``why.<code>`` says it."""

    code: ReasonCode
    card: Card | None = None
    """The card that it speaks of."""
    trump: Trump | None = None
    number: int | None = None
    """How many worlds were looked at (``only-safe``); the other number (``two-ways``)."""
    percent: int | None = None
    """In how many worlds of a hundred."""
    detail: str = ""
    """Which of the sentences of its code it is: ``beaten``, ``more``, ``fewer``."""
