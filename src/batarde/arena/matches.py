"""Plays a match: over processes or a cluster, resumable, and the same wherever it is played."""

from collections.abc import Collection, Iterator
from functools import partial

from batarde.arena.plans import Plan
from batarde.arena.rounds import Played, play_round
from batarde.arena.spread import spread

__all__ = ["play_match"]


def play_match(
    plan: Plan, jobs: int = 1, done: Collection[int] = (), ray: str = ""
) -> Iterator[Played]:
    """Return the rounds of *plan* that are not *done*, in order, played by *jobs* processes.

    *ray* is the address of a cluster that plays them instead (see :func:`.spread`).

    :raises MalformedError: if a name is no bot's.
    :raises ClusterError: if the cluster cannot be used.
    """
    numbers = [number for number in range(plan.rounds) if number not in done]
    processes = max(1, min(jobs, len(numbers)))
    return spread(partial(play_round, plan), numbers, processes=processes, ray=ray)
