"""The message files as they lie on disk."""

import json
from importlib.resources import files
from typing import Any

from batarde.words import LANGUAGES

FILES: dict[str, dict[str, Any]] = {
    language: json.loads((files("batarde.words") / f"{language}.json").read_text("utf-8"))
    for language in LANGUAGES
}
ENGLISH = FILES["en"]
