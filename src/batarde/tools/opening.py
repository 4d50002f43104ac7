"""How long a table of many games takes to open, and how long everybody else waits for it.

A game is played once and written into a database again and again, as if a table had seen them all.
Then the table is opened as the server does it. The longest wait is measured in the time of the
loop's own thread, so that it says little about what else this machine does.
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec

from batarde.server.live.clock import LoopClock
from batarde.server.live.hall import Hall
from batarde.store import Row, SqliteStore, TableRow
from batarde.store.base import Append
from batarde.table import commands as do
from batarde.table.actors import SERVER, Bot, Person
from batarde.table.alarms import Means
from batarde.table.authority import Table
from batarde.table.fairness import commit_share
from batarde.table.journals import Batch
from batarde.table.notices import Open
from batarde.table.settings import Pace, Settings
from batarde.table.state import TableState

__all__ = ["Opening", "measure_opening"]

_SETTINGS: Final = Settings(
    players=4, pace=Pace.NONE, double_window=0, trick_pause=0, deal_pause=0, asks_ready=False
)
_HOST: Final = Person("host", "Host")
_SHARE: Final = bytes(32)
_CODE: Final = "BENCH"
_MEANS: Final = Means(lambda: bytes(32), lambda view: view.legal[0], lambda _below: 0)


class Opening(msgspec.Struct, frozen=True):
    """What one opening took, in microseconds of the loop's thread."""

    events: int
    """How many the table has."""
    work: float
    longest: float
    """How long the loop stood still at most, in another opening of the like."""


class _Players:
    def close(self) -> None:
        pass


class _Log:
    """Keeps what happens, as the rows of a store."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.end = 0

    def append(
        self, state: TableState, batch: Batch, done: Callable[[Exception | None], None]
    ) -> None:
        self.rows.append(Row(batch.seq, batch.at, batch.json))
        self.end = state.seq
        done(None)


class _Bench:
    """A store with one table, at which the same game is played again and again."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        log = _Log()
        table = Table(TableState(_CODE), log, LoopClock(), _MEANS)
        table.submit(SERVER, Open(_SETTINGS, _HOST), lambda _outcome: None)
        self._opened, self.events = log.rows, log.end
        log.rows = []
        _play(table)
        self._game, self._size = log.rows, log.end - self.events

    async def write(self, games: int) -> None:
        """Write so many games more."""
        first = self.events - self._game[0].seq
        rows, self._opened = self._opened, []
        for number in range(games):
            ahead = first + number * self._size
            rows += [msgspec.structs.replace(row, seq=row.seq + ahead) for row in self._game]
        self.events += games * self._size
        now, answers = LoopClock().calendar(), list[Exception | None]()
        entry = TableRow(_CODE, now, _HOST.player, False, False, b"{}", now, True)
        for row in rows:
            self._store.append(Append(entry, row), answers.append)
        await self._store.check()
        assert answers == [None] * len(rows)

    async def open(self) -> float:
        """Return how long the loop works to open the table."""
        hall = Hall(self._store, LoopClock(), _MEANS, lambda _table: _Players(), _silent)
        began = time.thread_time()
        room = await hall.room(_CODE)
        work = time.thread_time() - began
        assert room is not None
        assert room.table.state.seq == self.events
        hall.close()
        await self._store.check()
        return 1e6 * work

    async def longest_turn(self) -> float:
        """Return how long the loop stands still at most while the table is opened."""
        turning = asyncio.create_task(_longest_turn())
        await self.open()
        turning.cancel()
        return 1e6 * await turning


def _silent(*_: object) -> None:
    """Stand for the coach, whom nobody asks here."""


@asynccontextmanager
async def _bench(games: int) -> AsyncIterator[_Bench]:
    with tempfile.TemporaryDirectory(prefix="batarde-bench-") as folder:
        store = SqliteStore(Path(folder) / "bench.db")
        try:
            bench = _Bench(store)
            await bench.write(games)
            yield bench
        finally:
            store.close()


async def measure_opening(games: int, rounds: int = 5) -> list[Opening]:
    """Return how a table of *games* games opens that has no checkpoint, and then *rounds* times.

    Before each of these another game is played: a checkpoint is not much older than that.
    """
    async with _bench(games) as untouched:
        longest = await untouched.longest_turn()
    async with _bench(games) as bench:
        openings = [Opening(bench.events, await bench.open(), longest)]
        for _ in range(rounds):
            await bench.write(1)
            work = await bench.open()
            await bench.write(1)
            openings.append(Opening(bench.events, work, await bench.longest_turn()))
    return openings


async def _longest_turn() -> float:
    """Return the longest turn of the loop until this is called off."""
    longest, before = 0.0, time.thread_time()
    try:
        while True:
            await asyncio.sleep(0)
            now = time.thread_time()
            longest, before = max(longest, now - before), now
    except asyncio.CancelledError:
        return longest


def _play(table: Table) -> None:
    """Let the host and three bots play a game, without a thought."""
    table.submit(_HOST, do.Start(fill="simple"), lambda _outcome: None)
    while table.state.is_playing:
        state = table.state
        turn = state.running.turn
        if turn is None:
            _give_share(table)
            continue
        actor = Bot(turn) if state.seats[turn].is_played_by_bot else _HOST
        action = table.fresh.legal[turn][0]
        table.submit(actor, do.Act(seq=state.seq, action=action), lambda _outcome: None)


def _give_share(table: Table) -> None:
    draw, seat = table.state.draw, table.state.seat_of(_HOST.player)
    assert draw is not None
    assert seat is not None
    made = commit_share(draw.table, draw.deal, seat, _SHARE)
    for command in (
        do.CommitShare(deal=draw.deal, commitment=made),
        do.OpenShare(deal=draw.deal, share=_SHARE.hex()),
    ):
        table.submit(_HOST, command, lambda _outcome: None)
