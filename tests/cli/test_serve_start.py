"""A server that cannot start says why in one sentence, with a status of its own."""

import os
import shutil
import socket
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from batarde.cli.serve import _TROUBLES
from batarde.store import Trouble, open_store
from tests.cli.processes import BATARDE, run

DOCS = Path(__file__).parents[2] / "docs" / "store.md"


def refused(database: Path | str, *more: str) -> tuple[int, str]:
    """Return the status of a server that cannot start, and what it said."""
    done = run("serve", "--port", "0", "--database", str(database), *more)
    said = done.stderr.decode()
    assert done.stdout == b""
    assert said.count("\n") == 1, said
    assert said.startswith("batarde")
    return done.returncode, said


def in_a_mount(folder: Path, options: str, *before: str) -> tuple[int, str]:
    """Return how a server ends whose database lies in a file system of its own."""
    if shutil.which("unshare") is None or os.getuid() != 0:
        pytest.skip("nothing can be mounted here")
    folder.mkdir()
    script = f"""
        mount -t tmpfs -o size=64k none {folder} || exit 99
        {" ; ".join(before)}
        mount -o remount,{options} {folder} || exit 99
        exec {BATARDE} serve --port 0 --database {folder}/a.db
    """
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", script], capture_output=True, timeout=60, check=False
    )
    if done.returncode == 99 or b"unshare" in done.stderr:
        pytest.skip("nothing can be mounted here")
    said = done.stderr.decode()
    assert said.count("\n") == 1, said
    return done.returncode, said


def test_a_port_in_use_is_10(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        status, said = refused(tmp_path / "a.db", "--port", str(port))
    assert status == 10
    assert f"port {port} cannot be listened on: Address already in use" in said


def test_an_address_that_is_not_ours_is_10(tmp_path: Path) -> None:
    assert refused(tmp_path / "a.db", "--host", "192.0.2.1")[0] == 10
    assert refused(tmp_path / "a.db", "--host", "no.such.host.invalid")[0] == 10


def test_a_database_that_another_server_has_is_11(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "a.db"))
    status, said = refused(tmp_path / "a.db")
    store.close()
    assert status == 11
    assert f"process {os.getpid()} on " in said


def test_a_database_that_another_program_writes_to_is_11(tmp_path: Path) -> None:
    open_store(str(tmp_path / "a.db")).close()
    with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert refused(tmp_path / "a.db")[0] == 11


def test_a_file_that_is_no_database_is_12(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_text("Dear diary,\n" * 400)
    assert refused(tmp_path / "a.db")[0] == 12


def test_a_newer_version_is_13(tmp_path: Path) -> None:
    open_store(str(tmp_path / "a.db")).close()
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        connection.execute("PRAGMA user_version = 99")
    status, said = refused(tmp_path / "a.db")
    assert status == 13
    assert "newer version of Bâtarde has written it (99)" in said


def test_a_read_only_mount_is_14(tmp_path: Path) -> None:
    status, said = in_a_mount(tmp_path / "m", "ro")
    assert status == 14, said
    assert "it may not be written" in said


def test_a_database_on_a_mount_that_became_read_only_is_14(tmp_path: Path) -> None:
    open_store(str(tmp_path / "a.db")).close()
    folder = tmp_path / "m"
    copied = f"mount -o remount,size=1m {folder}", f"cp {tmp_path}/a.db {folder}"
    assert in_a_mount(folder, "ro", *copied)[0] == 14


def test_a_full_disk_is_15(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    status, said = in_a_mount(folder, "rw", f"head -c 65536 /dev/zero > {folder}/much")
    assert status == 15, said
    assert "no room left" in said


def test_a_disk_that_is_full_for_a_database_that_is_there_is_15(tmp_path: Path) -> None:
    open_store(str(tmp_path / "a.db")).close()
    folder = tmp_path / "m"
    before = (
        f"mount -o remount,size=200k {folder}",
        f"cp {tmp_path}/a.db {tmp_path}/a.db-lock {folder}",
        f"cat /dev/zero > {folder}/much 2> /dev/null",
    )
    assert in_a_mount(folder, "rw", *before)[0] == 15


def test_a_folder_is_16(tmp_path: Path) -> None:
    status, said = refused(tmp_path)
    assert status == 16
    assert "Is a directory" in said


def test_a_database_of_another_kind_is_a_wrong_option(tmp_path: Path) -> None:
    status, said = refused("postgresql://localhost/batarde")
    assert status == 2
    assert "there is no store for postgresql://" in said


def test_every_trouble_has_a_status_of_its_own_that_help_and_docs_name() -> None:
    assert set(_TROUBLES) == {trouble.value for trouble in Trouble}
    assert len(set(_TROUBLES.values())) == len(Trouble)
    shown = " ".join(run("serve", "--help").stdout.decode().split())
    page = DOCS.read_text("utf-8")
    for status in (10, *_TROUBLES.values()):
        assert f"{status} " in shown
        assert f"| {status} |" in page
