"""Why an action is refused, as data.

A refusal names the rule and what it is about, so that any client can say in its own language
"you hold the Fool of spades: you must rise and beat the Juggler" without knowing the rules.
"""

from enum import StrEnum

import msgspec

from batarde.rules.cards import Card, Pack, Suit
from batarde.rules.trumps import Trump

__all__ = ["Code", "Refusal"]


class Code(StrEnum):
    """The stable codes of everything that can be wrong with an action or a record."""

    # Faults of an action.
    TURN = "turn"
    READY = "ready"
    PASS = "pass"
    NOT_READY = "not-ready"
    CALL_RANGE = "call-range"
    CALL_PACK = "call-pack"
    CALL_TOO_WEAK = "call-too-weak"
    FORBIDDEN_SUM = "forbidden-sum"
    TRUMP_FROZEN = "trump-frozen"
    DOUBLE = "double"
    DOUBLE_WINDOW = "double-window"
    REDOUBLE = "redouble"
    REDOUBLE_OPEN = "redouble-open"
    AUCTION_OPEN = "auction-open"
    AUCTION_OVER = "auction-over"
    NOT_IN_HAND = "not-in-hand"
    MUST_FOLLOW = "must-follow"
    MUST_TRUMP = "must-trump"
    MUST_RISE = "must-rise"
    DEAL_OVER = "deal-over"
    GAME_OVER = "game-over"
    # Faults of a record.
    SCHEMA = "schema"
    PLAYERS = "players"
    SCHEDULE = "schedule"
    CARDS_DEALT = "cards-dealt"
    TRICKS = "tricks"
    POINTS = "points"
    TOTALS = "totals"


class Refusal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A refused action: the code, the number of the rule, and what it is about."""

    code: Code
    rule: str
    detail: str = ""
    """Which of the code's several reasons applies, where it has several."""
    seat: int | None = None
    """The seat it is about: whose turn it is, who must speak first, who is the author."""
    cards: tuple[Card, ...] = ()
    """The cards held that should have been played."""
    beat: Card | None = None
    """The card that must be beaten."""
    suit: Suit | None = None
    number: int | None = None
    """The forbidden number, the least number needed, or the largest allowed."""
    total: int | None = None
    """What the bids may not add up to."""
    trump: Trump | None = None
    pack: Pack | None = None
