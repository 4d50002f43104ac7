"""Connections that become game sockets: the one place that knows picows' private protocol class.

picows has a public way to listen on a port of its own, but none to take over a connection. Its
class is made here, with every argument by its name: a version that has others is noticed at once.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from picows import WSAutoPingStrategy, WSListener
from picows.picows import WSProtocol  # type: ignore[attr-defined]

__all__ = ["GameSocket", "upgraded"]

_HANDSHAKE_SECONDS: Final = 10.0
_PING_SECONDS: Final = 20.0
_BUFFER_BYTES: Final = 2_048


class _Log(logging.LoggerAdapter[logging.Logger]):
    """picows' log: what a sender does wrong is no error of the server."""

    def error(self, msg: object, *args: object, **kwargs: Any) -> None:
        """Note a broken frame; failures of our own come as ``exception``."""
        self.debug(msg, *args, **kwargs)

    def warning(self, msg: object, *args: object, **kwargs: Any) -> None:
        """Note a receiver that is slow; :meth:`Socket.send` drops it in time."""
        self.debug(msg, *args, **kwargs)


_log: Final = _Log(logging.getLogger("batarde.sockets"), {})


class GameSocket(WSProtocol):  # type: ignore[misc]
    """picows' protocol over a connection whose request was read by somebody else."""

    on_end: Callable[[], None]

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the listener, and whoever counts connections."""
        super().connection_lost(exc)
        self.on_end()

    def feed(self, data: bytes) -> None:
        """Take bytes that were read already, in pieces that fit into the buffer."""
        while data:
            buffer = memoryview(self.get_buffer(len(data)))
            size = min(len(buffer), len(data))
            buffer[:size] = data[:size]
            data = data[size:]
            self.buffer_updated(size)


def upgraded(
    listener: WSListener, key: str, transport: asyncio.Transport, message_bytes: int
) -> GameSocket:
    """Return the protocol that answers the upgrade with *key* on *transport* for *listener*.

    picows gets the request that it knows: real ones have more headers than it takes, and browsers
    that say ``Connection: keep-alive, Upgrade``, which it does not understand.
    """
    socket: GameSocket = GameSocket(
        host_port=None,
        ws_path=None,
        is_client_side=False,
        ws_listener_factory=lambda _request: listener,
        logger=_log,
        disconnect_on_exception=False,
        websocket_handshake_timeout=_HANDSHAKE_SECONDS,
        enable_auto_ping=True,
        auto_ping_idle_timeout=_PING_SECONDS,
        auto_ping_reply_timeout=_PING_SECONDS,
        auto_ping_strategy=WSAutoPingStrategy.PING_WHEN_IDLE,
        enable_auto_pong=True,
        max_frame_size=2 * message_bytes,
        extra_headers=None,
        read_buffer_init_size=_BUFFER_BYTES,
    )
    socket.connection_made(transport)
    socket.feed(
        b"GET /ws HTTP/1.1\r\nHost: batarde\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key.encode() + b"\r\n\r\n"
    )
    return socket
