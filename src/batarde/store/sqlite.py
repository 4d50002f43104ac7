"""The embedded store: SQLite in WAL mode, every batch on disk before it is answered.

One thread writes. It is given whatever has come in since its last commit and commits it together
(group commit), with ``synchronous=FULL``: under load hundreds of moves share one sync, and a lone
move waits for one. Rows of one kind go in one statement, for after each statement the thread has to
wait for its turn again (the GIL). How batches lie on disk is said in :mod:`.writer`. Reading has a
thread and a connection of its own and never blocks writing.
"""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import msgspec

from batarde.store.base import Append, Done, GameRow, PlayerRow, Row, StoreError, TableRow
from batarde.store.writer import OF_TABLE, SCHEMA, SORT_IN, Write, Writer

__all__ = ["SqliteStore"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, created INTEGER NOT NULL, host TEXT NOT NULL,
    is_listed INTEGER NOT NULL, is_over INTEGER NOT NULL, summary BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tables_open ON tables (created) WHERE NOT is_over;
CREATE TABLE IF NOT EXISTS players (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, secret_hash BLOB NOT NULL UNIQUE
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, table_id TEXT NOT NULL, ended INTEGER NOT NULL, names TEXT NOT NULL,
    totals TEXT NOT NULL, players TEXT NOT NULL, record TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_ended ON games (ended);
CREATE TABLE IF NOT EXISTS games_of (
    player TEXT NOT NULL, ended INTEGER NOT NULL, game TEXT NOT NULL,
    PRIMARY KEY (player, ended, game)
) WITHOUT ROWID;
"""
_log = logging.getLogger("batarde.store")
_VERSION = 2
_BUSY_SECONDS = 2.0
_STATEMENTS_KEPT = 10
"""Few: there is one for every number of rows, and its memory grows with them."""

_REPLACE_TABLE = "REPLACE INTO tables VALUES"
_INSERT_PLAYER = "INSERT INTO players VALUES"
_RENAME_PLAYER = "UPDATE players SET name = ? WHERE id = ?"
_EVENTS = f"SELECT seq, at, events FROM batches WHERE {OF_TABLE} ORDER BY seq"
_FROM_VERSION_1 = f"""
ALTER TABLE batches RENAME TO indexed_batches;
{SCHEMA}
INSERT INTO batches SELECT rowid, table_id, seq, at, events FROM indexed_batches;
DROP TABLE indexed_batches;
{SORT_IN}
"""


class SqliteStore:
    """A :class:`~batarde.store.base.Store` in one file."""

    def __init__(self, path: Path | str) -> None:
        self._path = str(path)
        self._waiting: list[Write] = []
        self._is_writing = False
        """Whether the thread has a group, or will get one at the end of this turn of the loop."""
        self._queue: SimpleQueue[list[Write] | None] = SimpleQueue()
        self._reader = ThreadPoolExecutor(1, "batarde-read")
        self._summaries: dict[str, TableRow] = {}
        """The entries of running tables as last written: most batches leave them as they are."""
        writing = self._connect()
        _prepare(writing)
        self._reading = self._connect()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(
            target=self._write, args=(Writer(writing),), name="batarde-write", daemon=True
        )
        self._thread.start()

    # Writing

    def append(self, batch: Append, done: Done) -> None:
        """Write *batch* with everything else that is waiting, then call *done* in the loop."""
        table, row = batch.table, batch.row
        added = table.id, row.seq, row.at, row.events
        if self._summaries.get(table.id) is table and batch.game is None:
            self._enqueue(Write(done, added))
            return
        self._summaries[table.id] = table
        entry = _REPLACE_TABLE, msgspec.structs.astuple(table)

        def answered(error: StoreError | None) -> None:
            if error is not None or table.is_over:
                self._summaries.pop(table.id, None)  # the entry is written anew, or never again
            done(error)

        self._enqueue(Write(answered, added, entry, batch.game))

    async def add_player(self, player: PlayerRow, secret_hash: bytes) -> None:
        """Remember a person."""
        row = (player.id, player.name, secret_hash)
        await self._written(_INSERT_PLAYER, row)

    async def rename_player(self, player: str, name: str) -> None:
        """Change a person's name."""
        await self._written(_RENAME_PLAYER, (name, player))

    async def _written(self, sql: str, row: Sequence[Any]) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: StoreError | None) -> None:
            if future.done():
                return
            future.set_result(None) if error is None else future.set_exception(error)

        self._enqueue(Write(done, statement=(sql, row)))
        await future

    def _enqueue(self, write: Write) -> None:
        self._waiting.append(write)
        if not self._is_writing:
            self._is_writing = True
            self._loop = asyncio.get_running_loop()
            self._loop.call_soon(self._hand_over)  # with all that this turn brings

    def _hand_over(self) -> None:
        """Give the thread all that waits."""
        group, self._waiting = self._waiting, []
        self._is_writing = bool(group)
        if group:
            self._queue.put(group)

    def _write(self, writer: Writer) -> None:
        """Run in the writing thread: commit what it is given, a group at a time."""
        while (group := self._queue.get()) is not None:
            errors = writer.commit(group)
            assert self._loop is not None
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._answer, group, errors)
            writer.sort_in()  # while the answers are told
        writer.close()

    def _answer(self, group: list[Write], errors: Sequence[StoreError | None]) -> None:
        for write, error in zip(group, errors, strict=True):
            try:
                write.done(error)
            except Exception:  # noqa: BLE001 - the others want their answers too
                _log.exception("an answer of the store was not taken")
        assert self._loop is not None
        self._loop.call_soon(self._hand_over)  # with all that the answers, and this turn, bring

    # Reading

    async def events(self, table: str) -> Sequence[Row]:
        """Return all batches of a table, in order."""
        return [Row(*row) for row in await self._read(_EVENTS, table, table)]

    async def table(self, table: str) -> TableRow | None:
        """Return a table's entry."""
        rows = await self._read("SELECT * FROM tables WHERE id = ?", table)
        return _table(rows[0]) if rows else None

    async def tables(self, *, listed: bool, limit: int) -> Sequence[TableRow]:
        """Return tables that are not over, the newest first."""
        sql = (
            "SELECT * FROM tables WHERE NOT is_over AND (is_listed OR NOT ?) "
            "ORDER BY created DESC LIMIT ?"
        )
        return [_table(row) for row in await self._read(sql, listed, limit)]

    async def player(self, secret_hash: bytes) -> PlayerRow | None:
        """Return the person with this secret."""
        rows = await self._read("SELECT id, name FROM players WHERE secret_hash = ?", secret_hash)
        return PlayerRow(*rows[0]) if rows else None

    async def games(self, *, player: str, limit: int, before: int) -> Sequence[GameRow]:
        """Return finished games of a person, or of anybody if *player* is empty."""
        columns = "id, table_id, ended, names, totals, players, ''"
        if player:
            sql = (
                f"SELECT {columns} FROM games WHERE id IN (SELECT game FROM games_of "
                "WHERE player = ? AND ended < ? ORDER BY ended DESC LIMIT ?) ORDER BY ended DESC"
            )
            return [_game(row) for row in await self._read(sql, player, before, limit)]
        sql = f"SELECT {columns} FROM games WHERE ended < ? ORDER BY ended DESC LIMIT ?"
        return [_game(row) for row in await self._read(sql, before, limit)]

    async def game(self, game: str) -> GameRow | None:
        """Return a finished game with its record."""
        rows = await self._read("SELECT * FROM games WHERE id = ?", game)
        return _game(rows[0]) if rows else None

    async def _read(self, sql: str, *values: Any) -> list[Any]:
        def work() -> list[Any]:
            try:
                return self._reading.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                raise StoreError(str(error)) from error

        return await asyncio.get_running_loop().run_in_executor(self._reader, work)

    # Files

    def _connect(self) -> sqlite3.Connection:
        # Each connection lives in one thread at a time; SQLite itself is asked to make sure.
        return sqlite3.connect(
            self._path,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=_STATEMENTS_KEPT,
        )

    def close(self) -> None:
        """Write what is still to be written, and let go of the files."""
        if self._waiting:
            self._hand_over()
        self._queue.put(None)
        self._thread.join()
        self._reader.shutdown()
        self._reading.close()


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    # By default the log is copied into the file every 1,000 pages: many times a second under load.
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
    connection.execute("PRAGMA cache_size = -300")  # kilobytes: the newest pages
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > _VERSION:
        raise StoreError(f"the database is of a newer version ({version})")
    first = _FROM_VERSION_1 if version == 1 else ""
    connection.executescript(
        f"BEGIN; {first} {SCHEMA} {_SCHEMA} PRAGMA user_version = {_VERSION}; COMMIT;"
    )


def _table(row: Sequence[Any]) -> TableRow:
    table, created, host, is_listed, is_over, summary = row
    return TableRow(table, created, host, bool(is_listed), bool(is_over), summary)


def _game(row: Sequence[Any]) -> GameRow:
    game, table, ended, names, totals, players, record = row
    decode = msgspec.json.decode
    return GameRow(
        game,
        table,
        ended,
        decode(names, type=tuple[str, ...]),
        decode(totals, type=tuple[int, ...]),
        decode(players, type=tuple[str, ...]),
        record,
    )
