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


def texts(message: str | dict[str, str]) -> list[str]:
    """Return the text of a message, or both if it has a plural."""
    return [message] if isinstance(message, str) else list(message.values())


def every_text(language: str) -> list[tuple[str, str]]:
    """Return all texts of a language in both vocabularies, each with its key."""
    file = FILES[language]
    return [
        (key, text)
        for part in ("messages", "2015")
        for key, message in file[part].items()
        for text in texts(message)
    ]
