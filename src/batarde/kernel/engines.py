"""Which build of the hot files runs here: compiled with fast bit instructions, compiled, or pure.

A wheel holds both compiled builds, and the processor decides when the kernel is first used. Where
nothing was compiled the hot files run as ordinary Python, and a warning in the log says so, once.
``BATARDE_KERNEL`` (``fast``, ``portable`` or ``pure``) overrides the choice.
"""

import logging
import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Final, Literal, NamedTuple, cast

from batarde.kernel.playing import Position
from batarde.kernel.sampling import Sampler
from batarde.kernel.solving import Solver
from batarde.rules import MalformedError, has_two_packs

__all__ = ["BUILDS", "Build", "Engine", "best_build", "engine", "is_available"]

Build = Literal["fast", "portable", "pure"]
BUILDS: Final[tuple[Build, ...]] = ("fast", "portable", "pure")
_SUFFIXES: Final = {"fast": "_fast", "portable": ""}


class Engine(NamedTuple):
    """The hot files in one build, for one pack or for two."""

    build: Build
    position: type[Position]
    play_out: Callable[..., list[int]]
    looks: Callable[[Position], list[list[int]]]
    likelihoods: Callable[..., list[float]]
    hand_worths: Callable[..., list[float]]
    bid_likelihoods: Callable[..., list[float]]
    sampler: type[Sampler]
    solver: type[Solver]


def engine(players: int, build: Build | None = None) -> Engine:
    """Return what computes for a table of *players*: the best build, or the one asked for.

    >>> engine(4).build in BUILDS
    True

    :raises MalformedError: if the build asked for is not there.
    """
    if not 3 <= players <= 7:
        raise MalformedError(f"{players} players; 3 to 7 can play")
    chosen = best_build() if build is None else build
    if not is_available(chosen):
        raise MalformedError(f"the kernel has no {chosen} build here")
    return _loaded(chosen, has_two_packs(players))


@cache
def best_build() -> Build:
    """Return the fastest build that runs on this machine, or the one that was asked for."""
    asked = os.environ.get("BATARDE_KERNEL", "")
    if asked:
        if asked not in BUILDS:
            raise MalformedError(f"BATARDE_KERNEL={asked}: choose from {', '.join(BUILDS)}")
        return asked
    best = next(build for build in BUILDS if is_available(build))
    if best == "pure":
        logging.getLogger(__name__).warning(
            "the kernel was installed without a C compiler: everything works, searches are slow"
        )
    return best


@cache
def is_available(build: Build) -> bool:
    """Return whether *build* was made and this processor can run it."""
    if build == "pure":
        return True
    try:
        portable = _module("playing", "portable", two_packs=False)
        if build == "fast" and not portable.runs_fast_bits():
            return False
        _loaded(build, two_packs=True)
    except ImportError:
        return False
    return True


@cache
def _loaded(build: Build, two_packs: bool) -> Engine:
    playing = _module("playing", build, two_packs=two_packs)
    sampling = _module("sampling", "pure" if build == "pure" else "portable", two_packs=None)
    solving = _module("solving", build, two_packs=two_packs)
    return Engine(
        build,
        cast("type[Position]", playing.Position),
        cast("Callable[..., list[int]]", playing.play_out),
        cast("Callable[[Position], list[list[int]]]", playing.looks),
        cast("Callable[..., list[float]]", playing.likelihoods),
        cast("Callable[..., list[float]]", playing.hand_worths),
        cast("Callable[..., list[float]]", playing.bid_likelihoods),
        cast("type[Sampler]", sampling.Sampler),
        cast("type[Solver]", solving.Solver),
    )


def _module(file: str, build: Build, *, two_packs: bool | None) -> ModuleType:
    if build == "pure":
        return import_module(f"batarde.kernel.{file}")
    packs = "" if two_packs is None else "72" if two_packs else "36"
    return import_module(f"batarde.kernel._{file}{packs}{_SUFFIXES[build]}")
