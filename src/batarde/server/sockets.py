"""The game sockets: one connection of one person, from the first byte to the last.

Everything that comes in is decoded strictly, limited, and answered with a code if it is wrong. The
person comes from the session's cookie, never from a message.
"""

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import msgspec
from picows import (
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)

from batarde.server.addresses import Proxies, address_key
from batarde.server.hall import Hall
from batarde.server.http_types import Problem
from batarde.server.limits import Bucket, Buckets, Limits
from batarde.server.messages import ClientMessage, Join, Leave, Refused
from batarde.server.metrics import Metrics
from batarde.server.people import People, secret_in
from batarde.store import StoreError
from batarde.table import commands as do
from batarde.table.decisions import Asker

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from batarde.server.rooms import Room

__all__ = ["Reception", "Socket", "is_same_origin"]

_decode: Final = msgspec.json.Decoder(ClientMessage).decode
_encode: Final = msgspec.json.Encoder().encode
# Asking an enum for a member takes longer than all else that is done with it.
_TEXT: Final = WSMsgType.TEXT
_PING: Final = WSMsgType.PING
_PONG: Final = WSMsgType.PONG
_CLOSE: Final = WSMsgType.CLOSE
_WAITING_MESSAGES: Final = 16
_EXCESS: Final = 300
"""How many messages over the limit end a connection."""
_SENDS_UNWATCHED: Final = 8
"""After so many messages it is looked whether the receiver takes them."""
_LONG: Final = 1_000
"""The buffer of a connection holds about as many bytes; it would grow with what is longer."""
_HEAD: Final = 14
"""What the header of a frame may need."""
_log = logging.getLogger("batarde.sockets")


class Reception:
    """What all sockets share: who is who, where the rooms are, what the limits are."""

    def __init__(
        self,
        people: People,
        hall: Hall,
        limits: Limits,
        metrics: Metrics,
        origins: frozenset[str] = frozenset(),
        proxies: Proxies | None = None,
    ) -> None:
        self.people = people
        self.hall = hall
        self.limits = limits
        self.metrics = metrics
        self.sockets: set[Socket] = set()
        self.frame = bytearray(_HEAD)
        """Where long messages are framed, for all connections."""
        self.talk = Buckets(limits.talk_per_second, limits.talk_burst)
        self._upgrades = Buckets(limits.upgrades_per_second, limits.upgrade_burst)
        self._origins = origins
        self._proxies = proxies or Proxies()

    def welcome(
        self, request: WSUpgradeRequest, peer: str
    ) -> "Socket | WSUpgradeResponseWithListener | None":
        """Return the socket for an upgrade by *peer*, or how it is refused."""
        forwarded = ",".join(request.headers.getall("x-forwarded-for", ()))
        if not self._upgrades.take(address_key(self._proxies.sender(peer, forwarded))):
            self.metrics.limited.inc()
            return WSUpgradeResponseWithListener(_too_many(), None)
        secret = secret_in(request.headers.get("cookie", ""))
        allowed = is_same_origin(
            request.headers.get("origin"), request.headers.get("host", ""), self._origins
        )
        is_full = len(self.sockets) >= self.limits.connections
        if request.path.split(b"?")[0] != b"/ws" or secret is None or not allowed or is_full:
            return None
        return Socket(self, secret)

    def connections_of(self, player: str) -> int:
        """Return how many connections a person has."""
        return sum(
            socket.person is not None and socket.person.player == player for socket in self.sockets
        )


class Socket(WSListener):
    """One connection; it is a :class:`~batarde.server.rooms.Guest` of at most one room."""

    def __init__(self, reception: Reception, secret: str) -> None:
        limits = reception.limits
        self.person: Asker | None = None
        self._reception = reception
        self._secret = secret
        self._room: Room | None = None
        self._transport: WSTransport | None = None
        self._waiting: list[bytes] = []
        self._is_held = True
        """Whether messages must wait: for the session to be known, or for a room to open."""
        self._messages = Bucket(limits.messages_per_second, limits.message_burst)
        self._excess = 0
        self._sent = 0
        self._is_ended = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def asker(self) -> Asker:
        """Who it is, as the session knows."""
        assert self.person is not None, "nobody enters a room before the session is known"
        return self.person

    # The connection

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Take the connection in, and look up whose it is."""
        self._transport = transport
        self._reception.sockets.add(self)
        self._reception.metrics.connections.inc()
        self._start(self._identify())

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """Leave the room; the seat stays."""
        self._transport = None
        self._reception.sockets.discard(self)
        self._reception.metrics.connections.dec()
        self._leave()
        for task in list(self._tasks):
            task.cancel()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle one message; pings and closes are answered by the library."""
        kind = frame.msg_type
        if kind is _CLOSE:
            transport.send_close(frame.get_close_code())
            transport.disconnect()
        elif self._is_ended or kind is _PING or kind is _PONG:
            return
        elif not self._messages.take():
            self._flooded()
        elif kind is _TEXT and frame.fin:
            self._received(frame.get_payload_as_bytes())
        else:
            self._refuse("malformed")

    def send(self, message: bytes) -> None:
        """Send *message*, or drop a receiver that has stopped taking any."""
        transport = self._transport
        if transport is None:
            return
        if len(message) < _LONG:
            transport.send(_TEXT, message)
        else:
            frame = self._reception.frame
            frame[_HEAD:] = message
            transport.send_reuse_external_bytearray(_TEXT, frame, _HEAD)
        self._sent += 1
        if self._sent % _SENDS_UNWATCHED == 0:
            limit = self._reception.limits.unsent_bytes
            if transport.underlying_transport.get_write_buffer_size() > limit:
                transport.disconnect(graceful=False)

    def put_out(self, code: str) -> None:
        """Tell them why they may not stay in the room, which has let them go."""
        self._room = None
        self._refuse(code)

    def close(self) -> None:
        """End the connection: the server stops."""
        if self._transport is not None:
            self._transport.disconnect()

    # Messages

    async def _identify(self) -> None:
        try:
            player = await self._reception.people.find(self._secret)
        except StoreError:
            self._end("store")
            return
        limit = self._reception.limits.connections_per_person
        if player is None:
            self._end("unknown-session")
            return
        if self._reception.connections_of(player.id) >= limit:
            self._end("too-many-connections")
            return
        self.person = Asker(player.id, player.name)
        self._catch_up()

    def _catch_up(self) -> None:
        """Handle what came while nothing could be, in order; a join among it holds the rest."""
        self._is_held = False
        while self._waiting and not self._is_held:
            self._handle(self._waiting.pop(0))

    def _received(self, payload: bytes) -> None:
        if len(payload) > self._reception.limits.message_bytes:
            self._refuse("too-large")
        elif not self._is_held:
            self._handle(payload)
        elif len(self._waiting) < _WAITING_MESSAGES:
            self._waiting.append(payload)
        else:
            self._refuse("too-many")

    def _flooded(self) -> None:
        """Refuse a message over the limit; who does not stop at that is cut off."""
        self._reception.metrics.limited.inc()
        self._excess += 1
        if self._excess > _EXCESS:
            self._end("too-many")
        else:
            self._refuse("too-many")

    def _handle(self, payload: bytes) -> None:
        try:
            message = _decode(payload)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._refuse("malformed")
            return
        if type(message) is Join:
            self._is_held = True
            self._start(self._join(message))
        elif type(message) is Leave:
            self._leave()
        elif self._room is None:
            self._refuse("no-table", message.key)
        elif type(message) is do.Say and not self._reception.talk.take(self.asker.player):
            self._refuse("too-many", message.key)
        else:
            self._reception.metrics.commands += 1
            self._room.submit(self, message)

    async def _join(self, message: Join) -> None:
        try:
            await self._enter(message)
        except Exception:  # noqa: BLE001 - one broken table must not cost the connection
            _log.exception("table %s could not be entered", message.table)
            self._refuse("internal")
        self._catch_up()

    async def _enter(self, message: Join) -> None:
        try:
            room = await self._reception.hall.room(message.table)
        except StoreError:
            self._refuse("store")
            return
        if room is None:
            self._refuse("no-such-table")
        elif not room.admits(self):
            self._refuse("no-watching")
        elif self._transport is not None:
            if self._room is not room:
                self._leave()
            self._room = room
            room.enter(self, message.since)

    def _leave(self) -> None:
        room, self._room = self._room, None
        if room is not None:
            room.leave(self)

    def _refuse(self, code: str, key: str = "") -> None:
        self._reception.metrics.refused.inc()
        self.send(_encode(Refused(code, key)))

    def _end(self, code: str) -> None:
        """Say why, and end the connection; what still comes is not heard."""
        self._is_ended = True
        self._refuse(code)
        self.close()

    def _start(self, work: "Coroutine[None, None, None]") -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _too_many() -> WSUpgradeResponse:
    body = _encode(Problem("too-many", "too many new connections from this address"))
    headers = {"content-type": "application/json", "retry-after": "1"}
    response: WSUpgradeResponse = WSUpgradeResponse.create_error_response(429, body, headers)
    return response


def is_same_origin(origin: str | None, host: str, allowed: frozenset[str]) -> bool:
    """Return whether a browser's page of *origin* may talk to this server at *host*.

    Programs that are no browsers send no origin; the cookie is all they need.
    """
    if origin is None or origin in allowed:
        return True
    return bool(host) and origin.partition("://")[2] == host
