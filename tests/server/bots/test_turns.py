"""Turns to think: bots before hints, and no turn is lost."""

import asyncio
from concurrent.futures import Future
from typing import Any

import pytest

from batarde.server.bots.turns import BusyError, Turns

LONG = 1_000.0


class Line:
    """Who wants a turn, and in which order the turns came."""

    def __init__(self, places: int) -> None:
        self.turns = Turns(places)
        self.begun: list[str] = []
        self.works: dict[str, Future[Any]] = {}

    async def think(self, name: str, *, gives_way: bool = False) -> None:
        async with self.turns.turn(LONG, gives_way=gives_way) as run:
            self.begun.append(name)
            self.works[name] = Future()
            await run(self.works[name])

    async def want(self, *names: str) -> "list[asyncio.Task[None]]":
        """Let these ask for a turn; who begins with ``h`` gives way."""
        tasks = [
            asyncio.create_task(self.think(name, gives_way=name.startswith("h"))) for name in names
        ]
        await self.pause()
        return tasks

    async def end(self, name: str) -> None:
        self.works[name].set_result(None)
        await self.pause()

    async def pause(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)


async def test_a_hint_waits_until_no_bot_does() -> None:
    line = Line(1)
    tasks = await line.want("b1", "h1", "h2", "b2", "b3")
    for name in ("b1", "b2", "b3", "h1"):
        await line.end(name)
    assert line.begun == ["b1", "b2", "b3", "h1", "h2"]
    await line.end("h2")
    await asyncio.gather(*tasks)


async def test_a_bot_waits_for_one_hint_at_most() -> None:
    line = Line(1)
    tasks = await line.want("h1", "h2", "b1")
    await line.end("h1")
    assert line.begun == ["h1", "b1"]
    await line.end("b1")
    await line.end("h2")
    await asyncio.gather(*tasks)


async def test_as_many_think_at_once_as_there_are_places() -> None:
    line = Line(2)
    tasks = await line.want("b1", "h1", "b2")
    assert line.begun == ["b1", "h1"]
    for name in ("h1", "b1", "b2"):
        await line.end(name)
    await asyncio.gather(*tasks)


@pytest.mark.parametrize("name", ["b2", "h2"])
async def test_a_turn_that_comes_to_who_has_just_given_up_goes_to_the_next(name: str) -> None:
    line = Line(0)
    second, third = await line.want(name, "h3")
    line.turns._pass_on()  # a turn has ended, and in the same moment
    second.cancel()
    await line.pause()
    assert line.begun == ["h3"]
    await line.end("h3")
    await third


async def test_no_turn_in_all_the_time_is_told() -> None:
    line = Line(1)
    (first,) = await line.want("b1")
    with pytest.raises(BusyError):
        async with line.turns.turn(0.0):
            pass
    await line.end("b1")
    await first
    (again,) = await line.want("h1")  # who gave up has not taken a place away
    await line.end("h1")
    await again
