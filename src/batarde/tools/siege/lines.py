"""Connections of bytes, from addresses of one's choice, to say what no library would."""

import asyncio
import base64
import os
from typing import Any, Final, NamedTuple, Self
from urllib.parse import urlsplit

import msgspec

__all__ = ["Answer", "Line", "Target"]

_decode: Final = msgspec.json.Decoder(dict[str, Any]).decode


class Answer(NamedTuple):
    """An answer over HTTP; status 0 stands for a connection that was closed without one."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """The code of a problem, or nothing."""
        try:
            return str(_decode(self.body).get("code", ""))
        except msgspec.DecodeError:
            return ""


class Target:
    """Where a server is, and from which address it is spoken to."""

    def __init__(self, url: str, source: str = "") -> None:
        parts = urlsplit(url)
        self.url = url
        self.name = parts.hostname or ""
        self.is_tls = parts.scheme == "https"
        self.port = parts.port or (443 if self.is_tls else 80)
        self.source = source

    def at(self, source: str) -> "Target":
        """Return the same server, spoken to from *source*."""
        return Target(self.url, source)

    async def line(self) -> "Line":
        """Return a new connection."""
        local = (self.source, 0) if self.source else None
        reader, writer = await asyncio.open_connection(
            self.name, self.port, ssl=self.is_tls or None, local_addr=local, limit=1 << 22
        )
        return Line(self, reader, writer)

    async def ask(self, method: str, path: str, body: bytes = b"", /, **headers: str) -> Answer:
        """Return the answer to one request over a connection of its own."""
        async with await self.line() as line:
            line.request(method, path, body, **headers)
            return await line.answer()

    async def player(self, name: str = "Siege") -> str:
        """Return the cookie of a new player, or nothing if there may be none now."""
        body = msgspec.json.encode({"name": name})
        answer = await self.ask("POST", "/api/session", body, Content_Type="application/json")
        return answer.headers.get("set-cookie", "").partition(";")[0]

    async def table(self, cookie: str) -> str:
        """Return the code of a new table that no lobby lists."""
        json = "application/json"
        answer = await self.ask("POST", "/api/tables", b"{}", Content_Type=json, Cookie=cookie)
        return str(_decode(answer.body).get("id", ""))

    async def socket(self, cookie: str, **headers: str) -> "Line":
        """Return a game socket of a player."""
        line = await self.line()
        line.upgrade(cookie, **headers)
        answer = await line.answer()
        if answer.status != 101:
            await line.close()
            raise ConnectionError(f"upgrade: {answer.status} {answer.code}")
        return line


class Line:
    """One connection."""

    def __init__(
        self, target: Target, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._target = target
        self.reader = reader
        self.writer = writer
        self.received = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        transport: Any = self.writer.transport
        transport.abort()
        await asyncio.sleep(0)

    def send(self, data: bytes) -> None:
        """Send bytes."""
        self.writer.write(data)

    def request(self, method: str, path: str, body: bytes = b"", /, **headers: str) -> None:
        """Send a request."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self._target.name}:{self._target.port}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        self.send("\r\n".join([*lines, "", ""]).encode() + body)

    def upgrade(self, cookie: str, **headers: str) -> None:
        """Ask for a game socket."""
        wanted = {
            "Upgrade": "websocket",
            "Connection": "keep-alive, Upgrade",
            "Cookie": cookie,
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Version": "13",
        }
        self.request("GET", "/ws", **{**wanted, **headers})

    async def answer(self) -> Answer:
        """Return the next answer."""
        try:
            head = await self.reader.readuntil(b"\r\n\r\n")
            first, *lines = head.decode("latin-1").strip().split("\r\n")
            pairs = [line.partition(":") for line in lines]
            headers = {name.lower(): value.strip() for name, _, value in pairs}
            body = await self.reader.readexactly(int(headers.get("content-length", 0)))
        except (asyncio.IncompleteReadError, ConnectionError):
            return Answer(0, {}, b"")
        return Answer(int(first.split()[1]), headers, body)

    async def ended(self) -> bool:
        """Wait until the server has closed the connection."""
        try:
            while await self.reader.read(1 << 16):
                pass
        except ConnectionError:
            pass
        return True

    def frame(self, payload: bytes) -> None:
        """Send a text frame."""
        size = len(payload)
        head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.send(head + bytes(4) + payload)  # a mask of zeros

    def say(self, **message: Any) -> None:
        """Send a message."""
        self.frame(msgspec.json.encode(message))

    async def hear(self) -> dict[str, Any] | None:
        """Return the next message, or ``None`` at the end."""
        try:
            while True:
                head = await self.reader.readexactly(2)
                size = head[1] & 0x7F
                if size >= 126:
                    length = await self.reader.readexactly(2 if size == 126 else 8)
                    size = int.from_bytes(length, "big")
                payload = await self.reader.readexactly(size)
                self.received += size
                if head[0] & 0x0F == 1:
                    return _decode(payload)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
