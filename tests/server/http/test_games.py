"""Whole games over real sockets, all traffic recorded: nobody is told what they may not know.

The truth is taken from the database afterwards. At the end of each message its receiver may know
the cards of the own seat and the cards played; every card anywhere in the message must be among
them. Secrets, seeds and shares are looked for in the bytes themselves.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from batarde.client import Client
from batarde.rules import Record
from batarde.rules import events as rules
from batarde.server.live.messages import Refused
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.proving import is_proven, verify
from batarde.table.state import TableState, fold
from tests.server.servers import SWIFT, AutoPlayer, LiveServer, happened, leave_all, seat_all, until

CARD = re.compile(r"[RDCVFMJNT][SHDC]_?")


class Truth:
    """What really happened at a table, and what a seat could know when."""

    def __init__(self, table: str, events: list[ev.TableEvent]) -> None:
        self.events = events
        self.states = [TableState(table)]
        for event in events:
            self.states.append(fold(self.states[-1], event, 0))

    def known(self, seq: int, player: str) -> set[str]:
        """Return the cards that a person may know after all events before *seq*."""
        state = self.states[seq]
        cards = self._dealing(seq, player)
        if state.game is None or not state.game.deals:
            return cards
        deal, seat = state.game.deal, state.seat_of(player)
        if deal.is_over:
            return {card.value for hand in deal.dealt for card in hand} | self._stock(seq)
        own = () if seat is None else deal.dealt[seat]
        played = tuple(card for _, card in deal.plays)
        return cards | {card.value for card in (*own, *played)}

    def _dealing(self, seq: int, player: str) -> set[str]:
        """Return the own cards of a deal whose cards are being dealt in this very batch."""
        state = self.states[seq]
        seat = state.seat_of(player)
        if seat is None or len(state.dealing) <= seat:
            return set()
        return {card.value for card in state.dealing[seat]}

    def _stock(self, seq: int) -> set[str]:
        scored = [event for event in self.events[:seq] if isinstance(event, rules.DealScored)]
        return {card.value for card in scored[-1].stock} if scored else set()

    def secrets(self) -> Iterator[tuple[int, str]]:
        """Return each secret and seed, and before which event nobody may have it."""
        revealed = [
            n for n, event in enumerate(self.events) if isinstance(event, ev.SecretRevealed)
        ]
        drawn = [event for event in self.events if isinstance(event, ev.SecretDrawn)]
        proofs = [proof for state in self.states for proof in state.proofs]
        for number, event in enumerate(drawn):
            yield (revealed[number] if number < len(revealed) else len(self.events)), event.secret
        for proof in set(proofs):
            yield len(self.events) + 1, proof.seed().hex()  # never told: anybody can compute it
        for number, opened in enumerate(self.events):
            if isinstance(opened, ev.ShareOpened):
                yield number, opened.share

    def names(self) -> set[str]:
        return {type(event).__name__ for event in self.events}


def cards_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if CARD.fullmatch(value):
            yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from cards_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from cards_in(part)


def check_traffic(truth: Truth, client: Client, player: str) -> int:
    """Check all that *client* was ever sent; return how many cards that were."""
    assert client.received is not None
    secrets = list(truth.secrets())
    seen = 0
    for raw in client.received:
        message = msgspec.json.decode(raw)
        if message["type"] not in {"snapshot", "happened", "hint"}:
            assert not list(cards_in(message)) or message["type"] == "refused"
            continue
        first = message["seq"]
        end = first + len(message.get("events", ()))
        allowed = truth.known(end, player) | truth.known(first, player)
        cards = set(cards_in(message))
        assert cards <= allowed, (player, message, cards - allowed)
        seen += len(cards)
        text = raw.decode()
        for before, secret in secrets:
            assert end > before or secret not in text, (player, first, secret)
    return seen


def check_whole(client: Client) -> None:
    """Check that a client missed nothing and was told nothing twice."""
    assert client.received is not None
    expected = None
    for raw in client.received:
        message = msgspec.json.decode(raw)
        if message["type"] == "snapshot":
            assert expected in (None, message["seq"])
            expected = message["seq"]
        elif message["type"] == "happened":
            assert message["seq"] == expected
            expected += len(message["events"])


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
async def test_a_whole_game_tells_nobody_what_they_may_not_know(
    server: LiveServer, players: int
) -> None:
    settings = msgspec.structs.replace(SWIFT, players=players, by_lot=players % 2 == 0)
    clients = await seat_all(server.url, settings, record=True)
    table = clients[0].table
    watcher = await Client.enter(server.url, "Watcher")
    watcher.received = []
    await watcher.join(table)
    for number, client in enumerate(clients):
        AutoPlayer(client, seed=10 * players + number)
    clients[0].send(do.Start())
    await happened(watcher, rules.GameEnded)
    await until(lambda: all(client.seq == watcher.seq for client in clients))
    await until(lambda: server.rows("SELECT 1 FROM games WHERE table_id = ?", table))

    truth = Truth(table, server.stored(table))
    assert {"Doubled", "WindowClosed", "Readied", "ShareOpened", "GameEnded"} <= truth.names()
    for client in (*clients, watcher):
        assert check_traffic(truth, client, client.session.player) > 100
        check_whole(client)
    await check_record(server, table, players)
    await leave_all([*clients, watcher])


async def check_record(server: LiveServer, table: str, players: int) -> None:
    """Check the game in the archive: valid, proven, every share in every shuffle."""
    ((text,),) = server.rows("SELECT record FROM games WHERE table_id = ?", table)
    record = Record.read(text)
    assert len(record.deals) == len(verify(record))
    assert is_proven(record)
    assert all(verdict.shares == tuple(range(players)) for verdict in verify(record))


async def test_a_forbidden_watcher_learns_nothing(server: LiveServer) -> None:
    settings = msgspec.structs.replace(SWIFT, players=3, watchable=False)
    clients = await seat_all(server.url, settings, record=True)
    watcher = await Client.enter(server.url, "Watcher")
    watcher.received = []
    await watcher.join(clients[0].table)  # before the game anybody may look
    late = await Client.enter(server.url, "Late")
    for number, client in enumerate(clients):
        AutoPlayer(client, seed=number)
    clients[0].send(do.Start())
    await watcher.wait_for(lambda message: isinstance(message, Refused))
    count = len(watcher.received)
    refused = await late.join(clients[0].table)
    assert isinstance(refused, Refused)
    assert refused.code == "no-watching"
    await happened(clients[1], rules.DealScored)
    watcher.send(do.Say(text="hello?"))
    message = await watcher.wait_for(lambda message: isinstance(message, Refused))
    assert isinstance(message, Refused)
    assert message.code == "no-table"
    assert len(watcher.received) == count + 1
    assert b"event" not in watcher.received[-2]
    await leave_all([*clients, watcher, late])


async def test_tables_of_bots_and_people_keep_the_same_secrets(server: LiveServer) -> None:
    client = await Client.enter(server.url, "Alone")
    client.received = []
    settings = msgspec.structs.replace(SWIFT, players=4)
    table = (await client.make_table(settings, ["simple", "random", "simple"], start=True)).id
    AutoPlayer(client)
    await client.join(table)
    await happened(client, rules.TrickTaken)
    truth = Truth(table, server.stored(table))
    assert check_traffic(truth, client, client.session.player) > 5
    await client.close()
