"""The fields that events are made of, with their limits: what is outside them is a wrong shape.

Numbers and texts are bounded so that every language reads the same of them. Whether a number makes
sense in this game is another question, and the fold's (:mod:`batarde.pad.faults`).
"""

from enum import StrEnum
from typing import Annotated, Final, Literal

from msgspec import Meta

__all__ = [
    "CLOCK_LIMIT",
    "MOMENT",
    "NAME_LENGTH",
    "NOTE_LENGTH",
    "Clock",
    "Count",
    "Drawn",
    "Ended",
    "EventId",
    "Hash",
    "Key",
    "Moment",
    "Multiplier",
    "Name",
    "Number",
    "PadId",
    "PersonId",
    "Role",
    "Seating",
    "Text",
    "Vocabulary",
]

NAME_LENGTH: Final = 24
"""The code points of a name that the fold takes; more are a fault of its own, ``name``."""
NOTE_LENGTH: Final = 200
CLOCK_LIMIT: Final = 999_999
"""Where clocks stop. Honest ones stay below the number of events; a greater one would leave no
room for those who write after it."""

_LETTERS: Final = "[A-HJ-NP-Z2-9]"  # those of table codes
_END: Final = r"$(?!\n)"  # `$` alone forgives a line's end in Python, but not in a browser
MOMENT: Final = (
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?"
    f"(Z|[+-][0-9]{{2}}:[0-9]{{2}}){_END}"
)
"""ISO 8601, as devices write it."""

Number = Annotated[int, Meta(ge=-999_999, le=999_999)]
Count = Annotated[int, Meta(ge=0, le=999_999)]
Clock = Annotated[int, Meta(ge=1, le=CLOCK_LIMIT)]
Text = Annotated[str, Meta(max_length=NOTE_LENGTH)]
Name = Annotated[str, Meta(max_length=100)]
PadId = Annotated[str, Meta(pattern=f"^{_LETTERS}{{10}}{_END}")]
PersonId = Annotated[str, Meta(pattern=f"^[A-Za-z0-9_-]{{1,40}}{_END}")]
"""A person or a group: one made by a device, or an account of the server."""
EventId = Annotated[str, Meta(pattern=f"^{_LETTERS}{{8}}:(0|[1-9][0-9]{{0,5}}){_END}")]
"""The device and how many events it had made before: ``QK7M2XPA:12``."""
Moment = Annotated[str, Meta(pattern=MOMENT)]
Key = Annotated[str, Meta(pattern=f"^[A-Za-z0-9_-]{{22}}{_END}")]
"""128 random bits in base64url: who holds it may do what its role may."""
Hash = Annotated[str, Meta(pattern=f"^[0-9a-f]{{64}}{_END}")]

Multiplier = Literal[1, 2, 4]
Drawn = Literal["cards", "lot", "chosen"]
Seating = Literal["lot", "chosen"]
Ended = Literal["complete", "stopped"]
Vocabulary = Literal["2015", "2023"]


class Role(StrEnum):
    """What a key gives the right to, the greatest first (§7)."""

    ARBITER = "arbiter"
    KEEPER = "keeper"
    HELPER = "helper"
    VIEWER = "viewer"

    rank: int
    """The higher, the more an entry weighs where several compete (§8.4)."""

    def __init__(self, name: str) -> None:
        self.rank = -("arbiter", "keeper", "helper", "viewer").index(name)
