"""A load generator: tables of four scripted clients who play as fast as they can.

The server runs in a process of its own on one core, with durable storage; the clients run here, on
another. The time of a move is from sending it until all four clients have it. Everything stays on
this machine and ends by itself.
"""

import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from batarde.client import Client
from batarde.server.people import COOKIE
from batarde.table.fairness import commit_share
from batarde.table.settings import Pace, Settings

__all__ = ["LoadResult", "measure_server", "on_core"]

_PLAYERS: Final = 4
_SETTINGS: Final = Settings(
    players=_PLAYERS, pace=Pace.NONE, double_window=0, trick_pause=0, deal_pause=0, asks_ready=False
)
_encode: Final = msgspec.json.Encoder().encode


class LoadResult(msgspec.Struct, frozen=True):
    """What one number of tables gave."""

    tables: int
    moves_per_s: int
    p50_ms: float
    p99_ms: float
    kb_per_table: float
    cpu_us_per_move: float
    """Processor time of the server, all threads; it depends little on what else is running."""


class _Event(msgspec.Struct):
    event: str
    deal: int = 0
    table: str = ""


class _Message(msgspec.Struct):
    """As much of a message as a scripted client looks at."""

    type: str
    seq: int = 0
    events: list[_Event] = []
    legal: list[msgspec.Raw] = []


_decode: Final = msgspec.json.Decoder(_Message).decode
_MOVES: Final = frozenset({"bid-made", "card-played"})


class _Tally:
    """The moves of all tables, while they are being counted."""

    def __init__(self) -> None:
        self.is_counting = False
        self.times: list[float] = []


class _TableLoad:
    """One table: when its last move was sent, and who has it."""

    def __init__(self, tally: _Tally, pause: float = 0.0) -> None:
        self.code = ""
        self.pause = pause
        """Seconds that its players take before a move."""
        self.is_resting = False
        """Whether its players have stopped."""
        self._tally = tally
        self._sent = 0.0
        self._seen = 0

    def sent(self) -> None:
        self._sent = time.perf_counter()
        self._seen = 0

    def arrived(self) -> None:
        self._seen += 1
        if self._seen == _PLAYERS and self._tally.is_counting:
            self._tally.times.append(time.perf_counter() - self._sent)


class _Player(WSListener):
    """A scripted client: takes the first thing that comes to mind."""

    def __init__(self, table: _TableLoad, seat: int, chance: random.Random) -> None:
        self.seat = seat
        self.table = table
        self._share = b""
        self._chance = chance
        self._transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def send(self, **message: Any) -> None:
        assert self._transport is not None
        self._transport.send(WSMsgType.TEXT, _encode(message))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        if frame.msg_type is not WSMsgType.TEXT:
            return
        message = _decode(frame.get_payload_as_memoryview())
        if message.type != "happened":
            return
        for event in message.events:
            self._note(event)
        moves = [bytes(raw) for raw in message.legal]
        moves = [raw for raw in moves if raw.startswith((b'{"act":"bid"', b'{"act":"play"'))]
        if moves and not self.table.is_resting:
            # Among the first few: follows come before announcements, so auctions end.
            action = moves[self._chance.randrange(min(6, len(moves)))]
            seq = message.seq + len(message.events)
            payload = b'{"do":"act","seq":%d,"action":%b}' % (seq, action)
            if self.table.pause:
                asyncio.get_running_loop().call_later(self.table.pause, self._move, payload)
            else:
                self._move(payload)

    def _move(self, payload: bytes) -> None:
        assert self._transport is not None
        self.table.sent()
        self._transport.send(WSMsgType.TEXT, payload)

    def _note(self, event: _Event) -> None:
        if event.event in _MOVES:
            self.table.arrived()
        elif event.event == "deal-committed":
            self._share = self._chance.randbytes(32)
            made = commit_share(event.table, event.deal, self.seat, self._share)
            self.send(do="commit-share", deal=event.deal, commitment=made)
        elif event.event == "shares-closed":
            self.send(do="open-share", deal=event.deal, share=self._share.hex())
        elif event.event == "secret-revealed" and not self.seat:
            self.send(do="start")  # refused while the game goes on


async def measure_server(
    tables: Sequence[int] = (1, 50, 250), seconds: float = 5.0, seed: int = 1
) -> list[LoadResult]:
    """Return what a server does with each number of *tables*, for *seconds* each."""
    results = []
    for count in tables:
        with tempfile.TemporaryDirectory(prefix="batarde-bench-") as folder:
            with on_core(0):
                process, url = await _start_server(Path(folder))
            try:
                with on_core(-1):
                    results.append(await _measure(url, process.pid, count, seconds, seed))
            finally:
                process.send_signal(signal.SIGTERM)
                await process.wait()
    return results


async def _measure(url: str, pid: int, count: int, seconds: float, seed: int) -> LoadResult:
    tally, chance = _Tally(), random.Random(seed)
    people = [await Client.enter(url, f"Player {n}") for n in range(_PLAYERS)]
    tables: list[list[_Player]] = []
    for _ in range(1 + count):
        load = _TableLoad(tally)
        seats = [_Player(load, seat, chance) for seat in range(_PLAYERS)]
        for person, seat in zip(people, seats, strict=True):
            await _connect(url, person.cookie, seat)
        tables.append(seats)
    # The first warms the server up, so that what it needs once is not counted for the others.
    first, *others = tables
    await _play([first], people[0])
    first[0].table.is_resting = True
    before = _resident_kb(pid)
    await _play(others, people[0])
    tally.is_counting, start, cpu = True, time.perf_counter(), _cpu_seconds(pid)
    await asyncio.sleep(seconds)
    tally.is_counting, took = False, time.perf_counter() - start
    cpu = _cpu_seconds(pid) - cpu
    used = (_resident_kb(pid) - before) / count
    times = sorted(tally.times) or [0.0]
    return LoadResult(
        count,
        round(len(tally.times) / took),
        round(1_000 * times[len(times) // 2], 2),
        round(1_000 * times[int(len(times) * 0.99)], 2),
        round(used, 1),
        round(1e6 * cpu / len(times), 1),
    )


async def _play(tables: Sequence[Sequence[_Player]], host: Client) -> None:
    """Let the players of *tables* sit down, begin, and get into their stride."""
    for seats in tables:
        seats[0].table.code = (await host.make_table(_SETTINGS)).id
        for seat in seats:
            seat.send(do="join", table=seat.table.code)
            seat.send(do="sit", seat=seat.seat)
        await asyncio.sleep(0)
    await asyncio.sleep(0.5 + len(tables) / 500)
    for seats in tables:
        seats[0].send(do="start")
    await asyncio.sleep(1.0)


async def _connect(url: str, cookie: str, player: _Player) -> None:
    await ws_connect(
        lambda: player,
        f"{url.replace('http', 'ws', 1)}/ws",
        extra_headers={"Cookie": f"{COOKIE}={cookie}"},
    )


@contextmanager
def on_core(index: int) -> Iterator[None]:
    """Keep this process, and those that it starts, on one core, where that can be done."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {sorted(cores)[index]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


async def _start_server(folder: Path) -> tuple[asyncio.subprocess.Process, str]:
    """Start a server without rate limits; return it and its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "batarde", "serve", "--port", "0", "--no-limits", "--no-browser"),
        *("--database", str(folder / "bench.db")),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    return process, line.split()[-1]


def _cpu_seconds(pid: int) -> float:
    """Return the processor time that a process has used; 0 where that cannot be known."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _resident_kb(pid: int) -> int:
    """Return how much memory a process has, in KB; 0 where that cannot be known."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0
    lines = status.read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
