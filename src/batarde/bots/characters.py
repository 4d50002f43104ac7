"""Who sits at the table: names and characters for the levels, in five languages."""

from typing import Final, NamedTuple

from batarde.words import LANGUAGES, words
from batarde.words.characters import NAMES

__all__ = ["CHARACTERS", "Character"]


class Character(NamedTuple):
    """How a level appears at a table."""

    names: tuple[str, ...]
    """What its players are called, for up to six at one table."""
    told: dict[str, str]
    """One line about them, by language."""


CHARACTERS: Final[dict[str, Character]] = {
    level: Character(
        NAMES[level],
        {language: words(language).say(f"ui.character.{level}") for language in LANGUAGES},
    )
    for level in ("novice", "casual", "club", "expert", "master")
}
"""The character of each level, weakest first."""
