"""A client in Python: for programs that play, for tests, and for measuring the server.

It keeps the session's cookie, follows a table by its events, gives its share of every shuffle, and
tells whoever listens what comes in.
"""

import asyncio
import http.client
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar, get_args
from urllib.parse import urlsplit

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from batarde.rules.actions import Action
from batarde.rules.errors import BatardeError
from batarde.server.http.types import NewSession, NewTable, Problem, Session, TableSummary
from batarde.server.live.messages import (
    ClientMessage,
    DrawState,
    Happened,
    Join,
    Refused,
    ServerMessage,
    Snapshot,
)
from batarde.server.people import COOKIE
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.fairness import commit_share
from batarde.table.settings import Settings

__all__ = ["Client", "RequestError"]

_decode: Final = msgspec.json.Decoder(ServerMessage).decode
_EVENTS: Final = frozenset(kind.__struct_config__.tag for kind in get_args(ev.TableEvent))
_MESSAGES: Final = frozenset(kind.__struct_config__.tag for kind in get_args(ServerMessage))
_UNSEEN: Final = {"event": "hidden", "seen_by": []}
_encode: Final = msgspec.json.Encoder().encode
T = TypeVar("T")


class RequestError(BatardeError):
    """The server refused an HTTP request; :attr:`code` is stable."""

    def __init__(self, status: int, problem: Problem) -> None:
        super().__init__(f"{status} {problem.code}: {problem.message}")
        self.status = status
        self.code = problem.code


class Client(WSListener):
    """One person's connection to a server.

    Use :meth:`enter` to get one, :meth:`make_table` and :meth:`join` to come to a table, and
    :meth:`act` when :attr:`legal` is not empty. :attr:`listeners` are told every message.
    """

    def __init__(self, url: str, cookie: str, session: Session) -> None:
        self.url = url
        self.cookie = cookie
        self.session = session
        self.table = ""
        self.seat: int | None = None
        self.seq = 0
        self.legal: tuple[Action, ...] = ()
        self.listeners: list[Callable[[ServerMessage], None]] = []
        self.received: list[bytes] | None = None
        """Every message as it came, if somebody set this to a list."""
        self._transport: WSTransport | None = None
        self._share = b""
        self._commitment = ""
        self._waiting: list[tuple[Callable[[ServerMessage], bool], asyncio.Future[Any]]] = []

    @classmethod
    async def enter(cls, url: str, name: str, cookie: str = "") -> "Client":
        """Return a connected client for *name*; a *cookie* makes it the person it was before."""
        if not cookie:
            body = msgspec.json.encode(NewSession(name))
            session, cookie = await _request(url, "POST", "/api/session", Session, body)
        else:
            session, _ = await _request(url, "GET", "/api/session", Session, cookie=cookie)
        client = cls(url, cookie, session)
        await client.connect()
        return client

    async def connect(self) -> None:
        """Open the socket, anew if need be."""
        await ws_connect(
            lambda: self,
            f"{self.url.replace('http', 'ws', 1)}/ws",
            extra_headers={"Cookie": f"{COOKIE}={self.cookie}"},
        )

    async def make_table(
        self, settings: Settings, bots: Sequence[str] = (), *, start: bool = False
    ) -> TableSummary:
        """Make a table, with *bots* on the seats after one's own."""
        body = msgspec.json.encode(NewTable(settings, tuple(bots), start))
        table, _ = await _request(
            self.url, "POST", "/api/tables", TableSummary, body, cookie=self.cookie
        )
        return table

    async def join(self, table: str, since: int = 0) -> ServerMessage:
        """Come to a table and return what was sent of it."""
        self.table = table
        self.send(Join(table, since))
        return await self.wait_for(
            lambda message: isinstance(message, Snapshot | Refused | Happened)
        )

    def act(self, action: Action, key: str = "") -> None:
        """Do something in the game, knowing all that has come so far."""
        self.send(do.Act(key=key, seq=self.seq, action=action))

    def send(self, message: ClientMessage) -> None:
        """Send any message of the protocol."""
        self.send_bytes(_encode(message))

    def send_bytes(self, payload: bytes) -> None:
        """Send bytes as they are, which need not be a message at all."""
        if self._transport is None:
            raise ConnectionError("not connected")
        self._transport.send(WSMsgType.TEXT, payload)

    async def wait_for(
        self, test: Callable[[ServerMessage], bool], seconds: float = 30.0
    ) -> ServerMessage:
        """Return the next message that passes *test*."""
        future: asyncio.Future[ServerMessage] = asyncio.get_running_loop().create_future()
        self._waiting.append((test, future))
        async with asyncio.timeout(seconds):
            return await future

    async def close(self) -> None:
        """End the connection; the seat stays."""
        if self._transport is not None:
            transport = self._transport
            transport.disconnect(graceful=False)
            await transport.wait_disconnected()

    @property
    def is_connected(self) -> bool:
        """Whether the socket is open."""
        return self._transport is not None

    # What comes in

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Remember the connection."""
        self._transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """Forget the connection; nobody waits for what cannot come."""
        self._transport = None
        for _, future in self._waiting:
            if not future.done():
                future.set_exception(ConnectionError("the connection was lost"))
        self._waiting.clear()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Follow the table, then tell whoever listens."""
        if frame.msg_type is not WSMsgType.TEXT:
            if frame.msg_type is WSMsgType.CLOSE:
                transport.disconnect()
            return
        payload = frame.get_payload_as_bytes()
        if self.received is not None:
            self.received.append(payload)
        message = _read(payload)
        if message is None:
            return
        self._follow(message)
        for listener in self.listeners:
            listener(message)
        self._wake(message)

    def _follow(self, message: ServerMessage) -> None:
        if isinstance(message, Snapshot):
            self.table, self.seat, self.seq = message.table, message.seat, message.seq
            self.legal = message.view.legal if message.view else ()
            if message.draw and self.seat is not None:
                self._take_part(message.draw)
        elif isinstance(message, Happened):
            self.seq = message.seq + len(message.events)
            self.legal = message.legal
            for event in message.events:
                self._note(event)
        elif isinstance(message, Refused) and message.code == "rejoin":
            self.send(Join(self.table, self.seq))

    def _note(self, event: ev.TableEvent) -> None:
        if isinstance(event, ev.PersonSeated) and event.player == self.session.player:
            self.seat = event.seat
        elif isinstance(event, ev.GameStarted) and self.seat is not None:
            self.seat = event.order.index(self.seat)
        elif isinstance(event, ev.DealCommitted) and self.seat is not None:
            self._commit_share(event.deal, event.table)
        elif isinstance(event, ev.SharesClosed) and self._share:
            self.send(do.OpenShare(deal=event.deal, share=self._share.hex()))

    def _take_part(self, draw: DrawState) -> None:
        """Go on with a draw after coming back: bound once, a share is not made anew."""
        own = next((share for share in draw.shares if share.seat == self.seat), None)
        if own is None and not draw.is_closed:
            self._commit_share(draw.deal, draw.table)
        elif own is not None and own.commitment == self._commitment:
            if draw.is_closed and not own.value:
                self.send(do.OpenShare(deal=draw.deal, share=self._share.hex()))
        else:
            self._share = b""

    def _commit_share(self, deal: int, table: str) -> None:
        """Give one's own randomness, bound before any share is opened."""
        assert self.seat is not None
        self._share = secrets.token_bytes(32)
        name = table or self.table  # which an older server has in its hashes
        self._commitment = commit_share(name, deal, self.seat, self._share)
        self.send(do.CommitShare(deal=deal, commitment=self._commitment))

    def _wake(self, message: ServerMessage) -> None:
        still = []
        for test, future in self._waiting:
            if not future.done() and test(message):
                future.set_result(message)
            elif not future.done():
                still.append((test, future))
        self._waiting = still


def _read(payload: bytes) -> ServerMessage | None:
    """Return a message; one of a kind that we do not know is skipped, an event of one is hidden.

    A server may be newer than its clients (docs/protocol.md, Versions).
    """
    try:
        known: ServerMessage = _decode(payload)
    except msgspec.ValidationError:
        message = msgspec.json.decode(payload)
        if message.get("type") not in _MESSAGES:
            return None
        message["events"] = [
            event if event.get("event") in _EVENTS else _UNSEEN
            for event in message.get("events", ())
        ]
        known = msgspec.convert(message, ServerMessage)
    return known


async def _request(
    url: str, method: str, path: str, kind: type[T], body: bytes = b"", cookie: str = ""
) -> tuple[T, str]:
    """Return the answer to an HTTP request, and the cookie that came with it."""
    return await asyncio.to_thread(_request_now, url, method, path, kind, body, cookie)


def _request_now(
    url: str, method: str, path: str, kind: type[T], body: bytes, cookie: str
) -> tuple[T, str]:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    headers = {"Content-Type": "application/json"}
    if cookie:
        headers["Cookie"] = f"{COOKIE}={cookie}"
    try:
        connection.request(method, path, body or None, headers)
        response = connection.getresponse()
        data = response.read()
    finally:
        connection.close()
    if response.status >= 400:
        raise RequestError(response.status, msgspec.json.decode(data, type=Problem))
    set_cookie = response.headers.get("set-cookie", "")
    given = set_cookie.partition(f"{COOKIE}=")[2].partition(";")[0]
    return msgspec.json.decode(data, type=kind), given or cookie
