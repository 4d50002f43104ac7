"""Which bots these are: a number for all that their games follow from, besides the seed."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import batarde

__all__ = ["fingerprint"]

_WHOLE: Final = ("bots", "kernel", "rules")
_ARENA: Final = ("driver.py", "plans.py", "rounds.py", "seeds.py")
_MADE: Final = frozenset({".c", ".o", ".pyc", ".pyd", ".so"})
"""What is made from the rest, and differs between machines that play the same."""


@cache
def fingerprint() -> str:
    """Return it in hexadecimal digits: the rules, the kernel, the bots and what they have learned.

    >>> len(fingerprint())
    64
    """
    root = Path(batarde.__file__).parent
    files = [path for part in _WHOLE for path in (root / part).rglob("*") if path.is_file()]
    files += [root / "arena" / name for name in _ARENA]
    parts = [
        path.relative_to(root).as_posix().encode() + b"\0" + sha256(path.read_bytes()).digest()
        for path in files
        if path.suffix not in _MADE
    ]
    return sha256(b"".join(sorted(parts))).hexdigest()
