"""``batarde simulate``: records of whole games, the same for the same seed."""

import os
import signal
from pathlib import Path

import pytest

from batarde.arena.seeds import bot_seed, game_seed
from batarde.bots import BOTS
from batarde.cli.output import write_lines
from batarde.cli.runs import Run
from batarde.cli.seeds import read_seed
from batarde.cli.simulate import warning
from batarde.rules import Game, Record, schedule
from tests.cli.processes import TIMEOUT, complaint, on_terminal, printed, run, start


def records(*args: str) -> list[Record]:
    """Return what was simulated; reading a record checks it."""
    return [Record.read(line) for line in printed("simulate", *args).splitlines()]


@pytest.mark.parametrize("players", range(3, 8))
def test_plays_whole_games_that_are_valid(players: int) -> None:
    found = records("--players", str(players), "--games", "2", "--seed", "1")
    assert len(found) == 2
    for record in found:
        assert record.kind == "game"
        assert len(record.players) == players
        assert len(record.deals) == len(schedule(players))
        assert record.deals[-1].is_over
        assert record.data["bots"] == ["simple"] * players


def test_the_same_seed_gives_the_same_bytes() -> None:
    args = ("simulate", "--games", "2", "--bots", "simple,random", "--seed", "carnival")
    first = printed(*args, env={"PYTHONHASHSEED": "1"})
    assert first == printed(*args, env={"PYTHONHASHSEED": "2", "LANG": "fr_FR.UTF-8"})
    assert first != printed(*args[:-1], "carnivaL")


def test_without_a_seed_every_run_is_another() -> None:
    assert printed("simulate") != printed("simulate")


def test_a_game_can_be_dealt_again_from_the_seed_in_its_record() -> None:
    (record,) = records("--seed", "x", "--players", "5")
    seed = bytes.fromhex(record.data["seed"])
    assert seed == game_seed(read_seed("x"), 0)
    game, _ = Game.from_seed(5, seed).deal_from(seed)
    assert game.deal.dealt == record.deals[0].dealt
    assert game.dealer == record.deals[0].dealer


def test_bots_are_taken_in_turn_for_the_seats() -> None:
    (record,) = records("--players", "5", "--bots", "simple, random", "--seed", "1")
    assert record.data["bots"] == ["simple", "random", "simple", "random", "simple"]


def test_its_records_pass_the_check_through_a_pipe() -> None:
    text = printed("simulate", "--games", "3", "--players", "6")
    assert printed("check", "-", typed=text.encode()) == '{"valid": true}\n' * 3


def test_writes_to_a_file_and_sums_up(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    args = ("simulate", "--games", "2", "--bots", "simple,random", "--seed", "1")
    done = run(*args, "-o", str(path))
    assert (done.returncode, done.stdout) == (0, b"")
    assert path.read_text() == printed(*args)
    summary = done.stderr.decode()
    assert summary.startswith(f"2 games of 4 players in {path}; points a deal: simple ")
    assert "random" in summary
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.jsonl"]


def test_a_file_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    path = str(tmp_path / "nowhere" / "games.jsonl")
    assert complaint("simulate", "-o", path).endswith(f"{path}': No such file or directory\n")


@pytest.mark.skipif(os.name == "nt", reason="signals as on Unix")
def test_an_interrupted_file_is_not_there_and_an_older_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("older\n")
    process = start("simulate", "--games", "100000", "-o", str(path))
    while len(list(tmp_path.iterdir())) < 2:
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, errors) == (-signal.SIGINT, b"")
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.jsonl"]
    assert path.read_text() == "older\n"


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    path, link = tmp_path / "games.jsonl", tmp_path / "link"
    link.symlink_to(path)
    write_lines(str(link), ["é"])
    assert link.is_symlink()
    assert path.read_bytes() == "é\n".encode()
    write_lines(os.devnull, ["gone"])
    assert not Path(os.devnull).is_file()


def test_a_bar_is_drawn_on_a_terminal_only() -> None:
    drawn, written = on_terminal("simulate", "--games", "3", stream="stderr")
    assert "Playing" in drawn
    assert "Playing" not in written
    assert len(written.splitlines()) == 3


def test_a_seed_is_hashed_unless_it_is_one_already() -> None:
    assert read_seed("1").hex().startswith("6b86b273ff34fce1")  # SHA-256 of the digit
    assert read_seed("0f" * 32) == bytes([15] * 32)
    assert read_seed("0F" * 32) == bytes([15] * 32)
    assert read_seed("0g" * 32) != read_seed("0h" * 32)
    assert len(read_seed(os.fsdecode(b"\xff"))) == 32
    assert len(read_seed(None)) == 32
    assert read_seed(None) != read_seed(None)


def test_seeds_of_games_and_bots_differ() -> None:
    seed = bytes(32)
    found = {game_seed(seed, number) for number in range(5)}
    found |= {bot_seed(seed, number) for number in range(5)}
    assert len(found) == 10


def test_mishaps_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mute:
        def choose(self, view: object, deadline: float | None = None) -> None:
            return None

    monkeypatch.setitem(BOTS, "mute", lambda _seed: Mute())
    play = Run(["simple", "mute", "simple"], bytes(32))
    list(play.play(1))
    assert "answers of bots had to be replaced; the first: mute at seat 1: None" in warning(play)
