"""The whole server: put together, started, stopped.

One port serves everything. Uvicorn takes the HTTP requests and hands each WebSocket upgrade to
picows, which is several times faster than the WebSockets of the ASGI servers.
"""

import asyncio
import secrets
import socket
from collections.abc import Callable
from typing import Any, Final

import msgspec
import uvicorn
from anyio.to_thread import current_default_thread_limiter
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from batarde.server.addresses import Proxies
from batarde.server.bots.coach import Coach
from batarde.server.bots.seats import Manners, SeatBots
from batarde.server.bots.thinkers import Thinkers, sensible_move
from batarde.server.door import Door, raise_file_limit
from batarde.server.http.api import Api
from batarde.server.http.lines import configured
from batarde.server.http.openapi import description
from batarde.server.http.pages import RequestLimit, SecurityHeaders, page_routes
from batarde.server.http.problems import HANDLERS
from batarde.server.limits import Limits
from batarde.server.listening import ListenError, listen_on
from batarde.server.live.clock import LoopClock
from batarde.server.live.hall import Hall
from batarde.server.live.keeping import Keeper
from batarde.server.live.messages import ClientMessage, ServerMessage
from batarde.server.live.sockets import Reception
from batarde.server.metrics import Metrics
from batarde.server.people import People
from batarde.store import Store, open_store
from batarde.table.alarms import Means

__all__ = ["Options", "Server"]

_SWEEP_SECONDS = 10.0
_FILE_THREADS = 4
"""They read the client's files. Each has memory of its own, and without a limit there are forty."""


_MEANS: Final = Means(lambda: secrets.token_bytes(32), sensible_move, secrets.randbelow)


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
    """All that serves tables over HTTP and sockets."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.port = options.port
        self.door: Door

    async def run(self, started: Callable[["Server"], None] = lambda _server: None) -> None:
        """Serve until the process is told to end."""
        options = self.options
        store = open_store(options.database)
        try:
            listeners = listen_on(options.host, options.port)
        except ListenError:
            store.close()
            raise
        thinkers = Thinkers(options.workers, options.bot_seconds)
        clock = LoopClock()
        coach = Coach(thinkers)
        hall = Hall(
            store,
            clock,
            _MEANS,
            lambda table: SeatBots(table, thinkers, options.manners),
            coach.ask,
        )
        metrics = Metrics()
        metrics.mishaps.set_function(lambda: thinkers.mishaps)
        limits = options.limits
        connections = raise_file_limit(limits.connections)
        self.door = Door(limits, Proxies(options.trusted_proxies), connections)
        people = People(store, clock.calendar)
        reception = Reception(people, hall, limits, metrics, options.origins)
        sweeper = asyncio.create_task(_sweep(hall, self.door))
        keeper = asyncio.create_task(Keeper(store, hall, clock).run())
        try:
            await self._serve(reception, store, listeners, started)
        finally:
            sweeper.cancel()
            keeper.cancel()
            for guest in list(reception.sockets):
                guest.close()
            hall.close()
            coach.close()
            thinkers.close()
            store.close()

    async def _serve(
        self,
        reception: Reception,
        store: Store,
        listeners: list[socket.socket],
        started: Callable[["Server"], None],
    ) -> None:
        current_default_thread_limiter().total_tokens = _FILE_THREADS
        door = self.door
        app = application(Api(reception, store), self.options.limits, door)
        config = configured(app, reception, door)
        announcing = _Announcing(config, lambda port: self._started(port, started))
        await announcing.serve(listeners)

    def _started(self, port: int, started: Callable[["Server"], None]) -> None:
        self.port = port
        started(self)


def application(api: Api, limits: Limits, door: Door) -> Starlette:
    """Return the HTTP application."""
    endpoints = api.endpoints()
    routes = [Route(end.path, end.call, methods=[end.method]) for end in endpoints]
    document, schema = description(endpoints), _socket_schema()
    routes.append(Route("/api/openapi.json", _constant(document)))
    routes.append(Route("/api/socket-schema.json", _constant(schema)))
    app = Starlette(
        routes=[*routes, *page_routes()],
        exception_handlers=HANDLERS,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(RequestLimit, limits=limits, door=door),
            Middleware(GZipMiddleware),
        ],
    )
    # A redirect would be made of the sender's Host header.
    app.router.redirect_slashes = False
    return app


def _constant(document: dict[str, Any]) -> Callable[[Request], Any]:
    async def answer(_request: Request) -> Response:
        return JSONResponse(document)

    return answer


def _socket_schema() -> dict[str, Any]:
    (up, down), definitions = msgspec.json.schema_components(
        [ClientMessage, ServerMessage], ref_template="#/$defs/{name}"
    )
    return {"client": up, "server": down, "$defs": definitions}


async def _sweep(hall: Hall, door: Door) -> None:
    while True:
        await asyncio.sleep(_SWEEP_SECONDS)
        hall.sweep()
        door.sweep()


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
