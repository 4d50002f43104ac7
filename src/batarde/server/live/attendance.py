"""Makes a table agree with who is there.

Who drops keeps the seat; after the grace time a bot plays for them. A host who is gone for as long
hands the table on. When nobody who plays is left, the game waits for them.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from batarde.table.actors import SERVER
from batarde.table.answers import Outcome
from batarde.table.authority import Table
from batarde.table.clocks import Clock, Timer
from batarde.table.notices import GoOn, HandOn, Notice, Return, TakeOver, Wait

__all__ = ["Attendance"]

_RETRY_TIME: Final = 1_000
"""Milliseconds until something that could not be stored is looked at again."""


class Attendance:
    """Gives the table notice of who is here and who is not.

    It looks at how things are, not at what has just happened, so it can be asked at any time: after
    a change that came while another was being stored, or when the store had failed.
    """

    def __init__(self, table: Table, clock: Clock, present: Callable[[], set[str]]) -> None:
        self._table = table
        self._clock = clock
        self._present = present
        """Returns the ids of the people who are connected."""
        self._had_people = False
        """Whether anybody who plays has been here: a game may start before its host connects."""
        self._leaving: dict[str, Timer] = {}
        """By player: when a bot takes over."""
        self._succession: Timer | None = None
        """When somebody else becomes the host."""
        self._retry: Timer | None = None

    def settle(self) -> None:
        """Let the table go on for those who are here, and wait if nobody is."""
        state, seats = self._table.state, self.seats()
        self._expect_host(seats)
        if not state.is_playing:
            return
        if self._is_attended():
            self._had_people = True
            self._welcome(seats)
            self._expect(seats)
        elif self._had_people:
            self._notify(Wait())

    def seats(self) -> set[int]:
        """Return the seats of the people who are here."""
        present = self._present()
        return {n for n, seat in enumerate(self._table.state.seats) if seat.player in present}

    def _is_attended(self) -> bool:
        """Return whether anybody is here who plays, or will with the next deal."""
        present, state = self._present(), self._table.state
        will_play = {promise.player for promise in state.promised}
        return bool(present & will_play) or any(seat.player in present for seat in state.seats)

    def close(self) -> None:
        """Stop every timer."""
        for timer in (*self._leaving.values(), self._succession, self._retry):
            if timer is not None:
                timer.cancel()

    def _welcome(self, seats: set[int]) -> None:
        """Give who is back their seats, and let a game go on that waited for anybody."""
        state = self._table.state
        for seat in sorted(seats):
            if state.seats[seat].away:
                self._notify(Return(seat))
        if state.is_paused and not state.paused_by:
            self._notify(GoOn())

    def _expect(self, here: set[int]) -> None:
        """Give everybody who is not here the grace time, and nobody else."""
        settings, seats = self._table.state.settings, self._table.state.seats
        absent = {
            sitter.player
            for seat, sitter in enumerate(seats)
            if sitter.kind == "person" and not sitter.away and seat not in here
        }
        for player in self._leaving.keys() - absent:
            self._leaving.pop(player).cancel()
        at = self._clock.now() + settings.grace
        for player in absent - self._leaving.keys():
            self._leaving[player] = self._clock.call_at(at, partial(self._gone, player))

    def _gone(self, player: str) -> None:
        """Let a bot play for somebody whose grace time is over."""
        self._leaving.pop(player, None)
        seat = self._table.state.seat_of(player)
        if seat is not None and seat not in self.seats() and self._is_attended():
            self._notify(TakeOver(seat))

    def _expect_host(self, here: set[int]) -> None:
        """Give a host who is not here the grace time, between games too: only they can start."""
        is_needed = bool(here) and not self._has_host()
        if not is_needed and self._succession is not None:
            self._succession.cancel()
            self._succession = None
        elif is_needed and self._succession is None:
            at = self._clock.now() + self._table.state.settings.grace
            self._succession = self._clock.call_at(at, self._hand_on)

    def _hand_on(self) -> None:
        """Make the first person who is here the host; one who only watches stays it."""
        self._succession = None
        here = self.seats()
        if here and not self._has_host():
            self._notify(HandOn(self._table.state.seats[min(here)].player))

    def _has_host(self) -> bool:
        return self._table.state.host in self._present()

    def _notify(self, notice: Notice) -> None:
        self._table.submit(SERVER, notice, self._noted)

    def _noted(self, outcome: Outcome) -> None:
        """Look again a little later if it could not be stored."""
        if outcome.error is not None:
            if self._retry is not None:
                self._retry.cancel()
            self._retry = self._clock.call_at(self._clock.now() + _RETRY_TIME, self.settle)
