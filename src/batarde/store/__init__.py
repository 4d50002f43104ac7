"""Where tables keep what happened: events on disk before anybody sees them.

A store knows rows, not the game: batches of events as bytes, people by the hash of their secret,
finished games as text. :class:`~.base.Store` is the door; :mod:`.sqlite` stands behind it, and
another database can.
"""

from batarde.store.base import GameRow, PlayerRow, Row, Store, StoreError, TableRow
from batarde.store.sqlite import SqliteStore

__all__ = ["GameRow", "PlayerRow", "Row", "SqliteStore", "Store", "StoreError", "TableRow"]
