"""The score pad's types, shapes and facts as TypeScript, generated from its Python structs.

``python -m batarde.tools.padtypes`` prints what belongs into web/src/pad/protocol.ts.
"""

from typing import Any, Final

import msgspec
from msgspec import NODEFAULT, inspect

from batarde.pad.csvfile import COLUMNS
from batarde.pad.events import BaseEvent, PadEvent
from batarde.pad.fields import CLOCK_LIMIT, MOMENT, NAME_LENGTH, NOTE_LENGTH, Role
from batarde.pad.groupevents import GroupEvent
from batarde.pad.groups import Group
from batarde.pad.handover import LARGEST, MOST_SIDES, VERSION, HandOver
from batarde.pad.history import Change, Dispute, Note, Version
from batarde.pad.links import Link
from batarde.pad.model import Entry, Pad
from batarde.pad.played import Played
from batarde.pad.refusals import PadRefusal
from batarde.pad.roles import MAY
from batarde.pad.scorefile import SCORE_FORMAT, ScoreFault, ScoreFile
from batarde.pad.shapes import shape_of
from batarde.pad.statistics import Statistics
from batarde.pad.tallies import WHOLE, Figures
from batarde.pad.writing import Pen
from batarde.rules.game import SCHEDULES
from batarde.tools.typescript import Declarations

__all__ = ["pad_typescript"]

_ROOTS: Final[dict[str, object]] = {"PadEvent": PadEvent, "GroupEvent": GroupEvent}
_TYPES: Final = (
    Pad,
    PadRefusal,
    Version,
    Note,
    Change,
    Dispute,
    Link,
    Pen,
    Group,
    Played,
    Statistics,
    Figures,
    HandOver,
    ScoreFile,
    ScoreFault,
)
_SHAPES: Final[dict[str, object]] = {
    "ENTRY": Entry,
    "PAD_EVENT": PadEvent,
    "GROUP_EVENT": GroupEvent,
    "HAND_OVER": HandOver,
    "SCORE_FILE": ScoreFile,
}
"""Later ones name the earlier ones that they hold."""
_FACTS: Final[dict[str, tuple[str, Any]]] = {
    "SCHEDULES": ("The cards of each deal, by number of players (G1).", SCHEDULES),
    "RANKS": ("What a role weighs.", {role: role.rank for role in Role}),
    "MAY": ("The events that a role may write.", {role: sorted(MAY[role]) for role in Role}),
    "NAME_LENGTH": ("The characters of a name.", NAME_LENGTH),
    "NOTE_LENGTH": ("The characters of a note.", NOTE_LENGTH),
    "CLOCK_LIMIT": ("Where clocks stop.", CLOCK_LIMIT),
    "MOMENT": ("How devices write the time.", MOMENT),
    "COLUMNS": ("The columns of a table for spreadsheets.", COLUMNS),
    "WHOLE": ("What shares are counted in.", WHOLE),
    "SCORE_FORMAT": ("The format of score files.", SCORE_FORMAT),
    "HAND_OVER_VERSION": ("The first byte of a hand-over.", VERSION),
    "HAND_OVER_SIDES": ("The most entries of a disputed deal in one.", MOST_SIDES),
    "HAND_OVER_LARGEST": ("The most bytes of one, inflated.", LARGEST),
}


class _Complete(Declarations):
    """What was read has all its fields: only those without a default can be missing."""

    def may_be_missing(self, kind: inspect.StructType, field: inspect.Field) -> bool:
        if field.required or field.default_factory is not NODEFAULT:
            return False
        return field.default is NODEFAULT or bool(kind.cls.__struct_config__.omit_defaults)


def pad_typescript() -> str:
    """Return the source of the pad's types, shapes and facts."""
    declared = _Complete()
    for name, root in _ROOTS.items():
        declared.lines[name] = f"export type {name} = {declared.of(inspect.type_info(root))}"
    for kind in _TYPES:
        declared.of(inspect.type_info(kind))
    head = "// Generated from the score pad's structs by `make types`: do not edit.\n"
    imported = "import type { Fields, Shape } from './shape'\n"
    parts = [head + imported, *declared.lines.values(), *_constants()]
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def _constants() -> list[str]:
    # Events begin with the same fields, and hand-overs hold events: by name, each is told once.
    envelope = _json(shape_of(BaseEvent)[1])
    lines = [f"const ENVELOPE: Fields = {envelope}"]
    named = {envelope[1:-1]: "...ENVELOPE"}
    for name, kind in _SHAPES.items():
        shape = whole = _json(shape_of(kind))
        for text, known in reversed(named.items()):
            shape = shape.replace(text, known)
        named[whole] = name
        lines.append(f"export const {name}: Shape = {shape}")
    for name, (meaning, value) in _FACTS.items():
        lines.append(f"/** {meaning} */\nexport const {name} = {_json(value)} as const")
    return lines


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    print(pad_typescript(), end="")  # noqa: T201 - it is a generator
