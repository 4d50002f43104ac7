"""The installed ``batarde`` as a process of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import pytest

BATARDE = str(Path(sys.executable).with_name("batarde"))
TIMEOUT = 60


def run(
    *args: str,
    typed: bytes = b"",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    **options: Any,
) -> "subprocess.CompletedProcess[bytes]":
    """Return what ``batarde ARGS`` printed, and its exit status."""
    return subprocess.run(
        [BATARDE, *args],
        input=None if "stdin" in options else typed,
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        env=_environment(env),
        cwd=cwd,
        timeout=TIMEOUT,
        check=False,
        **options,
    )


def start(*args: str, stdout: int | IO[bytes] = subprocess.PIPE) -> "subprocess.Popen[bytes]":
    """Return ``batarde ARGS`` running."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # The tests run in the background, where an interrupt is ignored, also by what they start.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return subprocess.Popen(
        [BATARDE, *args],
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=_environment(None),
    )


def printed(*args: str, typed: bytes = b"", env: Mapping[str, str] | None = None) -> str:
    """Return what ``batarde ARGS`` printed; it must have succeeded without a word of complaint."""
    done = run(*args, typed=typed, env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def complaint(*args: str, typed: bytes = b"") -> str:
    """Return the one line in which ``batarde ARGS`` refused to work."""
    done = run(*args, typed=typed)
    assert done.returncode == 2
    assert done.stdout == b""
    line = done.stderr.decode()
    assert line.count("\n") == 1
    assert line.endswith("\n")
    return line


def on_terminal(*args: str, stream: str = "stdout", **env: str) -> tuple[str, str]:
    """Return what ``batarde ARGS`` shows on a terminal, and what it prints on the other stream."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: theirs}
    process = subprocess.Popen(
        [BATARDE, *args],
        stdin=subprocess.DEVNULL,
        env=_environment({"TERM": "xterm-256color", **env}),
        **streams,
    )
    os.close(theirs)
    seen = b""
    with suppress(OSError):  # when the other end is closed
        while chunk := os.read(ours, 4096):
            seen += chunk
    os.close(ours)
    output, errors = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0
    return seen.decode(), (output or errors or b"").decode()


def _environment(more: Mapping[str, str] | None) -> dict[str, str]:
    """Return a plain environment: tests must not depend on who runs them."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return {**kept, "LANG": "C.UTF-8", "COLUMNS": "100", **(more or {})}
