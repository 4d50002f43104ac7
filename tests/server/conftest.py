"""One server without rate limits for all tests of a file, unless a test wants its own."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from batarde.client import Client
from batarde.table.findings import Outcome
from tests.server.servers import LiveServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("server") / "a.db", "--no-limits") as live:
        yield live


@pytest.fixture(autouse=True)
async def hung_up(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[None]:
    """Close what a failed test has left open, so that one failure is one message.

    Whatever happens to an honest server and its clients, none of them accuses it.
    """
    clients: list[Client] = []
    connect = Client.connect

    async def remembered(client: Client) -> None:
        clients.append(client)
        await connect(client)

    monkeypatch.setattr(Client, "connect", remembered)
    yield
    for client in clients:
        await client.close()
    found = [finding for client in clients for finding in client.witness.findings.values()]
    if request.node.get_closest_marker("lying") is None:
        assert [finding for finding in found if finding.outcome is Outcome.FAILED] == []


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "b.db"
