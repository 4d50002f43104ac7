"""The five languages, and how a language tag finds one of them."""

import os
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

__all__ = ["LANGUAGES", "guess_language", "language", "read", "rules_text"]

LANGUAGES: Final = ("fr", "en", "de", "it", "es")


def language(tag: str) -> str:
    """Return the language that *tag* means.

    >>> language("de-CH"), language("fr_FR.UTF-8")
    ('de', 'fr')

    :raises ValueError: if it is none of the five.
    """
    base = re.split(r"[-_.@]", tag)[0].lower()
    if base not in LANGUAGES:
        raise ValueError(f"{tag!r} is none of the languages {', '.join(LANGUAGES)}")
    return base


def guess_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that *environment* asks for, English if it asks for none of ours.

    >>> guess_language({"LANG": "it_IT.UTF-8"}), guess_language({"LC_ALL": "C", "LANG": "it"})
    ('it', 'en')
    """
    asked = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    tag = next((tag for tag in asked if tag), "en")
    try:
        return language(tag)
    except ValueError:
        return "en"


def rules_text(tag: str) -> str:
    """Return the rules of the game in the language of *tag*, as Markdown."""
    return read(f"rules.{language(tag)}.md")


def read(name: str) -> str:
    """Return the text of the file *name* that lies beside this module."""
    return (files("batarde.words") / name).read_text(encoding="utf-8")
