"""A server of its own for the browser tests, and players who need no browser."""

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.request import Request, urlopen

import msgspec

from batarde.client import Client
from batarde.rules.actions import PASS, Action, Bid, Play
from batarde.rules.events import CardPlayed, DealBegan, GameEnded
from batarde.server.live.messages import Happened, ServerMessage, Snapshot
from batarde.server.people import COOKIE
from batarde.table.settings import Pace, Settings

T = TypeVar("T")

PATIENCE = 120_000
"""Milliseconds after which something has gone wrong: a busy machine is slow, not broken."""

QUICK = Settings(
    pace=Pace.NONE, double_window=0, trick_pause=0, deal_pause=0, asks_ready=False, grace=600_000
)
"""Nothing waits for anybody but the people at the table."""


@contextmanager
def serving(
    folder: Path,
    *options: str,
    program: Sequence[str] = (sys.executable, "-m", "batarde", "serve"),
    env: dict[str, str] | None = None,
) -> Iterator[str]:
    """Run ``batarde serve`` on a free port, and yield its address."""
    port = [] if "--port" in options else ["--port", "0"]
    command = [*program, *port, "--database", str(folder / "batarde.db"), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, cwd=folder)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://" in line, "the server did not start"
        yield line.split()[-1].replace("localhost", "127.0.0.1")
    finally:
        process.terminate()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def aside(work: Coroutine[Any, Any, T], meanwhile: Callable[[], None] | None = None) -> T:
    """Run *work* in a loop of its own: the browser's driver keeps the one of this thread busy.

    *meanwhile* is done over and over: who stands between a page and the server must be let to.
    """
    done: list[T] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            done.append(asyncio.run(work))
        except BaseException as fault:  # noqa: BLE001 - handed on to the caller
            faults.append(fault)

    thread = threading.Thread(target=run)
    thread.start()
    while meanwhile and thread.is_alive():
        meanwhile()
    thread.join()
    if faults:
        raise faults[0]
    return done[0]


class Progress(msgspec.Struct):
    """How far a game has come, as one who plays it sees it."""

    deal: int = 0
    """Which deal it is, counted from 1."""
    is_over: bool = False
    legal: tuple[Action, ...] = ()
    """What we may do now."""
    hand: int = 0
    """How many cards we hold."""

    @property
    def bids(self) -> list[Bid]:
        """The bids that we may make."""
        return [action for action in self.legal if isinstance(action, Bid)]

    @property
    def plays(self) -> list[Play]:
        """The cards that we may play."""
        return [action for action in self.legal if isinstance(action, Play)]


def in_auction(deal: int) -> Callable[[Progress], bool]:
    """Return a test for our turn to bid in a deal."""
    return lambda progress: progress.deal == deal and bool(progress.bids)


def in_play(deal: int) -> Callable[[Progress], bool]:
    """Return a test for our turn to play in a deal."""
    return lambda progress: progress.deal == deal and bool(progress.plays)


def play_until(
    url: str,
    settings: Settings,
    stop: Callable[[Progress], bool],
    *,
    name: str = "Ada",
    cookie: str = "",
    level: str = "simple",
) -> tuple[str, str]:
    """Play against bots as far as *stop*, without a browser; return the table and our cookie."""
    return aside(_play_until(url, settings, stop, name, cookie, level))


def last_game(url: str, cookie: str) -> str:
    """Return the id of the last game of the person with this cookie."""
    asked = Request(f"{url}/api/games?mine=1", headers={"Cookie": f"{COOKIE}={cookie}"})
    with urlopen(asked) as answer:
        return str(json.load(answer)["games"][0]["id"])


async def _play_until(
    url: str,
    settings: Settings,
    stop: Callable[[Progress], bool],
    name: str,
    cookie: str,
    level: str,
) -> tuple[str, str]:
    client = await Client.enter(url, name, cookie)
    made = await client.make_table(settings, [level] * (settings.players - 1), start=True)
    await _play(client, made.id, stop)
    await client.close()
    return made.id, client.cookie


class _Silent(Client):
    """Plays for somebody whose browser gives the shares."""

    def _take_part(self) -> None:
        """Leave that to the browser."""


def play_beside(
    url: str,
    table: str,
    cookie: str,
    stop: Callable[[Progress], bool],
    meanwhile: Callable[[], None],
) -> None:
    """Play as far as *stop* for somebody who is at the table with a browser, and looks on."""
    aside(_play_beside(url, table, cookie, stop), meanwhile)


async def _play_beside(url: str, table: str, cookie: str, stop: Callable[[Progress], bool]) -> None:
    client = await _Silent.enter(url, "", cookie)
    await _play(client, table, stop)
    await client.close()


async def _play(client: Client, table: str, stop: Callable[[Progress], bool]) -> None:
    progress = Progress()
    client.listeners.append(lambda message: _follow(progress, message, client))
    await client.join(table)
    while not stop(progress):
        if PASS in progress.legal:
            client.act(PASS)  # a bot has doubled us
            progress.legal = ()
        elif progress.bids or progress.plays:
            low = min(progress.bids, key=lambda bid: bid.tricks, default=None)
            client.act(low or progress.plays[0])
            progress.legal = ()
        await client.wait_for(lambda _message: True)


def _follow(progress: Progress, message: ServerMessage, client: Client) -> None:
    if isinstance(message, Snapshot) and message.view is not None:
        progress.deal = message.view.number + 1
        progress.hand = len(message.view.hand)
    if isinstance(message, Happened):
        for event in message.events:
            if isinstance(event, DealBegan):
                progress.deal = event.number + 1
                progress.hand = event.cards
            progress.hand -= isinstance(event, CardPlayed) and event.seat == client.seat
            progress.is_over = progress.is_over or isinstance(event, GameEnded)
    if isinstance(message, Snapshot | Happened):
        progress.legal = client.legal
