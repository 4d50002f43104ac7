"""Which build runs: the fastest that is there, or the one asked for, and pure Python always."""

import importlib.util
import logging
import resource
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from batarde.kernel import engines, playing
from batarde.kernel.engines import BUILDS, best_build, engine, is_available
from batarde.kernel.numbering import card_number
from batarde.rules import MalformedError
from tests.kernel.brute_force import random_hands


@pytest.fixture
def forgetful() -> object:
    """The choice is made once; make it anew before and after the test."""
    best_build.cache_clear()
    yield
    best_build.cache_clear()


def test_the_fastest_build_is_chosen() -> None:
    assert best_build() == next(build for build in BUILDS if is_available(build))
    assert engine(4).build == best_build()
    assert is_available("pure")


def test_pure_python_works_and_says_so_once(
    forgetful: object, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("BATARDE_KERNEL", raising=False)
    monkeypatch.setattr(engines, "is_available", lambda build: build == "pure")
    with caplog.at_level(logging.WARNING):
        assert {engine(players).build for players in range(3, 8)} == {"pure"}
    assert [record.name for record in caplog.records] == ["batarde.kernel.engines"]


@pytest.mark.parametrize("build", BUILDS)
def test_a_build_can_be_asked_for(
    forgetful: object, monkeypatch: pytest.MonkeyPatch, build: str
) -> None:
    monkeypatch.setenv("BATARDE_KERNEL", build)
    assert best_build() == build


def test_what_is_not_there_is_refused(forgetful: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BATARDE_KERNEL", "quantum")
    with pytest.raises(MalformedError):
        best_build()
    monkeypatch.setattr(engines, "is_available", lambda build: build == "pure")
    with pytest.raises(MalformedError):
        engine(4, "fast")
    for players in (2, 8):
        with pytest.raises(MalformedError):
            engine(players, "pure")


def uncompiled(name: str) -> ModuleType:
    """The hot file as it stands, loaded by its path under another name."""
    path = Path(playing.__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"plain_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("players", [4, 6])
def test_the_file_itself_gives_what_its_compiled_form_gives(players: int) -> None:
    plain = uncompiled("playing")
    assert not plain.COMPILED
    hands = [[card_number(card) for card in hand] for hand in random_hands(Random(1), players, 6)]
    pack = 1 if players >= 5 else 0
    results = []
    for position, play_out in (
        (plain.Position, plain.play_out),
        (engine(players).position, engine(players).play_out),
    ):
        start = position.in_play(hands, 0, 2, pack, [1] * players)
        results.append(play_out(start, 3, 0, 50))
    assert results[0] == results[1]


@pytest.mark.skipif(sys.platform != "linux", reason="counts memory in kilobytes")
def test_memory_is_given_back() -> None:
    chosen = engine(4)
    hands = [[card_number(card) for card in hand] for hand in random_hands(Random(1), 4, 9)]
    position = chosen.position.in_play(hands, 0, 2, 0, [2] * 4)
    everything = 0b111111111_0000000_111111111
    arguments = (0, 0, everything, (0, 5, 5, 5), (0, 0b1111111111, everything - 1, everything))

    def use() -> None:
        solver = chosen.solver(4, 2)
        solver.load(position.hand_sets, [], 0, [2] * 4)
        sampler = chosen.sampler(*arguments)
        for _ in range(20):
            sampler.deal(1, 0, 100)
            chosen.play_out(position, 0, 0, 1)

    use()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(100 if chosen.build != "pure" else 2):  # of more than a megabyte each
        use()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000
