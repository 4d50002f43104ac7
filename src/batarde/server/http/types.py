"""What goes over HTTP, in the order of the API."""

from typing import Annotated, Final

import msgspec

from batarde.table.names import NAME_LENGTH
from batarde.table.settings import Settings
from batarde.table.state import Seat

__all__ = [
    "HTTP_TYPES",
    "GameList",
    "GameSummary",
    "Health",
    "NewSession",
    "NewTable",
    "Problem",
    "Session",
    "TableList",
    "TableSummary",
]

Name = Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]


class NewSession(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask to be known under a name, or without one."""

    name: Name = ""


class Session(msgspec.Struct, frozen=True):
    """Who the server takes the sender for."""

    player: str
    name: str
    """Empty if they have given none."""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for a table; *bots* are the levels that take the other seats, and *start* starts it."""

    settings: Settings = Settings()
    bots: Annotated[tuple[str, ...], msgspec.Meta(max_length=6)] = ()
    start: bool = False


class TableSummary(msgspec.Struct, frozen=True):
    """A table as the lobby shows it."""

    id: str
    created: int
    settings: Settings
    host: str
    seats: tuple[Seat, ...]
    is_playing: bool
    deal: int
    """Which deal is being played, from 0."""


class TableList(msgspec.Struct, frozen=True):
    """The tables of the lobby: where most people wait first, then the newest."""

    tables: tuple[TableSummary, ...]


class GameSummary(msgspec.Struct, frozen=True):
    """A finished game, as a list shows it."""

    id: str
    table: str
    ended: int
    names: tuple[str, ...]
    totals: tuple[int, ...]
    seat: int | None
    """The asker's seat in it."""


class GameList(msgspec.Struct, frozen=True):
    """Finished games, the newest first; *before* asks for the next page, if there is one."""

    games: tuple[GameSummary, ...]
    before: int | None


class Health(msgspec.Struct, frozen=True):
    """That the server is well, and what it runs."""

    status: str
    version: str
    tables: int
    connections: int


class Problem(msgspec.Struct, frozen=True):
    """What was wrong with a request: a stable code, and a sentence for developers."""

    code: str
    message: str


HTTP_TYPES: Final = (
    NewSession,
    Session,
    NewTable,
    TableSummary,
    TableList,
    GameSummary,
    GameList,
    Health,
    Problem,
)
