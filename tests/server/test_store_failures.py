"""A store that fails under a running server, and a server that starts over many tables."""

import asyncio
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from batarde.client import Client, RequestError
from batarde.rules import events as rules
from batarde.rules.actions import READY, Bid
from batarde.rules.events import EVERYBODY
from batarde.server.http.types import Health
from batarde.server.live.archive import Entries
from batarde.server.live.messages import Refused, Snapshot
from batarde.server.people import wall_time
from batarde.store import SqliteStore
from batarde.table import commands as do
from batarde.table import events as ev
from tests.server.http.test_api import ask
from tests.server.servers import (
    PATIENCE,
    SWIFT,
    AutoPlayer,
    LiveServer,
    happened,
    leave_all,
    seat_all,
    until,
)
from tests.table.desk import Desk

THREE = msgspec.structs.replace(SWIFT, players=3, double_window=0)


async def test_a_locked_database_is_told_to_the_player_and_is_got_over(server: LiveServer) -> None:
    clients = await seat_all(server.url, THREE)
    clients[0].send(do.Start())
    await until(lambda: all(READY in client.legal for client in clients))
    before = len(server.stored(clients[0].table))
    other = sqlite3.connect(server.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    clients[1].send(do.Act(key="k", seq=clients[1].seq, action=READY))
    refused = await clients[1].wait_for(lambda message: isinstance(message, Refused))
    assert refused == Refused("store", "k")
    with pytest.raises(RequestError) as error:
        await clients[0].make_table(THREE)
    assert (error.value.status, error.value.code) == (503, "store")
    other.execute("ROLLBACK")
    other.close()
    assert len(server.stored(clients[0].table)) == before
    clients[1].send(do.Act(key="k", seq=clients[1].seq, action=READY))
    await happened(clients[0], rules.Readied)
    for number, client in enumerate(clients):
        AutoPlayer(client, number)
        await client.join(client.table)
    await happened(clients[0], rules.DealScored)
    await leave_all(clients)


async def test_what_the_server_does_by_itself_waits_for_the_database(server: LiveServer) -> None:
    """The clock of a share, a bot's move and a takeover all fall into the time of the lock."""
    clients = await seat_all(server.url, msgspec.structs.replace(THREE, grace=100))
    clients[0].send(do.Unseat(seat=2))
    clients[0].send(do.Start(fill="simple"))
    await until(lambda: READY in clients[0].legal)
    other = sqlite3.connect(server.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    await clients[1].close()
    await asyncio.sleep(3.5)
    other.execute("ROLLBACK")
    other.close()
    AutoPlayer(clients[0])
    await clients[0].join(clients[0].table)
    await happened(clients[0], rules.TrickTaken)
    names = {type(event).__name__ for event in server.stored(clients[0].table)}
    assert "BotTookOver" in names
    await clients[0].close()


async def test_a_full_disk_is_told_to_the_player_and_is_got_over(tmp_path: Path) -> None:
    """The limit of the size of files stands in for a disk: the server's own is lifted later."""
    import resource  # noqa: PLC0415 - there is none on some systems

    with LiveServer(tmp_path / "f.db", "--no-limits") as server:
        clients = await seat_all(server.url, THREE)
        size = max(path.stat().st_size for path in tmp_path.glob("f.db*"))  # noqa: ASYNC240
        pid, limit = server.process.pid, resource.RLIMIT_FSIZE
        resource.prlimit(pid, limit, (size + 20_000, resource.RLIM_INFINITY))
        refused = None
        for _ in range(200):
            clients[1].send(do.Say(text="x" * 200))
            answer = await clients[1].wait_for(lambda _message: True)
            if isinstance(answer, Refused):
                refused = answer
                break
        assert refused == Refused("store")
        count = len(server.stored(clients[0].table))
        assert count == clients[1].seq
        resource.prlimit(pid, limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        clients[1].send(do.Say(text="again"))
        assert (await happened(clients[0], ev.Said)).text == "again"
        assert len(server.stored(clients[0].table)) == count + 1
        await leave_all(clients)


# A second writer


def write_meanwhile(server: LiveServer, table: str, *events: ev.TableEvent) -> None:
    """Write to a table past the server and its lock, as no other process should."""
    seq = len(server.stored(table))
    data = msgspec.json.encode(events)
    with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
        other.execute(
            "INSERT INTO batches SELECT max(place) + 1, ?, ?, max(at), ? FROM batches",
            (table, seq, data),
        )


async def test_a_table_that_another_process_has_written_to_is_read_anew(
    server: LiveServer,
) -> None:
    clients = await seat_all(server.url, THREE, record=True)
    code = clients[0].table
    watcher = await Client.enter(server.url, "Watcher")
    watcher.received = []
    await watcher.join(code)
    clients[0].send(do.Start())
    await until(lambda: all(READY in client.legal for client in clients))
    other = ev.Said(EVERYBODY, "px", "Somebody else", "I was here.")
    write_meanwhile(server, code, other)
    seen = [
        client.wait_for(lambda message: isinstance(message, Snapshot), PATIENCE)
        for client in (*clients, watcher)
    ]
    refusal = clients[1].wait_for(lambda message: isinstance(message, Refused), PATIENCE)
    waiting = [asyncio.create_task(each) for each in (refusal, *seen)]
    await asyncio.sleep(0)
    clients[1].send(do.Act(key="k", seq=clients[1].seq, action=READY))
    refused, *snapshots = await asyncio.gather(*waiting)
    assert refused == Refused("store", "k")
    assert all(isinstance(shown, Snapshot) and shown.talk == (other,) for shown in snapshots)
    for client in (*clients, watcher):
        assert client.received is not None
        assert b'"code":"rejoin"' in b"".join(client.received)
        assert b'"readied"' not in b"".join(client.received), "shown, and not stored"
    assert not any(isinstance(event, rules.Readied) for event in server.stored(code))
    for number, client in enumerate(clients):
        AutoPlayer(client, number)
        await client.join(code)
    await happened(watcher, rules.DealScored)
    await leave_all((*clients, watcher))
    log = server.log.read_text("utf-8")
    assert f"somebody else has written to table {code}" in log
    assert "Traceback" not in log


async def test_what_another_process_writes_elsewhere_disturbs_no_table(
    server: LiveServer,
) -> None:
    clients = await seat_all(server.url, THREE)
    write_meanwhile(server, "ELSEWHERE", ev.Said(EVERYBODY, "px", "Somebody else", "Hello?"))
    clients[1].send(do.Say(text="here"))
    assert (await happened(clients[0], ev.Said)).text == "here"
    assert len(server.stored(clients[0].table)) == clients[0].seq
    await leave_all(clients)


# Starting over many tables


async def fill(database: Path, tables: int) -> list[str]:
    """Write *tables* half-played games into a new database; return their codes."""
    desk = Desk(msgspec.structs.replace(THREE, listed=True), people=range(3)).start()
    desk.ready()
    desk.announce()
    codes = [f"U{number:05}" for number in range(tables)]
    store, left = SqliteStore(database), tables * len(desk.journal.rows)
    done = asyncio.Event()

    def answered(error: Exception | None) -> None:
        nonlocal left
        assert error is None
        left -= 1
        if not left:
            done.set()

    for code in codes:
        state = msgspec.structs.replace(desk.state, id=code)
        entries = Entries()
        for seq, at, data in desk.journal.rows:
            append = entries.append_for(state, desk.batches[0])
            row = msgspec.structs.replace(append.row, seq=seq, at=at, events=data)
            entry = msgspec.structs.replace(append.table, visited=wall_time())
            store.append(msgspec.structs.replace(append, row=row, table=entry), answered)
    await done.wait()
    store.close()
    return codes


async def test_a_server_starts_over_a_thousand_unfinished_tables_and_opens_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = await fill(tmp_path / "m.db", 1_000)
    server = LiveServer(tmp_path / "m.db", "--no-limits")
    start = time.perf_counter()
    with server:
        health = msgspec.json.decode(ask(server, "GET", "/api/health").body, type=Health)
        took = time.perf_counter() - start
        with capsys.disabled():
            sys.stdout.write(f"\n1,000 unfinished tables: serving after {took:.2f} s\n")
        assert (health.status, health.tables) == ("ok", 0)
        client = await Client.enter(server.url, "Watcher")
        shown = await client.join(codes[500])
        assert isinstance(shown, Snapshot)
        assert shown.is_playing
        assert shown.view is not None
        assert shown.view.calls == ((1, Bid(1, shown.view.calls[0][1].trump)),)  # type: ignore[union-attr]
        health = msgspec.json.decode(ask(server, "GET", "/api/health").body, type=Health)
        assert health.tables == 1
        listed = msgspec.json.decode(ask(server, "GET", "/api/tables").body)["tables"]
        assert len(listed) == 100
        await client.close()
