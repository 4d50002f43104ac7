"""The embedded store: what every store must do, and what is SQLite's own."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from batarde.store import ConflictError, SqliteStore, Store, StoreError, open_store
from batarde.store.writer import Write, Writer
from tests.store.conformance import Conformance, Place, accepted, seqs, written
from tests.store.rows import batch, finished


class SqliteFile(Place):
    """A database file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.url = f"sqlite:///{path}"

    @contextmanager
    def failing(self) -> Iterator[None]:
        """Hold the lock of a writer in another connection."""
        other = sqlite3.connect(self.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
            other.close()

    def batches(self) -> list[tuple[str, int]]:
        with closing(sqlite3.connect(self.path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return connection.execute("SELECT table_id, seq FROM batches ORDER BY 1, 2").fetchall()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.db"


@pytest.fixture
def place(path: Path) -> Place:
    return SqliteFile(path)


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    made = SqliteStore(path)
    yield made
    made.close()


class TestSqlite(Conformance):
    """The suite of every store, on a database file."""


async def test_a_store_in_memory_writes_reads_and_is_gone() -> None:
    first, second = open_store(":memory:"), open_store("sqlite:///:memory:")
    assert await written(first, batch(seq=0), batch(seq=1)) == [None, None]
    assert await seqs(first) == [0, 1]
    assert await seqs(second) == []
    first.close()
    second.close()
    third = open_store(":memory:")
    assert await seqs(third) == []
    third.close()
    assert not list(Path.cwd().glob(":memory:*"))


# Group commit


async def test_what_waits_together_is_committed_together(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups: list[int] = []
    commit = Writer.commit

    def counted(writer: Writer, group: Sequence[Write]) -> list[StoreError | None]:
        groups.append(len(group))
        return commit(writer, group)

    monkeypatch.setattr(Writer, "commit", counted)
    await written(store, *(batch(f"T{n}") for n in range(500)))
    assert sum(groups) == 500
    assert len(groups) < 100


async def test_the_disk_is_synced_at_every_commit(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[tuple[str, int]] = []
    commit = Writer.commit

    def seen(writer: Writer, group: Sequence[Write]) -> list[StoreError | None]:
        journal, sync = (
            writer._connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous")
        )
        modes.append((journal, sync))
        return commit(writer, group)

    monkeypatch.setattr(Writer, "commit", seen)
    await written(store, batch())
    assert modes == [("wal", 2)]  # 2 is FULL


async def test_a_finished_game_is_made_before_the_database_is_held(
    store: Store, path: Path
) -> None:
    """Making a record is slow: who else writes must not wait for it."""
    ended = finished()
    made = ended.game
    assert made is not None

    def making() -> object:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")
        return made()

    slow = type(ended)(ended.table, ended.row, making)  # type: ignore[arg-type]
    assert await written(store, batch("T2"), slow, batch("T3")) == [None] * 3


async def test_what_another_process_has_written_meanwhile_is_a_conflict(
    store: Store, path: Path
) -> None:
    """The lock keeps others out; this is the last guard behind it."""
    assert await written(store, batch(seq=0)) == [None]
    with closing(sqlite3.connect(path)) as other:
        other.execute("INSERT INTO batches SELECT max(place) + 1, 'T1', 3, 0, '[]' FROM batches")
        other.commit()
    answers = await written(store, batch(seq=3), batch("T2", 0))
    assert accepted(answers) == [False, True]
    assert isinstance(answers[0], ConflictError)
    assert await written(store, batch(seq=4)) == [None]
    assert SqliteFile(path).batches() == [("T1", 0), ("T1", 3), ("T1", 4), ("T2", 0)]


async def test_what_another_process_has_written_for_another_table_is_none(
    store: Store, path: Path
) -> None:
    assert await written(store, batch(seq=0)) == [None]
    with closing(sqlite3.connect(path)) as other:
        other.execute("INSERT INTO batches SELECT max(place) + 1, 'T9', 0, 0, '[]' FROM batches")
        other.commit()
    assert await written(store, batch(seq=1)) == [None]
    assert SqliteFile(path).batches() == [("T1", 0), ("T1", 1), ("T9", 0)]


# A full disk

FULL_DISK = """
import asyncio, resource, sys
from pathlib import Path
from batarde.store import SqliteStore, StoreError
from tests.store.conformance import written
from tests.store.rows import batch
from tests.store.test_sqlite import SqliteFile

path = Path(sys.argv[1])

async def main():
    store = SqliteStore(path)
    assert await written(store, batch(seq=0)) == [None]
    size = max(file.stat().st_size for file in path.parent.iterdir())
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20_000, resource.RLIM_INFINITY))
    big, seq, failed = b"[%s]" % (b"1" * 3_000), 1, 0
    while not failed:
        (error,) = await written(store, batch(seq=seq, events=big))
        failed += error is not None
        seq += error is None
    stored = [row.seq for row in await store.events("T1")]
    assert stored == list(range(seq)), stored
    answers = await written(store, batch(seq=seq, events=big), batch("T2", 0, events=big))
    assert all(isinstance(error, StoreError) for error in answers), answers
    assert [row.seq for row in await store.events("T1")] == list(range(seq))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert await written(store, batch(seq=seq, events=big), batch("T2", 0)) == [None, None]
    store.close()
    assert SqliteFile(path).batches() == [*(("T1", n) for n in range(seq + 1)), ("T2", 0)]
    print("stored", seq + 1)

asyncio.run(main())
"""


def test_a_full_disk_is_an_error_leaves_nothing_half_written_and_recovers(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("stored ")


# How rows lie on disk


async def test_rows_are_found_whether_they_are_sorted_in_or_not(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("batarde.store.writer._SORTED_AT_ONCE", 3)
    for first in (0, 10, 20):
        store = SqliteStore(path)
        await written(store, batch(seq=first), batch("T2", first))
        await written(store, batch(seq=first + 1))
        await written(store, batch("T2", first + 1))
        for table in ("T1", "T2"):
            expected = [seq for seq in (0, 1, 10, 11, 20, 21) if seq <= first + 1]
            assert await seqs(store, table) == expected
        store.close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM places").fetchone() == (10,)


async def test_some_rows_of_a_long_table_are_read_without_the_others(
    store: SqliteStore,
) -> None:
    """Steps of SQLite's machine are counted, by the thousand."""
    await written(store, *(batch(seq=seq) for seq in range(5_000)))
    await written(store, batch(seq=5_000))
    steps: list[int] = []
    store._reading.set_progress_handler(lambda: steps.append(1), 1_000)
    assert len(await store.events("T1")) == 5_001
    whole = len(steps)
    steps.clear()
    assert [row.seq for row in await store.events("T1", since=2_500, limit=3)] == [
        2_500,
        2_501,
        2_502,
    ]
    assert len(steps) < whole / 3


async def test_rows_that_cannot_be_sorted_in_are_found_all_the_same(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("batarde.store.writer._SORTED_AT_ONCE", 2)
    store = SqliteStore(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO places VALUES ('T1', 1, 99)")  # in the way
        connection.commit()
    await written(store, batch(seq=0), batch(seq=1))
    await written(store, batch(seq=2))
    assert await seqs(store) == [0, 1, 2]
    store.close()
    assert "could not be sorted in" in caplog.text


async def test_who_stops_waiting_for_the_store_hurts_nobody(store: Store) -> None:
    waiting = asyncio.ensure_future(store.check())
    await asyncio.sleep(0)
    waiting.cancel()
    assert await written(store, batch()) == [None]
