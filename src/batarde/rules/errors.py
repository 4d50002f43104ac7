"""The errors of the rules: what cannot be read, and what may not be done.

Malformed and illegal are different things: ``"ZZ"`` is no card at all, ``"TS"`` may be a card
that the rules forbid right now. Both are :class:`ValueError`, as everybody expects.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from batarde.rules.refusals import Refusal

__all__ = ["BatardeError", "IllegalActionError", "MalformedError"]


class BatardeError(ValueError):
    """The root of all errors that the rules raise."""


class MalformedError(BatardeError):
    """A text or value that means nothing in this game."""


class IllegalActionError(BatardeError):
    """An action that the rules refuse; :attr:`refusal` says why, as data."""

    def __init__(self, refusal: "Refusal") -> None:
        super().__init__(f"{refusal.code.value} ({refusal.rule})")
        self.refusal = refusal
