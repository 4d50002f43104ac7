"""The files of a database: readable by their owner alone, and written by one process.

They hold the secrets of running deals. The lock is on a file of its own, as SQLite locks parts of
the database itself. That file stays when the process ends: removing it could take it from under
the next one.
"""

import logging
import os
import socket
import stat
import sys
from pathlib import Path
from typing import Final

from batarde.store.base import NoStoreError, Trouble

__all__ = ["FileLock", "make_private"]

_PRIVATE: Final = 0o600
_BESIDE: Final = ("", "-wal", "-shm", "-lock")
_log = logging.getLogger("batarde.store")

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30
    """Where the lock is: a locked place cannot be read there, and the name of the holder must."""

    def _lock(file: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """The right to write to a database, held until :meth:`release` or the end of the process."""

    def __init__(self, database: str) -> None:
        """Take the lock.

        :raises NoStoreError: if another has it.
        :raises OSError: if there can be none there.
        """
        self._file = os.open(f"{database}-lock", os.O_RDWR | os.O_CREAT, _PRIVATE)
        try:
            self._take(database)
        except BaseException:
            os.close(self._file)
            raise

    def release(self) -> None:
        """Let go."""
        os.close(self._file)

    def _take(self, database: str) -> None:
        try:
            _lock(self._file)
        except (BlockingIOError, PermissionError):
            holder = self._holder() or "another process"
            message = f"the database {database}: {holder} has it"
            raise NoStoreError(Trouble.IN_USE, message) from None
        me = f"process {os.getpid()} on {socket.gethostname()}\n".encode()
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, me)

    def _holder(self) -> str:
        os.lseek(self._file, 0, os.SEEK_SET)
        return os.read(self._file, 200).decode(errors="replace").strip()


def make_private(database: str) -> None:
    """Make the file of a database if there is none, and let nobody else read what there is.

    SQLite gives the files that it makes beside it the same rights.
    """
    os.close(os.open(database, os.O_RDWR | os.O_CREAT, _PRIVATE))
    for path in (Path(f"{database}{end}") for end in _BESIDE):
        try:
            if stat.S_IMODE(path.stat().st_mode) & ~_PRIVATE:
                path.chmod(_PRIVATE)
        except FileNotFoundError:
            continue
        except PermissionError:
            _log.warning("%s can be read by others, and its rights are not ours to change", path)
