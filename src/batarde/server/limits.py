"""How much one connection, one person, one address and all together may ask for."""

import time
from collections.abc import Callable
from typing import Final

import msgspec

__all__ = ["UNLIMITED", "Bucket", "Buckets", "Limits", "limits_with"]

Seconds = Callable[[], float]
"""Tells the time, in seconds from any moment; it never goes back."""


class Limits(msgspec.Struct, frozen=True):
    """The limits of a server; zero turns a rate limit off."""

    message_bytes: int = 8_192
    messages_per_second: float = 30.0
    message_burst: int = 90
    talk_per_second: float = 0.5
    talk_burst: int = 5
    hints_per_second: float = 1.0
    """Of one person: the coach has to think."""
    hint_burst: int = 12
    joins_per_second: float = 1.0
    """Of one person: a join may be answered with a whole table."""
    join_burst: int = 20
    connections: int = 20_000
    connections_per_address: int = 200
    """At once; behind a trusted proxy: its sockets and its requests in progress."""
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
    head_bytes: int = 16_384
    """The first line of a request and all its headers."""
    body_bytes: int = 16_384
    head_seconds: float = 10.0
    """How long the head of a request may take to arrive, from the first byte or the connection."""
    body_seconds: float = 20.0
    """How long its body may take."""
    answer_seconds: float = 20.0
    """How long a receiver may take nothing of an answer."""
    idle_seconds: float = 5.0
    """How long a connection stays open for another request."""
    pipelined_requests: int = 8
    """Requests of one connection that wait for an answer before them."""
    tries_per_second: float = 0.1
    """Look-ups of tables and games that are not there, from one address."""
    try_burst: int = 20
    new_tables_per_second: float = 0.5
    """From one address."""
    new_table_burst: int = 20
    listed_tables: int = 3
    """Of one person, in the lobby."""


UNLIMITED: Final = Limits(
    messages_per_second=0,
    talk_per_second=0,
    hints_per_second=0,
    joins_per_second=0,
    connections_per_address=20_000,
    connections_per_person=20_000,
    upgrades_per_second=0,
    new_sessions_per_second=0,
    requests_per_second=0,
    new_tables_per_second=0,
    tries_per_second=0,
    listed_tables=1_000,
)
"""For measuring: no rates, any number of connections."""
_LARGEST: Final = 1 << 40


def limits_with(changes: dict[str, str], limits: Limits) -> Limits:
    """Return *limits* with some of them set to other numbers.

    >>> limits_with({"join_burst": "3"}, Limits()).join_burst
    3

    :raises ValueError: if there is no such limit, or if that is no number for it.
    """
    known = msgspec.structs.asdict(limits)
    for name, text in changes.items():
        if name not in known:
            raise ValueError(f"there is no limit {name!r}; there are {', '.join(known)}")
        kind = type(known[name])
        try:
            known[name] = kind(text)
        except ValueError:
            raise ValueError(f"{name} is a number, not {text!r}") from None
        if not 0 <= known[name] < _LARGEST:
            raise ValueError(f"{name} cannot be {text}")
    return Limits(**known)


class Bucket:
    """A token bucket: *rate* a second, *burst* at once."""

    __slots__ = ("_burst", "_now", "_rate", "_tokens", "_updated")

    def __init__(self, rate: float, burst: int, now: Seconds = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._tokens = float(burst)
        self._updated = now()

    def take(self) -> bool:
        """Return whether there was a token left, and take it."""
        if not self._rate:
            return True
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._updated) * self._rate)
        self._updated = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def give_back(self) -> None:
        """Put a token back that was taken for something that turned out to be harmless."""
        self._tokens = min(self._burst, self._tokens + 1)


class Buckets:
    """A bucket for everybody, by name; who has not been met for long is forgotten."""

    def __init__(
        self, rate: float, burst: int, kept: int = 10_000, now: Seconds = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._kept = kept
        self._now = now
        self._buckets: dict[str, Bucket] = {}

    def take(self, name: str) -> bool:
        """Return whether *name* had a token left, and take it."""
        if not self._rate:
            return True
        bucket = self._buckets.pop(name, None) or Bucket(self._rate, self._burst, self._now)
        self._buckets[name] = bucket
        if len(self._buckets) > self._kept:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take()

    def give_back(self, name: str) -> None:
        """Put a token of *name* back."""
        if name in self._buckets:
            self._buckets[name].give_back()
