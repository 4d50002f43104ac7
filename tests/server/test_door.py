"""What comes through the door of a server, and what does not: sizes, times, numbers of requests."""

import asyncio
import resource
import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import msgspec
import pytest

from batarde.server.addresses import Proxies
from batarde.server.door import Door, raise_file_limit
from batarde.server.limits import Limits, limits_with
from tests.cli.processes import complaint
from tests.server.lines import Line, new_player, new_table
from tests.server.servers import LiveServer, until

COOKIE = f"batarde={'x' * 43}"


def limited(folder: Path, *options: str, **limits: float) -> LiveServer:
    """Return a server with other limits."""
    changes = [f"--limit={name}={number}" for name, number in limits.items()]
    return LiveServer(folder / "d.db", *changes, *options)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that loses its patience soon."""
    soon = {"head_seconds": 0.3, "body_seconds": 0.3, "idle_seconds": 0.3, "answer_seconds": 0.3}
    folder = tmp_path_factory.mktemp("quick")
    with limited(folder, "--no-limits", connections=1_000, **soon) as live:
        yield live
    log = live.log.read_text("utf-8")
    assert "Traceback" not in log
    assert "ERROR" not in log
    assert "WARNING" not in log


def first_answer(live: LiveServer, data: bytes) -> tuple[int, str]:
    """Return how *data* is answered; who is slower than such a server has to say it again."""
    while True:
        with Line(live.url) as line:
            line.send(data)
            answer = line.answer()
            is_closed = line.is_closed()
        if answer is not None:
            assert is_closed
            return answer.status, answer.code if answer.status >= 400 else ""


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that keeps no connection for long."""
    with limited(tmp_path_factory.mktemp("idle"), "--no-limits", idle_seconds=0.1) as live:
        yield live


# Heads


@pytest.mark.parametrize("size", [1_000, 1_700, 1_900, 4_000, 9_000, 15_900])
def test_an_upgrade_with_many_headers_is_an_upgrade(server: LiveServer, size: int) -> None:
    cookie = new_player(server.url)
    with Line(server.url) as line:
        line.upgrade(f"other={'y' * size}; {cookie}")
        assert line.status() == 101
        line.say(do="join", table="NOSUCH")
        assert line.hear_until(type="refused")["code"] == "no-such-table"


def test_an_upgrade_with_a_hundred_and_fifty_headers_is_an_upgrade(server: LiveServer) -> None:
    with Line(server.url) as line:
        line.upgrade(new_player(server.url), **{f"X-{n}": "y" for n in range(150)})
        assert line.status() == 101


def test_a_browser_that_also_keeps_alive_is_upgraded(server: LiveServer) -> None:
    with Line(server.url) as line:  # as Firefox says it
        line.upgrade(new_player(server.url), Connection="keep-alive, Upgrade")
        assert line.status() == 101


def test_what_is_said_with_the_upgrade_is_heard(server: LiveServer) -> None:
    with Line(server.url) as line:
        line.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
        line.upgrade(new_player(server.url))
        line.say(do="join", table="NOSUCH")
        line.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 0)
        assert line.status() == 101
        assert line.hear_until(type="refused")["code"] == "no-such-table"


@pytest.mark.parametrize("kind", ["request", "upgrade"])
@pytest.mark.parametrize("form", ["one header", "many headers", "a path"])
def test_a_head_beyond_the_limit_is_refused(server: LiveServer, kind: str, form: str) -> None:
    large = {
        "one header": ("/ws", {"X": "y" * 16_400}),
        "many headers": ("/ws", {f"X-{n}": "y" * 100 for n in range(200)}),
        "a path": ("/ws?" + "y" * 16_400, {}),
    }
    path, headers = large[form]
    if kind == "upgrade":
        headers |= {"Upgrade": "websocket", "Connection": "Upgrade", "Cookie": COOKIE}
    with Line(server.url) as line:
        line.request("GET", path, **headers)
        answer = line.answer()
        assert answer is not None
        assert (answer.status, answer.code) == (431, "too-large")
        assert "content-security-policy" in answer.headers
        assert line.is_closed()


def resident_kb(live: LiveServer) -> int:
    lines = Path(f"/proc/{live.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@pytest.mark.parametrize(
    "start",
    [
        b"GET / HTTP/1.1\r\nX: ",
        b"GET / HTTP/1.1\r\n",
        b"GET /",
        b"\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
    ],
    ids=["a value", "headers", "a path", "lines", "an extension", "a trailer", "trailers"],
)
def test_what_never_ends_takes_no_memory(server: LiveServer, start: bytes) -> None:
    more = b"X: y\r\n" * 10_000 if start.endswith(b"\n") else b"y" * 60_000
    more = b"\r\n" * 30_000 if start == b"\r\n" else more
    before = resident_kb(server)
    sent = 0
    with Line(server.url) as line:
        try:
            line.send(start)
            for _ in range(1_000):
                line.send(more)
                sent += len(more)
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert sent < 30_000_000  # what fits into the buffers of the system
        assert line.is_closed()
    assert resident_kb(server) - before < 8_000


# Time


@pytest.mark.parametrize(
    "start",
    [
        b"G",
        b"GET / HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX:",
        (
            b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b'Content-Length: 20\r\n\r\n{"name"'
        ),
        (
            b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b'Transfer-Encoding: chunked\r\n\r\n5\r\n{"nam'
        ),
    ],
    ids=["a letter", "a line", "half a header", "half a body", "half a chunk"],
)
def test_a_request_that_is_not_finished_is_not_waited_for(quick: LiveServer, start: bytes) -> None:
    assert first_answer(quick, start) == (408, "timeout")


def test_a_connection_on_which_nothing_is_said_is_closed(quick: LiveServer) -> None:
    with Line(quick.url) as line:
        assert line.is_closed()
        assert not line.read(1)


def test_who_trickles_is_not_waited_for(quick: LiveServer) -> None:
    with Line(quick.url) as line:
        line.send(b"GET / HTTP/1.1\r\n")
        with suppress(BrokenPipeError, ConnectionResetError):
            for _ in range(1_000_000):
                line.send(b"X:\r\n")
                select.select([line.socket], [], [], 0.01)
        assert line.is_closed()


@pytest.mark.parametrize("more", [b"", b"\r\n", b"GET /api/health HTTP/1.1\r\n"])
def test_a_kept_connection_is_not_kept_for_ever(idle: LiveServer, more: bytes) -> None:
    with Line(idle.url) as line:
        line.request("GET", "/api/health")
        assert line.status() == 200
        with suppress(BrokenPipeError, ConnectionResetError):
            line.send(more)
        assert line.is_closed()


def test_a_connection_whose_body_comes_after_the_answer_is_not_kept(idle: LiveServer) -> None:
    with Line(idle.url) as line:
        line.send(b"POST /api/health HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
        assert line.status() == 405
        with suppress(BrokenPipeError, ConnectionResetError):
            line.send(b"12345")
        assert line.is_closed()


def files(live: LiveServer) -> int:
    return len(list(Path(f"/proc/{live.process.pid}/fd").iterdir()))


async def test_who_takes_nothing_of_an_answer_is_cut_off(tmp_path: Path) -> None:
    with limited(tmp_path, "--no-limits", answer_seconds=0.1, pipelined_requests=1_000) as live:
        assert look(live, "NOSUCH")[0] == 404
        before = files(live)
        with Line(live.url) as line:
            line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            for _ in range(900):
                line.request("GET", "/api/openapi.json")
            await until(
                lambda: files(live) <= before
            )  # the connection is gone, and no file is kept
    assert not [one for one in live.log.read_text("utf-8").splitlines() if "may open" not in one]


def test_a_body_that_breaks_off_is_no_error(tmp_path: Path) -> None:
    with limited(tmp_path, connections=1_000) as live:
        for _ in range(3):
            with Line(live.url) as line:
                line.request(
                    "POST", "/api/session", Content_Type="application/json", Content_Length="9"
                )
        with Line(live.url) as line:
            line.request("GET", "/api/health")
            assert line.status() == 200
    assert not live.log.read_text("utf-8")


# Methods and forms


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"HEAD /api/health HTTP/1.1\r\nHost: x\r\n\r\n", 200),
        (b"OPTIONS /api/tables HTTP/1.1\r\nHost: x\r\n\r\n", 405),
        (b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 404),
        (b"TRACE /api/health HTTP/1.1\r\nHost: x\r\n\r\n", 405),
        (b"CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET http://evil.example/api/health HTTP/1.1\r\nHost: x\r\n\r\n", 200),
        (b"BREW /api/health HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
        (b"GET /api/health HTTP/1.1\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n", 200),
        (
            b"GET /api/health HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            400,
        ),
        (
            (
                b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            ),
            400,
        ),
        (b"POST /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", 400),
        (b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", 400),
    ],
    ids=lambda value: value[:24].decode("latin-1").strip() if isinstance(value, bytes) else None,
)
def test_every_form_of_a_request_is_answered(
    quick: LiveServer, request_: bytes, status: int
) -> None:
    assert first_answer(quick, request_)[0] == status


def test_who_asks_without_waiting_for_answers_is_cut_off(server: LiveServer) -> None:
    with Line(server.url) as line:
        line.send(b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n" * 6_000)
        assert line.is_closed()
    with Line(server.url) as line:
        line.send(b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n" * 5)
        assert [line.status() for _ in range(5)] == [200] * 5


def test_another_host_leads_nobody_away(server: LiveServer) -> None:
    for path in ("/api/tables/", "/rules/", "/api//tables", "//evil.example/"):
        with Line(server.url) as line:
            line.send(f"GET {path} HTTP/1.1\r\nHost: evil.example\r\n\r\n")
            answer = line.answer()
            assert answer is not None
            assert "evil.example" not in answer.headers.get("location", "")


@pytest.mark.parametrize(
    ("cookie", "origin", "status", "code"),
    [
        ("", "", 401, "no-session"),
        (COOKIE, "http://evil.example", 403, "wrong-origin"),
        (COOKIE, "null", 403, "wrong-origin"),
    ],
)
def test_a_refused_upgrade_says_why(
    server: LiveServer, cookie: str, origin: str, status: int, code: str
) -> None:
    with Line(server.url) as line:
        line.upgrade(cookie, **({"Origin": origin} if origin else {}))
        answer = line.answer()
        assert answer is not None
        assert (answer.status, answer.code) == (status, code)


def test_an_unprotected_page_may_not_reach_a_protected_server(server: LiveServer) -> None:
    cookie = new_player(server.url)
    host = server.url.partition("://")[2]
    for origin, told, status in (
        (f"http://{host}", "https", 403),
        (f"https://{host}", "https", 101),
        (f"http://{host}", "http", 101),
    ):
        with Line(server.url) as line:
            line.upgrade(cookie, Origin=origin, X_Forwarded_Proto=told)
            assert line.status() == status


# Numbers


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


def look(live: LiveServer, code: str, source: str = "127.0.0.1") -> tuple[int, str]:
    with Line(live.url, source) as line:
        line.request("GET", f"/api/tables/{code}")
        answer = line.answer()
        assert answer is not None
        return answer.status, "" if answer.status == 200 else answer.code


@pytest.fixture
def guessed(tmp_path: Path) -> Iterator[LiveServer]:
    with limited(tmp_path, tries_per_second=0.000_1) as live:
        yield live


def test_an_address_may_try_only_so_many_codes(guessed: LiveServer) -> None:
    host = new_player(guessed.url)
    table, other = new_table(guessed.url, host), new_table(guessed.url, host)
    assert look(guessed, table.lower())[0] == 200
    found = [look(guessed, f"NO{n:04}") for n in range(15)]
    assert found == [(404, "no-such-table")] * 15
    with Line(guessed.url) as line:
        line.upgrade(host)
        assert line.status() == 101
        for number in range(10):
            line.say(do="join", table=f"NOT{number:03}")
        codes = [(line.hear() or {}).get("code") for _ in range(10)]
        assert codes == ["no-such-table"] * 5 + ["too-many-tries"] * 5
        assert look(guessed, "NOSUCH") == (429, "too-many-tries")
        assert look(guessed, other) == (429, "too-many-tries")  # right or not: nobody looks
        assert look(guessed, table)[0] == 200  # it was found before
        line.say(do="join", table=table)
        assert line.hear_until(type="snapshot")["table"] == table
    assert look(guessed, other, "127.0.0.2")[0] == 200
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


# Joins, keys, frames


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


BROKEN = [
    b"\x83\x80\x00\x00\x00\x00",
    b"\x09\x80\x00\x00\x00\x00",
    b"\x81\x02{}",
    b"\x89\xfe\x00\x7e" + bytes(130),
    b"\x81\xfe\x00\x01" + bytes(5),
    b"\x81\xff" + b"\xff" * 8,
    b"\x81\xff" + (1 << 40).to_bytes(8, "big"),
    b"\x88\x82\x00\x00\x00\x00\x03\xed",
    b"\x88\x81\x00\x00\x00\x00\x03",
    b"\x88\x84\x00\x00\x00\x00\x03\xe8\xff\xff",
    b"\xf1\x80\x00\x00\x00\x00",
    b"\x80\x80\x00\x00\x00\x00",
    b"\x01\x80\x00\x00\x00\x00\x01\x80\x00\x00\x00\x00",
    b"GET / HTTP/1.1\r\n\r\n",
    b"\x00" * 2_000,
    b"\xff" * 200_000,
]


@pytest.mark.parametrize("frame", BROKEN, ids=[frame[:6].hex() for frame in BROKEN])
def test_a_broken_frame_ends_a_connection_without_a_word_in_the_log(
    quick: LiveServer, frame: bytes
) -> None:
    with Line(quick.url) as line:
        line.upgrade(new_player(quick.url))
        assert line.status() == 101
        try:
            line.send(frame)
            line.frame(8, b"\x03\xe8")
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert line.is_closed()
