"""The event loop's clock, in milliseconds: it never goes back, whatever the calendar does."""

import asyncio
import time
from collections.abc import Callable

from batarde.table.clocks import Timer

__all__ = ["LoopClock"]


class LoopClock:
    """Tells the time and rings in the running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def now(self) -> int:
        """Return the milliseconds of the loop."""
        return int(self._loop.time() * 1_000)

    def calendar(self) -> int:
        """Return the milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def call_at(self, at: int, call: Callable[[], None]) -> Timer:
        """Call *call* when :meth:`now` is *at*."""
        return self._loop.call_at(at / 1_000, call)
