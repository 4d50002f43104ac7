"""Malformed, oversized, forged, repeated, without end: always a code or a clean close.

A control game is played on the same server all the while, and must not notice.
"""

import asyncio
import base64
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from batarde.client import Client
from batarde.rules.cards import Card
from batarde.server.live.messages import Refused, ServerMessage, Snapshot
from batarde.server.people import COOKIE
from batarde.table import commands as do
from batarde.table.fairness import commit_share
from tests.server.codes import all_codes
from tests.server.lines import framed
from tests.server.servers import PATIENCE, SWIFT, AutoPlayer, LiveServer, leave_all, seat_all, until

decode = msgspec.json.Decoder(ServerMessage).decode
THREE = msgspec.structs.replace(SWIFT, players=3)


@asynccontextmanager
async def control_game(server: LiveServer) -> AsyncIterator[None]:
    """Play a game meanwhile, which must have gone on at the end."""
    clients = await seat_all(server.url, THREE)
    for number, client in enumerate(clients):
        AutoPlayer(client, number)
        client.listeners.append(lambda m, c=clients[0]: _again(c, m))  # type: ignore[misc]
    clients[0].send(do.Start())
    await until(lambda: clients[0].seq > 30)
    yield
    before = clients[0].seq
    await until(lambda: clients[0].seq > before + 20)
    await leave_all(clients)


def _again(host: Client, message: ServerMessage) -> None:
    if "SecretRevealed" in repr(message) and host.is_connected:
        host.send(do.Start())


class Raw:
    """A WebSocket of bytes, to say what no library would."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def connect(cls, url: str, path: str = "/ws", **headers: str) -> tuple["Raw", int]:
        """Return the connection and the status with which the server answered the upgrade."""
        host = urlsplit(url).netloc
        name, _, port = host.partition(":")
        reader, writer = await asyncio.open_connection(name, int(port))
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        head = await asyncio.wait_for(reader.readline(), PATIENCE)
        while (line := await asyncio.wait_for(reader.readline(), PATIENCE)) not in (b"\r\n", b""):
            assert b"Traceback" not in line
        return cls(reader, writer), int(head.split()[1]) if head else 0

    def frame(self, opcode: int, payload: bytes, *, fin: bool = True, masked: bool = True) -> None:
        self.writer.write(framed(opcode, payload, fin=fin, masked=masked))

    async def answer(self) -> tuple[int, bytes] | None:
        """Return the opcode and payload of the next frame, or ``None`` at the end."""
        try:
            head = await asyncio.wait_for(self.reader.readexactly(2), PATIENCE)
            size = head[1] & 0x7F
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            return head[0] & 0x0F, await self.reader.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    async def codes(self) -> list[str]:
        """Return the codes that came until the connection was closed."""
        found = []
        while (got := await self.answer()) is not None:
            if got[0] == 1:
                found.append(msgspec.json.decode(got[1])["code"])
        return found

    async def close(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()


def cookie(client: Client) -> str:
    return f"{COOKIE}={client.cookie}"


# The door


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/ws", {}),
        ("/ws", {"Cookie": f"{COOKIE}=short"}),
        ("/ws", {"Cookie": f'{COOKIE}="; drop table'}),
        ("/other", {"Cookie": f"{COOKIE}={'x' * 43}"}),
        ("/ws", {"Cookie": f"{COOKIE}={'x' * 43}", "Origin": "http://evil.example"}),
        ("/ws", {"Cookie": f"{COOKIE}={'x' * 43}", "Origin": "null"}),
    ],
    ids=["no cookie", "bad cookie", "broken cookie", "wrong path", "other origin", "no origin"],
)
async def test_an_upgrade_without_a_session_or_from_elsewhere_is_refused(
    server: LiveServer, path: str, headers: dict[str, str]
) -> None:
    raw, status = await Raw.connect(server.url, path, **headers)
    assert 400 <= status < 500
    await raw.close()


async def test_a_session_that_the_server_does_not_know_is_told_so(server: LiveServer) -> None:
    raw, status = await Raw.connect(server.url, Cookie=f"{COOKIE}={'x' * 43}")
    assert status == 101
    assert await raw.codes() == ["unknown-session"]
    await raw.close()


async def test_the_own_origin_is_welcome(server: LiveServer) -> None:
    client = await Client.enter(server.url, "Ana")
    raw, status = await Raw.connect(server.url, Cookie=cookie(client), Origin=server.url)
    assert status == 101
    await raw.close()
    await client.close()


# Frames


FRAMES: dict[str, list[tuple[int, bytes, bool, bool]]] = {
    "binary": [(2, b"\x00\xff", True, True)],
    "a piece of a text": [(1, b'{"do":', False, True), (0, b'"leave"}', True, True)],
    "the middle of nothing": [(0, b"x", True, True)],
    "no text at all": [(1, b"\xff\xfe", True, True)],
    "an unknown kind": [(3, b"x", True, True)],
    "without a mask": [(1, b"{}", True, False)],
    "a long ping": [(9, b"x" * 126, True, True)],
    "empty": [(1, b"", True, True)],
    "just too large": [(1, b" " * 8_193, True, True)],
    "far too large": [(1, b" " * 100_000, True, True)],
}


@pytest.mark.parametrize("frames", FRAMES.values(), ids=FRAMES.keys())
async def test_a_strange_frame_gets_a_code_or_ends_the_connection(
    server: LiveServer, frames: list[tuple[int, bytes, bool, bool]]
) -> None:
    client = await Client.enter(server.url, "Ana")
    raw, status = await Raw.connect(server.url, Cookie=cookie(client))
    assert status == 101
    for opcode, payload, fin, masked in frames:
        raw.frame(opcode, payload, fin=fin, masked=masked)
    raw.frame(1, b'{"do":"join","table":"NOSUCH"}')
    raw.frame(8, b"\x03\xe8")
    codes = await raw.codes()
    assert set(codes) <= {"malformed", "too-large", "no-such-table"}
    await raw.close()
    assert await alive(server)
    await client.close()


async def test_a_frame_that_promises_the_world_is_not_waited_for(server: LiveServer) -> None:
    client = await Client.enter(server.url, "Ana")
    raw, _ = await Raw.connect(server.url, Cookie=cookie(client))
    raw.writer.write(bytes([0x81, 0xFF]) + (1 << 40).to_bytes(8, "big") + bytes(4) + b"x" * 1000)
    assert await raw.codes() == []
    await raw.close()
    await client.close()


async def alive(server: LiveServer) -> bool:
    client = await Client.enter(server.url, "Control")
    refused = await client.join("NOSUCH")
    await client.close()
    return isinstance(refused, Refused) and refused.code == "no-such-table"


# Messages

PAYLOADS = [
    b"",
    b"null",
    b"[]",
    b"{}",
    b'"join"',
    b"{",
    b'{"do":"join"',
    b'{"do":"join"}',
    b'{"do":"join","table":7}',
    b'{"do":"join","table":"' + b"A" * 21 + b'"}',
    b'{"do":"join","table":"A","since":1.5}',
    b'{"do":"join","table":"A","since":' + b"9" * 5_000 + b"}",
    b'{"do":"join","table":"A","since":1e999}',
    b'{"do":"join","table":"A","seat":1}',
    b'{"do":"fly"}',
    b'{"do":"sit","seat":7}',
    b'{"do":"sit","seat":-1}',
    b'{"do":"sit","seat":true}',
    b'{"do":"act","seq":0}',
    b'{"do":"act","seq":0,"action":{"act":"play","card":"XX"}}',
    b'{"do":"act","seq":0,"action":{"act":"bid","tricks":"1","trump":"S"}}',
    b'{"do":"act","seq":0,"seat":1,"action":{"act":"pass"}}',
    b'{"do":"why"}',
    b'{"do":"why","action":{"act":"play","card":"XX"}}',
    b'{"do":"why","seat":1,"action":{"act":"pass"}}',
    b'{"do":"why","seq":0,"action":{"act":"pass"}}',
    b'{"do":"remove"}',
    b'{"do":"remove","player":7}',
    b'{"do":"remove","player":"' + b"p" * 41 + b'"}',
    b'{"do":"watching"}',
    b'{"do":"watching","allowed":1}',
    b'{"do":"watching","allowed":true,"player":"p"}',
    b'{"do":"coach"}',
    b'{"do":"coach","step":0}',
    b'{"do":"coach","step":4}',
    b'{"do":"coach","step":"1"}',
    b'{"do":"coach","step":1,"seat":2}',
    b'{"do":"coach","step":1,"other_packs":1}',
    b'{"do":"say","text":"\\ud800"}',
    b'{"do":"say","text":"' + b"x" * 201 + b'"}',
    b'{"do":"start","key":"' + b"k" * 41 + b'"}',
    b'{"do":"start","fill":"' + b"f" * 201 + b'"}',
    b'{"do":"commit-share","deal":0,"commitment":"xyz"}',
    b'{"do":"open-share","deal":0,"share":"' + b"A" * 64 + b'"}',
    b'{"do":"' + b"[" * 4_000,
    b"[" * 8_000,
    b'{"do":"say","text":"a"}' + b"\x00",
    b"NaN",
    b"\xef\xbb\xbf{}",
]


async def test_every_malformed_message_is_answered_and_the_connection_stays(
    server: LiveServer,
) -> None:
    client = await Client.enter(server.url, "Ana")
    for payload in PAYLOADS:
        client.send_bytes(payload)
        answer = await client.wait_for(lambda _message: True)
        assert isinstance(answer, Refused)
        assert answer.code == "malformed", payload
    client.send_bytes(b" " * 8_193)
    answer = await client.wait_for(lambda _message: True)
    assert isinstance(answer, Refused)
    assert answer.code == "too-large"
    client.send(do.Start(key="k"))
    answer = await client.wait_for(lambda _message: True)
    assert answer == Refused("no-table", "k")
    await client.close()


def commands() -> st.SearchStrategy[bytes]:
    """Return messages of every kind, right, wrong and in between."""
    odd = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.integers(-2, 9),
        st.floats(allow_nan=False),
        st.text(max_size=30),
        st.lists(st.integers(), max_size=3),
        st.sampled_from([10**30, -(10**30), "0" * 64, "a" * 64, "simple", "S", "RS", {}, [[]]]),
    )
    action = st.one_of(
        st.fixed_dictionaries({"act": st.sampled_from(["ready", "double", "redouble", "pass"])}),
        st.fixed_dictionaries({"act": st.just("play"), "card": st.sampled_from(Card)}),
        st.fixed_dictionaries(
            {
                "act": st.just("bid"),
                "tricks": st.integers(-1, 15),
                "trump": st.sampled_from("ASHDCN"),
            },
            optional={"pack": st.sampled_from(["simple", "marked", None])},
        ),
        st.dictionaries(st.sampled_from(["act", "card", "tricks"]), odd, max_size=3),
    )
    kinds = ["act", "why", "sit", "stand", "seat-bot", "unseat", "start", "pause", "resume", "say"]
    kinds += ["commit-share", "open-share", "join", "leave", "remove", "watching", "coach"]
    fields = {
        "seq": st.integers(-1, 200) | odd,
        "action": action | odd,
        "seat": st.integers(0, 6) | odd,
        "level": st.sampled_from(["simple", "random", "sh"]) | odd,
        "fill": st.sampled_from(["", "simple"]) | odd,
        "text": st.text(max_size=210) | odd,
        "signal": st.sampled_from(["wow", "boo"]) | odd,
        "deal": st.integers(0, 3) | odd,
        "commitment": st.just("a" * 64) | odd,
        "share": st.just("b" * 64) | odd,
        "key": st.sampled_from(["", "k", "k2"]) | odd,
        "table": st.sampled_from(["NOSUCH", "", "é"]) | odd,
        "since": st.integers(-1, 300) | odd,
        "step": st.integers(0, 4) | odd,
        "other_packs": st.booleans() | odd,
        "player": odd,
        "allowed": st.booleans() | odd,
    }
    message = st.fixed_dictionaries({"do": st.sampled_from(kinds)}, optional=fields)
    encoded = message.map(msgspec.json.encode)
    cut = st.tuples(encoded, st.integers(1, 40)).map(lambda pair: pair[0][: -pair[1]])
    return st.one_of(encoded, encoded, encoded, cut, st.binary(max_size=60))


@pytest.fixture(scope="module")
def victim() -> dict[str, Any]:
    """Remembers one table on which all examples are tried."""
    return {}


@settings(
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(commands(), min_size=1, max_size=12))
async def test_whatever_comes_is_answered_with_a_code(
    server: LiveServer, victim: dict[str, Any], messages: list[bytes]
) -> None:
    if not victim:
        host = await Client.enter(server.url, "Host")
        table = (await host.make_table(THREE, ["simple"])).id
        await host.join(table)
        victim |= {"cookie": host.cookie, "table": table}
        await host.close()
    client = await Client.enter(server.url, "", victim["cookie"])
    client.received = []
    await client.join(victim["table"])
    for message in messages:
        client.send_bytes(message)
    client.send_bytes(msgspec.json.encode({"do": "join", "table": victim["table"]}))
    client.send_bytes(b'{"do":"sit","seat":77}')  # the last word, which is surely refused
    await client.wait_for(lambda m: isinstance(m, Refused) and m.code == "malformed")
    known = all_codes()
    for raw in client.received:
        answer = decode(raw)
        assert not isinstance(answer, Refused) or answer.code in known
    await client.close()


async def test_after_all_that_the_server_has_not_stumbled(server: LiveServer) -> None:
    async with control_game(server):
        assert await alive(server)
    assert "Traceback" not in server.log.read_text("utf-8")


# Forgeries


async def test_a_seat_and_a_person_come_from_the_session_alone(server: LiveServer) -> None:
    clients = await seat_all(server.url, THREE)
    clients[0].send(do.Start())
    await until(lambda: all(client.legal for client in clients))  # all are asked to be ready
    thief = await Client.enter(server.url, "Thief")
    await thief.join(clients[0].table)
    for extra in ({"seat": 1}, {"player": clients[1].session.player}, {"you": "x"}):
        forged = {"do": "act", "seq": thief.seq, "action": {"act": "ready"}, **extra}
        thief.send_bytes(msgspec.json.encode(forged))
        answer = await thief.wait_for(lambda message: isinstance(message, Refused))
        assert isinstance(answer, Refused)
        assert answer.code == "malformed"
    thief.act(clients[1].legal[0])
    answer = await thief.wait_for(lambda message: isinstance(message, Refused))
    assert isinstance(answer, Refused)
    assert answer.code == "not-seated"
    share = bytes(32)
    made = commit_share(clients[0].table, 0, 1, share)
    thief.send(do.CommitShare(deal=0, commitment=made))
    answer = await thief.wait_for(lambda message: isinstance(message, Refused))
    assert isinstance(answer, Refused)
    assert answer.code == "not-seated"
    await leave_all([*clients, thief])


async def test_old_messages_in_a_new_order_change_nothing_twice(server: LiveServer) -> None:
    async with control_game(server):
        clients = await seat_all(server.url, THREE)
        sent: list[bytes] = []
        for number, client in enumerate(clients):
            plain = client.send_bytes

            def kept(payload: bytes, plain: Any = plain) -> None:
                sent.append(payload)
                plain(payload)

            client.send_bytes = kept  # type: ignore[method-assign]
            AutoPlayer(client, number)
        clients[0].send(do.Start())
        await until(lambda: clients[0].seq > 60)
        for payload in [*reversed(sent[:60]), *sent[:60]]:
            for client in clients:
                if b'"do":"act"' in payload or b"share" in payload:
                    Client.send_bytes(client, payload)
        before = clients[0].seq
        await until(lambda: clients[0].seq > before + 10)
        server.stored(clients[0].table)
        await leave_all(clients)


# Floods


async def test_a_flood_is_refused_and_then_cut_off_and_the_others_play_on(
    limited: LiveServer,
) -> None:
    async with control_game(limited):
        client = await Client.enter(limited.url, "Flood")
        client.received = []
        for _ in range(3_000):
            if not client.is_connected:
                break
            client.send_bytes(b'{"do":"leave"}')
            if not _ % 50:
                await asyncio.sleep(0)
        await until(lambda: not client.is_connected)
        codes = {msgspec.json.decode(raw)["code"] for raw in client.received}
        assert codes <= {"too-many"}  # the last ones may be lost with the connection
        assert len(client.received) < 500


async def test_a_flood_of_large_frames_is_limited_too(limited: LiveServer) -> None:
    client = await Client.enter(limited.url, "Flood")
    for _ in range(1_000):
        if not client.is_connected:
            break
        client.send_bytes(b" " * 9_000)
        await asyncio.sleep(0)
    await until(lambda: not client.is_connected)


async def test_who_does_not_read_is_dropped_and_the_others_play_on(server: LiveServer) -> None:
    async with control_game(server):
        clients = await seat_all(server.url, THREE)
        raw, status = await Raw.connect(server.url, Cookie=cookie(clients[1]))
        assert status == 101
        join = msgspec.json.encode({"do": "join", "table": clients[1].table})
        transport: Any = raw.writer.transport
        transport.pause_reading()
        for _ in range(50):
            clients[2].send(do.Say(text="x" * 200))  # a table is now 14 KB
        await until(lambda: clients[2].seq > 50)
        with suppress(ConnectionError):
            for _ in range(100):
                for _ in range(15):
                    raw.frame(1, join)
                await asyncio.wait_for(raw.writer.drain(), PATIENCE)
                await asyncio.sleep(0.01)
        assert isinstance(await clients[0].join(clients[0].table), Snapshot)
        with suppress(ConnectionError):
            transport.resume_reading()
            async with asyncio.timeout(PATIENCE):
                while await raw.reader.read(1 << 16):  # to the end, which the server has set
                    pass
        transport.abort()
        await leave_all(clients)


async def test_a_flood_of_connections_leaves_the_server_up(server: LiveServer) -> None:
    client = await Client.enter(server.url, "Ana")
    raws = [await Raw.connect(server.url, Cookie=cookie(client)) for _ in range(60)]
    for raw, _ in raws[::2]:
        raw.writer.transport.abort()
    for raw, _ in raws[1::2]:
        await raw.close()
    assert await alive(server)
    await client.close()


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("limited") / "c.db") as live:
        yield live
    assert "Traceback" not in live.log.read_text("utf-8")
