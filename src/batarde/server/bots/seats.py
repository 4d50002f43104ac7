"""The bots of one table: they see what their seats may see, and act in human time."""

import asyncio
import random
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from batarde.bots import SUBSTITUTE
from batarde.rules import events as rules
from batarde.rules.actions import DOUBLE, PASS, READY, Action
from batarde.rules.questions import double_question, question
from batarde.rules.views import Phase, View
from batarde.server.bots.thinkers import Thinkers
from batarde.table import commands as do
from batarde.table.actors import Bot
from batarde.table.answers import Outcome
from batarde.table.authority import Table
from batarde.table.errors import TableCode
from batarde.table.events import TableEvent
from batarde.table.state import Seat, TableState

if TYPE_CHECKING:
    from batarde.table.clocks import Timer

__all__ = ["Manners", "SeatBots"]

_RETRY_TIME: Final = 1_000
"""Milliseconds until a bot is asked again whose answer was not taken."""


class Manners(msgspec.Struct, frozen=True):
    """How long bots take, in seconds: nobody likes a table where four cards fall at once."""

    call: tuple[float, float] = (0.9, 1.8)
    card: tuple[float, float] = (0.5, 1.1)
    ready: tuple[float, float] = (0.2, 0.8)
    wave: tuple[float, float] = (0.3, 0.9)

    def slower(self, times: float) -> "Manners":
        """Return manners that take *times* as long; 0 makes the bots answer at once."""
        spans = ((low * times, high * times) for low, high in msgspec.structs.astuple(self))
        return Manners(*spans)


class SeatBots:
    """Watches a table and answers for the seats that bots play."""

    def __init__(self, table: Table, thinkers: Thinkers, manners: Manners) -> None:
        self._table = table
        self._thinkers = thinkers
        self._manners = manners
        self._seed = secrets.token_bytes(32)
        self._asked: dict[int, int] = {}
        self._seats: tuple[Seat, ...] = ()
        self._bots: list[int] = []
        """Which of these seats bots play."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._retry: Timer | None = None
        self._is_closed = False
        table.subscribe(lambda batch: self._look(batch.events))

    def look(self) -> None:
        """Look whether a bot has to act, whatever has just happened."""
        self._look(())

    def close(self) -> None:
        """Stop all thinking for this table."""
        self._is_closed = True
        if self._retry is not None:
            self._retry.cancel()
        for task in self._tasks:
            task.cancel()

    def _look(self, events: Sequence[TableEvent]) -> None:
        state = self._table.state
        if self._seats is not state.seats:
            self._seats = state.seats
            self._bots = [
                seat for seat, sitter in enumerate(state.seats) if sitter.is_played_by_bot
            ]
        bots = self._bots
        if not bots and not self._asked:
            return
        if any(seat not in bots for seat in self._asked):
            # What a bot was asked before a person took its seat, it has to be asked again.
            self._asked = {seat: asked for seat, asked in self._asked.items() if seat in bots}
        if (
            self._is_closed
            or not bots
            or not state.is_playing
            or state.is_paused
            or not state.running.deals
        ):
            return
        someone_bid = any(isinstance(event, rules.BidMade) for event in events)
        took_trick = any(isinstance(event, rules.TrickTaken) for event in events)
        for seat in bots:
            if self._table.fresh.legal[seat]:
                self._consider(state, seat, someone_bid=someone_bid, took_trick=took_trick)

    def _consider(
        self, state: TableState, seat: int, *, someone_bid: bool, took_trick: bool
    ) -> None:
        """Ask the bot at *seat*, if there is a question that it has not been asked."""
        view, wait = _question(state, seat, self._manners, may_double=someone_bid)
        changed = self._table.fresh.changed[seat]
        if view is None or (self._asked.get(seat) == changed and not someone_bid):
            return
        self._asked[seat] = changed
        if took_trick:
            wait += state.settings.trick_pause / 1_000
        level = state.seats[seat].level or SUBSTITUTE
        task = asyncio.create_task(self._act(seat, level, view, wait, state.seq))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, seat: int, level: str, view: View, wait: float, seq: int) -> None:
        """Choose for *seat*, and act when a person would have."""
        waited = asyncio.Event()
        timer = self._table.clock.call_at(self._table.clock.now() + round(1_000 * wait), waited.set)
        try:
            action = await self._answer(level, view)
            await waited.wait()
        finally:
            timer.cancel()
        if action != PASS or PASS in self._table.fresh.legal[seat]:
            command = do.Act(seq=seq, action=action)
            self._table.submit(Bot(seat), command, lambda outcome: self._done(seat, outcome))

    def _done(self, seat: int, outcome: Outcome) -> None:
        """Ask again a little later if the answer was not taken; what is stale is asked anew."""
        if outcome.error is None or outcome.error.code is TableCode.STALE:
            return
        self._asked.pop(seat, None)
        if self._retry is not None:
            self._retry.cancel()
        clock = self._table.clock
        self._retry = clock.call_at(clock.now() + _RETRY_TIME, self.look)

    async def _answer(self, level: str, view: View) -> Action:
        if view.legal == (READY,):
            return READY
        return await self._thinkers.choose(level, view, self._seed)


def _question(
    state: TableState, seat: int, manners: Manners, *, may_double: bool
) -> tuple[View | None, float]:
    """Return what the bot at *seat* is asked now, and how long it takes to answer."""
    asked = question(state.running, seat)
    if asked is None and may_double:
        asked = double_question(state.running, seat)
    if asked is None:
        return None, 0.0
    slow = manners.card if asked.phase is Phase.PLAY else manners.call
    if asked.phase is Phase.READY:
        slow = manners.ready
    elif DOUBLE in asked.legal:
        slow = manners.wave
    return asked, random.uniform(*slow)
