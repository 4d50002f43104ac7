"""The browser's types, and the recordings that test its fold, are those of this server."""

import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from batarde.table.events import TableEvent
from batarde.tools.facts import facts
from batarde.tools.typescript import typescript
from tests.server.test_protocol_page import tags
from tests.server.transcripts import DEALS, file_of, lines_of

WEB = Path(__file__).parents[2] / "web"


def test_the_clients_types_are_the_servers() -> None:
    kept = (WEB / "src" / "protocol.ts").read_text("utf-8")
    assert kept == typescript(), "behind: run `make types`"


def test_the_clients_facts_are_the_servers() -> None:
    kept = (WEB / "src" / "facts.ts").read_text("utf-8")
    assert kept == facts(), "behind: run `make types`"


def recorded(players: int) -> list[bytes]:
    return gzip.decompress(file_of(players).read_bytes()).split(b"\n")


@pytest.mark.parametrize("players", DEALS)
def test_a_recording_is_what_this_server_says(players: int) -> None:
    assert recorded(players) == lines_of(players), "behind: run `make types`"


def test_the_recordings_tell_of_every_event_and_of_two_packs() -> None:
    messages: list[Any] = [
        msgspec.json.decode(line)["message"] for players in DEALS for line in recorded(players)
    ]
    events = [
        event
        for message in messages
        if message["type"] == "happened"
        for event in message["events"]
    ]
    told = {event["event"] for event in events}
    # A table is opened before anybody is there, and a secret is hidden from everybody.
    assert told == tags(TableEvent) - {"table-opened", "secret-drawn"}
    assert {event["pack"] for event in events if event["event"] == "bid-made"} >= {"marked", None}
