"""Names as they are shown: readable, on one line, and told apart at a table."""

import unicodedata
from collections.abc import Iterable
from typing import Final

__all__ = ["clean_name", "distinct_name"]

_MARKS_AT_ONCE: Final = 2
"""Accents on one letter: languages need one or two, towers of them cover the lines around."""

_INVISIBLE: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Letters and marks of which nothing is seen, though Unicode does not call them space."""

_LOOK_ALIKE: Final = str.maketrans(
    {
        sign: letter
        for letter, signs in {
            "a": "аα",
            "b": "вьβ",
            "c": "с",
            "d": "ԁ",
            "e": "еε",
            "h": "һн",
            "j": "ј",
            "k": "кκ",
            "l": "iіιı1|",
            "m": "м",
            "o": "оο0",
            "p": "рρ",
            "q": "ԛ",
            "s": "ѕ",
            "t": "тτ",
            "u": "υ",
            "v": "ν",
            "w": "ωԝ",
            "x": "хχ",
            "y": "уγ",
            "3": "з",
        }.items()
        for sign in signs
    }
)
"""Cyrillic and Greek letters, and figures, that are taken for Latin ones."""


def clean_name(name: str) -> str:
    r"""Return *name* as it is shown: printable, on one line, without spaces around it.

    >>> clean_name("  Ada\tLovelace\n"), clean_name("\u3164\u2800"), clean_name("e\u0301")
    ('Ada Lovelace', '', 'é')
    """
    shown: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", name):
        is_mark = unicodedata.category(sign) in {"Mn", "Me"}
        marks = marks + 1 if is_mark else 0
        if sign in _INVISIBLE or not sign.isprintable():
            shown.append(" ")
        elif not is_mark or (marks <= _MARKS_AT_ONCE and shown):
            shown.append(sign)
    return " ".join("".join(shown).split())


def distinct_name(name: str, others: Iterable[str]) -> str:
    """Return *name*, with a number if another at the table has it or one that looks like it.

    >>> distinct_name("Ada", ["Bob"]), distinct_name("ADA", ["Ada"]), distinct_name("", [""])
    ('Ada', 'ADA 2', '')
    """
    taken = {_skeleton(other) for other in others}
    if not name or _skeleton(name) not in taken:
        return name
    number = 2
    while _skeleton(f"{name} {number}") in taken:
        number += 1
    return f"{name} {number}"


def _skeleton(name: str) -> str:
    """Return what two names that look alike have in common."""
    bare = (
        sign
        for sign in unicodedata.normalize("NFKD", name.casefold())
        if unicodedata.category(sign) != "Mn"
    )
    return "".join("".join(bare).translate(_LOOK_ALIKE).split())
