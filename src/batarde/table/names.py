"""Names as they are shown: readable, on one line, and told apart at a table."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from batarde.words.guests import NAMELESS, guest_number

__all__ = ["NAME_LENGTH", "clean_name", "distinct_name", "is_like", "is_numbered"]

NAME_LENGTH: Final = 24
"""How many letters a name may have."""

_MARKS_AT_ONCE: Final = 2
"""Accents on one letter: languages need one or two, towers of them cover the lines around."""

_INVISIBLE: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\u034f\u17b4\u17b5\U0001d159")
"""Letters and marks of which nothing is seen, though Unicode does not call them space."""

_LOOK_ALIKE: Final = str.maketrans(
    {
        sign: letter
        for letter, signs in {
            "a": "аαɑ",
            "b": "вьβ",
            "c": "сϲ",
            "d": "ԁ",
            "e": "еε",
            "g": "ɡց",
            "h": "һнհ",
            "j": "јϳ",
            "k": "кκ",
            "l": "iіιı1|ǀӏ",
            "m": "м",
            "n": "ո",
            "o": "оοօ0",
            "p": "рρ",
            "q": "ԛ",
            "s": "ѕ",
            "t": "тτ",
            "u": "υս",
            "v": "νѵ",
            "w": "ωԝ",
            "x": "хχ",
            "y": "уγү",
            "3": "з",
        }.items()
        for sign in signs
    }
)
"""Cyrillic, Greek and Armenian letters, and figures, that are taken for Latin ones."""


def clean_name(name: str) -> str:
    r"""Return *name* as it is shown: printable, on one line, without spaces around it.

    It is empty if nothing can be read, or if it only says that somebody has no name.

    >>> clean_name("  Ada\tLovelace\n"), clean_name("e\u0301")
    ('Ada Lovelace', 'é')
    >>> clean_name("\u3164\u2800"), clean_name("Guest"), clean_name("# 2")
    ('', '', '')
    """
    shown = " ".join(_seen(name).split())[:NAME_LENGTH].rstrip()
    return shown if guest_number(shown) is None else ""


def _seen(name: str) -> str:
    """Return what can be seen of *name*, with spaces for what cannot."""
    shown: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", name):
        is_mark = unicodedata.category(sign) in {"Mn", "Me"}
        marks = marks + 1 if is_mark else 0
        if sign in _INVISIBLE or not sign.isprintable():
            shown.append(" ")
        elif not is_mark or (marks <= _MARKS_AT_ONCE and shown and shown[-1] != " "):
            shown.append(sign)
    return "".join(shown)


def distinct_name(name: str, others: Iterable[str]) -> str:
    """Return *name*, with a number if another at the table has it or one that looks like it.

    >>> distinct_name("Ada", ["Bob"]), distinct_name("ADA", ["Ada"])
    ('Ada', 'ADA 2')
    >>> distinct_name("", ["Ada"]), distinct_name("", ["#"])
    ('#', '# 2')
    """
    name = name or NAMELESS
    taken = {_skeleton(other) for other in others}
    if _skeleton(name) not in taken:
        return name
    number = 2
    while _skeleton(f"{name} {number}") in taken:
        number += 1
    return f"{name} {number}"


def is_numbered(called: str, name: str) -> bool:
    """Return whether *called* is *name*, as it is or with the number that tells it apart.

    >>> is_numbered("Ada 2", "Ada"), is_numbered("#", ""), is_numbered("Ada 2", "Bob")
    (True, True, False)
    """
    number = called.removeprefix(name or NAMELESS)
    return number != called and (not number or number[1:].isdecimal())


def is_like(one: str, other: str) -> bool:
    """Return whether two names look alike.

    >>> is_like("Colin", "CОLIN"), is_like("Colin", "Colette")
    (True, False)
    """
    return _skeleton(one) == _skeleton(other)


@lru_cache(maxsize=2_048)
def _skeleton(name: str) -> str:
    """Return what two names that look alike have in common."""
    if (number := guest_number(name)) is not None:
        return f"{NAMELESS} {number}"
    bare = (
        sign
        for sign in unicodedata.normalize("NFKD", name.casefold())
        if unicodedata.category(sign) != "Mn"
    )
    return "".join("".join(bare).translate(_LOOK_ALIKE).split())
