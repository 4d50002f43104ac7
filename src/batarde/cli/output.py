"""Where a command writes what may be long: standard output, or a file, whole or not at all."""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

__all__ = ["print_lines", "with_progress", "write_lines"]

T = TypeVar("T")


def print_lines(lines: Iterable[str]) -> None:
    """Print each line as UTF-8 as soon as it is there."""
    for line in lines:
        sys.stdout.buffer.write(_line(line))
        sys.stdout.buffer.flush()


def write_lines(name: str, lines: Iterable[str]) -> None:
    """Write *lines* to the file *name*, which changes only when the last one has come.

    :raises OSError: if it cannot be written.
    """
    target = Path(name)
    if target.exists() and not target.is_file():  # a device or a named pipe
        with target.open("wb") as file:
            file.writelines(map(_line, lines))
        return
    target = target.resolve()  # a link stays a link
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            file.writelines(map(_line, lines))
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def with_progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Return *items*, with a bar on standard error if somebody is there to see it."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(items, what, total, console=console, transient=True)


def _line(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace") + b"\n"
