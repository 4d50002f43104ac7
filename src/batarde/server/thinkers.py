"""Where bots think: in processes of their own, each with a deadline.

A bot is given its seat's view and nothing else. The operator's programs are processes already: a
thread waits for each of their answers. A bot that is late, breaks or answers nonsense is
replaced by the simple bot for that move, and reported; the table goes on.
"""

import asyncio
import logging
import multiprocessing
import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from hashlib import sha256
from typing import Final

from batarde.bots import Bot, bot, safe_move
from batarde.bots.outside import outside
from batarde.bots.registry import OUTSIDERS
from batarde.rules.actions import Action
from batarde.rules.views import View

__all__ = ["Thinkers", "sensible_move"]

_log = logging.getLogger("batarde.bots")

_FIRST_GRACE: Final = 10.0
"""Seconds more for the first answer: the process has to start."""

_PATIENCE: Final = 0.5
"""The part of the time after which a bot should answer with what it has found."""

_WAITING: Final = 8
"""How many answers of the operator's programs are waited for at once."""


class Thinkers:
    """A pool of processes that answer for bots."""

    def __init__(self, workers: int = 1, seconds: float = 2.0) -> None:
        self.mishaps = 0
        """How many answers had to be replaced."""
        self._workers = workers
        self._seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._threads: ThreadPoolExecutor | None = None
        self._is_warm = False

    async def choose(self, level: str, view: View, seed: bytes) -> Action:
        """Return what a bot of *level* does, or what the simple one does if it fails."""
        if level in OUTSIDERS:
            return await self._choose_outside(level, view)
        pool = self._pool = self._pool or self._new_pool()
        try:
            async with asyncio.timeout(self._seconds + _FIRST_GRACE * (not self._is_warm)):
                loop = asyncio.get_running_loop()
                action = await loop.run_in_executor(
                    pool, _answer, level, view, seed, _PATIENCE * self._seconds
                )
        except (TimeoutError, BrokenProcessPool) as error:
            if self._pool is pool:  # others may have lost it too, and one of them have a new one
                self._restart()
            return self._replaced(level, view, type(error).__name__)
        except Exception as error:  # noqa: BLE001 - whatever a bot does, the game goes on
            return self._replaced(level, view, f"{type(error).__name__}: {error}")
        self._is_warm = True
        return action if action in view.legal else self._replaced(level, view, repr(action))

    async def _choose_outside(self, level: str, view: View) -> Action:
        """Return what a program of the operator does; it minds the time itself."""
        self._threads = self._threads or ThreadPoolExecutor(_WAITING, "outside")
        loop, player = asyncio.get_running_loop(), bot(level)
        end = time.monotonic() + self._seconds
        try:
            action = await loop.run_in_executor(self._threads, player.choose, view, end)
        except Exception as error:  # noqa: BLE001 - whatever a bot does, the game goes on
            return self._replaced(level, view, f"{type(error).__name__}: {error}")
        return action if action in view.legal else self._replaced(level, view, repr(action))

    def close(self) -> None:
        """Stop all thinking."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None
        for command in OUTSIDERS.values():
            outside(command).close()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, context, _follow_parent)

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
        action = bot("simple").choose(view)
    except Exception:  # noqa: BLE001 - whatever a bot does, the game goes on
        _log.exception("the simple bot failed at seat %s", view.seat)
        return safe_move(view)
    return action if action in view.legal else safe_move(view)


def _follow_parent() -> None:
    """Run in a process of the pool: end with the server, even if that is killed."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _answer(level: str, view: View, seed: bytes, seconds: float) -> Action:
    """Run in a process of the pool: let a bot of *level* choose."""
    if level in _FORGETFUL:
        chance = sha256(seed + repr((view.seat, view.number, view.calls, view.plays)).encode())
        return bot(level, chance.digest()).choose(view)
    return _bot(level, seed).choose(view, time.monotonic() + seconds)


@lru_cache(maxsize=256)
def _bot(level: str, seed: bytes) -> Bot:
    return bot(level, seed)


_FORGETFUL: Final = frozenset({"random"})
"""Whose dice go on from question to question: they are thrown anew here, since each process of
the pool would have its own."""
