"""Plays a match: over processes or a cluster, resumable, and the same wherever it is played."""

from collections.abc import Collection, Iterator
from functools import partial

from batarde.arena.journals import MatchJournal
from batarde.arena.plans import Plan
from batarde.arena.results import is_decided
from batarde.arena.rounds import Played, play_round
from batarde.arena.spread import spread

__all__ = ["play_match", "play_on"]


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


def play_on(
    plan: Plan, journal: MatchJournal | None, *, jobs: int = 1, ray: str = "", stops: bool = False
) -> Iterator[Played]:
    """Return the rounds of *plan*: first those of *journal*, then the rest as they are played.

    What is played is kept in the journal. A match that *stops* ends with the game after which its
    first comparison is decided.

    :raises ClusterError: if the cluster cannot be used.
    """
    played = list(journal.played if journal else ())
    yield from played
    if stops and is_decided(plan, played):
        return
    done = {one.game * plan.players + one.rotation for one in played}
    for one in play_match(plan, jobs, done, ray):
        played.append(one)
        if journal is not None:
            journal.add(one)
        yield one
        if stops and one.rotation == plan.players - 1 and is_decided(plan, played):
            return
