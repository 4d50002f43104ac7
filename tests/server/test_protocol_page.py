"""docs/protocol.md: its session is what a server really says, and nothing is left out."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from batarde.server.http.types import Problem
from batarde.server.limits import Limits
from batarde.server.live.messages import ClientMessage, ServerMessage
from batarde.table import commands as do
from batarde.table.errors import TableCode
from batarde.table.events import TableEvent
from tests.server.codes import http_codes, socket_codes
from tests.server.http.test_api import ask
from tests.server.servers import LiveServer
from tests.server.session import shape, shortened, transcript

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
ARROWS = {"→": ">", "←": "<"}


def written() -> list[tuple[str, Any]]:
    lines = re.findall(r"^([→←]) (\{.*\})$", PAGE, re.MULTILINE)
    return [(ARROWS[arrow], json.loads(text)) for arrow, text in lines]


def joined(lines: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Return *lines* with what happened in a row as one: what goes together depends on time."""
    found: list[tuple[str, Any]] = []
    for way, message in lines:
        if message.get("type") == "happened" and found and found[-1][1].get("type") == "happened":
            before = found.pop()[1]
            message = {
                **message,
                "seq": before["seq"],
                "events": before["events"] + message["events"],
            }
        found.append((way, message))
    return found


async def test_the_worked_session_is_what_a_server_really_says(server: LiveServer) -> None:
    spoken = [(way, shortened(message)) for way, message in await transcript(server.url)]
    real = [(way, shape(message)) for way, message in joined(spoken)]
    page = [(way, shape(message)) for way, message in joined(written())]
    assert len(page) > 25
    for number, (line, expected) in enumerate(zip(page, real, strict=True)):
        assert line == expected, number


def test_the_messages_of_the_session_can_be_read() -> None:
    for way, message in written():
        if "…" not in json.dumps(message, ensure_ascii=False):
            msgspec.convert(message, ClientMessage if way == ">" else ServerMessage)


def tags(union: Any) -> set[str]:
    kind = inspect.type_info(union)
    assert isinstance(kind, inspect.UnionType)
    return {str(part.tag) for part in kind.types if isinstance(part, inspect.StructType)}


def test_every_message_event_and_signal_is_on_the_page() -> None:
    for name in tags(ClientMessage) | tags(ServerMessage) | tags(TableEvent) | set(do.SIGNALS):
        assert f"`{name}`" in PAGE, name


def test_every_code_is_on_the_page_and_no_other() -> None:
    part = PAGE.partition("## Codes")[2].partition("## Limits")[0]
    table, _, rest = part.partition("From the socket:")
    socket, _, http = rest.partition("Over HTTP:")

    def listed(text: str) -> set[str]:
        rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
        return set(re.findall("`([a-z-]+)`", " ".join(rows)))

    assert listed(table) == {code.value for code in TableCode}
    assert listed(socket) == socket_codes() - {code.value for code in TableCode}
    assert set(re.findall("`([a-z-]+)`", http)) == http_codes()


def test_every_limit_is_on_the_page() -> None:
    part = PAGE.partition("## Limits")[2]
    numbers = set(re.findall(r"[\d,.]*\d", part))
    for name, value in msgspec.structs.asdict(Limits()).items():
        assert (f"{value:,g}" if isinstance(value, float) else f"{value:,}") in numbers, name


def test_every_endpoint_is_on_the_page(server: LiveServer) -> None:
    document = msgspec.json.decode(ask(server, "GET", "/api/openapi.json").body)
    for path in document["paths"]:
        assert path in PAGE, path
    assert "Problem" in document["components"]["schemas"]
    assert {field.name for field in msgspec.structs.fields(Problem)} == {"code", "message"}
    schema = msgspec.json.decode(ask(server, "GET", "/api/socket-schema.json").body)
    assert {"client", "server", "$defs"} <= schema.keys()
