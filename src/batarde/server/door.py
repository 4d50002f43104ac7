"""The door: how many connections there are, of all and of each address, and who does not go.

A connection counts for its address from the first byte to the last, as a request or as a socket.
A trusted proxy holds connections for many; there each request in progress and each socket counts
for the address that the proxy names.
"""

import asyncio
import logging
import sys
from collections import Counter

from batarde.server.addresses import Proxies, address_key
from batarde.server.limits import Limits

if sys.platform != "win32":  # which has no such limit
    import resource

__all__ = ["Door", "raise_file_limit"]

_OWN_FILES = 200
"""What the server needs beside connections: its database, its bots, the client's files."""
_log = logging.getLogger("batarde.door")


class Door:
    """Every open connection, counted by address."""

    def __init__(self, limits: Limits, proxies: Proxies, connections: int | None = None) -> None:
        self.proxies = proxies
        self._limit = limits.connections_per_address
        self._capacity = limits.connections if connections is None else connections
        self._open: dict[asyncio.WriteTransport, str] = {}
        """Every connection, and what it counts for; nothing, if a trusted proxy holds it."""
        self._counts: Counter[str] = Counter()
        self._closing: set[asyncio.WriteTransport] = set()

    def __len__(self) -> int:
        return len(self._open)

    @property
    def is_full(self) -> bool:
        """Whether there is no room for anybody."""
        return len(self._open) >= self._capacity

    def enter(self, transport: asyncio.WriteTransport, peer: str) -> bool:
        """Return whether *peer* may have another connection, and count it."""
        key = "" if self.proxies.trusts(peer) else address_key(peer)
        if self.is_full or (key and not self.admit(key)):
            return False
        self._open[transport] = key
        return True

    def leave(self, transport: asyncio.WriteTransport) -> None:
        """Forget a connection that has ended."""
        self._closing.discard(transport)
        if key := self._open.pop(transport, ""):
            self.release(key)

    def admit(self, key: str) -> bool:
        """Return whether an address may have something more in progress, and count it."""
        if self._counts[key] >= self._limit:
            return False
        self._counts[key] += 1
        return True

    def release(self, key: str) -> None:
        """Count one less for an address."""
        self._counts[key] -= 1
        if self._counts[key] <= 0:
            del self._counts[key]

    def sweep(self) -> None:
        """Cut off who was told to go before the last sweep: they do not take what is left."""
        closing = {line for line in self._open if line.is_closing()}
        for line in closing & self._closing:
            line.abort()
        self._closing = closing


def raise_file_limit(connections: int) -> int:
    """Let this process have as many files as *connections* need; return how many it can hold.

    Every connection is a file. Systems give a process few of them unless it asks for more.
    """
    if sys.platform == "win32":
        return connections
    needed = connections + _OWN_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return connections
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    except (OSError, ValueError):  # macOS promises more than it gives
        allowed = soft
    if allowed < needed:
        _log.warning(
            "this process may open %d files, so it takes %d connections and not %d; "
            "raise the limit of files (ulimit -Hn, LimitNOFILE) to %d",
            *(allowed, max(allowed - _OWN_FILES, 1), connections, needed),
        )
    return max(min(connections, allowed - _OWN_FILES), 1)
