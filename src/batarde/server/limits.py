"""How much one connection, one person, one address and all together may ask for."""

import time
from typing import Final

import msgspec

__all__ = ["UNLIMITED", "Bucket", "Buckets", "Limits"]


class Limits(msgspec.Struct, frozen=True):
    """The limits of a server; zero turns a rate limit off."""

    message_bytes: int = 8_192
    messages_per_second: float = 30.0
    message_burst: int = 90
    talk_per_second: float = 0.5
    talk_burst: int = 5
    connections: int = 20_000
    connections_per_person: int = 12
    unsent_bytes: int = 1 << 20
    """What may wait for a slow receiver before the connection is dropped."""
    upgrades_per_second: float = 5.0
    """New sockets from one address; when a server comes back, a whole club does so at once."""
    upgrade_burst: int = 100
    new_sessions_per_second: float = 1.0
    """New players from one address."""
    new_session_burst: int = 30
    requests_per_second: float = 20.0
    """HTTP requests from one address; a page with its files is about a dozen."""
    request_burst: int = 200
    body_bytes: int = 16_384
    new_tables_per_second: float = 0.5
    """From one address."""
    new_table_burst: int = 20


UNLIMITED: Final = Limits(
    messages_per_second=0,
    talk_per_second=0,
    connections_per_person=20_000,
    upgrades_per_second=0,
    new_sessions_per_second=0,
    requests_per_second=0,
    new_tables_per_second=0,
)
"""For measuring: no rates, any number of connections."""


class Buckets:
    """A bucket for everybody, by name; who has not been met for long is forgotten."""

    def __init__(self, rate: float, burst: int, kept: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._kept = kept
        self._buckets: dict[str, Bucket] = {}

    def take(self, name: str) -> bool:
        """Return whether *name* had a token left, and take it."""
        if not self._rate:
            return True
        bucket = self._buckets.pop(name, None) or Bucket(self._rate, self._burst)
        self._buckets[name] = bucket
        if len(self._buckets) > self._kept:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take()


class Bucket:
    """A token bucket: *rate* a second, *burst* at once."""

    __slots__ = ("_burst", "_rate", "_tokens", "_updated")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._updated = time.monotonic()

    def take(self) -> bool:
        """Return whether there was a token left, and take it."""
        if not self._rate:
            return True
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._updated) * self._rate)
        self._updated = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
