"""Why a table refuses what somebody asks for."""

from enum import StrEnum

from batarde.rules.errors import BatardeError
from batarde.rules.refusals import Refusal

__all__ = ["TableCode", "TableError"]


class TableCode(StrEnum):
    """The stable codes of what can be wrong at a table besides the rules of the game."""

    RULES = "rules"
    """The rules of the game refuse it: the refusal says why."""
    STALE = "stale"
    """The table has moved on since; the present state comes along."""
    NOT_SEATED = "not-seated"
    NOT_HOST = "not-host"
    SEAT_TAKEN = "seat-taken"
    OTHER_SEAT = "other-seat"
    """One has had another seat in this game, and seen its cards."""
    NO_SUCH_SEAT = "no-such-seat"
    NO_FREE_SEAT = "no-free-seat"
    EMPTY_SEATS = "empty-seats"
    NO_PERSON = "no-person"
    NOT_PLAYING = "not-playing"
    ALREADY_PLAYING = "already-playing"
    PAUSED = "paused"
    NO_WATCHING = "no-watching"
    """The table is closed to watchers while a game is played."""
    REMOVED = "removed"
    """The host has sent this person away."""
    NO_TALK = "no-talk"
    EMPTY_TALK = "empty-talk"
    NO_SUCH_SIGNAL = "no-such-signal"
    NO_SUCH_BOT = "no-such-bot"
    NO_COACH = "no-coach"
    """Nobody may be helped here: the coach is off, or somebody else plays too."""
    NO_QUESTION = "no-question"
    """There is nothing to ask the coach about now."""
    NO_ANSWER = "no-answer"
    """The coach has no answer just now; it may be asked again."""
    NO_DRAW = "no-draw"
    BAD_SHARE = "bad-share"
    STORE = "store"
    """It could not be stored, so it has not happened."""
    INTERNAL = "internal"
    """Something is wrong with the server itself; it has not happened."""


class TableError(BatardeError):
    """A refused command: its code, and the rules' refusal where it was an action."""

    def __init__(self, code: TableCode, refusal: Refusal | None = None) -> None:
        super().__init__(code.value if refusal is None else refusal.code.value)
        self.code = code
        self.refusal = refusal
