"""The embedded store: SQLite in WAL mode, every batch on disk before it is answered.

One thread writes. It takes whatever has come in since its last commit and commits it together
(group commit), with ``synchronous=FULL``: under load hundreds of moves share one sync, and a lone
move waits for one. Reading has a thread and a connection of its own and never blocks writing.
"""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import msgspec

from batarde.store.base import Append, Done, GameRow, PlayerRow, Row, StoreError, TableRow

__all__ = ["SqliteStore"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS batches (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, events BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
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
_VERSION = 1
_BUSY_SECONDS = 2.0

Work = Callable[[sqlite3.Connection], StoreError | None]
"""Something to write; what it returns is its own fault and leaves the rest of its group be."""


class SqliteStore:
    """A :class:`~batarde.store.base.Store` in one file."""

    def __init__(self, path: Path | str) -> None:
        self._path = str(path)
        self._queue: SimpleQueue[tuple[Work, Done] | None] = SimpleQueue()
        self._reader = ThreadPoolExecutor(1, "batarde-read")
        self._summaries: dict[str, TableRow] = {}
        """The entries of running tables as last written: most batches leave them as they are."""
        writer = self._connect()
        _prepare(writer)
        self._reading = self._connect()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(
            target=self._write, args=(writer,), name="batarde-write", daemon=True
        )
        self._thread.start()

    # Writing

    def append(self, batch: Append, done: Done) -> None:
        """Write *batch* with everything else that is waiting, then call *done* in the loop."""
        table = batch.table
        is_new = self._summaries.get(table.id) != table

        def work(connection: sqlite3.Connection) -> StoreError | None:
            return _insert_batch(connection, batch, with_table=is_new)

        def answered(error: StoreError | None) -> None:
            if error is not None or table.is_over:
                self._summaries.pop(table.id, None)  # the entry is written anew, or never again
            done(error)

        self._summaries[table.id] = table
        self._enqueue(work, answered)

    async def add_player(self, player: PlayerRow, secret_hash: bytes) -> None:
        """Remember a person."""
        row = (player.id, player.name, secret_hash)
        await self._written("INSERT INTO players VALUES (?, ?, ?)", row)

    async def rename_player(self, player: str, name: str) -> None:
        """Change a person's name."""
        await self._written("UPDATE players SET name = ? WHERE id = ?", (name, player))

    async def _written(self, sql: str, row: Sequence[Any]) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: StoreError | None) -> None:
            if future.done():
                return
            future.set_result(None) if error is None else future.set_exception(error)

        self._enqueue(lambda connection: _execute(connection, sql, row), done)
        await future

    def _enqueue(self, work: Work, done: Done) -> None:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        self._queue.put((work, done))

    def _write(self, connection: sqlite3.Connection) -> None:
        """Run in the writing thread: take all that waits, commit it together, answer."""
        while (first := self._queue.get()) is not None:
            group = [first]
            is_last = False
            while not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    is_last = True
                    break
                group.append(more)
            self._answer(group, _commit(connection, [work for work, _ in group]))
            if is_last:
                break
        connection.close()

    def _answer(self, group: list[tuple[Work, Done]], errors: Sequence[StoreError | None]) -> None:
        def answer() -> None:
            for (_, done), error in zip(group, errors, strict=True):
                try:
                    done(error)
                except Exception:  # noqa: BLE001 - the others want their answers too
                    _log.exception("an answer of the store was not taken")

        assert self._loop is not None
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(answer)

    # Reading

    async def events(self, table: str) -> Sequence[Row]:
        """Return all batches of a table, in order."""
        sql = "SELECT seq, at, events FROM batches WHERE table_id = ? ORDER BY seq"
        return [Row(*row) for row in await self._read(sql, table)]

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
            self._path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )

    def close(self) -> None:
        """Write what is still to be written, and let go of the files."""
        self._queue.put(None)
        self._thread.join()
        self._reader.shutdown()
        self._reading.close()


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > _VERSION:
        raise StoreError(f"the database is of a newer version ({version})")
    connection.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {_VERSION}; COMMIT;")


def _commit(connection: sqlite3.Connection, group: Sequence[Work]) -> list[StoreError | None]:
    """Do all of *group* in one transaction; return what went wrong with each."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        errors = [work(connection) for work in group]
        connection.execute("COMMIT")
    except Exception as error:  # noqa: BLE001 - the writing thread must outlive everything
        _roll_back(connection)
        if len(group) > 1 and not isinstance(error, sqlite3.OperationalError):
            # One of them cannot be written at all: the others shall not suffer for it.
            return [_commit(connection, [work])[0] for work in group]
        return [StoreError(str(error))] * len(group)
    return errors


def _roll_back(connection: sqlite3.Connection) -> None:
    try:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    except sqlite3.Error:
        _log.exception("a transaction could not be rolled back")


def _insert_batch(
    connection: sqlite3.Connection, batch: Append, *, with_table: bool
) -> StoreError | None:
    row, table, game = batch.row, batch.table, batch.game
    inserted = connection.execute(
        "INSERT OR IGNORE INTO batches VALUES (?, ?, ?, ?)",
        (table.id, row.seq, row.at, row.events),
    )
    if not inserted.rowcount:
        return StoreError(f"event {row.seq} of table {table.id} is there already")
    if with_table:
        connection.execute(
            "REPLACE INTO tables VALUES (?, ?, ?, ?, ?, ?)", msgspec.structs.astuple(table)
        )
    if game is not None:
        _insert_game(connection, game)
    return None


def _insert_game(connection: sqlite3.Connection, game: GameRow) -> None:
    encode = msgspec.json.encode
    connection.execute(
        "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            game.id,
            game.table,
            game.ended,
            encode(game.names).decode(),
            encode(game.totals).decode(),
            encode(game.players).decode(),
            game.record,
        ),
    )
    connection.executemany(
        "INSERT OR IGNORE INTO games_of VALUES (?, ?, ?)",
        [(player, game.ended, game.id) for player in game.players if player],
    )


def _execute(connection: sqlite3.Connection, sql: str, row: Sequence[Any]) -> None:
    connection.execute(sql, row)


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
