"""What comes through the door of a server, and what does not: sizes, times, numbers of requests."""

import select
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.server.lines import Line, look, new_player
from tests.server.servers import LiveServer, limited, until

COOKIE = f"batarde={'x' * 43}"


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
        assert look(live.url, "NOSUCH")[0] == 404
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


# Frames


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
