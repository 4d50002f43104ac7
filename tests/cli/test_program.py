"""The program as a whole: its help, its errors, how quickly it starts and how it ends."""

import os
import signal
import subprocess
import sys

import click
import pytest

from batarde import __version__
from batarde.cli.bench import BENCHES, bench
from batarde.cli.program import batarde
from tests.cli.processes import BATARDE, TIMEOUT, complaint, printed, run, start

COMMANDS = batarde.list_commands(click.Context(batarde))
on_unix = pytest.mark.skipif(os.name == "nt", reason="signals as on Unix")


@pytest.mark.parametrize("args", [(), ("--help",), ("-h",)])
def test_help_lists_every_command(args: tuple[str, ...]) -> None:
    text = printed(*args)
    assert "La Bâtarde" in text
    for command in COMMANDS:
        assert f"\n  {command} " in text
    assert "Examples:" in text


@pytest.mark.parametrize("command", [*COMMANDS, *(f"bench {name}" for name in BENCHES)])
def test_every_command_explains_itself(command: str) -> None:
    text = printed(*command.split(), "--help")
    assert text.startswith(f"Usage: batarde {command} ")
    assert max(len(line) for line in text.splitlines()) <= 100


@pytest.mark.parametrize("group", [batarde, bench], ids=["batarde", "bench"])
def test_the_lines_of_the_help_page_are_the_commands_own(group: click.Group) -> None:
    context = click.Context(group)
    page = click.HelpFormatter(width=200)
    group.format_commands(context, page)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        assert command.help is not None
        assert command.help.splitlines()[0] in page.getvalue()


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_says_its_version(option: str) -> None:
    assert printed(option) == f"batarde {__version__}\n"


def test_runs_as_a_module_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "batarde", "--version"], capture_output=True, timeout=60, check=True
    )
    assert done.stdout.decode() == f"batarde {__version__}\n"


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("chek",), "There is no command 'chek'. Did you mean 'check'? See batarde --help"),
        (("xyzzy",), "There is no command 'xyzzy'. See"),
        (("--loud",), "No such option"),
        (("check",), "Missing argument 'FILE...'. See batarde check --help"),
        (("check", "--loud"), "No such option"),
        (("simulate", "--players", "8"), "8 is not in the range 3<=x<=7"),
        (("simulate", "--players", "four"), "'four' is not a valid integer"),
        (("simulate", "--games", "0"), "0 is not in the range"),
        (("simulate", "--bots", "simple,genius"), "no bot is called 'genius'; there are random"),
        (("simulate", "--bots", ""), "no bot is called ''"),
        (("simulate", "extra"), "unexpected extra argument (extra)"),
        (("rules", "--lang", "tlh"), "'tlh' is none of the languages fr, en, de, it, es"),
        (("deal", "--cards", "10"), "10 are too many: 4 players can have 9 at most"),
        (("deal", "--cards", "0"), "0 is not in the range"),
        (("deal", "--players", "5", "--cards", "15"), "5 players can have 14 at most"),
        (("deal", "--dealer", "4"), "4 is not at the table: the seats of 4 players are 0 to 3"),
        (("bench", "poetry"), "There is no command 'poetry'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_what_cannot_be_done_is_told_in_one_line(args: tuple[str, ...], reason: str) -> None:
    line = complaint(*args)
    assert line.startswith("batarde")
    assert reason in line


@pytest.mark.parametrize("args", [["--help"], ["check", "-"], ["bench", "--help"]])
def test_imports_only_what_it_needs(args: list[str]) -> None:
    code = f"""
import atexit, sys
heavy = {{"rich", "asyncio", "batarde.bots", "batarde.words", "batarde.server"}}
atexit.register(lambda: print(sorted(heavy & set(sys.modules)), file=sys.stderr))
from batarde.cli import main
main({args})
"""
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"", capture_output=True, timeout=60, check=True
    )
    assert done.stderr.decode() == "[]\n"


@on_unix
def test_an_interrupt_ends_it_silently() -> None:
    process = start("simulate", "--games", "100000")
    assert process.stdout is not None
    assert process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, errors) == (-signal.SIGINT, b"")


@on_unix
@pytest.mark.parametrize(
    "command", ["simulate --games 100000", "check {vectors} {vectors} {vectors}", "rules", "--help"]
)
def test_a_closed_pipe_ends_it_silently(command: str) -> None:
    vectors = "tests/data/vectors/valid.jsonl"
    process = start(*command.format(vectors=vectors).split())
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    errors = process.stderr.read()
    process.stderr.close()
    assert (process.wait(TIMEOUT), errors) == (-signal.SIGPIPE, b"")


@on_unix
def test_head_takes_what_it_wants() -> None:
    line = f"{BATARDE} simulate --games 1000000000 --seed 1 | head -n 2"
    done = subprocess.run(["sh", "-c", line], capture_output=True, timeout=60, check=True)
    assert done.stdout.count(b"\n") == 2
    assert done.stderr == b""


@on_unix
@pytest.mark.parametrize("redirection", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_works_without_streams(redirection: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{BATARDE} deal --seed 1 {redirection}"],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_full_disk_is_told_in_one_line() -> None:
    try:
        full = open("/dev/full", "wb")  # noqa: PTH123, SIM115
    except OSError:
        pytest.skip("no /dev/full here")
    with full:
        done = run("rules", stdout=full)
    assert done.returncode == 2
    assert done.stderr.decode() == "batarde: [Errno 28] No space left on device\n"


@pytest.mark.parametrize("args", [("rules", "--lang", "fr"), ("deal", "--seed", "été"), ()])
def test_letters_that_the_terminal_lacks_do_no_harm(args: tuple[str, ...]) -> None:
    done = run(*args, env={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


def test_shells_can_complete_a_half_typed_line() -> None:
    env = {"_BATARDE_COMPLETE": "bash_complete", "COMP_WORDS": "batarde si", "COMP_CWORD": "1"}
    assert "simulate" in printed(env=env)
