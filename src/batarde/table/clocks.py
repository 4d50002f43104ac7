"""Time, as a table needs it: it waits by a clock that only runs forward.

A calendar can be set back or forth while a game is played. So waiting is measured by a steady
clock, and the calendar is asked only once, when a table is opened, for the stamps of its events.
"""

from collections.abc import Callable
from typing import Protocol

__all__ = ["Clock", "TableClock", "Timer"]


class Timer(Protocol):
    """A call in the future that can be called off."""

    def cancel(self) -> None:
        """Call it off."""


class Clock(Protocol):
    """A steady clock, and the calendar."""

    def now(self) -> int:
        """Return the milliseconds since some moment: they never go back and never jump."""

    def calendar(self) -> int:
        """Return the milliseconds since 1970, as far as this machine knows."""

    def call_at(self, at: int, call: Callable[[], None]) -> Timer:
        """Call *call* when :meth:`now` is *at*."""


class TableClock:
    """The time of one table while it is open.

    It begins with the calendar, or with the last event if the calendar has been set back since,
    and then runs as steadily as the clock behind it.
    """

    def __init__(self, clock: Clock, last: int) -> None:
        self._clock = clock
        self._ahead = max(clock.calendar(), last) - clock.now()

    def now(self) -> int:
        """Return the time of the table, in milliseconds since 1970."""
        return self._clock.now() + self._ahead

    def call_at(self, at: int, call: Callable[[], None]) -> Timer:
        """Call *call* when the time of the table is *at*."""
        return self._clock.call_at(at - self._ahead, call)
