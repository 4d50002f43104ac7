"""From what an operator writes after ``--database`` to a store.

A path, ``sqlite:///relative/path``, ``sqlite:////absolute/path``, or ``:memory:`` for a store that
is gone with its process.
"""

from pathlib import Path
from typing import Final
from urllib.parse import unquote

from batarde.store.base import Store
from batarde.store.sqlite import MEMORY, SqliteStore
from batarde.store.troubles import trouble_of

__all__ = ["open_store", "path_in"]

_SQLITE: Final = "sqlite:///"


def open_store(url: str) -> Store:
    """Return the store at *url*, made if there is none yet.

    :raises ValueError: if there is no store of this kind.
    :raises NoStoreError: if there is, and it cannot be opened.
    """
    path = path_in(url)
    if path == MEMORY:
        return SqliteStore(MEMORY)
    try:
        Path(path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise trouble_of(error, path) from error
    return SqliteStore(path)


def path_in(url: str) -> str:
    """Return the path that *url* names.

    :raises ValueError: if it names something else than a file.

    >>> path_in("sqlite:////var/lib/batarde.db"), path_in("here.db")
    ('/var/lib/batarde.db', 'here.db')
    """
    scheme, mark, _ = url.partition("://")
    if not mark:
        path = url
    elif url.startswith(_SQLITE):
        path = unquote(url.removeprefix(_SQLITE))
    else:
        raise ValueError(f"there is no store for {scheme}://: give a file, or {_SQLITE}FILE")
    if not path:
        raise ValueError("the database needs the name of a file")
    return path
