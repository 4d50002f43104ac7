"""The writing end of the embedded store: all that waits goes into one transaction.

Batches go to the end of a log, so what many tables write together lies on a few pages. An index by
table would cost a page for nearly every row, each table having its own place in it; so a thousand
rows are sorted in at once, and whoever reads looks through the few that are not yet. What such an
index would refuse is refused here: a number that its table has passed, and, as the place in the log
is taken then, anything that does not know what another process has written meanwhile.
"""

import logging
import sqlite3
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Final

import msgspec

from batarde.store.base import Cleaned, ConflictError, Done, GameRow, StoreError

__all__ = ["UNSORTED", "BatchRow", "Statement", "Write", "Writer"]

UNSORTED: Final = "place > (SELECT place FROM sorted_in)"
"""Which batches are not in the index yet."""

_SORT_IN: Final = f"""
INSERT INTO places SELECT table_id, seq, place FROM batches
    WHERE {UNSORTED} ORDER BY table_id, seq;
UPDATE sorted_in SET place = (SELECT coalesce(max(place), 0) FROM batches);
"""
_LAST_OF_TABLE: Final = f"""
SELECT coalesce(
    (SELECT max(seq) FROM batches WHERE {UNSORTED} AND table_id = ?1),
    (SELECT batches.seq FROM places CROSS JOIN batches USING (place)
     WHERE places.table_id = ?1 ORDER BY places.seq DESC LIMIT 1),
    -1)
"""
_LAST_PLACES: Final = "SELECT coalesce(max(place), 0), (SELECT place FROM sorted_in) FROM batches"
_UNUSED_TABLES: Final = "SELECT id FROM tables WHERE visited < ? AND NOT is_begun LIMIT ?"
_FORGET_TABLE: Final = (
    "DELETE FROM batches WHERE place IN (SELECT place FROM places WHERE table_id = ?)",
    "DELETE FROM places WHERE table_id = ?",
    "DELETE FROM checkpoints WHERE table_id = ?",
    "DELETE FROM tables WHERE id = ?",
)
_END_AT_THE_LAST: Final = """
UPDATE sorted_in SET place = min(place, (SELECT coalesce(max(place), 0) FROM batches));
"""
_FORGET_PLAYERS: Final = """
DELETE FROM players WHERE id IN (SELECT id FROM players
    WHERE seen < ? AND NOT EXISTS (SELECT * FROM games_of WHERE player = players.id) LIMIT ?)
"""
_INSERT_BATCH: Final = "INSERT INTO batches VALUES"
_INSERT_GAME: Final = "INSERT OR IGNORE INTO games VALUES"
_INSERT_GAME_OF: Final = "INSERT OR IGNORE INTO games_of VALUES"
_SORTED_AT_ONCE: Final = 1_024
_ROWS_AT_ONCE: Final = 64
_TABLES_KEPT: Final = 10_000
_encode: Final = msgspec.json.Encoder().encode
_log = logging.getLogger("batarde.store")

BatchRow = tuple[str, int, int, bytes]
"""A table, the number of the first event, when it was, and the events."""
Statement = tuple[str, Sequence[Any]]
"""What to do and its row; what ends with VALUES can be done for many rows at once."""


class Write(msgspec.Struct, frozen=True):
    """What is written together or not at all, and who wants to know."""

    done: Done
    batch: BatchRow | None = None
    statement: Statement | None = None
    game: Callable[[], GameRow] | None = None


class Writer:
    """Writes groups to the database; it lives in one thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._place: int | None = None
        """The last place in the log, as far as it is known."""
        self._last: dict[str, int] = {}
        """By table: the number of its last batch, as far as it is known."""
        self._sort_at = 0
        """The place at which rows are sorted in again."""

    def commit(self, group: Sequence[Write]) -> list[StoreError | None]:
        """Do all of *group* in one transaction; return what went wrong with each."""
        is_sure = self._place is not None
        try:
            self._transact(group, _finished(group))
        except Exception as error:  # noqa: BLE001 - the writing thread must outlive everything
            self._roll_back()
            self._doubt()
            if is_sure and isinstance(error, sqlite3.IntegrityError):
                # Another process may have taken our place in the log, and for another table.
                return self.commit(group)
            if len(group) > 1 and not isinstance(error, sqlite3.OperationalError):
                # One of them cannot be written at all: the others shall not suffer for it.
                return [self.commit([write])[0] for write in group]
            return [_told(error)] * len(group)
        return [None] * len(group)

    def sort_in(self) -> None:
        """Index the newest rows of the log, if they have become many."""
        place = self._place
        if place is None or place < self._sort_at:
            return
        self._sort_at = place + _SORTED_AT_ONCE
        try:
            self._connection.executescript(f"BEGIN IMMEDIATE; {_SORT_IN} COMMIT;")
        except sqlite3.Error:  # they are found without, and it is tried again
            _log.exception("the newest rows could not be sorted in")
            self._roll_back()

    def clean(self, tables: int, players: int, limit: int) -> Cleaned:
        """Forget what nobody uses, see :meth:`~batarde.store.base.Store.clean`.

        :raises StoreError: if it cannot be done now.
        """
        try:
            return self._clean(tables, players, limit)
        except sqlite3.Error as error:
            self._roll_back()
            raise StoreError(str(error)) from error
        finally:
            self._doubt()

    def close(self) -> None:
        """Let go of the files."""
        self._connection.close()

    def _clean(self, tables: int, players: int, limit: int) -> Cleaned:
        execute = self._connection.execute
        unused = execute(_UNUSED_TABLES, (tables, limit)).fetchall()
        execute("BEGIN IMMEDIATE")
        if unused:
            for statement in _SORT_IN.split(";")[:-1]:
                execute(statement)
            for statement in _FORGET_TABLE:
                self._connection.executemany(statement, unused)
            execute(_END_AT_THE_LAST)
        forgotten = execute(_FORGET_PLAYERS, (players, limit)).rowcount
        execute("COMMIT")
        return Cleaned(len(unused), forgotten)

    def _doubt(self) -> None:
        """Look anew where the log ends: it may have changed."""
        self._place = None
        self._last.clear()

    def _transact(self, group: Sequence[Write], games: Sequence[GameRow]) -> None:
        batches = [write.batch for write in group if write.batch is not None]
        if self._place is None:  # before anything else is read: what comes later takes a place
            self._place, sorted_in = self._connection.execute(_LAST_PLACES).fetchone()
            self._sort_at = sorted_in + _SORTED_AT_ONCE
        last = self._after(batches)
        rows = _rows_by_statement(group)
        if batches:
            rows[_INSERT_BATCH] = [(n, *batch) for n, batch in enumerate(batches, self._place + 1)]
        if len(rows) > 1 or games or len(group) > _ROWS_AT_ONCE:
            self._connection.execute("BEGIN IMMEDIATE")
        for sql, values in rows.items():
            self._execute(sql, values)
        for game in games:
            self._archive(game)
        if self._connection.in_transaction:
            self._connection.execute("COMMIT")
        self._place += len(batches)
        self._last |= last

    def _after(self, batches: Sequence[BatchRow]) -> dict[str, int]:
        """Return the last numbers of the tables after these *batches*.

        :raises ConflictError: if one of them has a number that its table has passed.
        """
        last: dict[str, int] = {}
        for table, seq, _, _ in batches:
            before = last.get(table)
            if before is None:
                before = self._last_of(table)
            if seq <= before:
                raise ConflictError(f"table {table} has an event {seq} already")
            last[table] = seq
        return last

    def _last_of(self, table: str) -> int:
        known = self._last.get(table)
        if known is None:
            if len(self._last) >= _TABLES_KEPT:
                self._last.clear()
            (known,) = self._connection.execute(_LAST_OF_TABLE, (table,)).fetchone()
            self._last[table] = known
        return known

    def _archive(self, game: GameRow) -> None:
        lists = (_encode(column).decode() for column in (game.names, game.totals, game.players))
        row = game.id, game.table, game.ended, *lists, game.record, game.is_listed
        self._execute(_INSERT_GAME, [row])
        people = [(player, game.ended, game.id) for player in game.players if player]
        self._execute(_INSERT_GAME_OF, people)

    def _execute(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Do *sql* for all *rows*, with as few statements as can be."""
        if not sql.endswith("VALUES"):
            self._connection.executemany(sql, rows)
            return
        for first in range(0, len(rows), _ROWS_AT_ONCE):
            some = rows[first : first + _ROWS_AT_ONCE]
            place = f"({', '.join('?' * len(some[0]))})"
            values = list(chain(*some))
            self._connection.execute(f"{sql} {', '.join([place] * len(some))}", values)

    def _roll_back(self) -> None:
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            _log.exception("a transaction could not be rolled back")


def _finished(group: Sequence[Write]) -> list[GameRow]:
    """Make the games that end with *group*, while nobody waits for the database."""
    return [write.game() for write in group if write.game is not None]


def _told(error: Exception) -> StoreError:
    if isinstance(error, StoreError):
        return error
    kind = ConflictError if isinstance(error, sqlite3.IntegrityError) else StoreError
    return kind(str(error))


def _rows_by_statement(group: Sequence[Write]) -> dict[str, list[Sequence[Any]]]:
    rows: dict[str, list[Sequence[Any]]] = {}
    for write in group:
        if write.statement is not None:
            sql, row = write.statement
            rows.setdefault(sql, []).append(row)
    return rows
