"""Connections of bytes, to say what no library would."""

import base64
import os
import socket
from types import TracebackType
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

import msgspec

PATIENCE = 60.0
"""Seconds after which a test that waits for ever is given up; no test depends on it."""


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        return str(msgspec.json.decode(self.body)["code"])


class Line:
    """One connection to a server, from an address of one's choice."""

    def __init__(self, url: str, source: str = "127.0.0.1") -> None:
        parts = urlsplit(url)
        self.host = f"{parts.hostname}:{parts.port}"
        place = parts.hostname or "", parts.port or 80
        bind = (source, 0) if ":" not in place[0] else None
        self.socket = socket.create_connection(place, PATIENCE, bind)
        self._rest = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.socket.close()

    def send(self, data: bytes | str) -> None:
        self.socket.sendall(data.encode("utf-8") if isinstance(data, str) else data)

    def request(self, method: str, path: str, body: bytes = b"", /, **headers: str) -> None:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        self.send("\r\n".join([*lines, "", ""]).encode("utf-8") + body)

    def upgrade(self, cookie: str, **headers: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        wanted = {"Upgrade": "websocket", "Connection": "Upgrade", "Cookie": cookie}
        wanted |= {"Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"}
        self.request("GET", "/ws", **{**wanted, **headers})

    def _more(self) -> bool:
        try:
            data = self.socket.recv(1 << 16)
        except ConnectionResetError:
            return False
        self._rest += data
        return bool(data)

    def read(self, size: int) -> bytes:
        """Return *size* bytes, or what came before the end."""
        while len(self._rest) < size and self._more():
            pass
        data, self._rest = self._rest[:size], self._rest[size:]
        return data

    def answer(self) -> Answer | None:
        """Return the next answer, or ``None`` if the connection was closed without one."""
        while b"\r\n\r\n" not in self._rest:
            if not self._more():
                return None
        head, _, self._rest = self._rest.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        pairs = [line.partition(":") for line in lines]
        headers = {name.lower(): value.strip() for name, _, value in pairs}
        body = self.read(int(headers.get("content-length", 0)))
        return Answer(int(first.split()[1]), headers, body)

    def status(self) -> int:
        """Return the status of the next answer; 0 if there is none."""
        answer = self.answer()
        return answer.status if answer else 0

    def is_closed(self) -> bool:
        """Wait until the server closes the connection; what still comes is read."""
        while self._more():
            self._rest = b""
        return True

    # As a socket

    def frame(self, opcode: int, payload: bytes, *, fin: bool = True, masked: bool = True) -> None:
        self.send(framed(opcode, payload, fin=fin, masked=masked))

    def say(self, **message: Any) -> None:
        self.frame(1, msgspec.json.encode(message))

    def hear(self) -> dict[str, Any] | None:
        """Return the next message, or ``None`` at the end."""
        while (head := self.read(2)) and len(head) == 2:
            size = head[1] & 0x7F
            if size >= 126:
                size = int.from_bytes(self.read(2 if size == 126 else 8), "big")
            payload = self.read(size)
            if head[0] & 0x0F == 1:
                found: dict[str, Any] = msgspec.json.decode(payload)
                return found
        return None

    def hear_until(self, **wanted: Any) -> dict[str, Any]:
        """Return the next message with these fields."""
        while (message := self.hear()) is not None:
            if wanted.items() <= message.items():
                return message
        raise AssertionError(f"the connection ended before {wanted}")


def framed(opcode: int, payload: bytes, *, fin: bool = True, masked: bool = True) -> bytes:
    """Return a frame as a client should, or should not, send it."""
    size = len(payload)
    head = bytes([opcode | 0x80 * fin])
    flag = 0x80 * masked
    if size < 126:
        head += bytes([flag | size])
    elif size < 1 << 16:
        head += bytes([flag | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([flag | 127]) + size.to_bytes(8, "big")
    return head + (bytes(4) if masked else b"") + payload  # a mask of zeros


def new_player(url: str, name: str = "Ana", source: str = "127.0.0.1") -> str:
    """Return the cookie of a new player."""
    with Line(url, source) as line:
        body = msgspec.json.encode({"name": name})
        line.request("POST", "/api/session", body, Content_Type="application/json")
        answer = line.answer()
        assert answer is not None
        assert answer.status == 200, answer
        return answer.headers["set-cookie"].partition(";")[0]


def new_table(url: str, cookie: str, settings: dict[str, Any] | None = None) -> str:
    """Return the code of a new table."""
    with Line(url) as line:
        body = msgspec.json.encode({"settings": settings or {}})
        line.request("POST", "/api/tables", body, Cookie=cookie, Content_Type="application/json")
        answer = line.answer()
        assert answer is not None
        return str(msgspec.json.decode(answer.body)["id"])


def look(url: str, code: str, source: str = "127.0.0.1") -> tuple[int, str]:
    """Return how a server answers who asks for a table: the status and the code."""
    with Line(url, source) as line:
        line.request("GET", f"/api/tables/{code}")
        answer = line.answer()
        assert answer is not None
        return answer.status, "" if answer.status == 200 else answer.code
