"""Where records come from: one in a ``.json`` file, one on each line of a ``.jsonl`` file.

Anything else, standard input too, is taken as lines unless the whole is one JSON value. Lines end
with the byte 10 and nothing else; blank ones are skipped. Lines are read one at a time, so a
file may be larger than the memory.
"""

import errno
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NoReturn

__all__ = ["UnreadableError", "record_texts"]


class UnreadableError(Exception):
    """A file that cannot be opened or read; its message is the reason."""


def record_texts(name: str) -> Iterator[bytes]:
    """Return the text of each record in the file *name*; ``-`` is standard input.

    :raises UnreadableError: if it cannot be read.
    """
    try:
        with _opened(name) as file:
            yield from _texts(Path(name).suffix.lower(), file)
    except OSError as error:
        raise UnreadableError(error.strerror or str(error)) from None
    except ValueError as error:  # a name that no file can have
        raise UnreadableError(str(error)) from None


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    if name != "-":
        return Path(name).open("rb")
    if sys.stdin is None:
        raise OSError(errno.EBADF, "there is no standard input")
    return nullcontext(sys.stdin.buffer)


def _texts(suffix: str, file: BinaryIO) -> Iterable[bytes]:
    if suffix == ".json":
        return [file.read()]
    lines = file if suffix == ".jsonl" else _lines_or_whole(file)
    return (line for line in lines if line.strip())


def _lines_or_whole(file: Iterable[bytes]) -> Iterator[bytes]:
    """Return the lines of *file*, or all of them as one if together they are one JSON value.

    If the first line is a value by itself, the whole is one only if nothing follows, and then both
    readings agree. So the rest must be waited for only behind a first line that is none.
    """
    lines = iter(file)
    head = []
    for line in lines:
        head.append(line)
        if line.strip():
            break
    if head and _is_json(head[-1]):
        yield from chain(head, lines)
        return
    held = [*head, *lines]
    whole = b"".join(held)
    yield from [whole] if _is_json(whole) else held


def _is_json(text: bytes) -> bool:
    try:
        # The values do not matter here, and a long number would take long.
        json.loads(text.decode("utf-8"), parse_constant=_refuse, parse_int=len, parse_float=len)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
