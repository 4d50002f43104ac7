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
from batarde.bots.registry import BOTS, EXTERNAL_BOTS, admit
from batarde.server.bots.thinkers import Thinkers
from batarde.server.live.rooms import _asks_for_unknown_bot
from batarde.table import commands as do
from tests.cli.processes import complaint
from tests.server.bots.patience import LONG, VIEW, Ahead, begun
from tests.server.servers import LiveServer

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
    del BOTS["lea"], EXTERNAL_BOTS["lea"]


async def test_a_program_of_the_operator_answers(lea: str) -> None:
    thinkers = Thinkers(seconds=LONG)
    assert await thinkers.choose(lea, VIEW, b"") == VIEW.legal[-1]
    assert await thinkers.choose(lea, VIEW, b"") == VIEW.legal[-1]
    assert thinkers.mishaps == 0
    thinkers.close()


GATED = """
import json, pathlib, sys, time
for number, line in enumerate(sys.stdin):
    asked = json.loads(line)
    gate = pathlib.Path(sys.argv[1], str(number))
    gate.with_suffix(".begun").touch()
    while not gate.exists():
        time.sleep(0.005)
    print(json.dumps({"id": asked["id"], "choose": len(asked["legal"]) - 1}), flush=True)
"""


async def test_a_program_is_asked_one_question_at_a_time_and_its_time_runs_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "gated.py"
    file.write_text(GATED, "utf-8")
    admit("gated", f"exec:{shlex.join([sys.executable, str(file), str(tmp_path)])}")
    clock = Ahead(monkeypatch)
    thinkers = Thinkers(seconds=LONG, wait=10 * LONG)
    asked = [asyncio.create_task(thinkers.choose("gated", VIEW, b"")) for _ in range(4)]
    for number, answer in enumerate(asked):
        await begun(tmp_path / f"{number}", answer)
        await clock.advance(0.6 * LONG)  # the last of them waits for 1.8 times what it may take
        (tmp_path / f"{number}").touch()
        assert await answer == VIEW.legal[-1]
    assert thinkers.mishaps == 0
    thinkers.close()
    del BOTS["gated"], EXTERNAL_BOTS["gated"]


async def test_one_that_cannot_be_started_is_replaced_and_counted() -> None:
    admit("leo", "exec:/nowhere")
    thinkers = Thinkers()
    assert await thinkers.choose("leo", VIEW, b"") == bot("simple").choose(VIEW)
    assert thinkers.mishaps == 1
    thinkers.close()
    del BOTS["leo"], EXTERNAL_BOTS["leo"]


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
