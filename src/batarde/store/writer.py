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

from batarde.store.base import Done, GameRow, StoreError

__all__ = ["OF_TABLE", "SCHEMA", "SORT_IN", "BatchRow", "Statement", "Write", "Writer"]

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS batches (
    place INTEGER PRIMARY KEY, table_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,
    events BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS places (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, place INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sorted_in (place INTEGER NOT NULL);
INSERT INTO sorted_in SELECT 0 WHERE NOT EXISTS (SELECT * FROM sorted_in);
"""
SORT_IN: Final = """
INSERT INTO places SELECT table_id, seq, place FROM batches
    WHERE place > (SELECT place FROM sorted_in) ORDER BY table_id, seq;
UPDATE sorted_in SET place = (SELECT coalesce(max(place), 0) FROM batches);
"""
OF_TABLE: Final = """
    (place IN (SELECT place FROM places WHERE table_id = ?)
     OR place > (SELECT place FROM sorted_in) AND table_id = ?)
"""
"""Which batches are those of a table, to be named twice: by the index, and those not in it yet."""

_LAST_OF_TABLE: Final = f"SELECT coalesce(max(seq), -1) FROM batches WHERE {OF_TABLE}"
_LAST_PLACES: Final = "SELECT coalesce(max(place), 0), (SELECT place FROM sorted_in) FROM batches"
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
        try:
            self._transact(group)
        except Exception as error:  # noqa: BLE001 - the writing thread must outlive everything
            self._roll_back()
            self._place = None  # somebody else may have written
            self._last.clear()
            if len(group) > 1 and not isinstance(error, sqlite3.OperationalError):
                # One of them cannot be written at all: the others shall not suffer for it.
                return [self.commit([write])[0] for write in group]
            return [StoreError(str(error))] * len(group)
        return [None] * len(group)

    def sort_in(self) -> None:
        """Index the newest rows of the log, if they have become many."""
        place = self._place
        if place is None or place < self._sort_at:
            return
        self._sort_at = place + _SORTED_AT_ONCE
        try:
            self._connection.executescript(f"BEGIN IMMEDIATE; {SORT_IN} COMMIT;")
        except sqlite3.Error:  # they are found without, and it is tried again
            _log.exception("the newest rows could not be sorted in")
            self._roll_back()

    def close(self) -> None:
        """Let go of the files."""
        self._connection.close()

    def _transact(self, group: Sequence[Write]) -> None:
        batches = [write.batch for write in group if write.batch is not None]
        if self._place is None:  # before anything else is read: what comes later takes a place
            self._place, sorted_in = self._connection.execute(_LAST_PLACES).fetchone()
            self._sort_at = sorted_in + _SORTED_AT_ONCE
        last = self._after(batches)
        rows = _rows_by_statement(group)
        if batches:
            rows[_INSERT_BATCH] = [(n, *batch) for n, batch in enumerate(batches, self._place + 1)]
        games = [write.game for write in group if write.game is not None]
        if len(rows) > 1 or games or len(group) > _ROWS_AT_ONCE:
            self._connection.execute("BEGIN IMMEDIATE")
        for sql, values in rows.items():
            self._execute(sql, values)
        for game in games:
            self._archive(game())
        if self._connection.in_transaction:
            self._connection.execute("COMMIT")
        self._place += len(batches)
        self._last |= last

    def _after(self, batches: Sequence[BatchRow]) -> dict[str, int]:
        """Return the last numbers of the tables after these *batches*.

        :raises StoreError: if one of them has a number that its table has passed.
        """
        last: dict[str, int] = {}
        for table, seq, _, _ in batches:
            before = last.get(table)
            if before is None:
                before = self._last_of(table)
            if seq <= before:
                raise StoreError(f"table {table} has an event {seq} already")
            last[table] = seq
        return last

    def _last_of(self, table: str) -> int:
        known = self._last.get(table)
        if known is None:
            if len(self._last) >= _TABLES_KEPT:
                self._last.clear()
            (known,) = self._connection.execute(_LAST_OF_TABLE, (table, table)).fetchone()
            self._last[table] = known
        return known

    def _archive(self, game: GameRow) -> None:
        lists = (_encode(column).decode() for column in (game.names, game.totals, game.players))
        self._execute(_INSERT_GAME, [(game.id, game.table, game.ended, *lists, game.record)])
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


def _rows_by_statement(group: Sequence[Write]) -> dict[str, list[Sequence[Any]]]:
    rows: dict[str, list[Sequence[Any]]] = {}
    for write in group:
        if write.statement is not None:
            sql, row = write.statement
            rows.setdefault(sql, []).append(row)
    return rows
