"""The bots of one room: they see what their seats may see, and act in human time."""

import asyncio
import random
import secrets
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from batarde.rules import events as rules
from batarde.rules.actions import DOUBLE, PASS, READY, Action
from batarde.rules.views import Phase, View
from batarde.server.rooms import Room
from batarde.server.thinkers import Thinkers
from batarde.table.alarms import in_turn
from batarde.table.authority import Outcome
from batarde.table.errors import TableCode
from batarde.table.events import TableEvent
from batarde.table.state import Seat, TableState

__all__ = ["Manners", "SeatBots"]

_SUBSTITUTE: Final = "simple"
"""The level that plays for people who are away."""


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
    """Watches a room and answers for the seats that bots play."""

    def __init__(self, room: Room, thinkers: Thinkers, manners: Manners) -> None:
        self._room = room
        self._thinkers = thinkers
        self._manners = manners
        self._seed = secrets.token_bytes(32)
        self._asked: dict[int, int] = {}
        self._seats: tuple[Seat, ...] = ()
        self._bots: list[int] = []
        """Which of these seats bots play."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False
        room.after_batch.append(lambda batch: self._look(batch.events))

    def look(self) -> None:
        """Look whether a bot has to act, as after opening a stored table."""
        self._look(())

    def close(self) -> None:
        """Stop all thinking for this room."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()

    def _look(self, events: Sequence[TableEvent]) -> None:
        state = self._room.table.state
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
            if self._room.table.legal[seat]:
                self._consider(state, seat, someone_bid=someone_bid, took_trick=took_trick)

    def _consider(
        self, state: TableState, seat: int, *, someone_bid: bool, took_trick: bool
    ) -> None:
        """Ask the bot at *seat*, if there is a question that it has not been asked."""
        view, wait = _question(state, seat, self._manners, may_double=someone_bid)
        changed = self._room.table.changed[seat]
        if view is None or (self._asked.get(seat) == changed and not someone_bid):
            return
        self._asked[seat] = changed
        if took_trick:
            wait += state.settings.trick_pause / 1_000
        level = state.seats[seat].level or _SUBSTITUTE
        task = asyncio.create_task(self._act(seat, level, view, wait, state.seq))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, seat: int, level: str, view: View, wait: float, seq: int) -> None:
        pause = asyncio.create_task(asyncio.sleep(wait))
        action = await self._answer(level, view)
        await pause
        if action != PASS or _may_pass(self._room.table.legal[seat]):
            self._room.table.act_for(seat, action, seq, lambda outcome: self._done(seat, outcome))

    def _done(self, seat: int, outcome: Outcome) -> None:
        """Ask again a little later if the answer could not be stored; the rest is asked anew."""
        if outcome.error is not None and outcome.error.code is TableCode.STORE:
            self._asked.pop(seat, None)
            asyncio.get_running_loop().call_later(1.0, self.look)

    async def _answer(self, level: str, view: View) -> Action:
        if view.legal == (READY,):
            return READY
        return await self._thinkers.choose(level, view, self._seed)


def _may_pass(legal: tuple[Action, ...]) -> bool:
    return PASS in legal


def _question(
    state: TableState, seat: int, manners: Manners, *, may_double: bool
) -> tuple[View | None, float]:
    """Return what the bot at *seat* is asked now, and how long it takes to answer."""
    deal = state.running.deal
    legal = deal.legal_actions(seat)
    view = state.running.view(seat)
    if deal.phase is Phase.READY:
        return view, random.uniform(*manners.ready)
    if deal.turn == seat and not deal.window:
        slow = manners.card if deal.phase is Phase.PLAY else manners.call
        return in_turn(state, seat), random.uniform(*slow)
    if DOUBLE in legal and (seat in deal.window or may_double):
        return replace(view, legal=(PASS, DOUBLE)), random.uniform(*manners.wave)
    return None, 0.0
