"""What a store must be able to do."""

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

__all__ = ["Append", "Done", "GameRow", "PlayerRow", "Row", "Store", "StoreError", "TableRow"]


class StoreError(Exception):
    """The store could not do it: nothing has been written, and it may be tried again."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """A batch of events: the number of its first, when it happened, and the events as JSON."""

    seq: int
    at: int
    events: bytes


class TableRow(msgspec.Struct, frozen=True, gc=False):
    """A table as the lobby needs it, without its events."""

    id: str
    created: int
    host: str
    is_listed: bool
    is_over: bool
    summary: bytes
    """What the lobby shows of it, as JSON."""


class PlayerRow(msgspec.Struct, frozen=True, gc=False):
    """A person: a public id and a name; the secret is known only by its hash."""

    id: str
    name: str


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


class Append(msgspec.Struct, frozen=True, gc=False):
    """All that one batch writes: the events, the table's entry, and a game that ended with it."""

    table: TableRow
    row: Row
    game: Callable[[], GameRow] | None = None
    """Makes the game when it is written: a record is long, and many games may end at once."""


Done = Callable[[StoreError | None], None]


class Store(Protocol):
    """Append-only memory of tables, people and games.

    ``append`` returns at once and calls back, in the event loop, once the batch is safe on disk or
    certainly not written; batches are written in the order in which they came. The rest waits.
    """

    def append(self, batch: Append, done: Done) -> None:
        """Write *batch*; a sequence number that its table has passed is an error."""

    async def events(self, table: str) -> Sequence[Row]:
        """Return all batches of a table, in order."""

    async def table(self, table: str) -> TableRow | None:
        """Return a table's entry."""

    async def tables(self, *, listed: bool, limit: int) -> Sequence[TableRow]:
        """Return tables that are not over, the newest first."""

    async def add_player(self, player: PlayerRow, secret_hash: bytes) -> None:
        """Remember a person."""

    async def rename_player(self, player: str, name: str) -> None:
        """Change a person's name."""

    async def player(self, secret_hash: bytes) -> PlayerRow | None:
        """Return the person with this secret."""

    async def games(self, *, player: str, limit: int, before: int) -> Sequence[GameRow]:
        """Return finished games, without their records, the newest first."""

    async def game(self, game: str) -> GameRow | None:
        """Return a finished game."""

    def close(self) -> None:
        """Write what is still to be written, and let go of the files."""
