"""Spreads jobs over processes or over a Ray cluster; the results come back in order.

What is long is cut into jobs, each of which follows from its own description (a plan and a number,
a recipe and a seed) and from nothing that another job left behind. Then it does not matter where
they are done: the results are the same, in the same order, and may be kept as they come. To go on
after a stop, leave out the jobs whose results were kept. A match does so, and training can::

    todo = [job for job in recipe.jobs() if job.name not in journal.names]
    for result in spread(play_lesson, todo, processes=2, ray=address):
        journal.add(result)

*work* must be a function of a module (or a ``functools.partial`` of one), for processes import it
by name. Ray is optional: ``pip install 'batarde[ray]'`` here and the same Bâtarde on every node,
which is checked: one node with other bots would spoil a measurement without a word.
"""

import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from importlib import import_module
from typing import Any, Final, TypeVar

from batarde.arena.fingerprints import fingerprint
from batarde.processes import process_pool

__all__ = ["ClusterError", "spread"]

J = TypeVar("J")
R = TypeVar("R")

_AHEAD: Final = 3
"""Jobs given out for each process, so that none waits for the slowest."""
_KNOCK_SECONDS: Final = 10.0
_QUIET: Final = {"log_to_driver": False, "logging_level": "ERROR"}
_ALONE: Final = {
    "_node_ip_address": "127.0.0.1",  # not for others
    "include_dashboard": False,
    "object_store_memory": 100_000_000,  # results are small
}
"""A cluster of this machine alone."""


class ClusterError(RuntimeError):
    """There is no Ray, no such cluster, or one that would not do the same as this machine."""


def spread(
    work: Callable[[J], R], jobs: Iterable[J], *, processes: int = 1, ray: str = ""
) -> Iterator[R]:
    """Return ``work(job)`` for each of *jobs*, in order, done by *processes* or by a cluster.

    *ray* is the address of a cluster; ``local`` starts one on this machine with so many
    *processes*, ``auto`` takes the one that runs here, or starts one. Who stops asking for results
    calls off the rest.

    >>> list(spread(abs, [-3, 1, -2]))
    [3, 1, 2]

    :raises ClusterError: if the cluster cannot be used.
    """
    if ray:
        return _on_ray(work, jobs, ray, processes)
    return map(work, jobs) if processes == 1 else _on_processes(work, jobs, processes)


def _on_processes(work: Callable[[J], R], jobs: Iterable[J], processes: int) -> Iterator[R]:
    with process_pool(processes) as pool:
        try:
            waiting = (pool.submit(work, job) for job in jobs)
            yield from _in_order(waiting, Future.result, _AHEAD * processes)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _on_ray(work: Callable[[J], R], jobs: Iterable[J], address: str, processes: int) -> Iterator[R]:
    ray = _ray()
    is_ours = not ray.is_initialized()
    if is_ours:
        _connect(ray, address, processes)
    given: dict[Any, None] = {}
    remote = ray.remote(_checked)

    def results_of(task: Any) -> R:
        given.pop(task)
        result: R = _result(ray, task)
        return result

    def give(job: J) -> Any:
        task = remote.remote(work, job, fingerprint())
        given[task] = None
        return task

    try:
        cores = int(ray.cluster_resources().get("CPU", 1))
        yield from _in_order((give(job) for job in jobs), results_of, _AHEAD * cores)
    finally:
        for task in given:
            ray.cancel(task)
        if is_ours:
            ray.shutdown()


def _in_order(tasks: Iterator[Any], result: Callable[[Any], R], ahead: int) -> Iterator[R]:
    """Return the results of *tasks*; only so many are begun *ahead* of the one waited for."""
    waiting: deque[Any] = deque()
    for task in tasks:
        waiting.append(task)
        if len(waiting) > ahead:
            yield result(waiting.popleft())
    while waiting:
        yield result(waiting.popleft())


# Ray


def _ray() -> Any:
    try:
        return import_module("ray")
    except ImportError:
        raise ClusterError("Ray is not installed: try `pip install 'batarde[ray]'`") from None


def _connect(ray: Any, address: str, processes: int) -> None:
    try:
        if address == "auto":
            try:
                ray.init("auto", **_QUIET)
            except ConnectionError:  # none runs here
                address = "local"
        if address == "local":
            ray.init("local", num_cpus=processes, **_ALONE, **_QUIET)
        elif address != "auto":
            _knock(address)
            ray.init(address, **_QUIET)
    except (OSError, RuntimeError, ValueError) as error:
        raise ClusterError(f"no Ray cluster at {address}: {_first_line(error)}") from None


def _knock(address: str) -> None:
    """Raise an error if nobody listens at *address*: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    socket.create_connection((host.strip("[]"), int(port)), timeout=_KNOCK_SECONDS).close()


def _result(ray: Any, task: Any) -> Any:
    """Return what *task* came to, or raise what it raised."""
    try:
        return ray.get(task)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise ClusterError(f"the Ray cluster failed: {_first_line(error)}") from None


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


def _checked(work: Callable[[J], R], job: J, expected: str) -> R:
    """Run on a node: do *job*, if this is the same Bâtarde as that of whoever asks."""
    if fingerprint() != expected:
        raise ClusterError("a node of the cluster has another version of Bâtarde installed")
    return work(job)
