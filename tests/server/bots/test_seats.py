"""Bots think elsewhere, in time, and through the same door; one that fails costs one move."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from batarde.rules.actions import Action
from batarde.rules.views import View
from batarde.server.bots import thinkers as module
from batarde.server.bots.seats import Manners, SeatBots
from batarde.server.bots.thinkers import Thinkers, sensible_move
from batarde.table import commands as do
from tests.server.bots.patience import LONG, VIEW, Ahead, answer_at_the_gate, begun
from tests.server.live.test_rooms import GRACE, Place

AT_ONCE = Manners((0, 0), (0, 0), (0, 0), (0, 0))


@pytest.fixture
async def thinkers(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Thinkers]:
    monkeypatch.setattr(module, "_FIRST_GRACE", 10 * LONG)
    made = Thinkers(seconds=LONG)
    yield made
    made._restart()


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
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clock = Ahead(monkeypatch)
    thinkers._wait = 10 * LONG
    gates = [tmp_path / f"{number}" for number in range(3)]
    with monkeypatch.context() as patch:
        patch.setattr(module, "_answer", answer_at_the_gate)
        waiting = [asyncio.create_task(thinkers.choose(str(gate), VIEW, b"")) for gate in gates]
        for gate, answer in zip(gates, waiting, strict=True):
            await begun(gate, answer)
            await clock.advance(1.1 * LONG)
            assert await answer == sensible_move(VIEW)
    assert thinkers.mishaps == 3
    assert await thinkers.choose("simple", VIEW, b"") in VIEW.legal
    assert thinkers.mishaps == 3


async def test_the_time_of_a_bot_runs_from_when_it_begins_to_think(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "_answer", answer_at_the_gate)
    clock = Ahead(monkeypatch)
    thinkers._wait = 10 * LONG
    gates = [tmp_path / f"{number}" for number in range(4)]
    asked = [asyncio.create_task(thinkers.choose(str(gate), VIEW, b"")) for gate in gates]
    for gate, answer in zip(gates, asked, strict=True):
        await begun(gate, answer)
        await clock.advance(0.6 * LONG)  # the last of them waits for 1.8 times what it may take
        gate.touch()
        assert await answer == VIEW.legal[0]
    assert thinkers.mishaps == 0


async def test_a_bot_does_not_wait_for_its_turn_for_ever(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "_answer", answer_at_the_gate)
    clock = Ahead(monkeypatch)
    thinkers._wait = 0.5 * LONG
    gate = tmp_path / "gate"
    first = asyncio.create_task(thinkers.choose(str(gate), VIEW, b""))
    await begun(gate, first)
    second = asyncio.create_task(thinkers.choose(str(gate), VIEW, b""))
    await asyncio.sleep(0)
    await clock.advance(0.6 * LONG)
    assert await second == sensible_move(VIEW)
    gate.touch()
    assert await first == VIEW.legal[0]
    assert thinkers.mishaps == 1


async def test_who_gives_up_does_not_cost_the_next_one_its_time(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "_answer", answer_at_the_gate)
    clock = Ahead(monkeypatch)
    thinkers._wait = 10 * LONG
    gate, own = tmp_path / "gate", tmp_path / "own"
    given_up = [asyncio.create_task(thinkers.choose(str(gate), VIEW, b"")) for _ in range(4)]
    await begun(gate, given_up[0])
    for task in given_up:
        task.cancel()
    answer = asyncio.create_task(thinkers.choose(str(own), VIEW, b""))
    await clock.advance(0.6 * LONG)
    gate.touch()  # only now the process is free
    await begun(own, answer)
    await clock.advance(0.6 * LONG)
    own.touch()
    assert await answer == VIEW.legal[0]
    assert thinkers.mishaps == 0


async def test_a_late_bot_costs_those_who_wait_nothing(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clock = Ahead(monkeypatch)
    thinkers._wait = 10 * LONG
    with monkeypatch.context() as patch:
        patch.setattr(module, "_answer", answer_at_the_gate)
        hanging = asyncio.create_task(thinkers.choose(str(tmp_path / "never"), VIEW, b""))
        await begun(tmp_path / "never", hanging)
    waiting = asyncio.create_task(thinkers.choose("random", VIEW, bytes(32)))
    await asyncio.sleep(0)
    await clock.advance(1.1 * LONG)
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
        self.bots = SeatBots(self.table, thinkers, AT_ONCE)
        return self

    def close(self) -> None:
        self.room.close()
        self.bots.close()

    async def settle(self) -> None:
        for _ in range(50):
            await asyncio.sleep(0)
            self.clock.advance(0)


async def test_bots_play_until_a_person_is_asked() -> None:
    place = BotPlace(people=[0]).furnish(Ready())
    place.come(0)
    place.start()
    await place.settle()
    assert place.turn == 0
    place.close()


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
    place.close()


async def test_bots_do_nothing_while_the_game_is_paused_or_the_room_closed() -> None:
    thinkers = Ready()
    place = BotPlace(people=[0]).furnish(thinkers)
    place.come(0)
    place.do(0, do.Start(fill="simple"))
    place.do(0, do.Pause())
    await place.settle()
    assert thinkers.asked == []
    place.do(0, do.Resume())
    place.close()
    place.bots.look()
    await place.settle()
    assert place.state.running.deals == () or not place.state.running.deal.calls
