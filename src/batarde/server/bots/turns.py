"""Turns to think: so many at once, those that a game waits for before those that it does not."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["BusyError", "Runner", "Turns"]

Runner = Callable[["Future[Any]"], Awaitable[Any]]


class BusyError(Exception):
    """No turn came in all the time that could be waited for one."""


class Turns:
    """So many may think at once. The others wait, and their clocks have not begun to run.

    A turn ends with its work, not with whoever waited for it: that may have given up.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._giving_way: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def turn(self, seconds: float, *, gives_way: bool = False) -> AsyncIterator[Runner]:
        """Wait for a turn, at most so long; it gives what waits for the work that is done in it.

        Who *gives_way* gets one when nobody else waits.

        :raises BusyError: if none came.
        """
        try:
            async with asyncio.timeout(seconds):
                await self._begin(self._giving_way if gives_way else self._waiting)
        except TimeoutError:
            raise BusyError(f"no turn in {seconds:g} s") from None
        begun: list[Future[Any]] = []

        def run(work: "Future[Any]") -> Awaitable[Any]:
            begun.append(work)
            return asyncio.wrap_future(work)

        try:
            yield run
        finally:
            self._end(begun)

    async def _begin(self, line: "deque[asyncio.Future[None]]") -> None:
        if self._free:  # then nobody waits
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._pass_on()  # it had come, just when it was given up
            raise

    def _pass_on(self) -> None:
        """Give a place that has become free to the first who waits for one."""
        for line in (self._waiting, self._giving_way):
            while line:
                place = line.popleft()
                if not place.done():
                    place.set_result(None)
                    return
        self._free += 1

    def _end(self, begun: "Sequence[Future[Any]]") -> None:
        loop = asyncio.get_running_loop()

        def done(_work: "Future[Any]") -> None:
            with suppress(RuntimeError):  # the loop has ended, and everything with it
                loop.call_soon_threadsafe(self._pass_on)

        if begun:
            begun[-1].add_done_callback(done)  # called at once if it is done
        else:
            self._pass_on()
