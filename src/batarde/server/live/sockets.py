"""The game sockets: one connection of one person, from the first byte to the last.

Everything that comes in is decoded strictly, limited, and answered with a code if it is wrong. The
person comes from the session's cookie, never from a message.
"""

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport
from starlette.datastructures import Headers

from batarde.server.http.problems import ProblemError
from batarde.server.limits import Bucket, Buckets, Limits
from batarde.server.live.hall import Hall
from batarde.server.live.messages import ClientMessage, Join, Leave, Refused
from batarde.server.metrics import Metrics
from batarde.server.people import People, secret_in
from batarde.server.tries import Tries
from batarde.store import StoreError
from batarde.table import commands as do
from batarde.table.actors import Person

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from batarde.server.live.rooms import Room

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
    ) -> None:
        self.people = people
        self.hall = hall
        self.limits = limits
        self.metrics = metrics
        self.sockets: set[Socket] = set()
        self.frame = bytearray(_HEAD)
        """Where long messages are framed, for all connections."""
        self.talk = Buckets(limits.talk_per_second, limits.talk_burst)
        self.rates = {
            do.Say: self.talk,
            do.AskCoach: Buckets(limits.hints_per_second, limits.hint_burst),
        }
        """How often one person may ask for what costs the others or the server something."""
        self._upgrades = Buckets(limits.upgrades_per_second, limits.upgrade_burst)
        self.joins = Buckets(limits.joins_per_second, limits.join_burst)
        self.tries = Tries(limits)
        self._origins = origins

    def welcome(self, target: bytes, headers: Headers, address: str, scheme: str) -> "Socket":
        """Return the socket for an upgrade that *address* asks for over *scheme*.

        :raises ProblemError: if there is none.
        """
        if not self._upgrades.take(address):
            self.metrics.limited.inc()
            raise ProblemError(429, "too-many", "too many new sockets from this address")
        if target.partition(b"?")[0] != b"/ws":
            raise ProblemError(404, "not-found", "the socket is at /ws")
        origin, host = headers.get("origin"), headers.get("host", "")
        if not is_same_origin(origin, host, scheme, self._origins):
            raise ProblemError(403, "wrong-origin", "pages of other addresses may not connect")
        secret = secret_in(";".join(headers.getlist("cookie")))
        if secret is None:
            raise ProblemError(401, "no-session", "POST /api/session first")
        return Socket(self, secret, address)

    def connections_of(self, player: str) -> "list[Socket]":
        """Return the connections that a person has."""
        return [
            socket
            for socket in self.sockets
            if socket.known is not None and socket.known.player == player
        ]

    def renamed(self, person: Person) -> None:
        """Let the tables where *person* is know their new name."""
        for socket in self.connections_of(person.player):
            socket.rename(person.name)


class Socket(WSListener):
    """One connection; it is a :class:`~batarde.server.live.rooms.Guest` of at most one room."""

    def __init__(self, reception: Reception, secret: str, address: str) -> None:
        limits = reception.limits
        self.known: Person | None = None
        """Whose connection it is, once that has been looked up."""
        self._reception = reception
        self._secret = secret
        self._address = address
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
    def person(self) -> Person:
        """Who it is, as the session knows."""
        assert self.known is not None, "nobody enters a room before the session is known"
        return self.known

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
            self._flooded(frame)
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

    def rename(self, name: str) -> None:
        """Go by another name from now on."""
        self.known = Person(self.person.player, name)
        if self._room is not None:
            self._room.renamed(self)

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
        if len(self._reception.connections_of(player.id)) >= limit:
            self._end("too-many-connections")
            return
        self.known = Person(player.id, player.name)
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
            self._refuse("too-many", _key_in(payload))

    def _flooded(self, frame: WSFrame) -> None:
        """Refuse a message over the limit; who does not stop at that is cut off."""
        self._reception.metrics.limited.inc()
        self._excess += 1
        if self._excess > _EXCESS:
            self._end("too-many")
        else:
            is_short = frame.payload_size <= self._reception.limits.message_bytes
            key = _key_in(frame.get_payload_as_bytes()) if is_short else ""
            self._refuse("too-many", key)

    def _handle(self, payload: bytes) -> None:
        try:
            message = _decode(payload)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._refuse("malformed", _key_in(payload))
            return
        if type(message) is Join:
            self._asked_to_join(message)
        elif type(message) is Leave:
            self._leave()
        elif self._room is None:
            self._refuse("no-table", message.key)
        elif self._is_too_often(message):
            self._refuse("too-many", message.key)
        elif type(message) is do.Why:
            self._room.explain(self, message)
        else:
            self._reception.metrics.commands += 1
            self._room.submit(self, message)

    def _is_too_often(self, message: do.Command | do.Why) -> bool:
        """Return whether this person has asked for it too often: talk, and what takes thinking."""
        rate = self._reception.rates.get(type(message))
        return rate is not None and not rate.take(self.person.player)

    def _asked_to_join(self, message: Join) -> None:
        if self._reception.joins.take(self.person.player):
            self._is_held = True
            self._start(self._join(message))
        else:
            self._reception.metrics.limited.inc()
            self._refuse("too-many")

    async def _join(self, message: Join) -> None:
        try:
            await self._enter(message)
        except Exception:  # noqa: BLE001 - one broken table must not cost the connection
            _log.exception("table %s could not be entered", message.table)
            self._refuse("internal")
        self._catch_up()

    async def _enter(self, message: Join) -> None:
        tries, table = self._reception.tries, message.table.upper()
        if not tries.begin(self._address, table):
            self._refuse("too-many-tries")
            return
        try:
            room = await self._reception.hall.room(table)
        except StoreError:
            tries.forgive(self._address)
            self._refuse("store")
            return
        if room is None:
            self._refuse("no-such-table")
            return
        tries.found(self._address, table)
        if (objection := room.objection(self)) is not None:
            self._refuse(objection.value)
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


class _Keyed(msgspec.Struct):
    """As much of a message as its refusal needs."""

    key: do.Key = ""


_decode_key: Final = msgspec.json.Decoder(_Keyed).decode


def _key_in(payload: bytes) -> str:
    """Return the key of a message that is refused unread, so that its sender knows which it was."""
    try:
        return _decode_key(payload).key
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def is_same_origin(origin: str | None, host: str, scheme: str, allowed: frozenset[str]) -> bool:
    """Return whether a browser's page of *origin* may talk to this server at *host*.

    Programs that are no browsers send no origin; the cookie is all they need. A page that came
    unprotected may not reach a server that is reached by HTTPS: whoever holds the line could have
    written it. The other way round there is a proxy that speaks HTTPS and does not say so.

    >>> is_same_origin("http://a.example", "a.example", "https", frozenset())
    False
    >>> is_same_origin("https://a.example", "a.example:443", "http", frozenset())
    True
    """
    if origin is None or origin in allowed:
        return True
    page_scheme, _, page = origin.partition("://")
    if page_scheme not in _PORTS or (page_scheme, scheme) == ("http", "https"):
        return False
    return bool(page) and page.lower() == host.lower().removesuffix(_PORTS[page_scheme])


_PORTS: Final = {"http": ":80", "https": ":443"}
"""Browsers leave the usual port out of an origin."""
