"""What the bots are called: each level has a family of names, the same in every language.

The line about each level is a message like any other: ``ui.character.`` and the level.
"""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Final

__all__ = ["NAMES", "free_name"]

_COMEDY: Final = (
    "Arlequin",
    "Colombine",
    "Scaramouche",
    "Isabelle",
    "Pierrot",
    "Zerbinette",
    "Polichinelle",
)
"""Figures of the stage: for bots that are no character."""

NAMES: Final[dict[str, tuple[str, ...]]] = {
    "random": _COMEDY,
    "simple": _COMEDY,
    "pimc": _COMEDY,
    "novice": ("Perrine", "Colin", "Lise", "Basile", "Nanon", "Jeannot"),
    "casual": ("Margot", "Gaspard", "Suzon", "Firmin", "Babette", "Lubin"),
    "club": ("Odile", "Anselme", "Huguette", "Norbert", "Clarisse", "Eustache"),
    "expert": ("Isaure", "Théobald", "Mélisande", "Aubin", "Ysé", "Clovis"),
    "master": ("Mélusine", "Renart", "Viviane", "Merlin", "Morgane", "Gauvain"),
}
"""What the players of each level are called."""


def free_name(level: str, number: int, is_taken: Callable[[str], bool]) -> str:
    """Return a name for a bot of *level* that is not taken; *number* says where to begin.

    A bot that is none of ours was given its name by whoever runs the server, and keeps it.

    >>> (
    ...     free_name("novice", 1, {"Lise"}.__contains__),
    ...     free_name("novice", 1, {"Colin"}.__contains__),
    ... )
    ('Colin', 'Lise')
    >>> taken = {"Colin", "lea"}.__contains__
    >>> free_name("novice", 2, taken), free_name("novice", 1, taken), free_name("lea", 1, taken)
    ('Lise', 'Lise', 'lea 2')
    """
    return next(name for name in _names(level, number) if not is_taken(name))


def _names(level: str, number: int) -> Iterator[str]:
    """Return the names of *level* in turn, and when all are given, with a number."""
    names = NAMES.get(level, (level,))
    start = number % len(names)
    turned = (*names[start:], *names[:start])
    for again in count(1):
        for name in turned:
            yield name if again == 1 else f"{name} {again}"
