"""``kill -9`` at random moments while many tables are played: nothing shown is ever lost.

Clients come back by themselves. Each remembers every event that it was told; at the end all of it
must be in the store, under the same number, and the archive must hold valid and proven games.
"""

import asyncio
import random
from pathlib import Path

import msgspec
import pytest
from picows import WSError

from batarde.client import Client
from batarde.rules import Record
from batarde.rules import events as rules
from batarde.rules.events import redacted
from batarde.server.live.messages import Happened, Join, Refused, ServerMessage, Snapshot
from batarde.server.live.reading import Reader
from batarde.store import SqliteStore
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.proving import verify
from batarde.table.state import TableState, fold
from tests.server.servers import (
    EVENTS,
    SWIFT,
    AutoPlayer,
    LiveServer,
    QuickServer,
    is_alive,
    seat_all,
    until,
)

KILLS = (20, 60, 60, 60)
"""How often the server is killed in each run: 200 times in all."""
SIZES = (3, 4, 5, 3, 4, 3)
"""The players of the tables that are played at the same time."""


class Survivor:
    """Keeps a client at its table, whatever becomes of the server, and watches what it is told."""

    def __init__(self, client: Client, seed: int) -> None:
        self.client = client
        self.told: dict[int, tuple[int | None, ev.TableEvent]] = {}
        self.refused: set[str] = set()
        self.faults: list[str] = []
        """What was wrong; who listens must not raise, or the client is cut off."""
        self._next = client.seq
        self._host = ""
        self._dice = random.Random(seed)
        AutoPlayer(client, seed)
        client.listeners.append(self._hear)
        self.task = asyncio.create_task(self._stay())

    async def _stay(self) -> None:
        while True:
            if not self.client.is_connected:
                try:
                    await self.client.connect()
                    since = self._next if self._dice.random() < 0.7 else 0
                    self.client.send(Join(self.client.table, since))
                except (OSError, ConnectionError, WSError):
                    pass  # it is down, or went down at once
            await asyncio.sleep(0.02)

    def _hear(self, message: ServerMessage) -> None:
        if isinstance(message, Refused):
            self.refused.add(message.code)
        elif isinstance(message, Snapshot):
            if message.seq < self._next:
                self.faults.append(f"{message.seq}: before {self._next}, which was published")
            self._next = message.seq
            self._host = message.host
            if not message.is_playing:
                self._start_again()
        elif isinstance(message, Happened):
            if message.seq != self._next:
                self.faults.append(f"{message.seq}: repeated, or behind a gap, not {self._next}")
            for event in message.events:
                self.told[self._next] = self.client.seat, event
                self._next += 1
                if isinstance(event, ev.SecretRevealed):
                    self._start_again()  # which is refused while the game goes on

    def _start_again(self) -> None:
        if self.client.session.player == self._host:
            self.client.send(do.Start())


@pytest.mark.parametrize("run", range(len(KILLS)))
async def test_kill_9_loses_nothing_that_was_published(tmp_path: Path, run: int) -> None:
    dice = random.Random(run)
    settings = msgspec.structs.replace(SWIFT, grace=60_000, double_window=20)
    kind = QuickServer if run else LiveServer  # both are killed, one of them starts faster
    server = kind(tmp_path / "a.db", "--no-limits").start()
    survivors: list[Survivor] = []
    try:
        for number, players in enumerate(SIZES):
            wanted = msgspec.structs.replace(settings, players=players, by_lot=number % 2 == 0)
            clients = await seat_all(server.url, wanted)
            clients[0].send(do.Start())
            survivors += [Survivor(client, 100 * run + number) for client in clients]
        for _ in range(KILLS[run]):
            await more_told(survivors, dice.randrange(1_200))
            server.kill()
            await asyncio.to_thread(server.start)
        await all_go_on(survivors)
    finally:
        for survivor in survivors:
            survivor.task.cancel()
            await survivor.client.close()
        server.stop()
    assert [survivor.faults for survivor in survivors if survivor.faults] == []
    check_told(server, survivors)
    check_archive(server)
    await check_checkpoints(server)
    assert "Traceback" not in server.log.read_text("utf-8")


async def more_told(survivors: list[Survivor], events: int) -> None:
    """Wait until the clients have been told of so many more events, all together."""
    before = sum(len(survivor.told) for survivor in survivors)
    await until(lambda: sum(len(each.told) for each in survivors) >= before + events)


async def all_go_on(survivors: list[Survivor]) -> None:
    """Wait until every client has been told of a deal since the last restart, and one of a game."""
    starts = [max(survivor.told, default=0) for survivor in survivors]

    def have_all() -> bool:
        is_played = any(
            isinstance(event, rules.GameEnded) for s in survivors for _, event in s.told.values()
        )
        return is_played and all(
            any(seq > start and isinstance(event, rules.DealScored) for seq, (_, event) in told)
            for start, told in zip(starts, (list(s.told.items()) for s in survivors), strict=True)
        )

    try:
        await until(have_all)
    except TimeoutError:
        stuck = [
            (s.client.table, s.client.seat, s.client.seq, s.client.legal, s.refused)
            for start, s in zip(starts, survivors, strict=True)
            if not any(
                q > start and isinstance(e, rules.DealScored) for q, (_, e) in s.told.items()
            )
        ]
        pytest.fail(f"stuck: {stuck}")


def check_told(server: LiveServer, survivors: list[Survivor]) -> None:
    for table in {survivor.client.table for survivor in survivors}:
        stored = server.stored(table)
        for survivor in survivors:
            if survivor.client.table == table:
                assert survivor.told
                for seq, (seat, event) in survivor.told.items():
                    assert redacted(stored[seq], seat) == event, (table, seq)
    codes = set().union(*(survivor.refused for survivor in survivors))
    # Whatever a client sent just before the end was late, or came in vain a second time.
    assert codes <= {"stale", "rules", "no-draw", "bad-share", "no-table", "already-playing"}, codes


def check_archive(server: LiveServer) -> None:
    records = [Record.read(text) for (text,) in server.rows("SELECT record FROM games")]
    ended = server.rows("SELECT count(*) FROM batches WHERE instr(events, 'game-ended')")
    assert len(records) == ended[0][0] > 0
    for record in records:
        verdicts = verify(record)
        assert len(verdicts) == len(record.deals)
        assert all(verdict.fault is None for verdict in verdicts)


async def check_checkpoints(server: LiveServer) -> None:
    """Check that every table is read from its checkpoint as from its first event."""
    store, kept = SqliteStore(server.database), 0
    for (table,) in server.rows("SELECT id FROM tables"):
        state = TableState(table)
        for row in await store.events(table):
            for event in EVENTS.decode(row.events):
                state = fold(state, event, row.at)
        told = await Reader(store).read(table)
        assert told is not None
        assert told.state == state
        assert told.folded < state.seq or await store.checkpoint(table) is None
        kept += told.folded < state.seq
    store.close()
    assert kept


async def test_the_processes_of_bots_end_with_a_killed_server(tmp_path: Path) -> None:
    server = LiveServer(tmp_path / "a.db", "--no-limits").start()
    client = await Client.enter(server.url, "Alone")
    table = await client.make_table(msgspec.structs.replace(SWIFT, players=3), ["simple"] * 2)
    AutoPlayer(client)
    await client.join(table.id)
    client.send(do.Start())
    await client.wait_for(
        lambda message: (
            isinstance(message, Happened)
            and any(isinstance(e, rules.BidMade) and e.seat != client.seat for e in message.events)
        )
    )
    children = server.children()
    assert children
    server.kill()
    await until(lambda: not any(is_alive(child) for child in children))
    await client.close()
