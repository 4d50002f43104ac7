"""Where the tables of a server write what happens: into its store."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from batarde.server.live.archive import Entries
from batarde.server.live.reading import Told
from batarde.store import Checkpoint, ConflictError, Store
from batarde.table.checkpoints import FORM, packed
from batarde.table.journals import Batch
from batarde.table.state import TableState

__all__ = ["EVENTS_TO_CHECKPOINT", "StoreJournal"]

EVENTS_TO_CHECKPOINT: Final = 500
"""So many events are folded at most, and a batch, when a table is opened: some milliseconds."""
_log = logging.getLogger("batarde.journal")


class StoreJournal:
    """Stores batches, each with what the lobby and the archive need of it, and checkpoints."""

    def __init__(self, store: Store, outrun: Callable[[str], None]) -> None:
        self._store = store
        self._outrun = outrun
        """Is told of a table to which somebody else has written."""
        self._entries = Entries()
        self._kept: dict[str, int] = {}
        """By open table: how many events are in its checkpoint."""

    def append(
        self, state: TableState, batch: Batch, done: Callable[[Exception | None], None]
    ) -> None:
        """Store *batch*, then call *done*; *state* is the table after it."""
        stored = partial(self._stored, state, batch.seq, done)
        self._store.append(self._entries.append_for(state, batch), stored)

    def opened(self, told: Told) -> None:
        """Take up a table where the store left it, and spare the next reader what this one did."""
        self._kept[told.state.id] = told.state.seq - told.folded
        self._keep_if_due(told.state, told.last)

    def forget(self, table: str) -> None:
        """Let go of a table that is closed."""
        self._entries.forget(table)
        self._kept.pop(table, None)

    def _stored(
        self,
        state: TableState,
        last: int,
        done: Callable[[Exception | None], None],
        error: Exception | None,
    ) -> None:
        done(error)
        if error is None:
            self._keep_if_due(state, last)
        elif isinstance(error, ConflictError):
            self._outrun(state.id)

    def _keep_if_due(self, state: TableState, last: int) -> None:
        """Write a checkpoint of what is stored, if the last one is old."""
        if state.seq - self._kept.get(state.id, 0) < EVENTS_TO_CHECKPOINT:
            return
        self._kept[state.id] = state.seq
        self._store.keep(Checkpoint(state.id, last, FORM, packed(state)), _noted)


def _noted(error: Exception | None) -> None:
    if error is not None:  # the next one will do
        _log.warning("a checkpoint could not be kept: %s", error)
