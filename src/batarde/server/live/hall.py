"""The hall: all rooms of this server, opened when somebody comes and closed when all have gone.

A table that nobody looks at lives in the store alone, so a server starts as fast with a thousand
unfinished games as with none.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Final, Protocol

from batarde.server.live.archive import is_closed
from batarde.server.live.asking import asked
from batarde.server.live.journal import StoreJournal
from batarde.server.live.reading import Reader
from batarde.server.live.rooms import Adviser, Room
from batarde.store import Store, StoreError
from batarde.table.actors import SERVER, Person
from batarde.table.alarms import Means
from batarde.table.authority import Table
from batarde.table.clocks import Clock
from batarde.table.notices import Notice, Open, Wait
from batarde.table.settings import Settings
from batarde.table.state import TableState

__all__ = ["CODE_LENGTH", "Hall", "Players"]

_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No letter of a table's code can be taken for another."""
CODE_LENGTH: Final = 8
"""Tables of older versions have 6."""
_IDLE_TIME: Final = 60_000
"""Milliseconds that a room stays open with nobody in it."""
_log = logging.getLogger("batarde.hall")


class Players(Protocol):
    """Who plays for the seats of a table that no person plays."""

    def close(self) -> None:
        """Stop all thinking for this table."""


class Hall:
    """Finds, opens and makes rooms."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        means: Means,
        seat_bots: Callable[[Table], Players],
        coach: Adviser,
    ) -> None:
        self.rooms: dict[str, Room] = {}
        self._store = store
        self._clock = clock
        self._means = means
        self._seat_bots = seat_bots
        self._coach = coach
        self._journal = StoreJournal(store, self._outrun)
        self._reader = Reader(store)
        self._bots: dict[str, Players] = {}
        self._opening: dict[str, asyncio.Task[Room | None]] = {}

    async def room(self, table: str) -> Room | None:
        """Return the room of a table, opened from the store if need be; ``None`` if unknown."""
        table = table.upper()
        if table in self.rooms:
            return self.rooms[table]
        if table not in self._opening:
            # Two people who come at once must meet in one room.
            task = asyncio.create_task(self._open_stored(table))
            self._opening[table] = task
            task.add_done_callback(lambda _task: self._opening.pop(table, None))
        room = await asyncio.shield(self._opening[table])
        is_closed_again = room is not None and self.rooms.get(table) is not room
        return await self.room(table) if is_closed_again else room

    async def make(self, host: Person, settings: Settings) -> Room:
        """Return a new room with a table of *host*, who has the first seat."""
        state = TableState(await self._new_code())
        return await self._open(state, Open(settings, host))

    def sweep(self) -> None:
        """Close the rooms in which nobody is."""
        for code, room in list(self.rooms.items()):
            is_idle = not room.guests and not room.table.is_busy
            if is_idle and self._clock.now() - room.left_at > _IDLE_TIME:
                self._close(code)

    def close(self) -> None:
        """Close all rooms; their tables stay in the store."""
        for code in list(self.rooms):
            self._close(code)

    async def _new_code(self) -> str:
        """Return a code that no table has."""
        while True:
            code = "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))
            if await self._store.table(code) is None:
                return code

    async def _open_stored(self, table: str) -> Room | None:
        entry = await self._store.table(table)
        if entry is None or is_closed(entry, self._clock.calendar()):
            return None
        told = await self._reader.read(table)
        if table in self.rooms:
            return self.rooms[table]
        if told is None:
            return None
        self._journal.opened(told)
        # The clocks wait until somebody is back: the server was away, not the people.
        return await self._open(told.state, Wait())

    async def _open(self, state: TableState, notice: Notice) -> Room:
        """Open a room around a table, whose first news is *notice*."""
        table = Table(state, self._journal, self._clock, self._means)
        room = Room(table, self._clock, self._coach)
        error = (await asked(table, SERVER, notice)).error
        if error is not None:
            room.close()
            self._journal.forget(state.id)
            raise StoreError(error.code.value)
        self.rooms[state.id] = room
        self._bots[state.id] = self._seat_bots(table)
        table.start()
        return room

    def _outrun(self, code: str) -> None:
        """Close the room of a table that has gone on without it; who comes again reads it anew."""
        room = self.rooms.get(code)
        if room is None:
            return  # it was just being opened, and that has failed
        _log.error("somebody else has written to table %s: its room is closed", code)
        self._close(code)
        room.dismiss()

    def _close(self, code: str) -> None:
        self.rooms.pop(code).close()
        self._bots.pop(code).close()
        self._journal.forget(code)
