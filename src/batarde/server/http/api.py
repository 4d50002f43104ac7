"""The HTTP side: sessions, lobby, games, health; everything at a table goes over the socket.

Each endpoint says what it takes and gives as types; the OpenAPI description is made from them.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import batarde
from batarde.bots import BOTS, SUBSTITUTE
from batarde.server.addresses import address_key
from batarde.server.http.problems import ProblemError
from batarde.server.http.types import (
    GameList,
    GameSummary,
    Health,
    NewSession,
    NewTable,
    Session,
    TableList,
    TableSummary,
)
from batarde.server.limits import Buckets
from batarde.server.live.archive import summary
from batarde.server.live.asking import asked
from batarde.server.live.keeping import LOBBY_TIME
from batarde.server.live.rooms import Room
from batarde.server.live.sockets import Reception
from batarde.server.people import COOKIE, secret_in, wall_time
from batarde.store import GameRow, PlayerRow, Store, StoreError, TableRow
from batarde.table import commands as do
from batarde.table.actors import Person
from batarde.table.names import clean_name
from batarde.table.settings import Coaching, Settings

__all__ = ["Api", "Endpoint"]

T = TypeVar("T")

_YEAR: Final = 365 * 24 * 3600
_PAGE: Final = 30
_FOREVER: Final = 1 << 62
_LOBBY_READ: Final = 1_000
_LOBBY_SHOWN: Final = 100
_CHECK_SECONDS: Final = 5.0


class Endpoint(msgspec.Struct, frozen=True):
    """One operation of the API, as its description needs it."""

    method: str
    path: str
    call: Callable[[Request], Awaitable[Response]]
    summary: str
    gives: Any = None
    takes: Any = None
    problems: tuple[str, ...] = ()
    media: str = "application/json"
    query: tuple[str, ...] = ()


class Api:
    """The operations of the HTTP API."""

    def __init__(self, reception: Reception, store: Store) -> None:
        self._reception = reception
        self._people = reception.people
        self._hall = reception.hall
        self._store = store
        self._listing = asyncio.Lock()
        limits = reception.limits
        self._sessions = Buckets(limits.new_sessions_per_second, limits.new_session_burst)
        self._tables = Buckets(limits.new_tables_per_second, limits.new_table_burst)

    def endpoints(self) -> tuple[Endpoint, ...]:
        """Return all operations."""
        return (
            Endpoint("GET", "/api/session", self.session, "Who am I?", Session, problems=("401",)),
            Endpoint(
                "POST",
                "/api/session",
                self.new_session,
                "Be known, under a name or without one; sets the cookie that makes you a player",
                Session,
                NewSession,
                ("400", "413", "415", "429"),
            ),
            Endpoint("GET", "/api/tables", self.tables, "The tables of the lobby", TableList),
            Endpoint(
                "POST",
                "/api/tables",
                self.new_table,
                "Make a table and sit down",
                TableSummary,
                NewTable,
                ("400", "401", "413", "415", "429"),
            ),
            Endpoint(
                "GET",
                "/api/tables/{id}",
                self.table,
                "A table, by the code in its link",
                TableSummary,
                problems=("404",),
            ),
            Endpoint(
                "GET",
                "/api/games",
                self.games,
                "Finished games, mine or anybody's",
                GameList,
                problems=("400", "401"),
                query=("mine", "before"),
            ),
            Endpoint(
                "GET",
                "/api/games/{id}/record",
                self.record,
                "The record batarde/1 of a finished game",
                dict[str, Any],
                problems=("404",),
            ),
            Endpoint("GET", "/api/bots", self.bots, "The bots' levels", tuple[str, ...]),
            Endpoint("GET", "/api/health", self.health, "Whether the server is well", Health),
            Endpoint(
                "GET", "/metrics", self.metrics, "Counters for Prometheus", str, media="text/plain"
            ),
        )

    # Sessions

    async def session(self, request: Request) -> Response:
        """Answer who the sender is."""
        player = await self._player(request)
        return _json(Session(player.id, player.name))

    async def new_session(self, request: Request) -> Response:
        """Make the sender a player, or give them another name."""
        wanted = await _body(request, NewSession, self._reception.limits.body_bytes)
        secret = _secret(request)
        player = await self._renamed(secret, wanted.name) if secret else None
        if player is None:
            if not self._sessions.take(_sender(request)):
                raise ProblemError(429, "too-many", "too many new players at once")
            player, secret = await self._people.add(wanted.name)
        response = _json(Session(player.id, player.name))
        response.set_cookie(
            COOKIE,
            secret or "",
            max_age=_YEAR,
            httponly=True,
            samesite="lax",
            secure=_is_secure(request),
        )
        return response

    async def _renamed(self, secret: str, name: str) -> PlayerRow | None:
        """Return who has this secret under another name, which their tables are told."""
        player = await self._people.find(secret)
        if player is None or player.name == clean_name(name):
            return player
        if not self._reception.talk.take(player.id):
            raise ProblemError(429, "too-many", "too many names at once")
        renamed = await self._people.rename(secret, name)
        if renamed is not None:
            self._reception.renamed(Person(renamed.id, renamed.name))
        return renamed

    # Tables

    async def tables(self, _request: Request) -> Response:
        """Answer the lobby."""
        rows = await self._store.lobby(since=self._lobby_since(), limit=_LOBBY_READ)
        rows = sorted(rows, key=self._people_waiting, reverse=True)  # else the newest first
        decode = msgspec.json.Decoder(TableSummary).decode
        return _json(TableList(tuple(decode(row.summary) for row in rows[:_LOBBY_SHOWN])))

    async def new_table(self, request: Request) -> Response:
        """Make a table for the sender."""
        player = await self._player(request)
        wanted = await _body(request, NewTable, self._reception.limits.body_bytes)
        if unknown := [level for level in wanted.bots if level not in BOTS]:
            raise ProblemError(400, "no-such-bot", f"there is no bot {unknown[0]!r}")
        if wanted.settings.coach is Coaching.ASKED and not _is_alone(wanted):
            message = "the coach is for one person alone: give all other seats to bots"
            raise ProblemError(400, "no-coach", message)
        if not self._tables.take(_sender(request)):
            raise ProblemError(429, "too-many", "too many new tables at once")
        host = Person(player.id, player.name)
        room = await self._made(host, wanted.settings)
        commands: list[do.Command] = [
            do.SeatBot(seat=seat, level=level)
            for seat, level in enumerate(wanted.bots[: wanted.settings.players - 1], start=1)
        ]
        if wanted.start:
            commands.append(do.Start(fill=SUBSTITUTE))
        for command in commands:
            if (await asked(room.table, host, command)).error is not None:
                raise StoreError("the table was made, but not as it was wished")
        return _json(summary(room.table.state), status=201)

    async def _made(self, host: Person, settings: Settings) -> Room:
        """Return a new room; the lobby has few tables of one person."""
        if not settings.listed:
            return await self._hall.make(host, settings)
        async with self._listing:  # who asks twice at once is counted twice
            since, most = self._lobby_since(), self._reception.limits.listed_tables
            listed = await self._store.lobby(since=since, limit=most, host=host.player)
            if len(listed) >= most:
                message = f"at most {most} of your tables can be in the lobby"
                raise ProblemError(429, "too-many-listed", message)
            return await self._hall.make(host, settings)

    def _lobby_since(self) -> int:
        return wall_time() - LOBBY_TIME

    def _people_waiting(self, row: TableRow) -> int:
        """Return how many sit at a table and wait for others."""
        room = self._hall.rooms.get(row.id)
        if room is None or room.table.state.is_playing:
            return 0
        return len({seat for seat in room.guests.values() if seat is not None})

    async def table(self, request: Request) -> Response:
        """Answer one table."""
        code = request.path_params["id"].upper()
        self._try(request, code)
        room = await self._hall.room(code) if len(code) <= 20 else None
        if room is None:
            raise ProblemError(404, "no-such-table", "there is no such table")
        self._reception.tries.found(_sender(request), code)
        return _json(summary(room.table.state))

    # Games

    async def games(self, request: Request) -> Response:
        """Answer a page of finished games."""
        before = _integer(request.query_params.get("before"), _FOREVER)
        is_mine = request.query_params.get("mine", "") in {"1", "true"}
        player = (await self._player(request)).id if is_mine else ""
        rows = await self._store.games(player=player, limit=_PAGE, before=before)
        more = rows[-1].ended if len(rows) == _PAGE else None
        return _json(GameList(tuple(_summary(row, player) for row in rows), more))

    async def record(self, request: Request) -> Response:
        """Answer the record of a game, as it was written."""
        game = request.path_params["id"][:40]
        self._try(request, f"game {game}")
        row = await self._store.game(game)
        if row is None or not await self._may_read(row, request):
            raise ProblemError(404, "no-such-game", "there is no such game")
        self._reception.tries.found(_sender(request), f"game {game}")
        return Response(row.record.encode("utf-8", "backslashreplace"), media_type=_JSON)

    async def _may_read(self, row: GameRow, request: Request) -> bool:
        """Return whether the sender may have the record of a game.

        Who knows an id that nobody can guess was given the link. Older ids are made of the table's
        code and a number: those of unlisted tables are for who took part.
        """
        if row.is_listed or not row.id.startswith(f"{row.table}-"):
            return True
        player = await self._asker(request)
        return player is not None and player.id in row.players

    # The server itself

    async def bots(self, _request: Request) -> Response:
        """Answer the levels, weakest first."""
        return _json(tuple(BOTS))

    async def health(self, _request: Request) -> Response:
        """Answer that all is well, or what is not: nothing can happen that is not stored."""
        try:
            async with asyncio.timeout(_CHECK_SECONDS):
                await self._store.check()
        except StoreError as error:
            raise ProblemError(503, "store", f"nothing can be stored: {error}") from None
        except TimeoutError:
            raise ProblemError(503, "store", "the store does not answer") from None
        rooms, sockets = len(self._hall.rooms), len(self._reception.sockets)
        return _json(Health("ok", batarde.__version__, rooms, sockets))

    async def metrics(self, _request: Request) -> Response:
        """Answer the counters."""
        self._reception.metrics.rooms.set(len(self._hall.rooms))
        return Response(self._reception.metrics.text(), media_type="text/plain; version=0.0.4")

    def _try(self, request: Request, name: str) -> None:
        """Count that the sender asks for *name*, which may be a guess."""
        if not self._reception.tries.begin(_sender(request), name):
            raise ProblemError(429, "too-many-tries", "too many codes that are not there")

    async def _player(self, request: Request) -> PlayerRow:
        player = await self._asker(request)
        if player is None:
            raise ProblemError(401, "no-session", "POST /api/session first")
        return player

    async def _asker(self, request: Request) -> PlayerRow | None:
        secret = _secret(request)
        return await self._people.find(secret) if secret else None


_JSON: Final = "application/json"
_encode: Final = msgspec.json.Encoder().encode


def _is_alone(wanted: NewTable) -> bool:
    """Return whether bots take all seats but the host's."""
    return wanted.start or len(wanted.bots) >= wanted.settings.players - 1


def _is_secure(request: Request) -> bool:
    """Return whether the sender came over TLS; who lies about it has only a stricter cookie."""
    told = request.headers.get("x-forwarded-proto", "")
    return "https" in (request.url.scheme, told.partition(",")[0].strip())


def _secret(request: Request) -> str | None:
    return secret_in(";".join(request.headers.getlist("cookie")))


def _sender(request: Request) -> str:
    """Return what the limits count for the sender's address."""
    return address_key(request.client.host if request.client else "")


def _json(value: Any, status: int = 200) -> Response:
    return Response(_encode(value), status, media_type=_JSON)


async def _body(request: Request, kind: type[T], limit: int) -> T:
    """Return the body as *kind*, read no further than *limit*."""
    if request.headers.get("content-type", "").split(";")[0].strip() != _JSON:
        raise ProblemError(415, "malformed", "the body must be application/json")
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > limit:
            raise ProblemError(413, "too-large", f"at most {limit} bytes")
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError(400, "malformed", str(error)) from None


def _integer(text: str | None, default: int) -> int:
    if text is None:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise ProblemError(400, "malformed", "before is a number of milliseconds")
    return int(text)


def _summary(row: GameRow, player: str) -> GameSummary:
    seat = row.players.index(player) if player in row.players and player else None
    return GameSummary(row.id, row.table, row.ended, row.names, row.totals, seat)
