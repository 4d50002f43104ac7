"""Time and answers in the hand of a test: nothing here depends on how fast a machine is.

A bot's answer waits for a file, its gate; the clock is moved on by hand. Only a deadline
that the test reaches by moving the clock is ever reached: all are far beyond what a test takes.
"""

import asyncio
import time
from pathlib import Path
from typing import Any, Final

import pytest

from batarde.rules.actions import Action
from batarde.rules.deal import Deal

VIEW: Final = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32)).view(0)

LONG: Final = 1_000.0
"""Seconds that no test takes."""


def answer_at_the_gate(gate: str, *_anything: Any) -> Action:
    """Run in a process of the pool: say that we think, and answer when *gate* is opened."""
    Path(gate).with_suffix(".begun").touch()
    while not Path(gate).exists():
        time.sleep(0.005)
    return VIEW.legal[0]


async def begun(gate: Path, answer: "asyncio.Task[Action]") -> None:
    """Wait until the bot that is to give *answer* thinks at *gate*."""
    while not gate.with_suffix(".begun").exists():
        assert not answer.done(), "it was replaced before it began"
        await asyncio.sleep(0.005)


class Ahead:
    """The clock of the loop and of all deadlines, which can be moved on."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._ahead = 0.0
        real = time.monotonic
        patch.setattr(time, "monotonic", lambda: real() + self._ahead)

    async def advance(self, seconds: float) -> None:
        """Let *seconds* pass at once, and what was due then be done."""
        self._ahead += seconds
        for _ in range(10):
            await asyncio.sleep(0)
