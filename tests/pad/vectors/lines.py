"""What every file of vectors is made of."""

from typing import Any, Final

import msgspec

AT: Final = "2026-11-18T21:40:00+01:00"
Line = dict[str, Any]


def plain(value: Any) -> Any:
    """Return *value* as JSON would hold it."""
    return msgspec.to_builtins(value)
