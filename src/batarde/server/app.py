"""The whole server: put together, started, stopped.

One port serves everything. Uvicorn takes the HTTP requests and hands each WebSocket upgrade to
picows, which is several times faster than the WebSockets of the ASGI servers.
"""

import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from picows import WSAutoPingStrategy
from picows.picows import WSProtocol  # type: ignore[attr-defined]
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from batarde.server.addresses import Proxies
from batarde.server.api import Api
from batarde.server.clock import LoopClock
from batarde.server.hall import Hall
from batarde.server.limits import Limits
from batarde.server.messages import ClientMessage, ServerMessage
from batarde.server.metrics import Metrics
from batarde.server.openapi import description
from batarde.server.pages import RequestLimit, SecurityHeaders, page_routes
from batarde.server.people import People
from batarde.server.problems import HANDLERS
from batarde.server.rooms import Room
from batarde.server.seatbots import Manners, SeatBots
from batarde.server.sockets import Reception
from batarde.server.thinkers import Thinkers
from batarde.store import SqliteStore, Store

__all__ = ["Options", "Server"]

_HANDSHAKE_SECONDS = 10.0
_PING_SECONDS = 20.0
_BUFFER_BYTES = 2_048
_SWEEP_SECONDS = 30.0
_SWITCH_SECONDS = 0.000_5
"""A committed batch must not wait long for the interpreter while the loop is busy."""


class Options(msgspec.Struct, frozen=True):
    """How a server is run."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    origins: frozenset[str] = frozenset()
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose ``X-Forwarded-For`` is believed."""
    limits: Limits = Limits()
    manners: Manners = Manners()
    bot_seconds: float = 2.0
    workers: int = 1


class Server:
    """A server that can be started and stopped, in a program or in a test."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.port = options.port
        self._uvicorn: uvicorn.Server | None = None

    async def run(self, started: Callable[["Server"], None] = lambda _server: None) -> None:
        """Serve until :meth:`stop` is called or the process is told to end."""
        options = self.options
        sys.setswitchinterval(_SWITCH_SECONDS)
        if options.database != ":memory:":
            Path(options.database).parent.mkdir(parents=True, exist_ok=True)
        store = SqliteStore(options.database)
        thinkers = Thinkers(options.workers, options.bot_seconds)
        hall = Hall(store, LoopClock(), lambda room: _furnish(room, thinkers, options.manners))
        metrics = Metrics()
        metrics.mishaps.set_function(lambda: thinkers.mishaps)
        proxies = Proxies(options.trusted_proxies)
        reception = Reception(
            People(store), hall, options.limits, metrics, options.origins, proxies
        )
        sweeper = asyncio.create_task(_sweep(hall))
        try:
            await self._serve(reception, store, started)
        finally:
            sweeper.cancel()
            for socket in list(reception.sockets):
                socket.close()
            hall.close()
            thinkers.close()
            store.close()

    def stop(self) -> None:
        """Stop serving, soon."""
        if self._uvicorn is not None:
            self._uvicorn.should_exit = True

    async def _serve(
        self, reception: Reception, store: Store, started: Callable[["Server"], None]
    ) -> None:
        config = uvicorn.Config(
            application(Api(reception, store), self.options.limits),
            host=self.options.host,
            port=self.options.port,
            http="httptools",
            ws=_upgrades(reception),
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(self.options.trusted_proxies),
            forwarded_allow_ips=list(self.options.trusted_proxies),
            timeout_graceful_shutdown=2,
        )
        self._uvicorn = _Announcing(config, lambda port: self._started(port, started))
        await self._uvicorn.serve()

    def _started(self, port: int, started: Callable[["Server"], None]) -> None:
        self.port = port
        started(self)


def application(api: Api, limits: Limits) -> Starlette:
    """Return the HTTP application."""
    endpoints = api.endpoints()
    routes = [Route(end.path, end.call, methods=[end.method]) for end in endpoints]
    document, schema = description(endpoints), _socket_schema()
    routes.append(Route("/api/openapi.json", _constant(document)))
    routes.append(Route("/api/socket-schema.json", _constant(schema)))
    return Starlette(
        routes=[*routes, *page_routes()],
        exception_handlers=HANDLERS,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(RequestLimit, limits=limits),
            Middleware(GZipMiddleware),
        ],
    )


def _constant(document: dict[str, Any]) -> Callable[[Request], Any]:
    async def answer(_request: Request) -> Response:
        return JSONResponse(document)

    return answer


def _socket_schema() -> dict[str, Any]:
    (up, down), definitions = msgspec.json.schema_components(
        [ClientMessage, ServerMessage], ref_template="#/$defs/{name}"
    )
    return {"client": up, "server": down, "$defs": definitions}


def _furnish(room: Room, thinkers: Thinkers, manners: Manners) -> None:
    bots = SeatBots(room, thinkers, manners)
    room.on_close.append(bots.close)


async def _sweep(hall: Hall) -> None:
    while True:
        await asyncio.sleep(_SWEEP_SECONDS)
        hall.sweep()


class _Announcing(uvicorn.Server):
    """A uvicorn server that tells when it listens, and where."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[int], None]) -> None:
        super().__init__(config)
        self._listening = listening

    async def startup(self, sockets: list[Any] | None = None) -> None:
        """Listen, then tell."""
        await super().startup(sockets)
        if self.started:
            self._listening(self.servers[0].sockets[0].getsockname()[1])


class _GameSocket(WSProtocol):  # type: ignore[misc]
    """picows' protocol, fed by uvicorn with the request that asked for the upgrade."""

    peer = ""
    """The address at the other end."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note who it is."""
        name = transport.get_extra_info("peername")
        self.peer = name[0] if isinstance(name, tuple) else ""
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Take the request; what follows comes through the buffer."""
        buffer = memoryview(self.get_buffer(len(data)))
        buffer[: len(data)] = data
        self.buffer_updated(len(data))


def _upgrades(reception: Reception) -> Any:
    """Return what uvicorn calls to hand over a connection that becomes a WebSocket."""
    logger = logging.getLogger("batarde.sockets")
    limit = 2 * reception.limits.message_bytes

    def protocol(**_uvicorn: Any) -> _GameSocket:
        socket: _GameSocket = _GameSocket(
            None,
            None,
            False,
            lambda request: reception.welcome(request, socket.peer),
            logger,
            False,
            _HANDSHAKE_SECONDS,
            True,
            _PING_SECONDS,
            _PING_SECONDS,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            True,
            limit,
            None,
            _BUFFER_BYTES,
        )
        return socket

    return protocol
