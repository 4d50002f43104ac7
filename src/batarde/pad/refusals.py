"""Why the pad refuses something, as data (§4).

The codes are those of the record where it has one; the sentence is made where the language is
known (:mod:`batarde.words.padspeech`). The rule's number is that of docs/rules.md, empty where no
rule of the game is broken.
"""

from enum import StrEnum

import msgspec

from batarde.rules.errors import MalformedError

__all__ = ["BadEventError", "PadCode", "PadRefusal"]


class PadCode(StrEnum):
    """The stable codes of everything that can be wrong with a pad, its events and its files."""

    # What is entered, in the order in which it is tested.
    PLAYERS = "players"
    NAME = "name"
    SCHEDULE = "schedule"
    GAME_OVER = "game-over"
    CALL_RANGE = "call-range"
    CALL_PACK = "call-pack"
    CALL_TOO_WEAK = "call-too-weak"
    FORBIDDEN_SUM = "forbidden-sum"
    DOUBLE = "double"
    AUCTION_OPEN = "auction-open"
    TRICKS_RANGE = "tricks-range"
    TRICKS_SUM = "tricks-sum"
    # Files.
    SCHEMA = "schema"
    POINTS = "points"
    TOTALS = "totals"
    # Events.
    NOT_ROLE = "not-role"
    BAD_EVENT = "bad-event"


class PadRefusal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something refused: the code, the rule's number, and what it is about."""

    code: PadCode
    rule: str = ""
    detail: str = ""
    """Which of the code's several reasons applies, where it has several."""
    seat: int | None = None
    number: int | None = None
    """The number that is wrong, or the largest allowed."""
    total: int | None = None
    """What numbers may not, or must, add up to."""


class BadEventError(MalformedError):
    """What is not the shape of any event; its code is ``bad-event``."""

    code = PadCode.BAD_EVENT
