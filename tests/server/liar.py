"""A real socket between a client and a server, on which lies are told (tests/lies.py)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from picows import (
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    ws_connect,
    ws_create_server,
)

from batarde.client import Client
from tests.lies import Honest


class _Near(WSListener):
    """The end that the client is connected to; the other end is connected in its name."""

    def __init__(self, server: str, cookie: str, liar: Honest) -> None:
        self._server = server
        self._cookie = cookie
        self._liar = liar
        self._waiting: list[bytes] = []
        self._far: WSTransport | None = None
        self._connecting: asyncio.Task[None] | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._connecting = asyncio.create_task(self._connect(transport))

    async def _connect(self, near: WSTransport) -> None:
        url = f"{self._server.replace('http', 'ws', 1)}/ws"
        headers = {"Cookie": self._cookie}
        self._far, _ = await ws_connect(lambda: _Far(near, self._liar), url, extra_headers=headers)
        for payload in self._waiting:
            self._far.send(WSMsgType.TEXT, payload)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is not WSMsgType.TEXT:
            return
        payload = frame.get_payload_as_bytes()
        if self._far is None:
            self._waiting.append(payload)
        else:
            self._far.send(WSMsgType.TEXT, payload)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if self._far is not None:
            self._far.disconnect(graceful=False)


class _Far(WSListener):
    """The end that the server knows."""

    def __init__(self, near: WSTransport, liar: Honest) -> None:
        self._near = near
        self._liar = liar

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is WSMsgType.TEXT:
            told = self._liar.tell(msgspec.json.decode(frame.get_payload_as_bytes()))
            self._near.send(WSMsgType.TEXT, msgspec.json.encode(told))

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._near.disconnect(graceful=False)


@asynccontextmanager
async def lying(server: str, liar: Honest) -> AsyncIterator[str]:
    """Yield the address of a socket where *liar* speaks for the server."""

    def accept(request: WSUpgradeRequest) -> WSListener:
        return _Near(server, str(request.headers["Cookie"]), liar)

    listening = await ws_create_server(accept, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    finally:
        listening.close()


async def through(client: Client, url: str) -> None:
    """Let *client* come to its table again by way of *url*, as if it had never been there."""
    await client.close()
    client.url = url
    await client.connect()
    await client.join(client.table)
