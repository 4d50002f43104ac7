"""A real server in a process of its own, and clients who play on it by themselves."""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from batarde.client import Client
from batarde.rules.actions import DOUBLE, PASS, READY, REDOUBLE, Action, Bid, Play
from batarde.server.live.messages import Happened, ServerMessage, Snapshot
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.settings import Pace, Settings

EVENTS = msgspec.json.Decoder(tuple[ev.TableEvent, ...])
COMMAND = (sys.executable, "-c", "from batarde.cli.serve import serve; serve()")

PATIENT = (
    *COMMAND[:2],
    f"import batarde.table.alarms; batarde.table.alarms.SHARE_TIME = 300_000; {COMMAND[2]}",
)

PATIENCE = 300.0
"""Seconds after which something has gone wrong: a busy machine is slow, not broken."""

SWIFT = Settings(
    pace=Pace.NONE, double_window=30, trick_pause=0, deal_pause=0, grace=300, listed=True
)
"""Nothing is waited for longer than need be."""


class LiveServer:
    """``batarde serve`` on a free port."""

    command: Sequence[str] = COMMAND

    def __init__(self, database: Path, *options: str, port: int = 0) -> None:
        self.database = database
        self.log = database.with_suffix(".log")
        self._options = options
        self._port = port
        self._errors: IO[bytes] | None = None
        self.process: subprocess.Popen[bytes]
        self.url = ""

    def start(self) -> "LiveServer":
        """Start it, anew if need be at the same address, and wait until it listens."""
        self._errors = self.log.open("ab")
        self.process = subprocess.Popen(
            [
                *self.command,
                *("--port", str(self._port), "--database", str(self.database)),
                *self._options,
            ],
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        assert "served at" in line, self.log.read_text("utf-8")
        self.url = line.split()[-1].replace("localhost", "127.0.0.1")
        self._port = int(self.url.rpartition(":")[2])
        return self

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> None:
        """Ask it to end."""
        self.process.send_signal(signal.SIGTERM)
        self._end()

    def _end(self) -> None:
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        assert self._errors is not None
        self._errors.close()

    def __enter__(self) -> "LiveServer":
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self.stop()

    # What it has stored

    def rows(self, sql: str, *values: object) -> list[Any]:
        connection = sqlite3.connect(self.database)
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            connection.close()

    def stored(self, table: str) -> list[ev.TableEvent]:
        """Return all events of a table; there must be no gap among them."""
        events: list[ev.TableEvent] = []
        for seq, data in self.rows(
            "SELECT seq, events FROM batches WHERE table_id = ? ORDER BY seq", table
        ):
            assert seq == len(events), "a gap in the store"
            events += EVENTS.decode(data)
        return events

    def children(self) -> list[int]:
        """Return the processes that the server has started."""
        return [
            int(status.parent.name)
            for status in Path("/proc").glob("[0-9]*/status")
            if _parent(status) == self.process.pid
        ]


class PatientServer(LiveServer):
    """Waits for shares until they are there, however busy the machine is."""

    command = PATIENT


QUICK_STARTER = """
import json, os, sys
import batarde.server.app
from batarde.cli.serve import serve

for line in sys.stdin:
    order = json.loads(line)
    if "wait" in order:
        os.waitpid(order["wait"], 0)
        print("ended", flush=True)
    elif (pid := os.fork()) == 0:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        serve(order["serve"])
    else:
        print(pid, flush=True)
"""


class QuickServer(LiveServer):
    """``batarde serve`` forked from a process that has imported everything, to be killed often."""

    def start(self) -> "QuickServer":
        """Fork another server."""
        if not hasattr(self, "process"):
            self._errors = self.log.open("ab")
            self.process = subprocess.Popen(
                [sys.executable, "-c", QUICK_STARTER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
            )
        options = ["--port", str(self._port), "--database", str(self.database), *self._options]
        lines = [self._order(serve=options), self._line()]
        self._pid = int(next(line for line in lines if line.isdigit()))
        served = next(line for line in lines if "served at" in line)
        self.url = served.split()[-1].replace("localhost", "127.0.0.1")
        self._port = int(self.url.rpartition(":")[2])
        return self

    def kill(self) -> None:
        """End it as a power cut would."""
        os.kill(self._pid, signal.SIGKILL)
        assert self._order(wait=self._pid) == "ended"

    def stop(self) -> None:
        """Ask it to end, and its maker too."""
        os.kill(self._pid, signal.SIGTERM)
        assert self._order(wait=self._pid) == "ended"
        assert self.process.stdin is not None
        self.process.stdin.close()
        self._end()

    def _order(self, **order: Any) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(msgspec.json.encode(order) + b"\n")
        self.process.stdin.flush()
        return self._line()

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode().strip()


def _parent(status: Path) -> int:
    try:
        lines = status.read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("PPid")), 0)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return state != "Z"


class AutoPlayer:
    """Plays for a client whatever the server says that it may do, by dice."""

    def __init__(self, client: Client, seed: int = 0, *, daring: float = 0.1) -> None:
        self.client = client
        self.is_playing = True
        self._dice = random.Random(seed)
        self._daring = daring
        self._answered = -1
        client.listeners.append(self._hear)

    def _hear(self, message: ServerMessage) -> None:
        if not self.is_playing or not isinstance(message, Snapshot | Happened):
            return
        client = self.client
        is_back = isinstance(message, Snapshot) or not message.events
        is_new = client.seq > self._answered or is_back
        if client.legal and is_new and (action := self.choose(client.legal)) is not None:
            self._answered = client.seq
            client.act(action)

    def choose(self, legal: Sequence[Action]) -> Action | None:
        """Return one of *legal*, or nothing where the others may speak first."""
        if READY in legal:
            return READY
        cards = [action for action in legal if isinstance(action, Play)]
        if cards:
            return self._dice.choice(cards)
        bold = [action for action in legal if action in (DOUBLE, REDOUBLE)]
        if bold and self._dice.random() < self._daring:
            return bold[0]
        if PASS in legal:
            is_window = DOUBLE in legal  # which closes by itself; else the author is asked (A9)
            return None if is_window and self._dice.random() < 0.3 else PASS
        bids = [action for action in legal if isinstance(action, Bid)]
        # Follows are listed first, so auctions end.
        return bids[self._dice.randrange(min(8, len(bids)))] if bids else None


async def seat_all(url: str, settings: Settings, *, record: bool = False) -> list[Client]:
    """Return clients on all seats of a new table of *settings*, the host first."""
    clients = [await Client.enter(url, f"Player {n}") for n in range(settings.players)]
    if record:
        for client in clients:
            client.received = []
    code = (await clients[0].make_table(settings)).id
    for number, client in enumerate(clients):
        await client.join(code)
        if number:
            client.send(do.Sit(seat=number))
            await until(lambda client=client: client.seat is not None)  # type: ignore[misc]
    return clients


async def until(test: Callable[[], Any]) -> None:
    """Wait until *test* is true."""
    async with asyncio.timeout(PATIENCE):
        while not test():  # noqa: ASYNC110 - most of these are no events of this loop
            await asyncio.sleep(0.005)


async def happened(client: Client, kind: type) -> Any:
    """Return the next event of *kind* that *client* is told of."""

    def test(message: ServerMessage) -> bool:
        return isinstance(message, Happened) and any(isinstance(e, kind) for e in message.events)

    message = await client.wait_for(test, PATIENCE)
    assert isinstance(message, Happened)
    return next(event for event in message.events if isinstance(event, kind))


async def leave_all(clients: Sequence[Client]) -> None:
    for client in clients:
        await client.close()


def limited(folder: Path, *options: str, **limits: float) -> LiveServer:
    """Return a server with other limits."""
    changes = [f"--limit={name}={number}" for name, number in limits.items()]
    return LiveServer(folder / "d.db", *changes, *options)
