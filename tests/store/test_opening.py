"""Opening a store: what may stand after ``--database``, older files, locks, rights."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from batarde.store import Checkpoint, NoStoreError, PlayerRow, Row, SqliteStore, Trouble, open_store
from batarde.store.opening import path_in
from batarde.store.schema import STEPS
from tests.store.conformance import accepted, kept, seqs, written
from tests.store.rows import batch, finished

OLD = Path(__file__).parents[1] / "data" / "store"
HOME = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.db"


def trouble(path: Path | str) -> NoStoreError:
    """Return why there can be no store at *path*."""
    with pytest.raises(NoStoreError) as refused:
        open_store(str(path))
    assert "\n" not in str(refused.value)
    return refused.value


# Addresses


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("a.db", "a.db"),
        ("/b/a.db", "/b/a.db"),
        ("sqlite:///a.db", "a.db"),
        ("sqlite:////b/a.db", "/b/a.db"),
        ("sqlite:////b/our%20games.db", "/b/our games.db"),
        ("a%20b.db", "a%20b.db"),
        (":memory:", ":memory:"),
        ("sqlite:///:memory:", ":memory:"),
        (r"C:\games\a.db", r"C:\games\a.db"),
    ],
)
def test_a_database_is_a_path_or_a_url_of_one(url: str, expected: str) -> None:
    assert path_in(url) == expected


@pytest.mark.parametrize(
    "url", ["postgresql://h/d", "http://a.db", "sqlite://a.db", "", "sqlite:///"]
)
def test_a_store_of_another_kind_is_refused_by_name(url: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"there is no store for|needs the name"):
        open_store(url)


def test_the_folder_of_a_database_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    open_store(str(tmp_path / "b" / "c" / "a.db")).close()
    assert stat.S_IMODE((tmp_path / "b" / "c").stat().st_mode) & 0o077 == 0


# Older versions, written by the code of their time


@pytest.mark.parametrize("version", [1, 2, 3])
async def test_a_database_of_an_older_version_is_taken_over(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((OLD / f"version-{version}.sql").read_text("utf-8"))
    store = open_store(str(path))
    assert await store.events("LISTED") == [
        Row(0, 1_700_000_000_000, b'[{"n":0}]'),
        Row(1, 1_700_000_100_000, b'[{"n":1},{"n":2}]'),
    ]
    assert await seqs(store, "SECRET") == [0, 1, 2]
    answers = await written(store, batch("SECRET", 2), batch("SECRET", 3), batch("UNUSED", 1))
    assert accepted(answers) == [False, True, True]
    public = await store.games(player="", limit=9, before=1 << 62)
    own = await store.games(player="p2", limit=9, before=1 << 62)
    assert [game.id for game in public] == ["LISTED-1"]
    assert [game.id for game in own] == ["SECRET-1", "LISTED-1"]
    assert await written(store, finished("NEW", "n-1")) == [None]
    assert await store.checkpoint("SECRET") is None
    assert await kept(store, Checkpoint("SECRET", 3, "f", b"state")) is None
    ana = await store.player(b"hash of Ana")
    assert ana is not None
    assert (ana.id, ana.name) == ("p0", "Ana")
    assert ana.seen > 1_700_000_300_000, "nobody knows, so nobody is forgotten at once"
    store.close()
    again = open_store(str(path))
    assert await seqs(again, "SECRET") == [0, 1, 2, 3]
    assert await again.checkpoint("SECRET") == Checkpoint("SECRET", 3, "f", b"state")
    again.close()


@pytest.mark.parametrize("version", [1, 2, 3])
async def test_what_was_used_and_when_is_read_from_an_older_version(
    path: Path, version: int
) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((OLD / f"version-{version}.sql").read_text("utf-8"))
    store = open_store(str(path))
    rows = {table: await store.table(table) for table in ("LISTED", "SECRET", "UNUSED")}
    store.close()
    assert {table: (row.visited, row.is_begun) for table, row in rows.items() if row} == {
        "LISTED": (1_700_000_100_000, True),
        "SECRET": (1_700_000_300_000, True),
        "UNUSED": (1_700_000_000_002, False),
    }


def structure(path: Path) -> tuple[list[tuple[str, str]], tuple[int]]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        return rows, connection.execute("PRAGMA user_version").fetchone()


def test_all_ways_lead_to_the_same_structure(tmp_path: Path) -> None:
    open_store(str(tmp_path / "0.db")).close()
    found = [structure(tmp_path / "0.db")]
    for version in (1, 2, 3):
        old = tmp_path / f"{version}.db"
        with closing(sqlite3.connect(old)) as connection:
            connection.executescript((OLD / f"version-{version}.sql").read_text("utf-8"))
        open_store(str(old)).close()
        found.append(structure(old))
    assert all(each == found[0] for each in found)
    assert found[0][1] == (len(STEPS),)


def test_a_step_that_fails_leaves_the_database_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((OLD / "version-2.sql").read_text("utf-8"))
    before = structure(path)
    broken = "CREATE TABLE half (x); SELECT * FROM nowhere;"
    monkeypatch.setattr("batarde.store.schema.STEPS", (*STEPS[:2], broken))
    assert trouble(path).trouble is Trouble.UNREACHABLE
    assert structure(path) == before
    monkeypatch.undo()
    open_store(str(path)).close()


# What is no database of ours


def test_a_database_of_a_newer_version_is_left_alone(path: Path) -> None:
    open_store(str(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    refused = trouble(path)
    assert refused.trouble is Trouble.NEWER
    assert "newer version" in str(refused)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (99,)


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE cookies (name)")
    before = path.read_bytes()
    assert trouble(path).trouble is Trouble.NOT_OURS
    assert path.read_bytes()[100:] == before[100:]
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 12")
    assert trouble(path).trouble is Trouble.NOT_OURS


def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.write_text("Dear diary,\n" * 400)
    assert trouble(path).trouble is Trouble.NOT_OURS
    assert path.read_text() == "Dear diary,\n" * 400


def test_a_damaged_database_is_told(path: Path) -> None:
    open_store(str(path)).close()
    data = bytearray(path.read_bytes())
    data[100:4096] = b"\xff" * 3996
    path.write_bytes(bytes(data))
    assert trouble(path).trouble is Trouble.NOT_OURS


def test_a_folder_and_what_lies_under_a_file_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert trouble(tmp_path / "folder").trouble is Trouble.UNREACHABLE
    (tmp_path / "file").write_text("x")
    assert trouble(tmp_path / "file" / "a.db").trouble is Trouble.UNREACHABLE


# One process at a time


def test_a_second_process_is_told_who_has_the_database(path: Path) -> None:
    hold = (
        "import sys\nfrom batarde.store import open_store\n"
        "store = open_store(sys.argv[1])\nprint('open', flush=True)\nsys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=HOME,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        refused = trouble(path)
        assert refused.trouble is Trouble.IN_USE
        assert f"process {other.pid} on " in str(refused)
        other.kill()
    open_store(str(path)).close()  # the lock ended with its process


def test_a_second_store_in_the_same_process_is_refused_until_the_first_is_closed(
    path: Path,
) -> None:
    first = SqliteStore(path)
    refused = trouble(path)
    assert refused.trouble is Trouble.IN_USE
    assert f"process {os.getpid()} on " in str(refused)
    first.close()
    SqliteStore(path).close()


def test_a_store_that_could_not_be_opened_holds_no_lock(path: Path) -> None:
    path.write_text("Dear diary,\n" * 400)
    assert trouble(path).trouble is Trouble.NOT_OURS
    path.unlink()
    open_store(str(path)).close()


# Rights


async def test_the_files_are_for_their_owner_alone_whatever_they_were(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((OLD / "version-2.sql").read_text("utf-8"))
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("UPDATE players SET name = 'Ana'")
        connection.commit()
        for file in path.parent.glob("a.db*"):
            file.chmod(0o644)
        store = open_store(str(path))
        await store.add_player(PlayerRow("p5", "Eva"), b"hash of Eva")
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
        store.close()
    assert modes == dict.fromkeys(("a.db", "a.db-wal", "a.db-shm", "a.db-lock"), 0o600)
