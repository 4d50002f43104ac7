"""Bots at live tables: those of the operator answer too, and no failure reaches the table."""

import asyncio
import json
import shlex
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from batarde.bots import bot
from batarde.bots.registry import BOTS, OUTSIDERS, admit
from batarde.rules import Deal
from batarde.server.rooms import _asks_for_unknown_bot
from batarde.server.thinkers import Thinkers
from batarde.table import commands as do
from tests.cli.processes import complaint
from tests.server.live import LiveServer

VIEW = Deal.shuffled(4, 5, 3, bytes(32)).view(0)
LAST = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "choose": len(asked["legal"]) - 1}), flush=True)
"""


@pytest.fixture
def lea(tmp_path: Path) -> Iterator[str]:
    file = tmp_path / "lea.py"
    file.write_text(LAST, "utf-8")
    admit("lea", f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(file))}")
    yield "lea"
    del BOTS["lea"], OUTSIDERS["lea"]


async def test_a_program_of_the_operator_answers(lea: str) -> None:
    thinkers = Thinkers(seconds=30)
    assert await thinkers.choose(lea, VIEW, b"") == VIEW.legal[-1]
    assert await thinkers.choose(lea, VIEW, b"") == VIEW.legal[-1]
    assert thinkers.mishaps == 0
    thinkers.close()


async def test_a_program_is_asked_one_question_at_a_time_and_its_time_runs_from_there(
    tmp_path: Path,
) -> None:
    file = tmp_path / "slow.py"
    file.write_text(LAST.replace("    print", "    time.sleep(0.25)\n    print"), "utf-8")
    file.write_text("import time" + file.read_text("utf-8"), "utf-8")
    admit("slow", f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(file))}")
    thinkers = Thinkers(seconds=0.8)
    answers = await asyncio.gather(*(thinkers.choose("slow", VIEW, b"") for _ in range(8)))
    assert answers == [VIEW.legal[-1]] * 8
    assert thinkers.mishaps == 0
    thinkers.close()
    del BOTS["slow"], OUTSIDERS["slow"]


async def test_one_that_cannot_be_started_is_replaced_and_counted() -> None:
    admit("leo", "exec:/nowhere")
    thinkers = Thinkers()
    assert await thinkers.choose("leo", VIEW, b"") == bot("simple").choose(VIEW)
    assert thinkers.mishaps == 1
    thinkers.close()
    del BOTS["leo"], OUTSIDERS["leo"]


@pytest.mark.parametrize("name", ["exec:touch /tmp/owned", "exec:", "lea", "nobody"])
def test_nobody_can_ask_for_a_program_that_the_operator_has_not_named(name: str) -> None:
    assert _asks_for_unknown_bot(do.SeatBot(seat=1, level=name))
    assert _asks_for_unknown_bot(do.Start(fill=name))


def test_a_named_program_can_be_asked_for(lea: str) -> None:
    assert not _asks_for_unknown_bot(do.SeatBot(seat=1, level=lea))


def test_serve_lists_the_programs_it_was_given(tmp_path: Path) -> None:
    live = LiveServer(tmp_path / "a.db", "--bot", "lea=exec:/nowhere --and 'more of it'")
    with live, urllib.request.urlopen(f"{live.url}/api/bots") as answer:
        assert json.load(answer)[-1] == "lea"


@pytest.mark.parametrize("option", ["lea", "lea=", "lea=python3", "simple=exec:x", "=exec:x"])
def test_serve_refuses_what_is_no_program(option: str) -> None:
    assert "'--bot'" in complaint("serve", "--bot", option)
