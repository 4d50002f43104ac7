"""People who have given no name: a sign stands for one, and each reader's language has the word.

At a table there may be several, and names are told apart by a number: ``#``, ``# 2``, ``# 3``.
"""

import re
from typing import Final

__all__ = ["FORMER_GUESTS", "NAMELESS", "guest_number"]

NAMELESS: Final = "#"
"""What stands in events, lists and records for somebody without a name."""

FORMER_GUESTS: Final = ("Guest", "Gast", "Ospite", "Anonyme", "Invité", "Visitante", "Invitado")
"""What older versions stored for them, a word of the language of whoever it was."""

_GUEST: Final = re.compile(
    rf"(?:(?:{'|'.join([NAMELESS, *FORMER_GUESTS])}) ?([0-9]{{0,4}}))?", re.IGNORECASE
)


def guest_number(name: str) -> int | None:
    """Return which of the people without a name is meant, from 1; ``None`` if it is a real name.

    >>> guest_number("#"), guest_number("# 3"), guest_number("Gast 2"), guest_number("Gaston")
    (1, 3, 2, None)
    >>> guest_number(""), guest_number("7")
    (1, None)
    """
    found = _GUEST.fullmatch(name)
    return None if found is None else int(found[1] or 1)
