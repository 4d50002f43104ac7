"""Bots that are programs of their own: started once, asked many times over JSON lines.

A program that is late, unreadable or impossible costs its seat a safe move, never the game: here
that is an error, which whoever asked counts, reports and replaces.
"""

import os
import shlex
import signal
import subprocess
import threading
import time
import weakref
from contextlib import suppress
from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import Final

from batarde.bots.external.wire import read_answer, write_question
from batarde.rules.actions import READY, Action
from batarde.rules.errors import MalformedError
from batarde.rules.questions import answers
from batarde.rules.views import View

__all__ = ["PREFIX", "ExternalBot", "ExternalBotError", "external_bot"]

PREFIX: Final = "exec:"
_SECONDS: Final = 1.0
"""For an answer, if the one who asks sets no deadline."""
_FIRST_GRACE: Final = 10.0
"""Seconds more for the first answer: a program has to start."""
_LONGEST_LINE: Final = 1 << 16


class ExternalBotError(Exception):
    """A program gave no answer: it is late, has ended, or could not be started."""


@lru_cache(maxsize=64)
def external_bot(command: str) -> "ExternalBot":
    """Return the bot that *command* starts; the same command is one program, for all its seats.

    :raises MalformedError: if the command cannot be split.
    """
    return ExternalBot(command)


class ExternalBot:
    """A program that speaks ``batarde-bot/1``. It is started with the first question.

    :raises MalformedError: if the command cannot be split like a shell line.
    """

    def __init__(self, command: str, seconds: float = _SECONDS) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise MalformedError(f"{command!r} is not a command: {error}") from None
        if not self._words:
            raise MalformedError(f"{PREFIX} needs a command behind it")
        self._seconds = seconds
        self._asked = 0
        self._has_answered = False
        self._program: _Program | None = None
        self._turn = threading.Lock()

    def choose(self, view: View, deadline: float | None = None) -> Action:
        """Return what the program chooses.

        :raises ExternalBotError: if it does not answer in time, or at all.
        :raises MalformedError: if its answer is unreadable or impossible.
        """
        legal = answers(view)
        if not legal or legal == (READY,):  # the protocol has no such question
            return view.legal[0]
        end = time.monotonic() + self._seconds if deadline is None else deadline
        # Programs answer one question after the other; whoever waits for another table is late.
        if not self._turn.acquire(timeout=max(0.0, end - time.monotonic())):
            raise ExternalBotError("still busy with another question")
        try:
            return self._ask(view, legal, end)
        finally:
            self._turn.release()

    def close(self) -> None:
        """End the program; another question would start it again."""
        program, self._program = self._program, None
        if program is not None:
            program.close()
            self._has_answered = False

    def _ask(self, view: View, legal: tuple[Action, ...], end: float) -> Action:
        program = self._program = self._program or _Program(self._words)
        self._asked += 1
        ms = max(1, round(1_000 * (end - time.monotonic())))
        if not self._has_answered:
            end += _FIRST_GRACE
        program.lines_in.put(write_question(view, self._asked, ms).encode() + b"\n")
        while (line := program.line_before(end)) is not None:
            self._has_answered = True
            if (action := read_answer(line, self._asked, legal)) is not None:
                return action
        raise ExternalBotError(f"no answer in {ms} ms")


class _Program:
    """A running program; it ends with this object, or with the interpreter."""

    def __init__(self, words: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise ExternalBotError(f"{words[0]} cannot be started: {error.strerror}") from None
        self.lines_in: SimpleQueue[bytes | None] = SimpleQueue()
        self._lines_out: SimpleQueue[bytes | None] = SimpleQueue()
        # Threads, because a program that does not read must not stop whoever writes to it.
        for work in (_write, _read):
            lines = self.lines_in if work is _write else self._lines_out
            threading.Thread(target=work, args=(self._process, lines), daemon=True).start()
        self.close = weakref.finalize(self, _end, self._process, self.lines_in)

    def line_before(self, end: float) -> bytes | None:
        """Return the next line, or ``None`` if there is none before *end*.

        :raises ExternalBotError: if the program has ended.
        """
        try:
            line = self._lines_out.get(timeout=max(0.0, end - time.monotonic()))
        except Empty:
            return None
        if line is None:
            self._lines_out.put(None)  # for the next one who asks
            raise ExternalBotError("the program has ended")
        return line


def _write(process: "subprocess.Popen[bytes]", lines: "SimpleQueue[bytes | None]") -> None:
    assert process.stdin is not None
    with suppress(OSError), process.stdin as pipe:
        while (line := lines.get()) is not None:
            pipe.write(line)
            pipe.flush()


def _read(process: "subprocess.Popen[bytes]", lines: "SimpleQueue[bytes | None]") -> None:
    assert process.stdout is not None
    with suppress(OSError), process.stdout as pipe:
        while line := pipe.readline(_LONGEST_LINE):
            lines.put(line)
    lines.put(None)


def _end(process: "subprocess.Popen[bytes]", lines: "SimpleQueue[bytes | None]") -> None:
    """Kill a program and whatever it has started itself."""
    lines.put(None)
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
