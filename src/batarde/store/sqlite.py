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
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeVar
from uuid import uuid4

import msgspec

from batarde.store.base import (
    Append,
    Checkpoint,
    Cleaned,
    Done,
    GameRow,
    PlayerRow,
    Row,
    StoreError,
    TableRow,
)
from batarde.store.files import FileLock, make_private
from batarde.store.schema import migrate
from batarde.store.troubles import trouble_of
from batarde.store.writer import UNSORTED, Write, Writer

__all__ = ["MEMORY", "SqliteStore"]

MEMORY: Final = ":memory:"
"""The path of a store that is gone when it is closed."""
T = TypeVar("T")
_log = logging.getLogger("batarde.store")
_BUSY_SECONDS = 2.0
_ENTRIES_KEPT = 10_000
_STATEMENTS_KEPT = 10
"""Few: there is one for every number of rows, and its memory grows with them."""

_REPLACE_TABLE = "REPLACE INTO tables VALUES"
_INSERT_PLAYER = "INSERT INTO players VALUES"
_RENAME_PLAYER = "UPDATE players SET name = ? WHERE id = ?"
_SEE_PLAYER = "UPDATE players SET seen = ? WHERE id = ?"
_VISIT = "UPDATE tables SET visited = ? WHERE id IN (SELECT value FROM json_each(?))"
_CHANGE_NOTHING = "UPDATE sorted_in SET place = place"
_KEEP = "REPLACE INTO checkpoints VALUES"
# The index knows the order of a table's batches, so that a few can be read without the others.
_EVENTS = f"""
SELECT * FROM (
    SELECT places.seq, at, events FROM places CROSS JOIN batches USING (place)
    WHERE places.table_id = ?1 AND places.seq >= ?2 ORDER BY places.seq LIMIT ?3)
UNION ALL
SELECT seq, at, events FROM batches WHERE {UNSORTED} AND table_id = ?1 AND seq >= ?2
ORDER BY seq LIMIT ?3
"""
_ALL = -1


class SqliteStore:
    """A :class:`~batarde.store.base.Store` in one file, which no other process may open."""

    def __init__(self, path: Path | str) -> None:
        """Open the file, made if there is none, and bring it to the newest form.

        :raises NoStoreError: if that cannot be.
        """
        self._path = str(path)
        self._is_kept = self._path != MEMORY
        # Two connections share what is in memory by its name.
        self._name = self._path if self._is_kept else f"file:/batarde-{uuid4()}?vfs=memdb"
        self._lock: FileLock | None = None
        try:
            writing, self._reading = self._opened()
        except (OSError, sqlite3.Error) as error:
            self._unlock()
            raise trouble_of(error, self._path) from error
        except StoreError:
            self._unlock()
            raise
        self._waiting: list[Write] = []
        self._is_writing = False
        """Whether the thread has a group, or will get one at the end of this turn of the loop."""
        self._queue: SimpleQueue[list[Write] | Callable[[Writer], None] | None] = SimpleQueue()
        self._reader = ThreadPoolExecutor(1, "batarde-read")
        self._summaries: dict[str, TableRow] = {}
        """The entries of running tables as last written: most batches leave them as they are."""
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
        if len(self._summaries) >= _ENTRIES_KEPT:
            self._summaries.clear()  # each is written once more, when it is needed
        self._summaries[table.id] = table
        entry = _REPLACE_TABLE, msgspec.structs.astuple(table)

        def answered(error: StoreError | None) -> None:
            if error is not None or table.is_over:
                self._summaries.pop(table.id, None)  # the entry is written anew, or never again
            done(error)

        self._enqueue(Write(answered, added, entry, batch.game))

    def keep(self, checkpoint: Checkpoint, done: Done) -> None:
        """Write *checkpoint* in place of the one that its table had, then call *done*."""
        row = msgspec.structs.astuple(checkpoint)
        self._enqueue(Write(done, statement=(_KEEP, row)))

    async def add_player(self, player: PlayerRow, secret_hash: bytes) -> None:
        """Remember a person."""
        row = (player.id, player.name, secret_hash, player.seen)
        await self._written(_INSERT_PLAYER, row)

    async def rename_player(self, player: str, name: str) -> None:
        """Change a person's name."""
        await self._written(_RENAME_PLAYER, (name, player))

    async def see_player(self, player: str, at: int) -> None:
        """Note that a person is here."""
        await self._written(_SEE_PLAYER, (at, player))

    async def visit(self, tables: Sequence[str], at: int) -> None:
        """Note that somebody is at these tables."""
        await self._written(_VISIT, (at, msgspec.json.encode(tables).decode()))

    async def check(self) -> None:
        """Write something that changes nothing, to know that writing works."""
        await self._written(_CHANGE_NOTHING, ())

    async def clean(self, *, tables: int, players: int, limit: int) -> Cleaned:
        """Forget tables without a game and people without one that nobody has seen since."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Cleaned] = loop.create_future()

        def work(writer: Writer) -> None:
            try:
                answer: Cleaned | StoreError = writer.clean(tables, players, limit)
            except StoreError as error:
                answer = error
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_resolve, future, answer)

        self._queue.put(work)
        return await future

    async def _written(self, sql: str, row: Sequence[Any]) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        self._enqueue(Write(partial(_resolve, future), statement=(sql, row)))
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
            if not isinstance(group, list):
                group(writer)
                continue
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

    async def events(
        self, table: str, *, since: int = 0, limit: int | None = None
    ) -> Sequence[Row]:
        """Return the batches of a table from number *since* on, in order, at most *limit*."""
        most = _ALL if limit is None else limit
        return [Row(*row) for row in await self._read(_EVENTS, table, since, most)]

    async def checkpoint(self, table: str) -> Checkpoint | None:
        """Return what was kept of a table last."""
        rows = await self._read("SELECT * FROM checkpoints WHERE table_id = ?", table)
        return Checkpoint(*rows[0]) if rows else None

    async def table(self, table: str) -> TableRow | None:
        """Return a table's entry."""
        rows = await self._read("SELECT * FROM tables WHERE id = ?", table)
        return _table(rows[0]) if rows else None

    async def lobby(self, *, since: int, limit: int, host: str = "") -> Sequence[TableRow]:
        """Return listed tables that are not over and were visited since, the newest first."""
        sql = (
            "SELECT * FROM tables WHERE visited >= ? AND is_listed AND NOT is_over "
            "AND ? IN ('', host) ORDER BY created DESC LIMIT ?"
        )
        return [_table(row) for row in await self._read(sql, since, host, limit)]

    async def player(self, secret_hash: bytes) -> PlayerRow | None:
        """Return the person with this secret."""
        sql = "SELECT id, name, seen FROM players WHERE secret_hash = ?"
        rows = await self._read(sql, secret_hash)
        return PlayerRow(*rows[0]) if rows else None

    async def games(self, *, player: str, limit: int, before: int) -> Sequence[GameRow]:
        """Return finished games of a person, or of listed tables if *player* is empty."""
        columns = "id, table_id, ended, names, totals, players, '', is_listed"
        if player:
            sql = (
                f"SELECT {columns} FROM games WHERE id IN (SELECT game FROM games_of "
                "WHERE player = ? AND ended < ? ORDER BY ended DESC LIMIT ?) ORDER BY ended DESC"
            )
            return [_game(row) for row in await self._read(sql, player, before, limit)]
        sql = (
            f"SELECT {columns} FROM games WHERE is_listed AND ended < ? ORDER BY ended DESC LIMIT ?"
        )
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

    def _opened(self) -> tuple[sqlite3.Connection, sqlite3.Connection]:
        """Return the connections to write and to read with."""
        if self._is_kept:
            self._lock = FileLock(self._path)
            make_private(self._path)
        writing = self._connect()
        try:
            _prepare(writing)
            migrate(writing, self._path)
            return writing, self._connect()
        except BaseException:
            writing.close()
            raise

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _connect(self) -> sqlite3.Connection:
        # Each connection lives in one thread at a time; SQLite itself is asked to make sure.
        return sqlite3.connect(
            self._name,
            uri=not self._is_kept,
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
        self._unlock()


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    # By default the log is copied into the file every 1,000 pages: many times a second under load.
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
    connection.execute("PRAGMA cache_size = -300")  # kilobytes: the newest pages


def _table(row: Sequence[Any]) -> TableRow:
    table, created, host, is_listed, is_over, summary, visited, is_begun = row
    listed, over = bool(is_listed), bool(is_over)
    return TableRow(table, created, host, listed, over, summary, visited, bool(is_begun))


def _game(row: Sequence[Any]) -> GameRow:
    game, table, ended, names, totals, players, record, is_listed = row
    decode = msgspec.json.decode
    return GameRow(
        game,
        table,
        ended,
        decode(names, type=tuple[str, ...]),
        decode(totals, type=tuple[int, ...]),
        decode(players, type=tuple[str, ...]),
        record,
        bool(is_listed),
    )


def _resolve(future: "asyncio.Future[T]", answer: T | StoreError) -> None:
    """Answer who waits, unless they have stopped waiting."""
    if future.done():
        return
    if isinstance(answer, StoreError):
        future.set_exception(answer)
    else:
        future.set_result(answer)
