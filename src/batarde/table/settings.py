"""How a table is played: who may watch, how much time there is, how long things stay."""

from enum import StrEnum
from typing import Annotated, Final

import msgspec

from batarde.rules.game import MAX_PLAYERS, MIN_PLAYERS

__all__ = ["Coaching", "Pace", "Settings", "Thinking"]


class Pace(StrEnum):
    """How much time there is to think."""

    NONE = "none"
    RELAXED = "relaxed"
    NORMAL = "normal"
    FAST = "fast"


class Coaching(StrEnum):
    """Whether the coach may be asked for help."""

    OFF = "off"
    ASKED = "asked"
    """By one person who plays alone against bots."""


class Thinking(msgspec.Struct, frozen=True, gc=False):
    """Milliseconds for each call and card, and in the bank that runs when they are used up."""

    move: int
    bank: int


_THINKING: Final = {
    Pace.RELAXED: Thinking(45_000, 180_000),
    Pace.NORMAL: Thinking(20_000, 60_000),
    Pace.FAST: Thinking(8_000, 20_000),
}


class Settings(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The settings of a table; the host chooses them when the table is made."""

    players: Annotated[int, msgspec.Meta(ge=MIN_PLAYERS, le=MAX_PLAYERS)] = 4
    pace: Pace = Pace.NORMAL
    double_window: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 2_000
    """Milliseconds after an announcement in which only doubles are taken (A10)."""
    trick_pause: Annotated[int, msgspec.Meta(ge=0, le=5_000)] = 1_200
    """Milliseconds that a finished trick stays on the table."""
    deal_pause: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 5_000
    """Milliseconds between the score of a deal and the cards of the next."""
    grace: Annotated[int, msgspec.Meta(ge=0, le=600_000)] = 30_000
    """Milliseconds until a bot plays for somebody who dropped."""
    listed: bool = False
    """Whether the table is shown in the lobby."""
    watchable: bool = True
    talk: bool = True
    last_trick: bool = True
    """Whether the last trick may be looked at again."""
    by_lot: bool = False
    """Whether the seats are drawn by lot when the game starts, as in competition (G3)."""
    asks_ready: bool = True
    """Whether everybody says that they have seen their cards before the auction (A1)."""
    coach: Coaching = Coaching.OFF

    @property
    def thinking(self) -> Thinking | None:
        """The time to think, or ``None`` if there is no clock."""
        return _THINKING.get(self.pace)
