"""Tries: a table's code is a key, so nobody may try many.

An address may ask for so many tables and games that are not there; then it has to wait, and is
told so without a look. What has been found from an address may be asked for again at any time:
players who come back are not locked out by a neighbour who guesses.
"""

from batarde.server.limits import Buckets, Limits

__all__ = ["Tries"]

_KEPT = 50_000
_LONGEST = 64


class Tries:
    """What each address has tried and found."""

    def __init__(self, limits: Limits) -> None:
        self._failures = Buckets(limits.tries_per_second, limits.try_burst)
        self._found: dict[tuple[str, str], None] = {}

    def begin(self, address: str, name: str) -> bool:
        """Return whether *address* may ask for *name*; until it is found this counts as a failure.

        It counts at once, so that a thousand questions at the same moment are no way around.
        """
        return (address, name[:_LONGEST]) in self._found or self._failures.take(address)

    def found(self, address: str, name: str) -> None:
        """Note that *name* is there, which was no failure."""
        key = address, name[:_LONGEST]
        if key not in self._found:
            self.forgive(address)
        self._found.pop(key, None)
        self._found[key] = None
        if len(self._found) > _KEPT:
            del self._found[next(iter(self._found))]

    def forgive(self, address: str) -> None:
        """Take back that a try counted: it is not known whether it failed."""
        self._failures.give_back(address)
