"""A client in Python: for programs that play, for tests, and for measuring the server.

It keeps the session's cookie, follows a table by its events, gives its share of every shuffle,
checks every deal against what it saw of its making, and tells whoever listens what comes in.
"""

import asyncio
import http.client
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar, get_args
from urllib.parse import quote, urlsplit

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from batarde.rules import events as rules
from batarde.rules.actions import Action, Bid, Play
from batarde.rules.errors import BatardeError
from batarde.rules.record import Record
from batarde.server.http.types import NewSession, NewTable, Problem, Session, TableSummary
from batarde.server.live.messages import (
    ClientMessage,
    Happened,
    Join,
    Refused,
    ServerMessage,
    Snapshot,
)
from batarde.server.people import COOKIE
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.fairness import SHARE_BYTES
from batarde.table.findings import REASONS, Finding, Outcome
from batarde.table.settings import Settings
from batarde.witness import Witness, share_key

__all__ = ["Client", "RequestError"]

_decode: Final = msgspec.json.Decoder(ServerMessage).decode
_EVENTS: Final = frozenset(kind.__struct_config__.tag for kind in get_args(ev.TableEvent))
_MESSAGES: Final = frozenset(kind.__struct_config__.tag for kind in get_args(ServerMessage))
_UNSEEN: Final = {"event": "hidden", "seen_by": []}
_encode: Final = msgspec.json.Encoder().encode
T = TypeVar("T")

_log: Final = logging.getLogger(__name__)


class RequestError(BatardeError):
    """The server refused an HTTP request; :attr:`code` is stable."""

    def __init__(self, status: int, problem: Problem) -> None:
        super().__init__(f"{status} {problem.code}: {problem.message}")
        self.status = status
        self.code = problem.code


class Client(WSListener):
    """One person's connection to a server.

    Use :meth:`enter` to get one, :meth:`make_table` and :meth:`join` to come to a table, and
    :meth:`act` when :attr:`legal` is not empty. :attr:`listeners` are told every message, and
    :attr:`witness` knows of every deal whether it was made as it was seen. A deal that was not is
    an error in the log; ``witness.evidence()`` is what was seen of it.
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
        self.witness = Witness()
        self.witness.listeners.append(_speak_up)
        self._bound_by = self._opened_by = ""
        """The keys of the last share that was sent over this line, and of its opening."""
        self._acting: Action | None = None
        """The last action that was sent over this line."""
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

    async def record(self, game: str) -> Record:
        """Return the record of a finished game; ``witness.check`` says whether it is as seen.

        :raises RecordError: if it is not a valid record.
        """
        path = f"/api/games/{quote(game)}/record"
        text, _ = await _request(self.url, "GET", path, msgspec.Raw, cookie=self.cookie)
        return Record.read(bytes(text))

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
        self._acting = action

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
        self._bound_by = self._opened_by = ""
        self._acting = None
        self.witness.lost()
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
        if isinstance(message, Happened) and any(map(self._is_ours, message.events)):
            self._acting = None
            self.witness.answered()
        self.witness.hear(message)
        if isinstance(message, Snapshot):
            self.table, self.seat, self.seq = message.table, message.seat, message.seq
            self.legal = message.view.legal if message.view else ()
            self._take_part()
        elif isinstance(message, Happened):
            self.seq = message.seq + len(message.events)
            self.legal = message.legal
            for event in message.events:
                self._note(event)
            self._take_part()
        elif isinstance(message, Refused) and message.code == "rejoin":
            self.send(Join(self.table, self.seq))

    def _is_ours(self, event: ev.TableEvent) -> bool:
        """Return whether *event* is the card or the bid that was sent last."""
        if isinstance(event, rules.CardPlayed):
            return event.seat == self.seat and self._acting == Play(event.card)
        if isinstance(event, rules.BidMade):
            bid = Bid(event.tricks, event.trump, event.pack)
            return event.seat == self.seat and self._acting == bid
        return False

    def _note(self, event: ev.TableEvent) -> None:
        if isinstance(event, ev.PersonSeated) and event.player == self.session.player:
            self.seat = event.seat
        elif isinstance(event, ev.GameStarted) and self.seat is not None:
            self.seat = event.order.index(self.seat)

    def _take_part(self) -> None:
        """Give one's own randomness to the deal that is drawn: bound first, then opened."""
        seen = self.witness.current
        if seen is None or self.seat is None:
            return
        if not seen.is_closed and seen.share(self.seat) is None:
            self._commit_share(seen.deal, self.seat)
        elif share := self.witness.opening():
            self._open_share(seen.deal, share)

    def _commit_share(self, deal: int, seat: int) -> None:
        commitment = self.witness.give(seat, secrets.token_hex(SHARE_BYTES))
        key = share_key(commitment)
        if key != self._bound_by:
            self._bound_by = key
            self.send(do.CommitShare(key=key, deal=deal, commitment=commitment))

    def _open_share(self, deal: int, share: str) -> None:
        key = share_key(share)
        if key != self._opened_by:
            self._opened_by = key
            self.send(do.OpenShare(key=key, deal=deal, share=share))

    def _wake(self, message: ServerMessage) -> None:
        still = []
        for test, future in self._waiting:
            if not future.done() and test(message):
                future.set_result(message)
            elif not future.done():
                still.append((test, future))
        self._waiting = still


def _speak_up(finding: Finding) -> None:
    """Say loudly what is not as it was seen."""
    if finding.outcome is Outcome.FAILED:
        reasons = "; ".join(REASONS[fault.what] for fault in finding.faults)
        _log.error("deal %d is not as it was seen: %s", finding.deal + 1, reasons)


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
