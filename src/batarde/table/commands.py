"""What people ask a table for. A command never says who asks: that comes from the session."""

from typing import Annotated, Final, Literal

import msgspec

from batarde.rules.actions import Action

__all__ = [
    "SIGNALS",
    "TALK_LENGTH",
    "Act",
    "AllowWatching",
    "AskCoach",
    "Command",
    "CommitShare",
    "OpenShare",
    "Pause",
    "Remove",
    "Resume",
    "Say",
    "SeatBot",
    "Sit",
    "Stand",
    "Start",
    "Unseat",
    "Why",
]

SIGNALS = ("hello", "thanks", "well-played", "oops", "wow", "thinking", "sorry", "bye")
"""The signals of table talk; everybody reads them in their own language."""
TALK_LENGTH: Final = 200
"""How many letters a line of talk may have."""

Key = Annotated[str, msgspec.Meta(max_length=40)]
Hex32 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""The length is said too: in Python ``$`` also stands before a line end."""
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=6)]
Level = Annotated[str, msgspec.Meta(max_length=200)]


class _Command(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    key: Key = ""
    """Comes back with the answer; a command with a key that was seen is answered, not repeated."""


class Act(_Command, frozen=True, kw_only=True, tag="act"):
    """Do something in the game; *seq* is the last event that the sender had seen, plus one."""

    seq: int
    action: Action


class Why(_Command, frozen=True, kw_only=True, tag="why"):
    """Ask why the rules refuse an action: a question of one's own seat, which changes nothing."""

    action: Action


class Sit(_Command, frozen=True, kw_only=True, tag="sit"):
    """Take a seat, or any free one."""

    seat: SeatNumber | None = None


class Stand(_Command, frozen=True, tag="stand"):
    """Leave one's seat; in a running game a bot takes it."""


class SeatBot(_Command, frozen=True, kw_only=True, tag="seat-bot"):
    """Put a bot on a seat (host)."""

    seat: SeatNumber
    level: Level = "simple"


class Unseat(_Command, frozen=True, kw_only=True, tag="unseat"):
    """Free a seat; in a running game a bot takes it (host)."""

    seat: SeatNumber


class Remove(_Command, frozen=True, kw_only=True, tag="remove"):
    """Send somebody away from the table for good: a watcher, or a player with their seat (host)."""

    player: Annotated[str, msgspec.Meta(max_length=40)]


class AllowWatching(_Command, frozen=True, kw_only=True, tag="watching"):
    """Let people watch the games of this table, or play among yourselves (host)."""

    allowed: bool


class Start(_Command, frozen=True, kw_only=True, tag="start"):
    """Start a game, or the next one; bots of level *fill* take the empty seats (host)."""

    fill: Level = ""


class Pause(_Command, frozen=True, tag="pause"):
    """Stop the clocks and the game (host)."""


class Resume(_Command, frozen=True, tag="resume"):
    """Let the game go on (host)."""


class Say(_Command, frozen=True, kw_only=True, tag="say"):
    """Say something to the table: a text or a signal."""

    text: Annotated[str, msgspec.Meta(max_length=TALK_LENGTH)] = ""
    signal: str = ""


class AskCoach(_Command, frozen=True, kw_only=True, tag="coach"):
    """Ask the coach for help: 1 the need, 2 reasons, 3 what everything costs (docs/coach.md)."""

    step: Literal[1, 2, 3]
    other_packs: bool = False
    """With two packs: the lens of the packs that the hand is worth less with."""


class CommitShare(_Command, frozen=True, kw_only=True, tag="commit-share"):
    """Commit to one's share of the randomness of a deal."""

    deal: int
    commitment: Hex32


class OpenShare(_Command, frozen=True, kw_only=True, tag="open-share"):
    """Open one's share, once no more commitments are taken."""

    deal: int
    share: Hex32


Command = (
    Act
    | Sit
    | Stand
    | SeatBot
    | Unseat
    | Remove
    | AllowWatching
    | Start
    | Pause
    | Resume
    | Say
    | AskCoach
    | CommitShare
    | OpenShare
)
