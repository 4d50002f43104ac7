"""What is kept and for how long: visits, closed tables, the lobby, what nobody uses."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from batarde.client import Client
from batarde.server.live.keeping import LOBBY_TIME, Keeper
from batarde.server.live.rooms import Room
from batarde.server.people import People, wall_time
from batarde.store import Store, open_store
from batarde.table import commands as do
from tests.server.http.test_api import ask, session
from tests.server.live.test_hall import ShiftedClock, hall_of
from tests.server.live.test_rooms import FakeGuest
from tests.server.servers import SWIFT, LiveServer, leave_all, seat_all
from tests.store.test_sqlite import SqliteFile
from tests.table.desk import QUIET, person

DAY = 24 * 3600 * 1_000


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    made = open_store(str(database))
    yield made
    made.close()


class ShiftedCalendar(ShiftedClock):
    """A clock whose calendar is put forward with it."""

    def calendar(self) -> int:
        return super().calendar() + self.shift


class Evening:
    """A hall and its keeper, on a clock that can be put forward."""

    def __init__(self, store: Store) -> None:
        self.clock = ShiftedCalendar()
        self.hall = hall_of(store, self.clock)
        self.keeper = Keeper(store, self.hall, self.clock)

    async def code_of_new_table(self) -> str:
        return (await self.hall.make(person(0), QUIET)).table.state.id

    async def pass_days(self, days: float) -> None:
        """Let the time pass with everybody gone."""
        await self.keeper.go_round()
        self.clock.shift += int(days * DAY)
        self.hall.sweep()


async def started(room: Room) -> None:
    future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    room.table.submit(person(0), do.Start(fill="simple"), future.set_result)
    assert (await future).error is None


async def test_a_table_that_nobody_visited_for_90_days_is_closed(store: Store) -> None:
    evening = Evening(store)
    code = await evening.code_of_new_table()
    await evening.pass_days(89)
    room = await evening.hall.room(code)
    assert room is not None
    await evening.pass_days(89)  # looking in was a visit
    assert await evening.hall.room(code) is not None
    await evening.pass_days(91)
    assert await evening.hall.room(code) is None
    assert list(await store.events(code)), "its events are kept"


async def test_who_only_watches_for_months_keeps_a_table_open(store: Store) -> None:
    evening = Evening(store)
    code = await evening.code_of_new_table()
    room = await evening.hall.room(code)
    assert room is not None
    guest = FakeGuest(person(5))
    room.enter(guest)
    await evening.pass_days(60)
    await evening.pass_days(60)
    room.leave(guest)
    await evening.pass_days(60)
    assert evening.hall.rooms == {}
    assert await evening.hall.room(code) is not None


async def test_an_unused_table_is_forgotten_a_day_after_it_was_closed(store: Store) -> None:
    evening = Evening(store)
    unused, used = await evening.code_of_new_table(), await evening.code_of_new_table()
    room = await evening.hall.room(used)
    assert room is not None
    await started(room)
    assert room.table.state.is_playing
    await evening.pass_days(90.5)
    await evening.keeper.clean()
    assert await evening.hall.room(unused) is None
    assert list(await store.events(unused))
    await evening.pass_days(1)
    await evening.keeper.clean()
    assert list(await store.events(unused)) == []
    assert await store.table(unused) is None
    assert await evening.hall.room(used) is None, "closed"
    assert list(await store.events(used)), "and kept: a game was begun"


async def test_people_are_seen_once_a_day_and_forgotten_after_a_year(store: Store) -> None:
    clock = ShiftedCalendar()
    people = People(store, clock.calendar)
    _, secret = await people.add("Ana")
    clock.shift = 5 * DAY
    found = await people.find(secret)
    assert found is not None
    assert found.seen >= clock.calendar() - DAY
    assert await People(store, clock.calendar).find(secret) == found, "it was noted"
    clock.shift += 366 * DAY
    await Keeper(store, hall_of(store, clock), clock).clean()
    assert await people.find(secret) is None, "not from memory either"


async def test_a_person_is_let_in_while_nothing_can_be_written(
    store: Store, database: Path
) -> None:
    clock = ShiftedCalendar()
    people = People(store, clock.calendar)
    _, secret = await people.add("Ana")
    clock.shift = 5 * DAY
    with SqliteFile(database).failing():
        assert await people.find(secret) is not None


# Over HTTP


def lobby(server: LiveServer) -> list[str]:
    found = msgspec.json.decode(ask(server, "GET", "/api/tables").body)["tables"]
    return [entry["id"] for entry in found]


def make(server: LiveServer, headers: dict[str, str], **settings: Any) -> tuple[int, Any]:
    wish = {"settings": {"listed": True, **settings}}
    answer = ask(server, "POST", "/api/tables", msgspec.json.encode(wish), headers)
    return answer.status, msgspec.json.decode(answer.body)


def age(server: LiveServer, table: str, milliseconds: int) -> None:
    """Let the last visit of a table be so long ago."""
    with closing(sqlite3.connect(server.database)) as connection:
        row = wall_time() - milliseconds, table
        connection.execute("UPDATE tables SET visited = ? WHERE id = ?", row)
        connection.commit()


async def test_tables_that_nobody_came_to_do_not_push_out_where_somebody_waits(
    server: LiveServer,
) -> None:
    """The oldest has three who wait, the next has one, and then come a hundred empty ones."""
    three = await seat_all(server.url, msgspec.structs.replace(SWIFT, players=3))
    alone = await Client.enter(server.url, "Ana")
    await alone.join((await alone.make_table(SWIFT)).id)
    flood = session(server)
    made = [make(server, flood)[1] for _ in range(108)]
    shown = lobby(server)
    assert shown[:2] == [three[0].table, alone.table]
    created = {table["id"]: table["created"] for table in made}  # two may be of one millisecond
    assert [created[code] for code in shown[2:]] == sorted(created.values(), reverse=True)[:98]
    await leave_all([*three, alone])


def test_an_empty_table_leaves_the_lobby_after_two_minutes_and_stays_open(
    server: LiveServer,
) -> None:
    _, table = make(server, session(server))
    age(server, table["id"], LOBBY_TIME - 30_000)
    assert table["id"] in lobby(server)
    age(server, table["id"], LOBBY_TIME + 1_000)
    assert table["id"] not in lobby(server)
    assert ask(server, "GET", f"/api/tables/{table['id']}").status == 200


def test_a_person_has_three_tables_in_the_lobby(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "l.db") as server:
        headers = session(server)
        with ThreadPoolExecutor(5) as several:
            made = list(several.map(lambda _: make(server, headers), range(5)))
        assert sorted(status for status, _ in made) == [201, 201, 201, 429, 429]
        assert [problem["code"] for status, problem in made if status == 429] == [
            "too-many-listed"
        ] * 2
        assert make(server, headers, listed=False)[0] == 201
        assert make(server, session(server, "Bo"))[0] == 201
        first = next(table["id"] for status, table in made if status == 201)
        age(server, first, LOBBY_TIME + 1_000)
        assert make(server, headers)[0] == 201, "one has left the lobby"


def test_a_table_of_an_older_version_is_found_by_its_six_letters(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "o.db") as server:
        _, table = make(server, session(server))
    code = table["id"]
    with closing(sqlite3.connect(tmp_path / "o.db")) as connection:
        for name, column in (("batches", "table_id"), ("places", "table_id"), ("tables", "id")):
            sql = f"UPDATE {name} SET {column} = substr({column}, 1, 6) WHERE {column} = ?"
            connection.execute(sql, (code,))
        connection.commit()
    with server:
        assert ask(server, "GET", f"/api/tables/{code[:6].lower()}").status == 200
        assert ask(server, "GET", f"/api/tables/{code}").status == 404


def test_health_says_what_is_wrong_while_nothing_can_be_written(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "h.db") as server:
        assert ask(server, "GET", "/api/health").status == 200
        with SqliteFile(tmp_path / "h.db").failing():
            answer = ask(server, "GET", "/api/health")
            problem = msgspec.json.decode(answer.body)
            assert (answer.status, problem["code"]) == (503, "store")
            assert "database is locked" in problem["message"]
        assert ask(server, "GET", "/api/health").status == 200
