"""Questions come by chance; each skill takes what it needs, and nothing twice."""

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

from batarde.study.drills.dice import Dice

__all__ = ["QUESTIONS", "collected", "mixed"]

Q = TypeVar("Q")

QUESTIONS: Final = 60
"""How many questions a skill has."""


def collected(wanted: Mapping[str, int], offers: Iterable[tuple[str, Q]]) -> dict[str, list[Q]]:
    """Return so many different questions of each kind as are *wanted*, from endless *offers*."""
    found: dict[str, dict[Q, None]] = {kind: {} for kind in wanted}
    missing = sum(wanted.values())
    for kind, question in offers:
        if kind not in found or len(found[kind]) == wanted[kind] or question in found[kind]:
            continue
        found[kind][question] = None
        missing -= 1
        if not missing:
            break
    return {kind: list(questions) for kind, questions in found.items()}


def mixed(
    kinds: Mapping[str, tuple[str, ...]], offers: Iterable[tuple[str, Q]], dice: Dice
) -> dict[str, list[Q]]:
    """Return the questions of each skill, in which all its *kinds* have as good as equal parts."""
    wanted = {
        kind: (QUESTIONS * (place + 1)) // len(names) - (QUESTIONS * place) // len(names)
        for names in kinds.values()
        for place, kind in enumerate(names)
    }
    found = collected(wanted, offers)
    return {
        skill: dice.shuffled(question for kind in names for question in found[kind])
        for skill, names in kinds.items()
    }
