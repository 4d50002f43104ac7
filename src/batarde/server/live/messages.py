"""What goes over the socket.

These types are the protocol: its JSON Schema and the browser's TypeScript are generated from them
(docs/protocol.md). A client sends ``join`` and gets a ``snapshot``, or the events that it missed;
then every batch of events comes as ``happened``. It sends commands, and only it is told if one is
refused.
"""

from typing import Annotated

import msgspec

from batarde.rules.actions import Action
from batarde.rules.refusals import Refusal
from batarde.rules.views import View
from batarde.study.coach import Advice
from batarde.table import commands as do
from batarde.table.events import Said, TableEvent
from batarde.table.settings import Settings
from batarde.table.state import DrawState, PromisedSeat, Seat

__all__ = [
    "ClientMessage",
    "DealResult",
    "Done",
    "Happened",
    "Hint",
    "Join",
    "Leave",
    "Present",
    "Refused",
    "ServerMessage",
    "Snapshot",
    "Timing",
    "Watching",
]


class Join(msgspec.Struct, frozen=True, tag_field="do", tag="join", forbid_unknown_fields=True):
    """Come to a table, to play or to watch; *since* is the first event not seen yet, if any was."""

    table: Annotated[str, msgspec.Meta(max_length=20)]
    since: int = 0


class Leave(msgspec.Struct, frozen=True, tag_field="do", tag="leave", forbid_unknown_fields=True):
    """Stop watching the table."""


ClientMessage = (
    Join
    | Leave
    | do.Act
    | do.Why
    | do.Sit
    | do.Stand
    | do.SeatBot
    | do.Unseat
    | do.Remove
    | do.AllowWatching
    | do.Start
    | do.Pause
    | do.Resume
    | do.Say
    | do.AskCoach
    | do.CommitShare
    | do.OpenShare
)


class Watching(msgspec.Struct, frozen=True):
    """Somebody who watches."""

    player: str
    name: str


class Present(msgspec.Struct, frozen=True, tag_field="type", tag="present"):
    """Who is connected, by seat, and how many watch; not an event, for it is not kept."""

    connected: tuple[bool, ...]
    watchers: int
    watching: tuple[Watching, ...] = ()
    """The first of those who watch."""


class Timing(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long whoever has to act still has, in milliseconds from now: a clock cannot be wrong."""

    seat: int
    move: int
    """For this move, before the bank runs."""
    bank: int


class DealResult(msgspec.Struct, frozen=True):
    """A finished deal, as the score sheet shows it."""

    cards: int
    dealer: int
    author: int
    trump: str
    doubled_by: int | None
    redoubled: bool
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]


class Snapshot(msgspec.Struct, frozen=True, tag_field="type", tag="snapshot"):
    """A table as its receiver may see it, after all events before *seq*."""

    table: str
    seq: int
    settings: Settings
    host: str
    you: str
    """The receiver's public id."""
    seat: int | None
    """The receiver's seat; a watcher has none."""
    seats: tuple[Seat, ...]
    connected: tuple[bool, ...]
    watchers: int
    watching: tuple[Watching, ...]
    """The first of those who watch."""
    game: str
    """The id of the present or last game, under which its record can be had; empty before."""
    is_playing: bool
    is_paused: bool
    results: tuple[DealResult, ...]
    totals: tuple[int, ...]
    view: View | None
    """The running deal, or the last one."""
    last_trick: tuple[tuple[int, str], ...]
    draw: DrawState | None
    window: int
    """Milliseconds left of the double window."""
    timing: Timing | None
    talk: tuple[Said, ...]
    promised: tuple[PromisedSeat, ...] = ()
    """Who gets a seat with the next deal."""
    had: int | None = None
    """The seat that is or was the receiver's in the running game: they may come back to it."""
    played: tuple[str, ...] = ()
    """The names of those who played the last game, once anybody else sits where they did."""
    coached: tuple[int, ...] = ()
    """The seats whose players the coach has helped in this game."""


class Happened(msgspec.Struct, frozen=True, tag_field="type", tag="happened"):
    """Events *seq*, *seq* + 1 and so on, as the receiver may see them, and what they may do now."""

    seq: int
    events: tuple[TableEvent, ...]
    legal: tuple[Action, ...]
    timing: Timing | None = None
    window: int = 0
    """Milliseconds left of the double window, 0 when none is open."""


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused", omit_defaults=True):
    """A command was refused; nothing has happened."""

    code: str
    key: str = ""
    refusal: Refusal | None = None
    """Why the rules refuse it, if *code* is ``rules``."""


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """Nothing happens now: it was carried out before, all was so already, or a ``why`` is legal."""

    key: str


class Hint(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """What the coach answers, to who asked alone; *seq* is the number of events until then."""

    key: str
    seq: int
    advice: Advice


ServerMessage = Snapshot | Happened | Refused | Done | Present | Hint
