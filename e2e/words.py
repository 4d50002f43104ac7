"""What the screens say, by the key of the message: a mended sentence must not break a test."""

from typing import Any

from batarde.words import words


def say(key: str, language: str = "en", **arguments: Any) -> str:
    """Return the message *key* as a screen in *language* shows it.

    >>> say("count.tricks", n=2), say("count.tricks", "fr", n=2)
    ('2 tricks', '2 plis')
    """
    return words(language).say(key, **arguments)
