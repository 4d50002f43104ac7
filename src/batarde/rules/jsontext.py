"""JSON as records are read and written: strictly, and whatever a stranger's file holds."""

import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from batarde.rules.errors import MalformedError

__all__ = ["read_object", "write_object"]

_DEEPEST = 256
_LONGEST_INTEGER = 400
_LARGEST_FRACTION = sys.float_info.max


def read_object(text: bytes | str) -> dict[str, Any] | None:
    """Return the JSON object in *text*, or ``None`` if it is anything else."""
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        data = json.loads(
            decoded,
            parse_constant=_refuse_constant,
            parse_int=_integer,
            parse_float=_fraction,
        )
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) and _is_shallow(data) else None


def write_object(data: Mapping[str, Any]) -> str:
    """Return *data* as one line of JSON, without the line's end."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # JSON can escape half a surrogate pair, in a name say, but UTF-8 cannot hold it.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _refuse_constant(name: str) -> NoReturn:
    raise MalformedError(f"{name} is not JSON")


def _integer(digits: str) -> int:
    # No honest number is this long. The value of a longer one does not matter, but turning it into
    # an integer takes quadratic time, and Python refuses it.
    return int(digits[:_LONGEST_INTEGER])


def _fraction(digits: str) -> float:
    # 1e999 is JSON, but infinity is not, and could not be written again.
    return max(-_LARGEST_FRACTION, min(float(digits), _LARGEST_FRACTION))


def _is_shallow(data: object) -> bool:
    """Return whether *data* is not nested too deep, whoever asks with however deep a stack."""
    level = [data]
    for _ in range(_DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return True
    return False


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
