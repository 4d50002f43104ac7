"""What has ended is gone at once: no threads, and nothing that waits for the collector."""

import asyncio
import gc
import inspect
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from batarde.server import app
from batarde.server.app import Options, Server
from batarde.server.http.lines import _Line
from batarde.server.http.problems import HANDLERS
from batarde.server.limits import Limits
from batarde.server.live.sockets import Socket
from batarde.server.live.upgrades import GameSocket
from batarde.tools.siege.lines import Target
from tests.server.servers import LiveServer, until

OF_CONNECTIONS = (_Line, RequestResponseCycle, FlowControl, Socket, GameSocket)


@pytest.fixture
async def own(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """A server in this process, whose objects can be counted."""
    inner: list[app._Announcing] = []

    def made(config: Any, listening: Any) -> app._Announcing:
        inner.append(announcing(config, listening))
        return inner[0]

    announcing = app._Announcing
    monkeypatch.setattr(app, "_Announcing", made)
    server = Server(Options(":memory:", port=0, limits=Limits(head_seconds=0.2, body_seconds=0.2)))
    started = asyncio.Event()
    running = asyncio.create_task(server.run(lambda _server: started.set()))
    await started.wait()
    yield server
    inner[0].should_exit = True
    await running


def left() -> list[str]:
    """Return the kinds of what is still there of connections."""
    return [type(each).__name__ for each in gc.get_objects() if isinstance(each, OF_CONNECTIONS)]


async def test_a_connection_leaves_nothing_for_the_collector(own: Server) -> None:
    target = Target(f"http://127.0.0.1:{own.port}")
    cookie = await target.player()
    table = await target.table(cookie)
    await until(lambda: not len(own.door))
    gc.collect()
    gc.disable()
    try:
        await be_rude(target, cookie, table)
        await until(lambda: not len(own.door))
        await until(lambda: not left())
    except TimeoutError:
        pytest.fail(f"still there: {left()}")
    finally:
        gc.enable()


async def be_rude(target: Target, cookie: str, table: str) -> None:
    """Do what ends a connection, in every way that has been found to leave something."""
    async with await target.socket(cookie) as line:
        line.say(do="join", table=table)
        assert await line.hear()
    async with await target.socket(cookie) as line:
        line.send(b"\xff" * 100)  # no frame
        await line.ended()
    async with await target.line() as line:
        line.send(b"GET / HTTP/1.1\r\nX: " + b"y" * 40_000)  # too large
        await line.ended()
    async with await target.line() as line:
        line.send(b"GET / HTTP/1.1\r\nX: y")  # not finished
        await line.ended()
    async with await target.line() as line:
        for _ in range(40):  # more than may wait
            line.request("GET", "/api/openapi.json")
        await line.ended()
    async with await target.line() as line:  # who hangs up
        line.request("POST", "/api/session", Content_Type="application/json", Content_Length="9")
        await line.writer.drain()
    async with await target.line() as line:
        line.upgrade("")  # nobody
        await line.ended()


def test_problems_are_answered_without_threads() -> None:
    assert all(inspect.iscoroutinefunction(handler) for handler in HANDLERS.values())


def threads(live: LiveServer) -> int:
    lines = Path(f"/proc/{live.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Threads"))


async def test_who_asks_for_much_at_once_starts_few_threads(server: LiveServer) -> None:
    """Each would keep memory of its own: for problems there are none, for files a few."""
    target = Target(server.url)
    lines = [await target.line() for _ in range(60)]
    for line in lines:
        for path in ("/", "/t/AAAA", "/favicon.svg", "/no/such/file", "/api/games?before=x"):
            line.request("GET", path)
    for line in lines:
        for _ in range(5):
            assert (await line.answer()).status
        await line.close()
    assert threads(server) < 12
