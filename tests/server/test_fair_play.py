"""The client in Python as a witness: at a real server, and at one that lies on the way."""

import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from batarde.client import Client
from batarde.rules import Record
from batarde.rules import events as rules
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.findings import Lack, Outcome
from batarde.table.proving import is_proven
from batarde.table.sightings import FaultKind
from tests import lies
from tests.server.liar import lying, through
from tests.server.servers import (
    SWIFT,
    AutoPlayer,
    LiveServer,
    PatientServer,
    happened,
    seat_all,
    until,
)

SETTINGS = msgspec.structs.replace(SWIFT, players=3, grace=600_000)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    folder = tmp_path_factory.mktemp("patient")
    with PatientServer(folder / "a.db", "--no-limits") as live:
        yield live


@asynccontextmanager
async def table(server: LiveServer) -> AsyncIterator[list[Client]]:
    """Yield three people who will play as soon as somebody starts the game."""
    clients = await seat_all(server.url, SETTINGS)
    for number, client in enumerate(clients):
        AutoPlayer(client, number)
    yield clients
    for client in clients:
        await client.close()


def outcomes(client: Client) -> list[Outcome]:
    found = sorted(client.witness.findings.items())
    return [finding.outcome for _, finding in found]


async def revealed(clients: Sequence[Client], deals: int) -> None:
    """Wait until everybody was told the secrets of so many deals."""

    def count(client: Client) -> int:
        return sum(seen.revealed is not None for seen in client.witness.sightings.values())

    await until(lambda: all(count(client) >= deals for client in clients))


async def test_every_deal_of_an_honest_server_is_witnessed_by_everybody(
    server: LiveServer,
) -> None:
    async with table(server) as clients:
        clients[0].send(do.Start())
        await revealed(clients, 3)
        for client in clients:
            assert outcomes(client)[:3] == [Outcome.WITNESSED] * 3
            assert msgspec.json.decode(client.witness.evidence())["deals"] == []


async def test_who_loses_the_line_in_a_deal_is_still_its_witness(server: LiveServer) -> None:
    async with table(server) as clients:
        ana = clients[0]
        ana.send(do.Start())
        await happened(ana, ev.DealCommitted)
        await through(ana, ana.url)  # in the draw, with a snapshot
        await happened(ana, rules.CardPlayed)
        seq = ana.seq
        await ana.close()
        await ana.connect()
        await ana.join(ana.table, seq)  # in the play, with what was missed
        await revealed(clients, 1)
        assert outcomes(ana)[0] is Outcome.WITNESSED


async def test_who_comes_for_half_a_deal_is_no_witness_and_accuses_nobody(
    server: LiveServer,
) -> None:
    async with table(server) as clients:
        clients[0].send(do.Start())
        await happened(clients[0], rules.CardPlayed)
        late = await Client.enter(server.url, "Late")
        await late.join(clients[0].table)
        await revealed([late], 1)
        (first, *_) = late.witness.findings.values()
        assert (first.outcome, first.lack) == (Outcome.UNWITNESSED, Lack.OWN)


async def test_two_devices_of_one_person_do_not_accuse_the_server(server: LiveServer) -> None:
    async with table(server) as clients:
        other = await Client.enter(server.url, "", clients[0].cookie)
        await other.join(clients[0].table)
        clients[0].send(do.Start())
        await revealed([*clients, other], 2)
        both = [outcomes(clients[0]), outcomes(other)]
        for pair in zip(*both, strict=False):
            assert sorted(pair) == [Outcome.UNWITNESSED, Outcome.WITNESSED]


LIES = {
    lies.RevealsAnew: {FaultKind.COMMITMENT, FaultKind.SECRET, FaultKind.SHARE, FaultKind.OWN},
    lies.SealsAnother: {FaultKind.CARDS},
    lies.SwapsAShare: {FaultKind.SHARE, FaultKind.CARDS},
    lies.DropsAShare: {FaultKind.SHARE, FaultKind.CARDS},
}


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
@pytest.mark.lying
async def test_a_server_that_lies_on_the_way_is_found_out(
    server: LiveServer, lie: type[lies.Honest], caplog: pytest.LogCaptureFixture
) -> None:
    async with table(server) as clients, lying(server.url, lie()) as url:
        ana = clients[0]
        await through(ana, url)
        with caplog.at_level(logging.ERROR, "batarde.client"):
            ana.send(do.Start())
            await revealed(clients, 1)
        (finding, *_) = ana.witness.findings.values()
        assert finding.outcome is Outcome.FAILED
        assert {fault.what for fault in finding.faults} >= LIES[lie]
        assert "deal 1 is not as it was seen" in caplog.text
        (kept, *_) = msgspec.json.decode(ana.witness.evidence())["deals"]
        assert (kept["seen"]["own"]["seat"], kept["finding"]["outcome"]) == (0, "failed")
        assert outcomes(clients[1])[0] is Outcome.WITNESSED


@pytest.mark.lying
async def test_a_share_that_was_stolen_is_not_opened_and_the_thief_is_found_out(
    tmp_path: Path,
) -> None:
    with LiveServer(tmp_path / "b.db", "--no-limits") as server:
        async with table(server) as clients, lying(server.url, lies.StealsTheShare()) as url:
            ana = clients[0]
            await through(ana, url)
            ana.send(do.Start())
            # The server waits for the opening in vain, and goes on without it.
            await until(lambda: Outcome.FAILED in outcomes(ana))
            for finding in ana.witness.findings.values():
                assert FaultKind.OWN in {fault.what for fault in finding.faults}
            opened = [
                event
                for event in server.stored(ana.table)
                if isinstance(event, ev.ShareOpened) and event.seat == 0
            ]
            assert opened == []


@pytest.mark.lying
async def test_a_server_that_shows_another_commitment_after_a_lost_line_is_found_out(
    server: LiveServer,
) -> None:
    async with table(server) as clients, lying(server.url, lies.ShowsAnother()) as url:
        ana = clients[0]
        ana.send(do.Start())
        await happened(ana, rules.CardPlayed)
        await through(ana, url)
        await until(lambda: ana.witness.findings)  # said at once, not when the deal is over
        (finding, *_) = ana.witness.findings.values()
        assert {fault.what for fault in finding.faults} == {FaultKind.COMMITMENT}


@pytest.mark.lying
async def test_a_record_that_was_rewritten_afterwards_is_found_out(tmp_path: Path) -> None:
    with PatientServer(tmp_path / "b.db", "--no-limits") as server:
        async with table(server) as clients:
            ana = clients[0]
            ana.send(do.Start())
            await happened(ana, rules.GameEnded)
            (game,) = {name for name, _ in ana.witness.findings}
            honest = await ana.record(game)
        assert {one.outcome for one in ana.witness.check(honest)} == {Outcome.WITNESSED}
        assert len(ana.witness.check(honest)) == 12
        server.stop()
        _rewrite(server.database, game, honest)
        server.start()
        forged = await ana.record(game)
    assert is_proven(forged)  # by itself it is beyond doubt
    found = ana.witness.check(forged)
    assert {one.outcome for one in found} == {Outcome.FAILED}
    assert {fault.what for fault in found[0].faults} >= {FaultKind.COMMITMENT, FaultKind.CARDS}
    del forged.data["proof"][7]
    assert ana.witness.check(forged)[11].faults[0].what is FaultKind.MALFORMED


def _rewrite(database: Path, game: str, honest: Record) -> None:
    connection = sqlite3.connect(database)
    forged = lies.rewritten(honest).write()
    with connection:
        changed = connection.execute("UPDATE games SET record = ? WHERE id = ?", (forged, game))
        assert changed.rowcount == 1
    connection.close()
