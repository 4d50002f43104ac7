import json

import pytest
from click.testing import CliRunner

from batarde.cli.benches.coach import coach
from batarde.cli.benches.playouts import playouts
from batarde.cli.benches.sampling import sampling
from batarde.cli.benches.solver import solver


def test_playouts_name_every_peer_that_is_there() -> None:
    result = CliRunner().invoke(playouts, ["--json", "--rounds", "1", "--playouts", "10"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.output)
    assert found["kernel"]["actions_per_s"] > 0
    assert all(name in found for name in ("kernel", "c", "openspiel", "ratios", "build"))


def test_playouts_are_told_to_people_too() -> None:
    result = CliRunner().invoke(playouts, ["--rounds", "1", "--playouts", "10"])
    assert "72 cards over 36" in result.output


def test_sampling_tells_worlds_a_second() -> None:
    result = CliRunner().invoke(sampling, ["--json", "--rounds", "1", "--seconds", "0.01"])
    assert json.loads(result.output.splitlines()[0])["unit"] == "worlds/s"


def test_solver_tells_the_median_in_playouts() -> None:
    for options in (["--json"], ["--json", "--random-bids", "--paranoid"]):
        result = CliRunner().invoke(solver, ["--cards", "4", "--number", "3", *options])
        assert json.loads(result.output)["playouts"] > 0
    assert "median" in CliRunner().invoke(solver, ["--cards", "3", "--number", "2"]).output


def test_the_coach_is_timed_and_so_is_who_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("batarde.cli.benches.coach._DEALS", 1)
    monkeypatch.setattr("batarde.cli.benches.coach._ANSWERS", 3)
    result = CliRunner().invoke(coach, ["--json", "--rounds", "1"])
    assert result.exit_code == 0, result.output
    found = [json.loads(line) for line in result.output.splitlines()]
    assert {one["unit"] for one in found} == {"ms"}
    assert len(found) in (4, 6)
    assert all(one["median"] > 0 for one in found)
