"""Reads a table back from the store: from its last checkpoint, or from its first event.

Everybody else waits while events are folded. So that nobody waits long, there is one turn for all
tables that are being opened, and few events are folded in it; and a table that has been played at
for years is read a few rows at a time.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

import msgspec

from batarde.store import Checkpoint, Row, Store, StoreError
from batarde.table import events as ev
from batarde.table.checkpoints import unpacked
from batarde.table.state import TableState, fold

__all__ = ["EVENTS_IN_A_TURN", "Reader", "Told"]

EVENTS_IN_A_TURN: Final = 200
"""After so many events others have their turn; a batch is not divided."""
_ROWS_AT_ONCE: Final = 1_000

_events = msgspec.json.Decoder(tuple[ev.TableEvent, ...])
_log = logging.getLogger("batarde.reading")


class Told(msgspec.Struct, frozen=True):
    """A table as the store tells it."""

    state: TableState
    last: int
    """The number of its last batch."""
    folded: int
    """How many events had to be folded for it."""


class Reader:
    """Reads tables, one slice of one table at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turn = asyncio.Lock()

    async def read(self, table: str) -> Told | None:
        """Return a table as it was left, or ``None`` if nothing ever happened there."""
        kept = await self._store.checkpoint(table)
        state = None if kept is None else unpacked(kept.form, kept.state)
        if kept is not None and state is not None:
            told = await self._read_on(kept, state)
            if told is not None:
                return told
            _log.error("the checkpoint of table %s is not of its log; all is read", table)
        return await self._read_from(TableState(table), 0)

    async def _read_on(self, kept: Checkpoint, state: TableState) -> Told | None:
        """Return a table whose checkpoint led to *state*; ``None`` if its log does not agree."""
        rows = await self._store.events(kept.table, since=kept.last, limit=1)
        if state.id != kept.table or not rows or rows[0].seq != kept.last:
            return None
        if kept.last + len(_events.decode(rows[0].events)) != state.seq:
            return None
        told = await self._read_from(state, kept.last)
        return told or Told(state, kept.last, 0)

    async def _read_from(self, state: TableState, last: int) -> Told | None:
        """Fold all that comes after *state*, whose last batch was *last*; ``None`` if nothing."""
        first = state.seq
        while rows := await self._store.events(state.id, since=state.seq, limit=_ROWS_AT_ONCE):
            done = 0
            while done < len(rows):
                async with self._turn:
                    state, done = _folded(state, rows, done)
                    await asyncio.sleep(0)
            last = rows[-1].seq
        return Told(state, last, state.seq - first) if state.seq > first else None


def _folded(state: TableState, rows: Sequence[Row], done: int) -> tuple[TableState, int]:
    """Return *state* after some more of *rows*, and how many of them are done then.

    :raises StoreError: if they do not follow it.
    """
    end = state.seq + EVENTS_IN_A_TURN
    while done < len(rows) and state.seq < end:
        row = rows[done]
        if row.seq != state.seq:
            raise StoreError(f"table {state.id} has no event {state.seq}, but {row.seq}")
        for event in _events.decode(row.events):
            state = fold(state, event, row.at)
        done += 1
    return state, done
