"""``batarde bot``: answers questions until there are no more."""

import json

from batarde.bots import BOTS
from batarde.bots.external.wire import write_question
from batarde.rules import Deal, Record
from tests.cli.processes import BATARDE, complaint, printed, run

QUESTION = write_question(Deal.shuffled(4, 5, 3, bytes(32)).view(0), 7, 60_000).encode()


def test_answers_each_line_with_a_line() -> None:
    text = printed("bot", "simple", typed=QUESTION + b"\n\n" + QUESTION)
    answers = [json.loads(line) for line in text.splitlines()]
    assert [set(answer) for answer in answers] == [{"id", "choose"}] * 2
    assert answers[0] == answers[1]
    assert answers[0]["id"] == 7


def test_chance_follows_from_the_seed() -> None:
    typed = (QUESTION + b"\n") * 9
    one, again, other = (printed("bot", "random", "--seed", s, typed=typed) for s in "112")
    assert one == again != other


def test_what_is_no_question_is_reported_and_gets_no_answer() -> None:
    done = run("bot", "simple", typed=b"hello\n" + QUESTION)
    assert done.returncode == 0
    assert done.stderr.startswith(b"batarde bot: unreadable: b'hello")
    assert done.stdout.count(b"\n") == 1


def test_an_unknown_level_is_refused_and_programs_are_no_levels() -> None:
    for level in ("nobody", "exec:cat"):
        assert all(name in complaint("bot", level) for name in BOTS)


def test_a_simulation_takes_programs_for_bots() -> None:
    alone = printed("simulate", "--seed", "1", "--players", "3")
    command = f"exec:{BATARDE} bot simple --seed 'a, b'"
    mixed = printed("simulate", "--seed", "1", "--players", "3", "--bots", f"simple,{command}")
    assert json.loads(mixed)["bots"] == ["simple", command, "simple"]
    assert Record.read(mixed).deals == Record.read(alone).deals
