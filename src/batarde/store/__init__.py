"""Where tables keep what happened: events on disk before anybody sees them.

A store knows rows, not the game: batches of events as bytes, people by the hash of their secret,
finished games as text. :class:`~.base.Store` is the door and :func:`~.opening.open_store` opens it;
:mod:`.sqlite` stands behind it, and another database can: ``tests/store/conformance.py`` says what
it has to pass.
"""

from batarde.store.base import (
    Checkpoint,
    ConflictError,
    GameRow,
    NoStoreError,
    PlayerRow,
    Row,
    Store,
    StoreError,
    TableRow,
    Trouble,
)
from batarde.store.opening import open_store
from batarde.store.sqlite import SqliteStore

__all__ = [
    "Checkpoint",
    "ConflictError",
    "GameRow",
    "NoStoreError",
    "PlayerRow",
    "Row",
    "SqliteStore",
    "Store",
    "StoreError",
    "TableRow",
    "Trouble",
    "open_store",
]
