"""Where bots think: in processes of their own, each with a deadline.

A bot is given its seat's view and nothing else, and so is the coach. A bot's time runs from when it
begins to think, not from when it was asked: that others think before it is no fault of its own. The
operator's programs are processes already: a thread waits for each of their answers. A bot that is
late, breaks or answers nonsense is replaced by the simple bot for that move, and reported; the
table goes on.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from batarde.bots import SUBSTITUTE, Bot, bot, safe_move
from batarde.bots.external.process import external_bot
from batarde.bots.registry import EXTERNAL_BOTS
from batarde.processes import process_pool
from batarde.rules.actions import Action
from batarde.rules.views import View
from batarde.server.bots.turns import Runner, Turns
from batarde.study.coach import Advice, advise

__all__ = ["Thinkers", "sensible_move"]

_log = logging.getLogger("batarde.bots")

_FIRST_GRACE: Final = 10.0
"""Seconds that a new process may take to start."""

_PATIENCE: Final = 0.5
"""The part of the time after which a bot should answer with what it has found."""

_LONGEST_WAIT: Final = 20.0
"""Seconds that a bot may wait for its turn to think; then the table goes on without it."""

_ADVICE_SECONDS: Final = 5.0
"""Seconds that the coach may take: it takes a tenth of one, but has no deadline of its own."""

_WAITING: Final = 8
"""How many answers of the operator's programs are waited for at once."""


class Thinkers:
    """A pool of processes that answer for bots."""

    def __init__(self, workers: int = 1, seconds: float = 2.0, wait: float = _LONGEST_WAIT) -> None:
        self.mishaps = 0
        """How many answers had to be replaced."""
        self._workers = workers
        self._seconds = seconds
        self._wait = wait
        self._pool: ProcessPoolExecutor | None = None
        self._threads: ThreadPoolExecutor | None = None
        self._is_warm = False
        self._turns = Turns(workers)
        self._program_turns: dict[str, Turns] = {}

    async def choose(self, level: str, view: View, seed: bytes) -> Action:
        """Return what a bot of *level* does, or what the simple one does if it fails."""
        outside_command = EXTERNAL_BOTS.get(level)
        try:
            if outside_command is not None:
                action = await self._asked_outside(level, outside_command, view)
            else:
                action = await self._asked(level, view, seed)
        except Exception as error:  # noqa: BLE001 - whatever a bot does, the game goes on
            return self._replaced(level, view, f"{type(error).__name__}: {error}")
        return action if action in view.legal else self._replaced(level, view, repr(action))

    async def advise(self, view: View, other_packs: bool) -> Advice:
        """Return what the coach says; a game never waits for more than one such answer.

        :raises Exception: if there is none: no turn came, or the process hangs or has died.
        """
        async with self._turns.turn(self._wait, gives_way=True) as run:
            seconds = max(self._seconds, _ADVICE_SECONDS)
            advice: Advice = await self._run(run, seconds, _advise, view, other_packs)
            return advice

    async def _asked(self, level: str, view: View, seed: bytes) -> Action:
        """Return the answer of one of ours."""
        async with self._turns.turn(self._wait) as run:
            patience = _PATIENCE * self._seconds
            action: Action = await self._run(
                run, self._seconds, _answer, level, view, seed, patience
            )
            return action

    async def _run(self, run: Runner, seconds: float, work: Callable[..., Any], *args: Any) -> Any:
        """Return what *work* gives in a process; one that hangs or has died costs the pool."""
        pool = self._pool = self._pool or process_pool(self._workers)
        try:
            if not self._is_warm:
                async with asyncio.timeout(_FIRST_GRACE):
                    await run(pool.submit(_wake))
                self._is_warm = True
            async with asyncio.timeout(seconds):
                return await run(pool.submit(work, *args))
        except (TimeoutError, BrokenProcessPool):
            # Others may have lost it too, and one of them have a new one already.
            if self._pool is pool:
                self._restart()
            raise

    async def _asked_outside(self, level: str, command: str, view: View) -> Action:
        """Return what a program of the operator does: one question at a time; it minds the time."""
        turns = self._program_turns.setdefault(command, Turns(1))
        async with turns.turn(self._wait) as run:
            threads = self._threads = self._threads or ThreadPoolExecutor(_WAITING, "outside")
            action: Action = await run(threads.submit(_answer_outside, level, view, self._seconds))
            return action

    def close(self) -> None:
        """Stop all thinking."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None
        for command in EXTERNAL_BOTS.values():
            external_bot(command).close()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _restart(self) -> None:
        """Kill the processes: one that hangs cannot be asked to stop."""
        if self._pool is None:
            return
        for process in list(getattr(self._pool, "_processes", {}).values()):
            process.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = None
        self._is_warm = False

    def _replaced(self, level: str, view: View, reason: str) -> Action:
        self.mishaps += 1
        _log.warning("bot %s at seat %s was replaced for a move: %s", level, view.seat, reason)
        return sensible_move(view)


def sensible_move(view: View) -> Action:
    """Return what a sensible player would do: a failure must not spoil a game for the others."""
    try:
        action = bot(SUBSTITUTE).choose(view)
    except Exception:  # noqa: BLE001 - whatever a bot does, the game goes on
        _log.exception("the substitute failed at seat %s", view.seat)
        return safe_move(view)
    return action if action in view.legal else safe_move(view)


def _wake() -> None:
    """Run in a process of the pool: that it can is all there is to say."""


def _answer(level: str, view: View, seed: bytes, seconds: float) -> Action:
    """Run in a process of the pool: let a bot of *level* choose."""
    if level in _FORGETFUL:
        chance = sha256(seed + repr((view.seat, view.number, view.calls, view.plays)).encode())
        return bot(level, chance.digest()).choose(view)
    return _bot(level, seed).choose(view, time.monotonic() + seconds)


def _advise(view: View, other_packs: bool) -> Advice:
    """Run in a process of the pool: let the coach think."""
    return advise(view, other_packs=other_packs)


def _answer_outside(level: str, view: View, seconds: float) -> Action:
    """Run in a thread: let a program of the operator choose."""
    return bot(level).choose(view, time.monotonic() + seconds)


@lru_cache(maxsize=256)
def _bot(level: str, seed: bytes) -> Bot:
    return bot(level, seed)


_FORGETFUL: Final = frozenset({"random"})
"""Whose dice go on from question to question: they are thrown anew here, since each process of
the pool would have its own."""
