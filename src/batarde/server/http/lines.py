"""One HTTP connection: how large and how slow a request may be, and when it becomes a socket.

Uvicorn reads requests without end and waits for them without end, so its protocol is given limits
here. Whatever is refused before it is a request gets its answer here too.
"""

import asyncio
import logging
import math
import re
from enum import Enum
from functools import partial
from typing import Any, Final

import httptools
import msgspec
import uvicorn
from starlette.datastructures import Headers
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from batarde.server.addresses import address_key
from batarde.server.door import Door
from batarde.server.http.pages import SECURITY_HEADERS
from batarde.server.http.problems import ProblemError
from batarde.server.limits import Limits
from batarde.server.live.sockets import Reception, Socket
from batarde.server.live.upgrades import upgraded

__all__ = ["configured"]

_KEY: Final = re.compile(r"[A-Za-z0-9+/]{22}==")
_log = logging.getLogger("batarde.http")


def configured(app: Any, reception: Reception, door: Door) -> uvicorn.Config:
    """Return how uvicorn runs *app* over these connections."""
    return uvicorn.Config(
        app,
        http=partial(_Line, reception=reception, door=door),  # type: ignore[arg-type]
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=math.ceil(reception.limits.idle_seconds) + 1,
        timeout_graceful_shutdown=2,
    )


class _Phase(Enum):
    """What a connection waits for."""

    HEAD = 1
    BODY = 2
    ANSWER = 3
    IDLE = 4


class _Line(HttpToolsProtocol):
    """uvicorn's connection, with limits."""

    cycle: RequestResponseCycle | None  # type: ignore[assignment]
    parser: httptools.HttpRequestParser | None  # type: ignore[assignment]

    def __init__(self, *, reception: Reception, door: Door, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self._reception = reception
        self._limits: Limits = reception.limits
        self._door = door
        self._phase = _Phase.HEAD
        self._timer: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._answering: RequestResponseCycle | None = None
        """The request whose turn it is; others may wait behind it."""
        self._head = 0
        """How many bytes of a head have been understood."""
        self._pending = 0
        """How many bytes have come since anything was understood."""

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let the connection in, if there is room for its address."""
        super().connection_made(transport)
        is_full = self._door.is_full
        if self._door.enter(transport, self._peer):
            self._await(_Phase.HEAD)
        elif is_full:
            self._refuse(ProblemError(503, "full", "there is no room for another connection"))
        else:
            self._refuse(_too_many())

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers, and whoever still answers: uvicorn tells the last request alone."""
        self._stop_timers()
        self._door.leave(self.transport)
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()
        super().connection_lost(exc)
        self._let_go()

    def _let_go(self) -> None:
        """Drop what refers back to this connection, so that its memory is free at once.

        The collector, which would find it, looks rarely.
        """
        self.parser = None
        self.cycle = self._answering = None
        self.pipeline.clear()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    @property
    def _peer(self) -> str:
        return self.client[0] if self.client else ""

    # Time

    def _await(self, phase: _Phase) -> None:
        """Wait for the next thing, and not for ever."""
        self._phase = phase
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        limits = self._limits
        seconds = {
            _Phase.HEAD: limits.head_seconds,
            _Phase.BODY: limits.body_seconds,
            _Phase.IDLE: limits.idle_seconds,
        }.get(phase)
        if seconds is not None:
            self._timer = self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        has_begun = self._phase is _Phase.BODY or bool(self._head or self._pending)
        if self._phase is not _Phase.IDLE and has_begun:
            self._refuse(ProblemError(408, "timeout", "the request took too long to arrive"))
        else:
            self.transport.close()

    def pause_writing(self) -> None:
        """Give a receiver who takes nothing some time."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self._limits.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The receiver takes something again."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _stop_timers(self) -> None:
        for timer in (self._timer, self._stalled, self.timeout_keep_alive_task):
            if timer is not None:
                timer.cancel()

    # Requests

    def data_received(self, data: bytes) -> None:
        """Read on, up to what a request may have."""
        if self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        if self._phase in {_Phase.IDLE, _Phase.ANSWER}:
            self._await(_Phase.HEAD)
        self._pending += len(data)
        assert self.parser is not None, "nothing is received after the end"
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade as upgrade:
            if self._should_upgrade():
                self._upgrade(data[upgrade.args[0] :])
            elif self.cycle is not None:
                self.cycle.keep_alive = False  # what follows is no HTTP
        except httptools.HttpParserError as error:
            _log.debug("%s sent no request: %s", self._peer, error)
            self._refuse(_reason(error))
        else:
            if self._head + self._pending > self._limits.head_bytes:
                self._refuse(_too_large(self._limits))

    def _should_upgrade(self) -> bool:
        return bool(self._get_upgrade() == b"websocket")

    def on_message_begin(self) -> None:
        """Count anew."""
        super().on_message_begin()
        self._head = 0

    def on_url(self, url: bytes) -> None:
        """Count the first line."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header, also one that follows a body."""
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._head += size
        self._pending = 0
        if self._head > self._limits.head_bytes:
            raise _too_large(self._limits)

    def on_headers_complete(self) -> None:
        """Note who asks, as far as a trusted proxy says so, and begin to answer."""
        if len(self.pipeline) >= self._limits.pipelined_requests:
            raise ProblemError(429, "too-many", "too many requests before an answer")
        self._await(_Phase.BODY)
        if self._door.proxies.trusts(self._peer):
            headers = Headers(raw=self.headers)
            forwarded = ",".join(headers.getlist("x-forwarded-for"))
            sender = self._door.proxies.sender(self._peer, forwarded)
            self.scope["client"] = (sender, 0)
            self.scope["state"]["through_proxy"] = True
            if _told_scheme(headers) == "https":
                self.scope["scheme"] = "https"
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a part of the body."""
        self._pending = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is there; its answer may be, too."""
        self._pending = self._head = 0
        super().on_message_complete()
        is_answered = self.cycle is not None and self.cycle.response_complete
        self._await(_Phase.IDLE if is_answered else _Phase.ANSWER)

    def on_response_complete(self) -> None:
        """Wait for another request."""
        super().on_response_complete()
        is_answered = self.cycle is not None and self.cycle.response_complete
        if self._phase is _Phase.ANSWER and is_answered:
            self._await(_Phase.IDLE)

    # Sockets

    def _upgrade(self, rest: bytes) -> None:
        """Hand the connection over to a game socket, which gets what came after the request."""
        client = self.scope["client"]
        address = address_key(client[0] if client else "")
        through_proxy = address if self.scope["state"].get("through_proxy") else ""
        try:
            key, listener = self._welcome(address)
            if through_proxy and not self._door.admit(through_proxy):
                raise _too_many()
        except ProblemError as error:
            self._refuse(error)
            return
        self._stop_timers()
        self.connections.discard(self)
        socket = upgraded(listener, key, self.transport, self._limits.message_bytes)
        socket.on_end = partial(_ended, self._door, self.transport, through_proxy)
        self.transport.set_protocol(socket)
        self._let_go()
        socket.feed(rest)

    def _welcome(self, address: str) -> tuple[str, Socket]:
        """Return the key of an upgrade and who listens to it."""
        if self.cycle is not None and not self.cycle.response_complete:
            raise ProblemError(400, "malformed", "an upgrade follows a request without an answer")
        headers = Headers(raw=self.headers)
        key = _websocket_key(self.scope["method"], headers)
        scheme = _told_scheme(headers) or self.scope["scheme"]
        return key, self._reception.welcome(self.url, headers, address, scheme)

    # Answers to what is no request

    def _refuse(self, error: ProblemError) -> None:
        """Say what is wrong, unless an answer is under way, and close."""
        cycle = self._answering
        if not self.transport.is_closing() and (cycle is None or not _is_answering(cycle)):
            self.transport.write(_answer(error))
        self.transport.close()


def _ended(door: Door, transport: asyncio.WriteTransport, through_proxy: str) -> None:
    door.leave(transport)
    if through_proxy:
        door.release(through_proxy)


def _reason(error: httptools.HttpParserError) -> ProblemError:
    """Return what is wrong with a request: the parser wraps what a callback has raised."""
    reason = error.__context__
    return reason if isinstance(reason, ProblemError) else _no_request()


def _is_answering(cycle: RequestResponseCycle) -> bool:
    return cycle.response_started and not cycle.response_complete


def _too_large(limits: Limits) -> ProblemError:
    return ProblemError(431, "too-large", f"at most {limits.head_bytes} bytes of headers")


def _too_many() -> ProblemError:
    return ProblemError(429, "too-many", "too many connections from this address")


def _no_request() -> ProblemError:
    return ProblemError(400, "malformed", "this is no HTTP request")


def _websocket_key(method: str, headers: Headers) -> str:
    if method != "GET" or headers.get("sec-websocket-version") != "13":
        raise ProblemError(400, "malformed", "an upgrade is a GET for version 13")
    key = headers.get("sec-websocket-key", "")
    if not _KEY.fullmatch(key):
        raise ProblemError(400, "malformed", "the key of an upgrade is 16 bytes in base64")
    return key


def _told_scheme(headers: Headers) -> str:
    """Return the scheme that a proxy says the sender used; nobody gains by a lie about it."""
    return headers.get("x-forwarded-proto", "").partition(",")[0].strip().lower()


def _answer(error: ProblemError) -> bytes:
    body = msgspec.json.encode(error.problem)
    headers = {
        **SECURITY_HEADERS,
        "cache-control": "no-store",
        "connection": "close",
        "content-length": str(len(body)),
        "content-type": "application/json",
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return STATUS_LINE[error.status] + lines.encode() + b"\r\n" + body
