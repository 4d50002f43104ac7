"""The embedded store: what is answered is on disk, what is not has left no trace."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from batarde.store import GameRow, PlayerRow, Row, SqliteStore, StoreError
from batarde.store.base import Append
from batarde.store.writer import Write, Writer
from tests.store.rows import batch, entry, finished


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    made = SqliteStore(path)
    yield made
    made.close()


async def written(store: SqliteStore, *appends: Append) -> list[StoreError | None]:
    """Append all at once and return the answers, in the order in which they came."""
    answers: list[StoreError | None] = []
    done = asyncio.Event()

    def answer(error: StoreError | None) -> None:
        answers.append(error)
        if len(answers) == len(appends):
            done.set()

    for append in appends:
        store.append(append, answer)
    async with asyncio.timeout(20):
        await done.wait()
    return answers


async def seqs(store: SqliteStore, table: str = "T1") -> list[int]:
    return [row.seq for row in await store.events(table)]


def rows_on_disk(path: Path) -> list[tuple[str, int]]:
    """Return what another process would find."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT table_id, seq FROM batches ORDER BY 1, 2").fetchall()
    finally:
        connection.close()


# Writing and reading


async def test_batches_come_back_in_order(store: SqliteStore) -> None:
    appends = [batch(seq=seq, events=b'[{"n":%d}]' % seq) for seq in (0, 1, 2, 10, 11, 300)]
    assert await written(store, *appends) == [None] * 6
    rows = await store.events("T1")
    assert [(row.seq, row.at, row.events) for row in rows] == [
        (seq, 1_000 + seq, b'[{"n":%d}]' % seq) for seq in (0, 1, 2, 10, 11, 300)
    ]
    assert await store.events("T2") == []


async def test_what_is_answered_is_on_disk(store: SqliteStore, path: Path) -> None:
    await written(store, batch(seq=0))
    assert rows_on_disk(path) == [("T1", 0)]


async def test_answers_come_in_the_order_of_the_batches(store: SqliteStore) -> None:
    order: list[int] = []
    done = asyncio.Event()
    for seq in range(200):

        def answer(_error: StoreError | None, seq: int = seq) -> None:
            order.append(seq)
            if seq == 199:
                done.set()

        store.append(batch(seq=seq), answer)
    await done.wait()
    assert order == list(range(200))


async def test_what_waits_together_is_committed_together(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
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
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
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


# Refused batches


async def test_a_sequence_number_that_is_taken_is_refused(store: SqliteStore) -> None:
    await written(store, batch(seq=0, events=b"[1]"))
    (error,) = await written(store, batch(seq=0, events=b"[2]"))
    assert isinstance(error, StoreError)
    assert [row.events for row in await store.events("T1")] == [b"[1]"]


async def test_a_number_that_the_table_has_passed_is_refused_whoever_wrote_it(path: Path) -> None:
    first, second = SqliteStore(path), SqliteStore(path)
    assert await written(first, batch(seq=0)) == [None]
    assert await written(second, batch(seq=3)) == [None]
    answers = await written(first, batch(seq=3), batch("T2", 0))
    assert [error is None for error in answers] == [False, True]
    assert [error is None for error in await written(second, batch(seq=2))] == [False]
    assert await written(second, batch(seq=4)) == [None]
    assert rows_on_disk(path) == [("T1", 0), ("T1", 3), ("T1", 4), ("T2", 0)]
    first.close()
    second.close()


async def test_a_refused_batch_does_not_hurt_its_neighbours(store: SqliteStore) -> None:
    await written(store, batch("T2", 0))
    answers = await written(
        store, batch("T1", 0), batch("T2", 0), batch("T3", 0), batch("T2", 1), batch("T1", 1)
    )
    assert [error is None for error in answers] == [True, False, True, True, True]
    assert await seqs(store, "T1") == [0, 1]
    assert await seqs(store, "T2") == [0, 1]


async def test_a_batch_that_cannot_be_written_at_all_does_not_stop_the_store(
    store: SqliteStore,
) -> None:
    impossible = batch("T2", 2**70)  # no integer of SQLite
    answers = await written(store, batch("T1", 0), impossible, batch("T3", 0))
    assert [error is None for error in answers] == [True, False, True]
    assert await written(store, batch("T1", 1)) == [None]


async def test_a_game_that_cannot_be_made_does_not_hurt_its_neighbours(store: SqliteStore) -> None:
    def broken() -> GameRow:
        raise RuntimeError("no")

    ended = msgspec.structs.replace(finished("T2"), game=broken)
    answers = await written(store, batch("T1", 0), ended, finished("T3", "T3-1"))
    assert [error is None for error in answers] == [True, False, True]
    assert await seqs(store, "T2") == []
    assert await store.game("T3-1") is not None


async def test_an_answer_that_breaks_does_not_keep_the_others_from_theirs(
    store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_error: StoreError | None) -> None:
        raise RuntimeError("no")

    store.append(batch("T1", 0), broken)
    assert await written(store, batch("T2", 0)) == [None]
    assert "was not taken" in caplog.text


# A locked database


async def test_a_locked_database_is_an_error_and_recovers_by_itself(
    store: SqliteStore, path: Path
) -> None:
    await written(store, batch(seq=0))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answers = await written(store, batch(seq=1), batch("T2", 0))
    assert all(isinstance(error, StoreError) for error in answers)
    assert await seqs(store) == [0]  # reading goes on meanwhile
    with pytest.raises(StoreError):
        await store.add_player(PlayerRow("p1", "Ana"), b"hash")
    other.execute("ROLLBACK")
    other.close()
    assert await written(store, batch(seq=1), batch("T2", 0)) == [None, None]
    assert rows_on_disk(path) == [("T1", 0), ("T1", 1), ("T2", 0)]


# A full disk

FULL_DISK = """
import asyncio, resource, sys
from pathlib import Path
from batarde.store import SqliteStore, StoreError
from tests.store.rows import batch
from tests.store.test_sqlite import rows_on_disk, written

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
    assert rows_on_disk(path) == [*(("T1", n) for n in range(seq + 1)), ("T2", 0)]
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
    assert integrity(path) == "ok"


def integrity(path: Path) -> str:
    connection = sqlite3.connect(path)
    try:
        return str(connection.execute("PRAGMA integrity_check").fetchone()[0])
    finally:
        connection.close()


# Killed while writing

WRITER = """
import asyncio, os, sys
from batarde.store import SqliteStore
from tests.store.rows import batch

async def main():
    store = SqliteStore(sys.argv[1])
    loop = asyncio.get_running_loop()
    first = int(sys.argv[2])

    def write(table, seq):
        def done(error):
            assert error is None, error
            os.write(1, b"%s %d\\n" % (table.encode(), seq))
            write(table, seq + 1)
        store.append(batch(table, seq, events=b"[%s]" % (b"7" * 400)), done)

    for table in ("T0", "T1", "T2", "T3", "T4"):
        write(table, first if table == "T0" else len(await store.events(table)))
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.parametrize("milliseconds", [1, 30, 120])
def test_after_kill_9_everything_answered_is_there_and_nothing_is_torn(
    path: Path, milliseconds: int
) -> None:
    answered: dict[str, int] = {}
    for _ in range(4):
        stored = (
            [seq for table, seq in rows_on_disk(path) if table == "T0"] if path.exists() else []
        )
        arguments = [sys.executable, "-c", WRITER, str(path), str(len(stored))]
        with subprocess.Popen(
            arguments, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
        ) as process:
            assert process.stdout is not None
            begun = process.stdout.read(1)
            asyncio.run(asyncio.sleep(milliseconds / 1_000))
            os.kill(process.pid, signal.SIGKILL)
            lines = (begun + process.stdout.read()).decode().splitlines()
        for line in lines:
            table, _, seq = line.rpartition(" ")
            if table in {"T0", "T1", "T2", "T3", "T4"} and seq.isdigit():
                answered[table] = max(answered.get(table, -1), int(seq))
        assert integrity(path) == "ok"
        for table, last in answered.items():
            found = [seq for name, seq in rows_on_disk(path) if name == table]
            assert found == list(range(len(found))), "a gap"
            assert len(found) > last, "something answered is lost"
    assert answered


# The lobby's entries, people, games


async def test_entries_tell_the_newest_first_and_leave_out_what_is_over(store: SqliteStore) -> None:
    await written(store, batch("T1", created=1), batch("T2", created=2), batch("T3", created=3))
    await written(store, batch("T4", created=4, listed=False), batch("T2", 1, created=2, over=True))
    assert [row.id for row in await store.tables(listed=True, limit=10)] == ["T3", "T1"]
    assert [row.id for row in await store.tables(listed=False, limit=10)] == ["T4", "T3", "T1"]
    assert [row.id for row in await store.tables(listed=False, limit=1)] == ["T4"]
    assert await store.table("T4") == entry("T4", created=4, listed=False)
    assert await store.table("T9") is None


async def test_an_entry_whose_batch_failed_is_written_with_the_next(
    store: SqliteStore, path: Path
) -> None:
    await written(store, batch("T1", 0))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    changed = batch("T1", 1, listed=False)
    (error,) = await written(store, changed)
    assert error is not None
    other.execute("ROLLBACK")
    other.close()
    assert await written(store, changed) == [None]
    found = await store.table("T1")
    assert found is not None
    assert not found.is_listed


async def test_a_person_is_found_by_the_hash_of_the_secret(store: SqliteStore) -> None:
    await store.add_player(PlayerRow("p1", "Ana"), b"hash")
    assert await store.player(b"hash") == PlayerRow("p1", "Ana")
    assert await store.player(b"other") is None
    await store.rename_player("p1", "Anaïs 🂡")
    assert await store.player(b"hash") == PlayerRow("p1", "Anaïs 🂡")
    with pytest.raises(StoreError):
        await store.add_player(PlayerRow("p2", "Bo"), b"hash")


async def test_finished_games_are_listed_by_person_and_by_page(store: SqliteStore) -> None:
    for number in range(5):
        await written(store, finished(f"T{number}", f"T{number}-1", ended=10 * number))
    games = await store.games(player="", limit=3, before=1 << 62)
    assert [game.ended for game in games] == [40, 30, 20]
    assert games[0].record == ""
    assert [g.ended for g in await store.games(player="p2", limit=9, before=20)] == [10, 0]
    assert await store.games(player="p9", limit=9, before=1 << 62) == []
    game = await store.game("T3-1")
    assert game is not None
    assert (game.names, game.totals, game.players) == (
        ("Ana", "Bo", "Chi"),
        (3, 0, 7),
        ("p0", "", "p2"),
    )
    assert game.record == '{"format":"batarde/1"}'
    assert await store.game("T9-1") is None


# Files


async def test_a_store_can_be_opened_again(path: Path) -> None:
    first = SqliteStore(path)
    await written(first, batch(seq=0))
    await first.add_player(PlayerRow("p1", "Ana"), b"hash")
    first.close()
    second = SqliteStore(path)
    assert await seqs(second) == [0]
    assert await second.player(b"hash") == PlayerRow("p1", "Ana")
    second.close()


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


async def test_a_database_of_the_first_version_is_taken_over(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("""
            CREATE TABLE batches (
                table_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,
                events BLOB NOT NULL, UNIQUE (table_id, seq)
            );
            INSERT INTO batches VALUES ('T1', 0, 5, x'5b5d'), ('T2', 0, 6, x'5b5d');
            INSERT INTO batches VALUES ('T1', 1, 7, x'5b315d');
            PRAGMA user_version = 1;
        """)
    store = SqliteStore(path)
    assert await store.events("T1") == [Row(0, 5, b"[]"), Row(1, 7, b"[1]")]
    answers = await written(store, batch(seq=1), batch(seq=2), batch("T2", 1))
    assert [error is None for error in answers] == [False, True, True]
    assert await seqs(store) == [0, 1, 2]
    store.close()
    again = SqliteStore(path)
    assert await seqs(again, "T2") == [0, 1]
    again.close()


async def test_closing_writes_what_still_waits(path: Path) -> None:
    store = SqliteStore(path)
    for seq in range(50):
        store.append(batch(seq=seq), lambda _error: None)
    store.close()
    assert len(rows_on_disk(path)) == 50


def test_a_database_of_a_newer_version_is_left_alone(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="newer version"):
        SqliteStore(path)
