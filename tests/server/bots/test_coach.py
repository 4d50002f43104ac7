"""The coach of a server: it thinks once for all steps, in a process of the bots."""

import asyncio

import pytest

from batarde.rules.views import View
from batarde.server.bots.coach import Coach
from batarde.server.bots.thinkers import Thinkers
from batarde.study.coach import Advice, Step, advise
from tests.server.bots.patience import LONG, VIEW
from tests.server.servers import until


class Asked(Thinkers):
    """Thinkers that count what they are asked."""

    def __init__(self) -> None:
        super().__init__(seconds=LONG, wait=LONG)
        self.questions: list[tuple[View, bool]] = []
        self.gate = asyncio.Event()
        self.error: Exception | None = None

    async def advise(self, view: View, other_packs: bool) -> Advice:
        self.questions.append((view, other_packs))
        await self.gate.wait()
        if self.error is not None:
            raise self.error
        return advise(view, other_packs=other_packs)


class Asker:
    def __init__(self, coach: Coach) -> None:
        self.coach = coach
        self.told: list[Advice | None] = []

    def ask(self, step: Step) -> None:
        self.coach.ask(VIEW, step, False, self.told.append)

    async def answers(self, count: int) -> list[Advice | None]:
        await until(lambda: len(self.told) >= count)
        return self.told


async def test_the_need_is_told_at_once() -> None:
    thinkers = Asked()
    asker = Asker(Coach(thinkers))
    asker.ask(1)
    assert asker.told == [advise(VIEW, 1)]
    assert thinkers.questions == []


async def test_all_steps_of_a_question_are_thought_about_once() -> None:
    thinkers = Asked()
    asker = Asker(Coach(thinkers))
    asker.ask(2)
    asker.ask(3)
    await asyncio.sleep(0)
    thinkers.gate.set()
    assert await asker.answers(2) == [advise(VIEW, 2), advise(VIEW, 3)]
    asker.ask(3)
    assert (await asker.answers(3))[2] == advise(VIEW, 3)
    assert thinkers.questions == [(VIEW, False)]


async def test_who_gets_no_answer_is_told_and_may_ask_again() -> None:
    thinkers = Asked()
    thinkers.gate.set()
    thinkers.error = TimeoutError()
    asker = Asker(Coach(thinkers))
    asker.ask(3)
    assert await asker.answers(1) == [None]
    thinkers.error = None
    asker.ask(3)
    assert (await asker.answers(2))[1] == advise(VIEW, 3)


async def test_the_answer_of_another_process_is_the_same() -> None:
    thinkers = Thinkers(seconds=LONG, wait=LONG)
    try:
        assert await thinkers.advise(VIEW, other_packs=False) == advise(VIEW)
    finally:
        thinkers.close()


async def test_a_coach_that_is_closed_tells_nothing_more() -> None:
    thinkers = Asked()
    coach = Coach(thinkers)
    asker = Asker(coach)
    asker.ask(3)
    await asyncio.sleep(0)
    coach.close()
    thinkers.gate.set()
    for _ in range(20):
        await asyncio.sleep(0)
    assert asker.told == []


@pytest.mark.parametrize("step", [2, 3])
async def test_old_answers_are_forgotten(step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("batarde.server.bots.coach._KEPT", 0)
    thinkers = Asked()
    thinkers.gate.set()
    asker = Asker(Coach(thinkers))
    asker.ask(step)
    await asker.answers(1)
    asker.ask(step)
    await asker.answers(2)
    assert len(thinkers.questions) == 2
