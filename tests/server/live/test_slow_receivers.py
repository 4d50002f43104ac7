"""Long messages are framed in one buffer for all: one that must wait is not overwritten."""

import asyncio
import base64
import socket
import struct
from typing import IO

from picows import WSListener, WSMsgType, WSTransport, ws_create_server

_HEAD, _COUNT, _LENGTH = 14, 300, 40_000
_HELLO = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + base64.b64encode(bytes(16)) + b"\r\n\r\n"
)


def message(number: int) -> bytes:
    return bytes([65 + number % 26]) * (_LENGTH + number)


class Speaker(WSListener):
    """Says all that it has at once, as :class:`batarde.server.live.sockets.Socket` frames it."""

    frame = bytearray(_HEAD)

    def on_ws_connected(self, transport: WSTransport) -> None:
        for number in range(_COUNT):
            self.frame[_HEAD:] = message(number)
            transport.send_reuse_external_bytearray(WSMsgType.TEXT, self.frame, _HEAD)
        assert transport.underlying_transport.get_write_buffer_size() > 0  # some must wait
        said.set()


said = asyncio.Event()


def next_message(stream: IO[bytes]) -> bytes:
    _, size = stream.read(2)
    form = {126: ">H", 127: ">Q"}[size]
    (size,) = struct.unpack(form, stream.read(struct.calcsize(form)))
    return stream.read(size)


async def test_whoever_reads_late_gets_what_was_meant_for_them() -> None:
    said.clear()
    server = await ws_create_server(lambda _request: Speaker(), "127.0.0.1", 0)
    with socket.create_connection(server.sockets[0].getsockname()) as line:
        line.sendall(_HELLO)
        await said.wait()

        def read() -> bool:
            with line.makefile("rb") as stream:
                while stream.readline() != b"\r\n":
                    pass
                return all(next_message(stream) == message(n) for n in range(_COUNT))

        assert await asyncio.to_thread(read)
    server.close()
