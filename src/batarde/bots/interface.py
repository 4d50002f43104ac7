"""What a bot is: something that picks one of the actions its seat may choose from."""

from typing import Protocol

from batarde.rules.actions import Action
from batarde.rules.views import View

__all__ = ["Bot"]


class Bot(Protocol):
    """A player that is a program.

    A bot is given a :class:`~batarde.rules.views.View`, never a deal: it knows what its seat may
    know. One bot may be asked for several seats, and needs no memory between two questions,
    because every view carries the whole deal so far.
    """

    def choose(self, view: View, deadline: float | None = None) -> Action:
        """Return one of ``view.legal``.

        *deadline* is the moment of :func:`time.monotonic` by which the answer is wanted; ``None``
        leaves the bot its own time.
        """
        ...
