"""Why a file cannot be opened as a store, in a sentence and under a name."""

import errno
import shutil
import sqlite3
from pathlib import Path
from typing import Final

from batarde.store.base import NoStoreError, Trouble

__all__ = ["not_ours", "trouble_of"]

_BY_SYSTEM: Final = {
    errno.EROFS: Trouble.READ_ONLY,
    errno.EACCES: Trouble.READ_ONLY,
    errno.EPERM: Trouble.READ_ONLY,
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EFBIG: Trouble.FULL,
}
_BY_SQLITE: Final = {
    sqlite3.SQLITE_NOTADB: Trouble.NOT_OURS,
    sqlite3.SQLITE_CORRUPT: Trouble.NOT_OURS,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_BUSY: Trouble.IN_USE,
}
_SENTENCES: Final = {
    Trouble.IN_USE: "another program is writing to it",
    Trouble.NOT_OURS: "it is no database of Bâtarde, or it is damaged",
    Trouble.READ_ONLY: "it may not be written",
    Trouble.FULL: "there is no room left on the disk",
    Trouble.UNREACHABLE: "it cannot be opened",
}
_NEEDED_BYTES: Final = 128 * 1024
_PRIMARY: Final = 0xFF
"""The part of SQLite's extended error codes that says the kind."""


def trouble_of(error: OSError | sqlite3.Error, path: str) -> NoStoreError:
    """Return what *error* means for who wants to open *path*."""
    if isinstance(error, OSError):
        trouble = _BY_SYSTEM.get(error.errno or 0, Trouble.UNREACHABLE)
        detail = error.strerror or str(error)
    else:
        code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
        trouble, detail = _BY_SQLITE.get(code, Trouble.UNREACHABLE), str(error)
        if code == sqlite3.SQLITE_IOERR and _is_full(path):
            trouble = Trouble.FULL
    return NoStoreError(trouble, f"the database {path}: {_SENTENCES[trouble]} ({detail})")


def _is_full(path: str) -> bool:
    """Return whether the disk is too full for the files beside a database.

    SQLite says only that something went wrong if their memory map cannot grow.
    """
    try:
        return shutil.disk_usage(Path(path).absolute().parent).free < _NEEDED_BYTES
    except OSError:
        return False


def not_ours(path: str) -> NoStoreError:
    """Return that *path* is a database of another program."""
    sentence = _SENTENCES[Trouble.NOT_OURS]
    return NoStoreError(Trouble.NOT_OURS, f"the database {path}: {sentence}")
