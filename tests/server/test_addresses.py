"""Limits for each address: of sockets, players and tables, over real sockets."""

import asyncio
import base64
import http.client
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest

from batarde.server.addresses import Proxies, address_key
from batarde.server.limits import Buckets, Limits
from batarde.server.people import COOKIE
from tests.cli.processes import complaint
from tests.server.servers import LiveServer

# Nothing is forgiven while a test runs, however long that takes.
SLOW = ("--limit=upgrades_per_second=0.000001", "--limit=new_sessions_per_second=0.000001")
BURST = Limits().upgrade_burst
NEWCOMERS = Limits().new_session_burst


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path / "a.db", *SLOW) as live:
        yield live


@pytest.fixture
def behind_proxy(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path / "p.db", "--trusted-proxy", "127.0.0.9", *SLOW) as live:
        yield live


async def upgrade(
    live: LiveServer, source: str = "127.0.0.1", forwarded: str = ""
) -> tuple[int, bytes]:
    """Return how the server answers an upgrade from *source*: the status, and what follows."""
    host, port = urlsplit(live.url).hostname, urlsplit(live.url).port
    reader, writer = await asyncio.open_connection(host, port, local_addr=(source, 0))
    lines = [
        "GET /ws HTTP/1.1",
        f"Host: {host}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {COOKIE}={'x' * 43}",
        *([f"X-Forwarded-For: {forwarded}"] if forwarded else []),
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
    status = int(answer.split()[1])
    body = await asyncio.wait_for(reader.read(), 10) if status == 429 else b""
    writer.close()
    return status, body


def newcomer(live: LiveServer, source: str, forwarded: str = "") -> int:
    """Return the status of a new player's request from *source*."""
    parts = urlsplit(live.url)
    connection = http.client.HTTPConnection(
        parts.hostname or "", parts.port, source_address=(source, 0), timeout=10
    )
    headers = {"Content-Type": "application/json"}
    if forwarded:
        headers["X-Forwarded-For"] = forwarded
    connection.request("POST", "/api/session", b'{"name":"Ana"}', headers)
    status = connection.getresponse().status
    connection.close()
    return status


async def test_an_address_that_opens_too_many_sockets_is_told_so_and_others_are_not(
    limited: LiveServer,
) -> None:
    answers = [await upgrade(limited) for _ in range(BURST + 5)]
    assert [status for status, _ in answers] == [101] * BURST + [429] * 5
    assert {msgspec.json.decode(body)["code"] for _, body in answers[BURST:]} == {"too-many"}
    assert (await upgrade(limited, "127.0.0.2"))[0] == 101


async def test_a_header_of_a_stranger_is_not_believed(limited: LiveServer) -> None:
    found = [(await upgrade(limited, forwarded=f"192.0.2.{n}"))[0] for n in range(BURST + 1)]
    assert found[-2:] == [101, 429]


async def test_behind_a_trusted_proxy_each_sender_counts(behind_proxy: LiveServer) -> None:
    found = [
        (await upgrade(behind_proxy, "127.0.0.9", f"6.6.6.{n}, 192.0.2.1"))[0]
        for n in range(BURST + 1)
    ]
    assert found[-2:] == [101, 429]
    assert (await upgrade(behind_proxy, "127.0.0.9", "192.0.2.2"))[0] == 101


def test_new_players_are_counted_by_address(limited: LiveServer) -> None:
    found = [newcomer(limited, "127.0.0.1", f"192.0.2.{n}") for n in range(NEWCOMERS + 1)]
    assert found[-2:] == [200, 429]
    assert newcomer(limited, "127.0.0.2") == 200


def test_new_players_behind_a_trusted_proxy_are_counted_by_sender(
    behind_proxy: LiveServer,
) -> None:
    found = [newcomer(behind_proxy, "127.0.0.9", "192.0.2.1") for _ in range(NEWCOMERS + 1)]
    assert found[-2:] == [200, 429]
    assert newcomer(behind_proxy, "127.0.0.9", "192.0.2.2") == 200


@pytest.mark.parametrize(
    ("peer", "forwarded", "sender"),
    [
        ("192.0.2.1", "6.6.6.6", "192.0.2.1"),
        ("10.0.0.1", "6.6.6.6, 192.0.2.1", "192.0.2.1"),
        ("10.0.0.1", "6.6.6.6, 192.0.2.1, 10.0.0.2", "192.0.2.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "10.0.0.3", "10.0.0.1"),
        ("10.0.0.1", "unknown", "unknown"),
        ("::1", "2001:db8::7", "2001:db8::7"),
        ("", "6.6.6.6", ""),
    ],
)
def test_the_last_address_that_is_no_proxy_counts(peer: str, forwarded: str, sender: str) -> None:
    assert Proxies(["10.0.0.0/8", "::1"]).sender(peer, forwarded) == sender


def test_a_household_has_one_address_though_it_has_many() -> None:
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff:1") == "2001:db8::/64"
    assert address_key("2001:db8:0:1::1") != address_key("2001:db8::1")
    assert address_key("fe80::1%eth0") == "fe80::/64"
    assert address_key("::ffff:192.0.2.1") == "192.0.2.1"
    assert len(address_key("x" * 10_000)) == 64


def test_who_has_not_been_met_for_long_is_forgotten() -> None:
    buckets = Buckets(0.001, 1, kept=10)
    for number in range(1_000):
        buckets.take(str(number))
    assert len(buckets._buckets) == 10


def test_what_is_no_address_is_no_proxy() -> None:
    assert "'--trusted-proxy'" in complaint("serve", "--trusted-proxy", "nonsense")
