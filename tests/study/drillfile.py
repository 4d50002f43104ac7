"""The file of drills that the browser asks from."""

import json
from pathlib import Path
from typing import Any, Final

import msgspec

from batarde.study.drills import Drills

FILE: Final = Path(__file__).parents[2] / "web/src/learn/train/drills.json"
TEXT: Final = FILE.read_text("utf-8")
DRILLS: Final = msgspec.json.decode(TEXT, type=Drills)
PLAIN: Final[dict[str, Any]] = json.loads(TEXT)
"""The same as plain JSON, for who shares no code with it."""


def plain(*drills: str) -> list[dict[str, Any]]:
    """Return the questions of these drills as plain JSON."""
    return [
        question
        for skill in PLAIN["skills"]
        if skill["drill"] in drills
        for question in skill["questions"]
    ]
