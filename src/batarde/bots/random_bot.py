"""The bot that plays by dice: the yardstick below which nobody should fall."""

import random
from typing import Final

from batarde.rules.actions import PASS, Action
from batarde.rules.views import View

__all__ = ["RandomBot"]

_DOUBLES: Final = 0.1
"""How often it doubles or redoubles when asked. Much more, and hardly an auction would live."""


class RandomBot:
    """Bids any number and plays any card it may, each with the same chance."""

    def __init__(self, seed: bytes) -> None:
        self._dice = random.Random(seed)

    def choose(self, view: View, deadline: float | None = None) -> Action:  # noqa: ARG002
        """Return any of ``view.legal``, but seldom a double."""
        if PASS in view.legal and self._dice.random() > _DOUBLES:
            return PASS
        return self._dice.choice(view.legal)
