"""Bots think elsewhere, in time, and through the same door; one that fails costs one move."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest

from batarde.rules.actions import Action
from batarde.rules.deal import Deal
from batarde.rules.views import View
from batarde.server import thinkers as module
from batarde.server.rooms import Room
from batarde.server.seatbots import Manners, SeatBots
from batarde.server.thinkers import Thinkers, sensible_move
from batarde.table import commands as do
from tests.server.test_rooms import GRACE, Place

VIEW = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32)).view(0)
AT_ONCE = Manners((0, 0), (0, 0), (0, 0), (0, 0))


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    made = Thinkers(seconds=2.0)
    yield made
    made._restart()


def late(*_anything: Any) -> Action:
    time.sleep(60)
    raise AssertionError


def dead(*_anything: Any) -> Action:
    os._exit(1)


def absurd(*_anything: Any) -> Action:
    return "nonsense"  # type: ignore[return-value]


def broken(*_anything: Any) -> Action:
    raise RuntimeError("no idea")


async def test_a_bot_answers_from_another_process(thinkers: Thinkers) -> None:
    assert await thinkers.choose("simple", VIEW, b"") in VIEW.legal
    assert await thinkers.choose("random", VIEW, bytes(32)) in VIEW.legal
    assert thinkers.mishaps == 0


async def test_a_bot_that_nobody_knows_is_replaced(thinkers: Thinkers) -> None:
    assert await thinkers.choose("nobody", VIEW, b"") == sensible_move(VIEW)
    assert thinkers.mishaps == 1


@pytest.mark.parametrize("how", [dead, absurd, broken], ids=["dies", "nonsense", "breaks"])
async def test_a_bot_that_fails_is_replaced_for_a_move(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, how: Any
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(module, "_answer", how)
        assert await thinkers.choose("simple", VIEW, b"") == sensible_move(VIEW)
    assert thinkers.mishaps == 1
    assert await thinkers.choose("simple", VIEW, b"") in VIEW.legal
    assert thinkers.mishaps == 1


async def test_a_late_bot_is_stopped_and_the_others_go_on(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    await thinkers.choose("simple", VIEW, b"")
    thinkers._seconds = 0.3
    with monkeypatch.context() as patch:
        patch.setattr(module, "_answer", late)
        waiting = [asyncio.create_task(thinkers.choose("simple", VIEW, b"")) for _ in range(3)]
        assert await asyncio.gather(*waiting) == [sensible_move(VIEW)] * 3
    thinkers._seconds = 2.0
    mishaps = thinkers.mishaps
    assert await thinkers.choose("simple", VIEW, b"") in VIEW.legal
    assert thinkers.mishaps == mishaps


async def warmed(thinkers: Thinkers) -> None:
    """Let the pool's process start, and read this file."""
    thinkers._seconds = 30.0
    await thinkers.choose("simple", VIEW, b"")
    thinkers._seconds = 2.0


def slow(level: str, *_anything: Any) -> Action:
    time.sleep(0.25)
    return VIEW.legal[0]


async def test_the_time_of_a_bot_runs_from_when_it_begins_to_think(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_answer", slow)
    await warmed(thinkers)
    thinkers._seconds = 1.0
    answers = await asyncio.gather(*(thinkers.choose("simple", VIEW, b"") for _ in range(8)))
    assert answers == [VIEW.legal[0]] * 8  # the last of them waited for almost two seconds
    assert thinkers.mishaps == 0


async def test_a_bot_does_not_wait_for_its_turn_for_ever(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_answer", slow)
    await warmed(thinkers)
    thinkers._wait = 0.1
    first = asyncio.create_task(thinkers.choose("simple", VIEW, b""))
    await asyncio.sleep(0)
    assert await thinkers.choose("simple", VIEW, b"") == sensible_move(VIEW)
    assert await first == VIEW.legal[0]
    assert thinkers.mishaps == 1


async def test_who_gives_up_does_not_cost_the_next_one_its_time(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_answer", slow)
    await warmed(thinkers)
    thinkers._seconds = 1.0
    given_up = [asyncio.create_task(thinkers.choose("simple", VIEW, b"")) for _ in range(4)]
    await asyncio.sleep(0.05)
    for task in given_up:
        task.cancel()
    assert await thinkers.choose("simple", VIEW, b"") == VIEW.legal[0]
    assert thinkers.mishaps == 0


async def test_a_late_bot_costs_those_who_wait_nothing(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    await thinkers.choose("simple", VIEW, b"")
    thinkers._seconds = 0.3
    with monkeypatch.context() as patch:
        patch.setattr(module, "_answer", late)
        hanging = asyncio.create_task(thinkers.choose("simple", VIEW, b""))
        await asyncio.sleep(0.05)
    waiting = asyncio.create_task(thinkers.choose("random", VIEW, bytes(32)))
    assert await hanging == sensible_move(VIEW)
    assert await waiting in VIEW.legal
    assert thinkers.mishaps == 1


# At a table


class Ready(Thinkers):
    """Answers at once, and counts."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int | None] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def choose(self, level: str, view: View, seed: bytes) -> Action:
        self.asked.append(view.seat)
        await self.gate.wait()
        return sensible_move(view)


class BotPlace(Place):
    """A room with bots."""

    def furnish(self, thinkers: Thinkers) -> "BotPlace":
        self.bots = SeatBots(self.room, thinkers, AT_ONCE)
        self.room.on_close.append(self.bots.close)
        return self

    async def settle(self) -> None:
        for _ in range(50):
            await asyncio.sleep(0)


async def test_bots_play_until_a_person_is_asked() -> None:
    place = BotPlace(people=[0]).furnish(Ready())
    place.come(0)
    place.start()
    await place.settle()
    assert place.turn == 0
    place.room.close()


async def test_a_bot_whose_person_came_back_and_left_again_is_asked_again() -> None:
    thinkers = Ready()
    place = BotPlace(people=[0, 1]).furnish(thinkers)
    guests = place.all_come()
    place.start()
    await place.settle()
    assert place.turn == 1
    thinkers.gate.clear()  # the bot will think
    place.room.leave(guests[1])
    place.clock.advance(GRACE)
    await asyncio.sleep(0)
    back = place.come(1)
    thinkers.gate.set()
    await place.settle()
    assert thinkers.asked == [1]
    assert place.state.running.turn == 1  # its answer came too late
    place.room.leave(back)
    place.clock.advance(GRACE)
    await place.settle()
    assert thinkers.asked[:2] == [1, 1]
    assert place.state.running.deal.calls
    place.room.close()


async def test_bots_do_nothing_while_the_game_is_paused_or_the_room_closed() -> None:
    thinkers = Ready()
    place = BotPlace(people=[0]).furnish(thinkers)
    place.come(0)
    place.do(0, do.Start(fill="simple"))
    place.do(0, do.Pause())
    await place.settle()
    assert thinkers.asked == []
    place.do(0, do.Resume())
    place.room.close()
    place.bots.look()
    await place.settle()
    assert place.state.running.deals == () or not place.state.running.deal.calls


def test_a_room_needs_no_bots() -> None:
    assert Room(Place().clock).guests == {}
