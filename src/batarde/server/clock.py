"""The event loop's clock, in the milliseconds of the calendar."""

import asyncio
import time
from collections.abc import Callable

from batarde.table.authority import Timer

__all__ = ["LoopClock"]


class LoopClock:
    """Tells the time and rings in the running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def now(self) -> int:
        """Return the milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def call_at(self, at: int, call: Callable[[], None]) -> Timer:
        """Call *call* when the time is *at*."""
        return self._loop.call_later(max(0, at - self.now()) / 1_000, call)
