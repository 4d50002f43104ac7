"""The worked session of docs/protocol.md, played on a real server.

``python -m tests.server.session URL`` plays it on the server at that address and prints what
belongs into the page.
"""

import asyncio
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from batarde.client import Client
from batarde.rules import events as rules
from batarde.rules.actions import DOUBLE, PASS, READY, Action, Bid, Play
from batarde.rules.trumps import Trump
from batarde.server.live.messages import (
    Happened,
    Join,
    Leave,
    Present,
    Refused,
    ServerMessage,
    Snapshot,
)
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.settings import Settings
from tests.server.servers import until

Line = tuple[str, Any]
"""``>`` to the server or ``<`` from it, and the message."""

SETTINGS = Settings(players=3, double_window=10_000, deal_pause=0)


class Patient(Client):
    """A client that gives its share only when it is told to."""

    is_waiting = True

    def _commit_share(self, deal: int, seat: int) -> None:
        """Wait."""
        if not self.is_waiting:
            super()._commit_share(deal, seat)

    def give_share(self) -> None:
        self.is_waiting = False
        self._take_part()


class Ana(Patient):
    """A client that writes down all its traffic."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.lines: list[Line] = []
        self.listeners.append(
            lambda message: self.lines.append(("<", msgspec.to_builtins(message)))
        )

    def send_bytes(self, payload: bytes) -> None:
        """Send, and write down."""
        self.lines.append((">", msgspec.json.decode(payload)))
        super().send_bytes(payload)


class Session:
    """The steps of the session; each waits for what it leads to, so that the order is fixed."""

    def __init__(self, ana: Ana, bo: Patient, chi: Patient) -> None:
        self.ana, self.bo, self.chi = ana, bo, chi

    async def told(self, kind: type, send: Callable[[], Any]) -> Any:
        """Return the next message of *kind*, or the message with an event of *kind*."""
        waiting = asyncio.create_task(self.ana.wait_for(lambda message: _is(message, kind)))
        await asyncio.sleep(0)
        result = send()
        if asyncio.iscoroutine(result):
            await result
        return await waiting

    async def act(self, who: Client, action: Action, kind: type) -> None:
        await until(lambda: who.seq == self.ana.seq)
        await self.told(kind, lambda: who.act(action))

    def ana_opens(self) -> bool:
        started = [
            event
            for way, message in self.ana.lines
            if way == "<" and message["type"] == "happened"
            for event in message["events"]
            if event["event"] == "game-started"
        ]
        return bool(started[0]["dealer"] == 2)

    async def play(self) -> None:
        ana, bo, chi = self.ana, self.bo, self.chi
        await self.told(Present, lambda: ana.send(Join(ana.table)))
        for friend in (bo, chi):
            await self.told(Present, partial(friend.join, ana.table))
            await self.told(Present, partial(friend.send, do.Sit()))
        await self.told(ev.DealCommitted, lambda: ana.send(do.Start()))
        for client in (ana, bo, chi):
            kind = ev.SharesClosed if client is chi else ev.ShareCommitted
            await self.told(kind, client.give_share)
        await until(lambda: ana.legal == (READY,))  # all open their shares by themselves
        if not self.ana_opens():
            raise _OtherDealer
        for client in (ana, bo, chi):
            await self.act(client, READY, rules.Readied)
        await self.act(ana, Bid(1, Trump.SPADES), rules.BidMade)
        await self.act(bo, PASS, rules.Waved)
        await self.act(chi, DOUBLE, rules.Doubled)
        await self.act(bo, Bid(0, Trump.SPADES), rules.BidMade)
        await self.act(chi, Bid(1, Trump.SPADES), rules.AuctionClosed)
        question = do.Why(key="a0", action=Bid(3, Trump.HEARTS))
        await self.told(Refused, lambda: ana.send(question))
        wrong = do.Act(key="a1", seq=ana.seq, action=Bid(3, Trump.HEARTS))
        await self.told(Refused, lambda: ana.send(wrong))
        old = do.Act(key="a2", seq=ana.seq - 3, action=PASS)
        await self.told(Snapshot, lambda: ana.send(old))
        await self.act(ana, PASS, rules.RedoubleDeclined)
        card = next(action for action in ana.legal if isinstance(action, Play))
        await self.act(ana, card, rules.CardPlayed)
        await self.told(ev.Said, lambda: bo.send(do.Say(signal="wow")))
        seq = ana.seq
        await self.told(ev.Said, lambda: ana.send(do.Say(key="a3", text="Thank you!")))
        ana.send(Leave())
        await self.told(Present, lambda: ana.send(Join(ana.table, seq)))


def _is(message: ServerMessage, kind: type) -> bool:
    if isinstance(message, kind):
        return True
    return isinstance(message, Happened) and any(isinstance(e, kind) for e in message.events)


async def transcript(url: str) -> list[Line]:
    """Return Ana's traffic of a session in which she opens the auction."""
    while True:
        ana = await Ana.enter(url, "Ana")
        bo, chi = await Patient.enter(url, "Bo"), await Patient.enter(url, "Chi")
        assert isinstance(ana, Ana)
        assert isinstance(bo, Patient)
        assert isinstance(chi, Patient)
        ana.table = (await ana.make_table(SETTINGS)).id
        try:
            await Session(ana, bo, chi).play()
        except _OtherDealer:
            continue
        else:
            return ana.lines
        finally:
            for client in (ana, bo, chi):
                await client.close()


class _OtherDealer(Exception):  # noqa: N818 - it is no error
    """The lot fell on another dealer."""


# How the page shows it


def shortened(value: Any, key: str = "") -> Any:
    """Return a message as the page shows it: long texts and lists are cut."""
    if isinstance(value, str):
        return value[:8] + "…" if len(value) in {32, 64} else value
    if isinstance(value, dict):
        return {name: shortened(part, name) for name, part in value.items()}
    if isinstance(value, list | tuple):
        shown = [shortened(part) for part in value]
        return [*shown[:2], "…"] if key == "legal" and len(shown) > 3 else shown
    return value


def page(lines: list[Line]) -> str:
    """Return the session as it stands in the page."""
    arrows = {">": "→", "<": "←"}
    return "\n".join(
        f"{arrows[way]} {msgspec.json.encode(shortened(message)).decode()}"
        for way, message in lines
    )


def shape(value: Any, key: str = "") -> Any:
    """Return what must be the same in every session: names and kinds, not the values."""
    if isinstance(value, dict):
        return {name: shape(part, name) for name, part in value.items()}
    if isinstance(value, list | tuple):
        shapes = [shape(part, key) for part in value if part != "…"]
        if key == "events":
            return shapes
        return sorted({repr(part) for part in shapes})
    if key in {"type", "do", "event", "act", "code", "phase", "signal", "kind"}:
        return value
    return type(value).__name__


if __name__ == "__main__":
    sys.stdout.write(page(asyncio.run(transcript(sys.argv[1]))) + "\n")
