"""What a store must be able to do."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol

import msgspec

__all__ = [
    "Append",
    "Checkpoint",
    "Cleaned",
    "ConflictError",
    "Done",
    "GameRow",
    "NoStoreError",
    "PlayerRow",
    "Row",
    "Store",
    "StoreError",
    "TableRow",
    "Trouble",
]


class StoreError(Exception):
    """The store could not do it: nothing has been written, and it may be tried again."""


class ConflictError(StoreError):
    """What was to be written is taken: a table's number, a person's secret.

    Nothing has been written. The same will never be accepted, for somebody else wrote first.
    """


class Trouble(StrEnum):
    """Why a store cannot be opened."""

    IN_USE = "in-use"
    """Another process has it."""
    NOT_OURS = "not-ours"
    """What is there is no database, or not one of this program, or it is damaged."""
    NEWER = "newer"
    """A newer version of this program has written it."""
    READ_ONLY = "read-only"
    """It may not be written."""
    FULL = "full"
    """There is no room left."""
    UNREACHABLE = "unreachable"
    """It cannot be opened at all, as a folder cannot."""


class NoStoreError(StoreError):
    """The store cannot be opened, for a reason that is known."""

    def __init__(self, trouble: Trouble, message: str) -> None:
        super().__init__(message)
        self.trouble = trouble


class Row(msgspec.Struct, frozen=True, gc=False):
    """A batch of events: the number of its first, when it happened, and the events as JSON."""

    seq: int
    at: int
    events: bytes


class Checkpoint(msgspec.Struct, frozen=True, gc=False):
    """A table after one of its batches, so that those before it need not be read again.

    It is never the only copy of anything: whoever cannot use it reads all batches.
    """

    table: str
    last: int
    """The number of the last batch that went into it."""
    form: str
    """Which code made the state: no other should read it."""
    state: bytes


class TableRow(msgspec.Struct, frozen=True, gc=False):
    """A table as the lobby needs it, without its events."""

    id: str
    created: int
    host: str
    is_listed: bool
    is_over: bool
    summary: bytes
    """What the lobby shows of it, as JSON."""
    visited: int
    """When somebody was there last, as far as it was noted."""
    is_begun: bool
    """Whether a game was ever started there."""


class PlayerRow(msgspec.Struct, frozen=True, gc=False):
    """A person: a public id and a name; the secret is known only by its hash."""

    id: str
    name: str
    seen: int = 0
    """When they were here last, to the day."""


class GameRow(msgspec.Struct, frozen=True, gc=False):
    """A finished game in the archive."""

    id: str
    table: str
    ended: int
    names: tuple[str, ...]
    totals: tuple[int, ...]
    players: tuple[str, ...]
    """The public ids of the people who played, empty for bots."""
    record: str = ""
    """The record ``batarde/1``; left out of lists."""
    is_listed: bool = False
    """Whether its table was shown in the lobby, so that anybody may find the game."""


class Append(msgspec.Struct, frozen=True, gc=False):
    """All that one batch writes: the events, the table's entry, and a game that ended with it."""

    table: TableRow
    row: Row
    game: Callable[[], GameRow] | None = None
    """Makes the game before it is written: a record is long, and many games may end at once."""


class Cleaned(msgspec.Struct, frozen=True, gc=False):
    """How many tables and people were forgotten."""

    tables: int = 0
    players: int = 0


Done = Callable[[StoreError | None], None]


class Store(Protocol):
    """Append-only memory of tables, people and games.

    ``append`` and ``keep`` return at once and call back, in the event loop, once what they were
    given is safe on disk or certainly not written, in the order in which it came. The rest waits.
    """

    def append(self, batch: Append, done: Done) -> None:
        """Write *batch*; a number that its table has passed is a :class:`ConflictError`."""

    async def events(
        self, table: str, *, since: int = 0, limit: int | None = None
    ) -> Sequence[Row]:
        """Return the batches of a table from number *since* on, in order, at most *limit*."""

    def keep(self, checkpoint: Checkpoint, done: Done) -> None:
        """Write *checkpoint* in place of the one that its table had."""

    async def checkpoint(self, table: str) -> Checkpoint | None:
        """Return what was kept of a table last."""

    async def table(self, table: str) -> TableRow | None:
        """Return a table's entry."""

    async def lobby(self, *, since: int, limit: int, host: str = "") -> Sequence[TableRow]:
        """Return listed tables that are not over and were visited since, the newest first.

        Only those of one *host*, if one is named.
        """

    async def visit(self, tables: Sequence[str], at: int) -> None:
        """Note that somebody is at these tables."""

    async def add_player(self, player: PlayerRow, secret_hash: bytes) -> None:
        """Remember a person; a secret that is taken is a :class:`ConflictError`."""

    async def rename_player(self, player: str, name: str) -> None:
        """Change a person's name."""

    async def see_player(self, player: str, at: int) -> None:
        """Note that a person is here."""

    async def player(self, secret_hash: bytes) -> PlayerRow | None:
        """Return the person with this secret."""

    async def games(self, *, player: str, limit: int, before: int) -> Sequence[GameRow]:
        """Return finished games without their records, the newest first.

        They are those of a person; or, if *player* is empty, those of listed tables.
        """

    async def game(self, game: str) -> GameRow | None:
        """Return a finished game."""

    async def clean(self, *, tables: int, players: int, limit: int) -> Cleaned:
        """Forget, with all they have, tables where no game was ever started, not visited since.

        Forget people with no finished game who were not seen since. At most *limit* of each go.
        """

    async def check(self) -> None:
        """Write something that changes nothing, to know that writing works."""

    def close(self) -> None:
        """Write what is still to be written, and let go of the files."""
