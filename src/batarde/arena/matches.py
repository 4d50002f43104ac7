"""Plays a match: over several processes, resumable, and the same whatever their number."""

import multiprocessing
from collections import deque
from collections.abc import Collection, Iterator
from concurrent.futures import Future, ProcessPoolExecutor

from batarde.arena.plans import Plan
from batarde.arena.rounds import Played, play_round

__all__ = ["play_match"]

_AHEAD = 3
"""Rounds given out for each process, so that none waits for the slowest."""


def play_match(plan: Plan, jobs: int = 1, done: Collection[int] = ()) -> Iterator[Played]:
    """Return the rounds of *plan* that are not *done*, in order, played by *jobs* processes.

    :raises MalformedError: if a name is no bot's.
    """
    numbers = [number for number in range(plan.rounds) if number not in done]
    if jobs == 1 or len(numbers) < 2:
        yield from (play_round(plan, number) for number in numbers)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(numbers)), context) as pool:
        try:
            yield from _in_order(pool, plan, numbers, _AHEAD * jobs)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _in_order(
    pool: ProcessPoolExecutor, plan: Plan, numbers: list[int], ahead: int
) -> Iterator[Played]:
    waiting: deque[Future[Played]] = deque()
    for number in numbers:
        waiting.append(pool.submit(play_round, plan, number))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
