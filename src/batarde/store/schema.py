"""How the embedded database has grown: a numbered list of steps, each in a transaction.

A database is as old as the number of steps that it has seen (``user_version``). A new one takes
all of them, so there is one way to what it is now. A step that has been published never changes.
"""

import sqlite3
from typing import Final

from batarde.store.base import NoStoreError, Trouble
from batarde.store.troubles import not_ours

__all__ = ["STEPS", "migrate"]

_APPLICATION: Final = 0x42C3_A274
"""What tells our databases from others' (``application_id``): the bytes of "Bât"."""

_FIRST: Final = """
CREATE TABLE batches (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, events BLOB NOT NULL,
    UNIQUE (table_id, seq)
);
CREATE TABLE tables (
    id TEXT PRIMARY KEY, created INTEGER NOT NULL, host TEXT NOT NULL,
    is_listed INTEGER NOT NULL, is_over INTEGER NOT NULL, summary BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_open ON tables (created) WHERE NOT is_over;
CREATE TABLE players (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, secret_hash BLOB NOT NULL UNIQUE
) WITHOUT ROWID;
CREATE TABLE games (
    id TEXT PRIMARY KEY, table_id TEXT NOT NULL, ended INTEGER NOT NULL, names TEXT NOT NULL,
    totals TEXT NOT NULL, players TEXT NOT NULL, record TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX games_ended ON games (ended);
CREATE TABLE games_of (
    player TEXT NOT NULL, ended INTEGER NOT NULL, game TEXT NOT NULL,
    PRIMARY KEY (player, ended, game)
) WITHOUT ROWID;
"""

_LOG_IN_ORDER_OF_TIME: Final = """
ALTER TABLE batches RENAME TO indexed_batches;
CREATE TABLE batches (
    place INTEGER PRIMARY KEY, table_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,
    events BLOB NOT NULL
);
CREATE TABLE places (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, place INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
INSERT INTO batches SELECT rowid, table_id, seq, at, events FROM indexed_batches;
DROP TABLE indexed_batches;
INSERT INTO places SELECT table_id, seq, place FROM batches ORDER BY table_id, seq;
CREATE TABLE sorted_in (place INTEGER NOT NULL);
INSERT INTO sorted_in SELECT coalesce(max(place), 0) FROM batches;
"""

# A table was visited when it was last written to; of people nobody knows when they came last.
_WHO_USES_WHAT: Final = """
ALTER TABLE tables ADD COLUMN visited INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN is_begun INTEGER NOT NULL DEFAULT 1;
CREATE TEMP TABLE last_events AS SELECT table_id, max(at) AS at FROM batches GROUP BY table_id;
CREATE UNIQUE INDEX temp.last_events_of ON last_events (table_id);
UPDATE tables SET
    visited = coalesce((SELECT at FROM last_events WHERE table_id = id), created),
    is_begun = is_over OR coalesce(json_extract(CAST(summary AS TEXT), '$.is_playing'), 1);
DROP TABLE last_events;
DROP INDEX tables_open;
CREATE INDEX tables_visited ON tables (visited);
ALTER TABLE games ADD COLUMN is_listed INTEGER NOT NULL DEFAULT 0;
UPDATE games SET is_listed =
    coalesce((SELECT is_listed FROM tables WHERE tables.id = games.table_id), 0);
DROP INDEX games_ended;
CREATE INDEX games_listed ON games (ended) WHERE is_listed;
ALTER TABLE players ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
UPDATE players SET seen = 1000 * CAST(strftime('%s', 'now') AS INTEGER);
CREATE INDEX players_seen ON players (seen);
"""

# Old tables get theirs when they are opened.
_CHECKPOINTS: Final = """
CREATE TABLE checkpoints (
    table_id TEXT PRIMARY KEY, last INTEGER NOT NULL, form TEXT NOT NULL, state BLOB NOT NULL
);
"""

STEPS: Final = (_FIRST, _LOG_IN_ORDER_OF_TIME, _WHO_USES_WHAT, _CHECKPOINTS)


def migrate(connection: sqlite3.Connection, path: str) -> None:
    """Take the steps that the database has not seen, and make sure that it can be written.

    :raises NoStoreError: if it is another program's, or newer than this one.
    """
    version = _version(connection, path)
    for number, step in enumerate(STEPS[version:], version + 1):
        _take(connection, f"{step} PRAGMA user_version = {number};")
    _take(connection, f"PRAGMA application_id = {_APPLICATION};")


def _version(connection: sqlite3.Connection, path: str) -> int:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    # The first two versions did not sign what they wrote.
    is_signed = application == _APPLICATION
    is_early = application == 0 and version in {1, 2} and "batches" in names
    is_empty = application == 0 and version == 0 and not names
    if is_signed and version > len(STEPS):
        message = f"the database {path}: a newer version of Bâtarde has written it ({version})"
        raise NoStoreError(Trouble.NEWER, message)
    if not (is_signed or is_early or is_empty):
        raise not_ours(path)
    return int(version)


def _take(connection: sqlite3.Connection, step: str) -> None:
    try:
        connection.executescript(f"BEGIN IMMEDIATE; {step} COMMIT;")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
