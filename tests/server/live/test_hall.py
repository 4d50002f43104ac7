"""Rooms are opened once, closed when all have gone, and never two for one table."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from batarde.server.live.clock import LoopClock
from batarde.server.live.hall import Hall
from batarde.server.live.rooms import Room
from batarde.store import SqliteStore, Store, StoreError
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.alarms import Means
from batarde.table.answers import Outcome
from batarde.table.authority import Table
from tests.server.live.test_rooms import FakeGuest, advise_at_once
from tests.server.servers import until
from tests.table.desk import QUIET, first_bid, person


class ShiftedClock(LoopClock):
    """The clock of the loop, put forward by hand."""

    shift = 0

    def now(self) -> int:
        return super().now() + self.shift


class NoBots:
    """Nobody plays for the seats that no person plays."""

    def close(self) -> None:
        pass


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    made = SqliteStore(tmp_path / "h.db")
    yield made
    made.close()


def hall_of(store: Store, clock: LoopClock | None = None) -> Hall:
    means = Means(lambda: bytes(32), first_bid, lambda _below: 0)
    return Hall(store, clock or ShiftedClock(), means, lambda _table: NoBots(), advise_at_once)


async def said(room: Room, text: str) -> Outcome:
    future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    room.table.submit(person(0), do.Say(text=text), future.set_result)
    return await future


async def test_a_table_is_found_by_its_code_in_any_case(store: SqliteStore) -> None:
    hall = hall_of(store)
    room = await hall.make(person(0), QUIET)
    code = room.table.state.id
    assert await hall.room(code.lower()) is room
    assert await hall.room("NOSUCH") is None
    hall.close()


async def test_two_who_come_at_once_meet_in_one_room(store: SqliteStore) -> None:
    first = hall_of(store)
    code = (await first.make(person(0), QUIET)).table.state.id
    first.close()
    hall = hall_of(store)
    rooms = await asyncio.gather(*(hall.room(code) for _ in range(20)))
    assert len({id(room) for room in rooms}) == 1
    assert hall._opening == {}


async def test_who_gives_up_waiting_does_not_spoil_it_for_the_others(store: SqliteStore) -> None:
    first = hall_of(store)
    code = (await first.make(person(0), QUIET)).table.state.id
    first.close()
    hall = hall_of(store)
    impatient = asyncio.create_task(hall.room(code))
    patient = asyncio.create_task(hall.room(code))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await patient is not None


async def test_an_empty_room_is_closed_after_a_while_and_opened_again(store: SqliteStore) -> None:
    hall = hall_of(store)
    clock = hall._clock
    assert isinstance(clock, ShiftedClock)
    room = await hall.make(person(0), QUIET)
    await said(room, "one")
    guest = FakeGuest(person(0))
    room.enter(guest)
    clock.shift = 10**6
    hall.sweep()
    assert hall.rooms  # somebody is there
    room.leave(guest)
    hall.sweep()
    assert hall.rooms  # they may come back at once
    clock.shift += 61_000
    hall.sweep()
    assert hall.rooms == {}
    again = await hall.room(room.table.state.id)
    assert again is not None
    assert again is not room
    assert again.table.state == room.table.state
    assert (await said(again, "two")).error is None


async def test_a_room_is_not_closed_while_something_is_being_stored(store: SqliteStore) -> None:
    hall = hall_of(store)
    clock = hall._clock
    assert isinstance(clock, ShiftedClock)
    room = await hall.make(person(0), QUIET)
    clock.shift = 10**6
    waiting = asyncio.create_task(said(room, "soon"))
    await asyncio.sleep(0)
    assert room.table.is_busy
    hall.sweep()
    assert hall.rooms
    await waiting
    hall.sweep()
    assert hall.rooms == {}


async def test_two_rooms_of_one_table_could_not_both_write(store: SqliteStore) -> None:
    """That there are two servers on one database is a mistake, and must stay without effect."""
    one, other = hall_of(store), hall_of(store)
    room = await one.make(person(0), QUIET)
    twin = await other.room(room.table.state.id)
    assert twin is not None
    assert (await said(room, "first")).error is None
    assert (await said(twin, "second")).error is not None
    events = await store.events(room.table.state.id)
    assert b"second" not in b"".join(row.events for row in events)


async def test_a_room_whose_table_went_on_elsewhere_is_closed_and_read_anew(
    store: SqliteStore,
) -> None:
    one, other = hall_of(store), hall_of(store)
    room = await one.make(person(0), QUIET)
    code = room.table.state.id
    stale = await other.room(code)
    assert stale is not None
    guests = [FakeGuest(person(seat)) for seat in range(2)]
    for guest in guests:
        stale.enter(guest)
    assert (await said(room, "first")).error is None
    outcomes = await asyncio.gather(*(said(stale, text) for text in ("second", "third", "fourth")))
    assert [outcome.error and outcome.error.code.value for outcome in outcomes] == ["store"] * 3
    assert [guest.put_out_with for guest in guests] == ["rejoin"] * 2
    assert all(guest.events() == [] for guest in guests), "nothing is shown that is not stored"
    assert (stale.guests, other.rooms) == ({}, {})
    assert (await said(stale, "late")).error is not None, "who still knows the room is refused"
    again = await other.room(code)
    assert again is not None
    assert again.table.state == room.table.state
    assert (await said(again, "fifth")).error is None
    one.close()
    other.close()


async def test_who_comes_while_a_room_is_closed_comes_into_the_next_one(
    store: SqliteStore,
) -> None:
    hall = hall_of(store)
    code = (await hall.make(person(0), QUIET)).table.state.id
    hall.close()
    seated: list[Table] = []

    def seat_bots(table: Table) -> NoBots:
        seated.append(table)
        if len(seated) == 1:  # before who is coming has had their turn
            asyncio.get_running_loop().call_soon(hall._outrun, code)
        return NoBots()

    hall._seat_bots = seat_bots
    room = await hall.room(code)
    assert room is not None
    assert room is hall.rooms[code]
    assert [table is room.table for table in seated] == [False, True]
    assert (await said(room, "here")).error is None
    hall.close()


async def test_a_table_that_could_not_be_stored_is_not_made(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = hall_of(store)
    monkeypatch.setattr(store, "append", lambda _batch, done: done(StoreError("full")))
    with pytest.raises(StoreError):
        await hall.make(person(0), QUIET)
    assert hall.rooms == {}


async def test_a_table_that_cannot_be_read_does_not_hold_up_the_others(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = hall_of(store)
    code = (await hall.make(person(0), QUIET)).table.state.id
    hall.close()

    async def broken(_table: str, **_which: int) -> None:
        raise StoreError("unreadable")

    with monkeypatch.context() as patch:
        patch.setattr(store, "events", broken)
        with pytest.raises(StoreError):
            await hall.room(code)
    assert await hall.room(code) is not None


async def test_a_crash_is_told_to_nobody_until_somebody_is_back(store: SqliteStore) -> None:
    hall = hall_of(store)
    room = await hall.make(person(0), QUIET)
    future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    room.table.submit(person(0), do.Start(fill="simple"), future.set_result)
    await future
    await until(lambda: not room.table.is_busy)
    hall.close()
    again = await hall_of(store).room(room.table.state.id)
    assert again is not None
    assert again.table.state.is_paused
    again.enter(FakeGuest(person(0)))
    table = again.table
    await until(lambda: not table.state.is_paused)
    assert any(isinstance(event, ev.Resumed) for batch in again._recent for event in batch[1])
    again.close()
