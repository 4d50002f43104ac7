"""Games of tables that are not listed: found by their players alone, read by who has the link."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from typing import Any

import msgspec
import pytest

from batarde.client import Client
from batarde.rules.record import Record
from batarde.server.people import COOKIE
from batarde.table import commands as do
from batarde.table.proving import is_proven
from tests.server.http.test_api import ask, session
from tests.server.servers import SWIFT, AutoPlayer, LiveServer, leave_all, seat_all, until

PRIVATE = msgspec.structs.replace(SWIFT, players=3, listed=False)


class Evening:
    """A finished game at an unlisted table, and somebody who sat elsewhere meanwhile."""

    def __init__(self, server: LiveServer, clients: list[Client], neighbour: Client) -> None:
        self.server = server
        self.neighbour = neighbour
        self.table = clients[0].table
        self.player = {"Cookie": f"{COOKIE}={clients[1].cookie}"}
        self.stranger = session(server, "Zoé")
        ((self.game,),) = server.rows("SELECT id FROM games WHERE table_id = ?", self.table)

    def games(self, query: str = "", headers: dict[str, str] | None = None) -> list[dict[str, Any]]:
        answer = ask(self.server, "GET", f"/api/games{query}", headers=headers)
        found: list[dict[str, Any]] = msgspec.json.decode(answer.body)["games"]
        return found

    def record(self, game: str, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
        answer = ask(self.server, "GET", f"/api/games/{game}/record", headers=headers)
        return answer.status, answer.body

    def make_older(self, *, is_listed: bool) -> str:
        """Give the game the id that an older server would have, and return it."""
        old = f"{self.table}-1"
        with closing(sqlite3.connect(self.server.database)) as connection:
            values = old, is_listed, self.table
            connection.execute("UPDATE games SET id = ?, is_listed = ? WHERE table_id = ?", values)
            connection.execute("UPDATE games_of SET game = ? WHERE game = ?", (old, self.game))
            connection.commit()
        self.game = old
        return old


@pytest.fixture
async def evening(server: LiveServer) -> AsyncIterator[Evening]:
    neighbour = await Client.enter(server.url, "Neighbour")
    neighbour.received = []
    await neighbour.join((await neighbour.make_table(SWIFT)).id)
    clients = await seat_all(server.url, PRIVATE)
    for number, client in enumerate(clients):
        AutoPlayer(client, number)
    clients[0].send(do.Start())
    table = clients[0].table
    await until(lambda: server.rows("SELECT 1 FROM games WHERE table_id = ?", table))
    yield Evening(server, clients, neighbour)
    await leave_all([*clients, neighbour])


async def test_a_game_of_an_unlisted_table_is_found_by_its_players_alone(evening: Evening) -> None:
    assert evening.game not in [game["id"] for game in evening.games()]
    assert evening.games("?mine=1", evening.stranger) == []
    (own,) = evening.games("?mine=1", evening.player)
    assert (own["id"], own["table"], own["seat"]) == (evening.game, evening.table, 1)


async def test_the_link_of_a_game_is_the_permission_and_does_not_show_the_code(
    evening: Evening,
) -> None:
    status, record = evening.record(evening.game)
    assert status == 200
    assert evening.table.encode() not in record
    assert is_proven(Record.read(record.decode()))


async def test_nobody_elsewhere_is_told_the_code_of_an_unlisted_table(evening: Evening) -> None:
    code = evening.table.encode()
    for path in ("/api/games", "/api/tables", "/api/health", "/metrics", "/api/openapi.json"):
        assert code not in ask(evening.server, "GET", path, headers=evening.stranger).body
    received = evening.neighbour.received
    assert received
    assert code not in msgspec.json.encode(received)


async def test_an_older_id_with_the_code_in_it_is_for_who_took_part(evening: Evening) -> None:
    old = evening.make_older(is_listed=False)
    assert evening.record(old)[0] == 404
    assert evening.record(old, evening.stranger)[0] == 404
    assert evening.record(old) == evening.record("NOSUCH-1"), "nobody learns that it is there"
    assert evening.record(old, evening.player)[0] == 200
    assert old in [game["id"] for game in evening.games("?mine=1", evening.player)]


async def test_an_older_id_of_a_listed_table_is_for_everybody(evening: Evening) -> None:
    old = evening.make_older(is_listed=True)
    assert evening.record(old)[0] == 200
    assert old in [game["id"] for game in evening.games()]
