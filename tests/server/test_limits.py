"""How much a server takes: connections, files, guesses, joins, messages."""

import asyncio
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from batarde.server.addresses import Proxies
from batarde.server.door import Door, raise_file_limit
from batarde.server.limits import Limits, limits_with
from tests.cli.processes import complaint
from tests.server.lines import Line, look, new_player, new_table
from tests.server.servers import LiveServer, limited

COOKIE = f"batarde={'x' * 43}"


def test_an_address_has_only_so_many_connections_and_others_are_served(tmp_path: Path) -> None:
    with limited(tmp_path, connections_per_address=20) as live, ExitStack() as stack:
        lines = [stack.enter_context(Line(live.url)) for _ in range(50)]
        for line in lines:
            line.send(b"GET /api/health HTTP/1.1\r\nHost: x\r\n")  # half a request
        refused = [line for line in lines[20:] if line.is_closed()]
        assert len(refused) == 30
        with Line(live.url, "127.0.0.2") as other:
            other.request("GET", "/api/health")
            assert other.status() == 200
        lines[0].send(b"\r\n")
        assert lines[0].status() == 200
        lines[1].socket.close()
        lines[2].socket.close()
        while True:  # until the server has noticed
            with Line(live.url) as again:
                again.request("GET", "/api/health")
                if again.status() == 200:
                    break


def test_sockets_count_too_and_are_counted_until_they_end(tmp_path: Path) -> None:
    with limited(tmp_path, connections_per_address=3) as live:
        cookie = new_player(live.url, source="127.0.0.2")
        with ExitStack() as stack:
            for _ in range(3):
                line = stack.enter_context(Line(live.url))
                line.upgrade(cookie)
                assert line.status() == 101
            late = stack.enter_context(Line(live.url))
            late.upgrade(cookie)
            assert late.status() in {0, 429}  # the answer may be lost with the connection
        while True:
            with Line(live.url) as line:
                line.upgrade(cookie)
                if line.status() == 101:
                    break


def test_behind_a_proxy_each_sender_has_so_many_sockets(tmp_path: Path) -> None:
    with (
        limited(tmp_path, "--trusted-proxy=127.0.0.9", connections_per_address=3) as live,
        ExitStack() as stack,
    ):
        cookie = new_player(live.url)

        def status(sender: str) -> int:
            line = stack.enter_context(Line(live.url, "127.0.0.9"))
            line.upgrade(cookie, X_Forwarded_For=sender)
            return line.status()

        assert [status("192.0.2.1") for _ in range(5)] == [101] * 3 + [429] * 2
        assert [status("2001:db8::1"), status("2001:db8::2")] == [101] * 2
        assert [status("2001:db8::3"), status("2001:db8::4")] == [101, 429]
        lines = [stack.enter_context(Line(live.url, "127.0.0.9")) for _ in range(10)]
        for line in lines:  # one after another: what counts is what is being answered
            line.request("GET", "/api/health", X_Forwarded_For="192.0.2.2")
            assert line.status() == 200


def test_when_there_is_no_room_everybody_is_told_so(tmp_path: Path) -> None:
    with limited(tmp_path, connections=4) as live, ExitStack() as stack:
        first = [stack.enter_context(Line(live.url, f"127.0.0.{n}")) for n in range(2, 6)]
        for line in first:
            line.request("GET", "/api/health")
            assert line.status() == 200
        with Line(live.url) as late:
            answer = late.answer()
            assert answer is not None
            assert (answer.status, answer.code) == (503, "full")


async def test_who_does_not_take_the_last_words_is_cut_off() -> None:
    ended = asyncio.Event()

    class Full(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            assert door.enter(transport, "192.0.2.1")
            transport.write(bytes(50_000_000))
            transport.close()
            self.transport = transport
            told.set()

        def connection_lost(self, exc: Exception | None) -> None:
            door.leave(self.transport)
            ended.set()

    door, told = Door(Limits(), Proxies()), asyncio.Event()
    listener = await asyncio.get_running_loop().create_server(Full, "127.0.0.1", 0)
    with socket.create_connection(listener.sockets[0].getsockname()):
        await told.wait()
        door.sweep()
        assert len(door) == 1
        door.sweep()
        await ended.wait()
    assert len(door) == 0
    listener.close()


def test_the_file_limit_is_raised_to_what_is_promised(caplog: pytest.LogCaptureFixture) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    hard = before[1]
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (1_024, hard))
        assert raise_file_limit(3_000) == 3_000
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (3_200, hard)
        assert not caplog.records
        if hard != resource.RLIM_INFINITY:
            assert raise_file_limit(2 * hard) == hard - 200
            assert "raise the limit of files" in caplog.text
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_server_raises_its_own_file_limit(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (500, before[1]))
        live = limited(tmp_path, connections=2_000)
        live.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    lines = Path(f"/proc/{live.process.pid}/limits").read_text().splitlines()
    assert next(line for line in lines if line.startswith("Max open files")).split()[3] == "2200"
    live.stop()


def test_a_limit_that_is_none_is_refused() -> None:
    for change in (
        "nonsense=1",
        "join_burst=many",
        "join_burst=-1",
        "join_burst",
        "head_seconds=inf",
    ):
        assert "'--limit'" in complaint("serve", "--limit", change)
    assert limits_with({"head_seconds": "0.5"}, Limits()).head_seconds == 0.5


# Guesses


@pytest.fixture
def guessed(tmp_path: Path) -> Iterator[LiveServer]:
    with limited(tmp_path, tries_per_second=0.000_1) as live:
        yield live


def test_an_address_may_try_only_so_many_codes(guessed: LiveServer) -> None:
    host = new_player(guessed.url)
    table, other = new_table(guessed.url, host), new_table(guessed.url, host)
    assert look(guessed.url, table.lower())[0] == 200
    found = [look(guessed.url, f"NO{n:04}") for n in range(15)]
    assert found == [(404, "no-such-table")] * 15
    with Line(guessed.url) as line:
        line.upgrade(host)
        assert line.status() == 101
        for number in range(10):
            line.say(do="join", table=f"NOT{number:03}")
        codes = [(line.hear() or {}).get("code") for _ in range(10)]
        assert codes == ["no-such-table"] * 5 + ["too-many-tries"] * 5
        assert look(guessed.url, "NOSUCH") == (429, "too-many-tries")
        assert look(guessed.url, other) == (429, "too-many-tries")  # right or not: nobody looks
        assert look(guessed.url, table)[0] == 200  # it was found before
        line.say(do="join", table=table)
        assert line.hear_until(type="snapshot")["table"] == table
    assert look(guessed.url, other, "127.0.0.2")[0] == 200
    with Line(guessed.url) as line:
        line.request("GET", "/api/games/NOSUCH-1/record")
        answer = line.answer()
        assert answer is not None
        assert (answer.status, answer.code) == (429, "too-many-tries")


def test_many_guesses_at_the_same_moment_are_no_way_around(guessed: LiveServer) -> None:
    cookie = new_player(guessed.url, source="127.0.0.2")
    with ExitStack() as stack:
        lines = [stack.enter_context(Line(guessed.url)) for _ in range(12)]
        for line in lines:
            line.upgrade(cookie)
        for line in lines:
            assert line.status() == 101
        for line in lines:
            for number in range(5):
                line.say(do="join", table=f"XX{number:04}")
        codes = [(line.hear() or {}).get("code") for line in lines for _ in range(5)]
    assert codes.count("no-such-table") <= 20


# Joins and keys


def test_a_storm_of_joins_is_refused(tmp_path: Path) -> None:
    with limited(tmp_path, joins_per_second=0.000_1, join_burst=5) as live:
        cookie = new_player(live.url)
        table = new_table(live.url, cookie)
        with Line(live.url) as line, Line(live.url) as tab:
            answers: list[str] = []
            for one in (line, tab):
                one.upgrade(cookie)
                assert one.status() == 101
                for _ in range(10):
                    one.say(do="join", table=table)
                one.say(do="leave", key="end")  # which has no key, so it is malformed
                while (heard := one.hear()) is not None and heard.get("key") != "end":
                    answers.append(heard.get("code") or heard["type"])
            assert answers.count("snapshot") <= 5
            assert answers.count("too-many") == 15


def test_what_is_too_much_is_refused_with_its_key(tmp_path: Path) -> None:
    with (
        limited(tmp_path, messages_per_second=0.000_1, message_burst=3) as live,
        Line(live.url) as line,
    ):
        line.upgrade(new_player(live.url))
        assert line.status() == 101
        for number in range(6):
            line.say(do="stand", key=f"k{number}")
        heard = [line.hear() or {} for _ in range(6)]
    assert sorted((one["code"], one["key"]) for one in heard) == [
        *(("no-table", f"k{number}") for number in range(3)),
        *(("too-many", f"k{number}") for number in range(3, 6)),
    ]


@pytest.mark.parametrize("end", ["", "\n"])
@pytest.mark.parametrize(
    ("name", "field"), [("commit-share", "commitment"), ("open-share", "share")]
)
def test_a_line_end_is_no_part_of_a_number(
    server: LiveServer, end: str, name: str, field: str
) -> None:
    with Line(server.url) as line:
        line.upgrade(new_player(server.url))
        assert line.status() == 101
        line.frame(
            1, msgspec.json.encode({"do": name, "deal": 0, "key": "k", field: "a" * 64 + end})
        )
        code = "malformed" if end else "no-table"
        assert line.hear() == {"type": "refused", "code": code, "key": "k"}
