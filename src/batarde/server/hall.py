"""The hall: all rooms of this server, opened when somebody comes and closed when all have gone.

A table that nobody looks at lives in the store alone, so a server starts as fast with a thousand
unfinished games as with none.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Final

import msgspec

from batarde.rules.events import EVERYBODY
from batarde.server.archive import Entries
from batarde.server.rooms import Room
from batarde.server.thinkers import sensible_move
from batarde.store import Store, StoreError
from batarde.table import events as ev
from batarde.table.alarms import Means
from batarde.table.authority import Batch, Clock, Outcome, Table
from batarde.table.decisions import Asker
from batarde.table.settings import Settings
from batarde.table.state import TableState, fold

__all__ = ["Hall", "resolve"]

_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No letter of a table's code can be taken for another."""
_CODE_LENGTH: Final = 6
_IDLE_TIME: Final = 60_000
"""Milliseconds that a room stays open with nobody in it."""

_events = msgspec.json.Decoder(tuple[ev.TableEvent, ...])


class Hall:
    """Finds, opens and makes rooms."""

    def __init__(self, store: Store, clock: Clock, furnish: Callable[[Room], None]) -> None:
        self.rooms: dict[str, Room] = {}
        self._store = store
        self._clock = clock
        self._furnish = furnish
        self._entries = Entries()
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
        return await asyncio.shield(self._opening[table])

    async def make(self, host: Asker, settings: Settings) -> Room:
        """Return a new room with a table of *host*, who has the first seat."""
        code = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH))
        opened = ev.TableOpened(EVERYBODY, settings, host.player)
        seated = ev.PersonSeated(EVERYBODY, 0, host.player, host.name)
        room = self._open(TableState(code), was_away=False)
        await self._recorded(room, opened, seated)
        self.rooms[code] = room
        return room

    def sweep(self) -> None:
        """Close the rooms in which nobody is."""
        for code, room in list(self.rooms.items()):
            is_idle = not room.guests and not room.table.is_busy
            if is_idle and self._clock.now() - room.left_at > _IDLE_TIME:
                room.close()
                self._entries.forget(code)
                del self.rooms[code]

    def close(self) -> None:
        """Close all rooms; their tables stay in the store."""
        for room in self.rooms.values():
            room.close()
        self.rooms.clear()

    async def _open_stored(self, table: str) -> Room | None:
        rows = await self._store.events(table)
        if table in self.rooms:
            return self.rooms[table]
        if not rows:
            return None
        state = TableState(table)
        for row in rows:
            for event in _events.decode(row.events):
                state = fold(state, event, row.at)
        room = self._open(state, was_away=True)
        self.rooms[table] = room
        return room

    def _open(self, state: TableState, *, was_away: bool) -> Room:
        room = Room(self._clock)
        draw = secrets.randbelow
        table = Table(state, self, self._clock, _MEANS, draw, room.publish, is_held=was_away)
        room.open(table)
        self._furnish(room)
        return room

    async def _recorded(self, room: Room, *events: ev.TableEvent) -> None:
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        room.table.record(*events, reply=lambda outcome: resolve(future, outcome))
        error = (await future).error
        if error is not None:
            raise StoreError(error.code.value)

    # The journal of every table

    def append(
        self, state: TableState, batch: Batch, done: Callable[[Exception | None], None]
    ) -> None:
        """Store *batch* with what the lobby and the archive need of it."""
        self._store.append(self._entries.append_for(state, batch), done)


def resolve(future: asyncio.Future[Outcome], outcome: Outcome) -> None:
    """Answer who waits, unless they have stopped waiting."""
    if not future.done():
        future.set_result(outcome)


_MEANS: Final = Means(lambda: secrets.token_bytes(32), sensible_move)
