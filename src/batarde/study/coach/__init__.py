"""The coach: help while one plays, in three steps, from the seat's own view and nothing else.

``advise`` answers; ``lens`` looks at the six trumps, ``card_costs`` at the cards, ``doubles`` at
doubles. The figures are the strongest bot's search, told instead of played; ``budget`` says how
many worlds it looks at. docs/coach.md tells the whole.
"""

from batarde.study.coach.advice import (
    Advice,
    CardCost,
    Cell,
    Lens,
    LensRow,
    Need,
    Raise,
    Step,
)
from batarde.study.coach.asking import advise, as_far_as, is_askable

__all__ = [
    "Advice",
    "CardCost",
    "Cell",
    "Lens",
    "LensRow",
    "Need",
    "Raise",
    "Step",
    "advise",
    "as_far_as",
    "is_askable",
]
