"""Opening a table: quickly, in small steps, and never as anything but what its events say."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import msgspec
import pytest

from batarde.server.live import reading
from batarde.server.live.journal import EVENTS_TO_CHECKPOINT
from batarde.server.live.reading import EVENTS_IN_A_TURN, Reader
from batarde.store import Checkpoint, Row, SqliteStore, StoreError
from batarde.store.base import Append
from batarde.table.checkpoints import FORM, packed
from batarde.table.state import TableState, fold
from tests.server.live.test_hall import hall_of, said
from tests.store.conformance import kept, written
from tests.store.rows import entry
from tests.table.desk import EVENTS, QUIET, Desk

LARGEST_BATCH = 20
"""More than the events of any batch here."""


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    made = SqliteStore(tmp_path / "r.db")
    yield made
    made.close()


class Folds:
    """Counts the events that are folded, in all and in one turn of the loop."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.total = self.most = 0
        self._this_turn = 0
        self._loop = asyncio.get_running_loop()
        patch.setattr(reading, "fold", self._fold)

    def _fold(self, *given: object) -> TableState:
        if not self._this_turn:
            self._loop.call_soon(self._turned)  # which is in the next turn
        self._this_turn += 1
        self.total += 1
        self.most = max(self.most, self._this_turn)
        return fold(*given)  # type: ignore[arg-type]

    def _turned(self) -> None:
        self._this_turn = 0


def rows_of(games: int) -> list[Row]:
    """Return the log of a table at which the same game was played again and again."""
    desk = Desk(QUIET)
    begun = len(desk.journal.rows)
    desk.start().play_game()
    before, game = desk.journal.rows[:begun], desk.journal.rows[begun:]
    size = desk.state.seq - game[0][0]
    again = [(seq + n * size, at, data) for n in range(games) for seq, at, data in game]
    return [Row(*row) for row in (*before, *again)]


def folded(table: str, rows: list[Row]) -> TableState:
    state = TableState(table)
    for row in rows:
        for event in EVENTS.decode(row.events):
            state = fold(state, event, row.at)
    return state


async def write(store: SqliteStore, table: str, rows: list[Row]) -> None:
    found = entry(table, is_begun=True, visited=1 << 50)
    assert not any(await written(store, *(Append(found, row) for row in rows)))


async def fill(store: SqliteStore, table: str, rows: list[Row]) -> TableState:
    """Write a table into *store*; return what it is."""
    await write(store, table, rows)
    return folded(table, rows)


async def opened(store: SqliteStore, table: str) -> TableState:
    hall = hall_of(store)
    room = await hall.room(table)
    assert room is not None
    hall.close()
    await store.check()  # what it had to write is written
    return room.table.state


# Little at a time


async def test_a_table_of_many_games_is_opened_from_its_checkpoint(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = await fill(store, "LONG", rows_of(10))
    assert await opened(store, "LONG") == state  # an old table, which has none yet
    folds = Folds(monkeypatch)
    assert await opened(store, "LONG") == state
    assert folds.total == 0


async def test_while_it_is_played_at_a_table_stays_quick_to_open(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = hall_of(store)
    room = await hall.make(Desk().person_at(0), QUIET)
    code = room.table.state.id
    for number in range(2 * EVENTS_TO_CHECKPOINT + 300):
        assert (await said(room, f"{number}")).error is None
    hall.close()
    await store.check()
    folds = Folds(monkeypatch)
    assert await opened(store, code) == room.table.state
    assert 250 < folds.total < EVENTS_TO_CHECKPOINT + LARGEST_BATCH
    assert folds.most < EVENTS_IN_A_TURN + LARGEST_BATCH
    found = await store.checkpoint(code)
    assert found is not None
    assert found.last == (2 * EVENTS_TO_CHECKPOINT) - 1, "of batches of one event"


async def test_the_loop_turns_while_tables_are_folded_however_many(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = rows_of(6)
    tables = [f"LONG{number}" for number in range(8)]
    states = [await fill(store, table, rows) for table in tables]
    folds, hall = Folds(monkeypatch), hall_of(store)
    rooms = await asyncio.gather(*(hall.room(table) for table in tables))
    assert [room.table.state for room in rooms if room] == states
    assert folds.total == sum(state.seq for state in states)
    assert folds.most < EVENTS_IN_A_TURN + LARGEST_BATCH
    hall.close()


async def test_rows_are_read_a_few_at_a_time(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_ROWS_AT_ONCE", 7)
    state = await fill(store, "LONG", rows_of(1))
    told = await Reader(store).read("LONG")
    assert told is not None
    assert (told.state, told.folded) == (state, state.seq)


# Only what the events say


async def test_every_checkpoint_leads_to_the_same_table(store: SqliteStore) -> None:
    rows = rows_of(1)
    state = await fill(store, "LONG", rows)
    for number in range(0, len(rows), 23):
        before = folded("LONG", rows[: number + 1])
        await kept(store, Checkpoint("LONG", rows[number].seq, FORM, packed(before)))
        told = await Reader(store).read("LONG")
        assert told is not None
        assert told.state == state
        assert (told.last, told.folded) == (rows[-1].seq, state.seq - before.seq)


Wrong = Callable[[TableState, Row, Row], Checkpoint]
STATE = "a state that no event has led to"
WRONG: dict[str, Wrong] = {
    "made by other code": lambda state, row, _: Checkpoint("LONG", row.seq, "0-0", packed(state)),
    "of another structure": lambda _, row, __: Checkpoint("LONG", row.seq, FORM, b"\x80"),
    "no bytes of ours": lambda _, row, __: Checkpoint("LONG", row.seq, FORM, b"\xc1\x00"),
    "of another table": lambda state, row, _: Checkpoint(
        "LONG", row.seq, FORM, packed(msgspec.structs.replace(state, id="OTHER"))
    ),
    "with another last batch": lambda state, _, row: Checkpoint(
        "LONG", row.seq, FORM, packed(state)
    ),
    "ahead of the log": lambda state, row, _: Checkpoint(
        "LONG", row.seq, FORM, packed(msgspec.structs.replace(state, seq=state.seq + 9))
    ),
    "behind the end of the log": lambda state, _, __: Checkpoint(
        "LONG", 10**6, FORM, packed(msgspec.structs.replace(state, seq=10**6 + 1))
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
async def test_a_checkpoint_is_not_trusted_and_is_replaced_if_it_is(
    store: SqliteStore, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = rows_of(2)
    state = await fill(store, "LONG", rows)
    middle = len(rows) // 2
    false = msgspec.structs.replace(folded("LONG", rows[: middle + 1]), host=STATE)
    await kept(store, WRONG[wrong](false, rows[middle], rows[middle + 1]))
    folds = Folds(monkeypatch)
    assert await opened(store, "LONG") == state
    assert folds.total == state.seq
    made = await store.checkpoint("LONG")
    assert made == Checkpoint("LONG", rows[-1].seq, FORM, packed(state))


async def test_a_log_with_a_gap_is_no_table(store: SqliteStore) -> None:
    rows = rows_of(1)
    await write(store, "LONG", [*rows[:50], *rows[51:]])
    with pytest.raises(StoreError, match="has no event"):
        await opened(store, "LONG")


async def test_a_table_where_nothing_happened_is_none(store: SqliteStore) -> None:
    assert await Reader(store).read("NONE") is None


# When it cannot be written


async def test_a_checkpoint_that_cannot_be_kept_costs_nobody_anything(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    state = await fill(store, "LONG", rows_of(1))
    monkeypatch.setattr(store, "keep", lambda _checkpoint, done: done(StoreError("full")))
    assert await opened(store, "LONG") == state
    assert "could not be kept: full" in caplog.text
    assert await store.checkpoint("LONG") is None


async def test_what_was_refused_is_in_no_checkpoint(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = hall_of(store)
    room = await hall.make(Desk().person_at(0), QUIET)
    code = room.table.state.id
    while room.table.state.seq < EVENTS_TO_CHECKPOINT - 1:
        await said(room, "more")
    with monkeypatch.context() as patch:
        patch.setattr(store, "append", lambda _batch, done: done(StoreError("full")))
        assert (await said(room, "refused")).error is not None
    await store.check()
    assert await store.checkpoint(code) is None
    assert (await said(room, "stored")).error is None
    await store.check()
    assert await store.checkpoint(code) == Checkpoint(
        code, EVENTS_TO_CHECKPOINT - 1, FORM, packed(room.table.state)
    )
    hall.close()
