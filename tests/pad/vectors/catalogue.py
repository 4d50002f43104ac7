"""Vectors of the score pad: what the Python code makes of what dice have drawn.

``python -m tests.pad.vectors`` writes them anew, the same every time, into web/tests/data/pads.
The browser's twin must make the same (web/tests/pad); ``test_vectors.py`` fails if they are behind.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tests.pad.vectors.files import scores, tables
from tests.pad.vectors.groups import groups
from tests.pad.vectors.handovers import broken, handovers
from tests.pad.vectors.lines import Line
from tests.pad.vectors.pads import acts, logs, openings
from tests.pad.vectors.sentences import sentences
from tests.pad.vectors.shapes import shapes

FOLDER: Final = Path(__file__).parents[3] / "web" / "tests" / "data" / "pads"

FILES: Final[dict[str, Callable[[], Iterator[Line]]]] = {
    "logs": logs,
    "acts": acts,
    "openings": openings,
    "groups": groups,
    "tables": tables,
    "scores": scores,
    "handovers": handovers,
    "broken": broken,
    "shapes": shapes,
    "sentences": sentences,
}


def lines_of(name: str) -> list[bytes]:
    """Return the lines of a file of vectors."""
    return [
        json.dumps(line, ensure_ascii=False).encode("utf-8", "backslashreplace")
        for line in FILES[name]()
    ]


def file_of(name: str) -> Path:
    """Return where a file of vectors is kept."""
    return FOLDER / f"{name}.jsonl.gz"
