"""Where the tables of a server write what happens: into its store."""

from collections.abc import Callable

from batarde.server.live.archive import Entries
from batarde.store import Store
from batarde.table.journals import Batch
from batarde.table.state import TableState

__all__ = ["StoreJournal"]


class StoreJournal:
    """Stores batches, each with what the lobby and the archive need of it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._entries = Entries()

    def append(
        self, state: TableState, batch: Batch, done: Callable[[Exception | None], None]
    ) -> None:
        """Store *batch*, then call *done*; *state* is the table after it."""
        self._store.append(self._entries.append_for(state, batch), done)

    def forget(self, table: str) -> None:
        """Let go of a table that is closed."""
        self._entries.forget(table)
