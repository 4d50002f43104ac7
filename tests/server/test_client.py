"""The client in Python, told things by hand."""

from typing import Any, cast

import msgspec
import pytest
from picows import WSFrame, WSMsgType, WSTransport

from batarde.client import Client
from batarde.rules.events import EVERYBODY, Hidden
from batarde.server.http.types import Session
from batarde.server.live.messages import Happened, ServerMessage
from batarde.table.events import Paused


class Frame:
    """A frame of text."""

    msg_type = WSMsgType.TEXT

    def __init__(self, message: Any) -> None:
        self._payload = msgspec.json.encode(message)

    def get_payload_as_bytes(self) -> bytes:
        return self._payload


@pytest.fixture
def heard() -> list[ServerMessage]:
    return []


@pytest.fixture
def client(heard: list[ServerMessage]) -> Client:
    """Somebody whose line is the test."""
    made = Client("http://127.0.0.1", "cookie", Session("p0", "Ana"))
    made.listeners.append(heard.append)
    return made


def tell(client: Client, **message: Any) -> None:
    client.on_ws_frame(cast("WSTransport", None), cast("WSFrame", Frame(message)))


def test_messages_of_a_newer_server_are_skipped(client: Client, heard: list[ServerMessage]) -> None:
    tell(client, type="fireworks", colour="red")
    tell(client, type="refused", code="brand-new", colour="red")
    assert [type(message).__name__ for message in heard] == ["Refused"]


def test_events_of_a_newer_server_count_like_hidden_ones(
    client: Client, heard: list[ServerMessage]
) -> None:
    new = {"event": "hat-thrown", "seen_by": "everybody", "hats": [1]}
    paused = {"event": "paused", "seen_by": "everybody", "why": "tea"}
    tell(client, type="happened", seq=7, events=[new, paused], legal=[])
    assert heard == [Happened(7, (Hidden(()), Paused(EVERYBODY)), ())]
    assert client.seq == 9


def test_a_message_that_is_no_message_is_an_error_all_the_same(client: Client) -> None:
    with pytest.raises(msgspec.ValidationError):
        tell(client, type="present", connected="yes", watchers=0)
