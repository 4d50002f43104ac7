"""Programs as bots: started once, asked many times, and never able to stop a game."""

import re
import shlex
import sys
import time
from pathlib import Path

import pytest

from batarde.arena import Driver
from batarde.bots import bot, safe_move
from batarde.bots.external.process import ExternalBot, ExternalBotError, external_bot
from batarde.bots.registry import BOTS, EXTERNAL_BOTS, admit
from batarde.rules import READY, Deal, MalformedError

DOCS = Path(__file__).parents[3] / "docs/bots.md"
EARLY = time.monotonic() + 1e6

ANSWER = "import json, sys\nfor line in sys.stdin:\n    n = json.loads(line)['id']\n    "
"""A program that reads each question's number; what it answers is to follow."""


def program(tmp_path: Path, answer: str) -> ExternalBot:
    file = tmp_path / "bot.py"
    file.write_text(ANSWER + answer, "utf-8")
    return ExternalBot(f"{shlex.quote(sys.executable)} {shlex.quote(str(file))}", seconds=1_000)


def deal() -> Deal:
    return Deal.shuffled(4, 5, 3, bytes(32))


def test_the_example_of_the_docs_plays_whole_games(tmp_path: Path) -> None:
    example = re.findall(r"```python\n(import json, sys.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert len(example) == 1
    file = tmp_path / "fair.py"
    file.write_text(example[0], "utf-8")
    player = ExternalBot(f"{shlex.quote(sys.executable)} {shlex.quote(str(file))}", seconds=1_000)
    for players in (3, 5):
        driver = Driver([player, *[bot("simple")] * (players - 1)])
        assert driver.play_game(bytes(32)).is_over
        assert driver.mishaps == []
    player.close()


def test_one_of_ours_from_outside_plays_as_it_does_inside() -> None:
    # Compared over one game: 300 answers.
    command = f"{shlex.quote(sys.executable)} -m batarde bot simple"
    player = ExternalBot(command, seconds=1_000)
    driver = Driver([player] * 4)
    assert driver.play_game(bytes(32)) == Driver([bot("simple")] * 4).play_game(bytes(32))
    assert driver.mishaps == []
    player.close()


def test_lines_for_other_questions_are_ignored(tmp_path: Path) -> None:
    lines = [f'print(\'{{"id": %d, "choose": {k}}}\' % (n + {d}))' for k, d in ((9, 1), (3, 0))]
    player = program(tmp_path, "; ".join(lines) + "; sys.stdout.flush()")
    view = deal().view(0)
    assert [player.choose(view, EARLY) for _ in range(3)] == [view.legal[3]] * 3
    player.close()


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("print('hello', flush=True)", "unreadable: b'hello"),
        ("print(json.dumps({'id': n, 'choose': 99}), flush=True)", "chose '99' of 36"),
        ("sys.exit()", "the program has ended"),
        ("sys.stdout.write('x' * 200_000); sys.stdout.flush()", "unreadable"),
    ],
)
def test_a_bad_answer_is_an_error_that_the_driver_replaces(
    tmp_path: Path, answer: str, error: str
) -> None:
    player = program(tmp_path, answer)
    with pytest.raises((ExternalBotError, MalformedError), match=re.escape(error)):
        player.choose(deal().view(0), EARLY)
    player.close()
    driver = Driver([player, *[bot("simple")] * 3])
    played = driver.play_deal(deal())
    assert played.is_over
    assert played.calls[0] == (0, safe_move(deal().view(0)))
    assert len(driver.mishaps) >= 6
    player.close()


def test_a_program_that_says_nothing_is_late_though_it_reads_nothing_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("batarde.bots.external.process._FIRST_GRACE", 0.0)
    player = ExternalBot(f"{shlex.quote(sys.executable)} -c 'import time; time.sleep(600)'", 0.01)
    for _ in range(60):  # more than a pipe holds
        with pytest.raises(ExternalBotError, match="no answer in"):
            player.choose(deal().view(0))
    player.close()


def test_the_first_answer_may_take_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("batarde.bots.external.process._FIRST_GRACE", 1_000.0)
    once = 'n > 1 or print(\'{"id": %d, "choose": 0}\' % n, flush=True)'
    player = program(tmp_path, once)
    view = deal().view(0)
    assert player.choose(view, time.monotonic() + 0.001) == view.legal[0]
    with pytest.raises(ExternalBotError, match="no answer in"):
        player.choose(view, time.monotonic() + 0.001)
    player.close()


def test_what_the_protocol_does_not_ask_is_answered_without_the_program() -> None:
    view = Deal.start(deal().dealt, 3, asks_ready=True).view(1)
    assert ExternalBot("/nowhere/at/all").choose(view) == READY


def test_a_program_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ExternalBotError, match="/nowhere cannot be started"):
        ExternalBot("/nowhere").choose(deal().view(0))


@pytest.mark.parametrize("command", ["", "  ", "'open"])
def test_what_is_no_command_is_refused_at_once(command: str) -> None:
    with pytest.raises(MalformedError):
        bot(f"exec:{command}")


def test_the_same_command_is_one_program_and_nothing_runs_before_it_is_asked() -> None:
    assert bot("exec:/nowhere a") is bot("exec:/nowhere a") is external_bot("/nowhere a")


def test_a_program_gets_a_name_only_if_it_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, target in (("simple", "exec:x"), ("", "exec:x"), ("a b", "exec:x"), ("lea", "x")):
        with pytest.raises(MalformedError):
            admit(name, target)
    admit("lea", "exec:/nowhere")
    try:
        assert bot("lea") is external_bot("/nowhere")
    finally:
        del BOTS["lea"], EXTERNAL_BOTS["lea"]
