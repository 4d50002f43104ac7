"""A person at a table in a window of any engine, who answers whatever is asked."""

import json
import re
import time
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import asdict, replace
from selenium.common.exceptions import StaleElementReferenceException

from e2e.engines.screen import Screen
from e2e.seat import ASKED
from e2e.server import QUICK
from e2e.words import say

# Only here the journeys know how a screen is built; the rest they find by role and name.
_HAND: Final = f"[aria-label='{say('play.hand')}'] button"
_PLAYABLE: Final = "ul.asked button:not(.no)"
_ANSWER: Final = ".question .btn:last-child"
_TRUMPS: Final = "form.auction .trumps label:not(.weak)"
_STANDING: Final = "form.auction .trumps label.standing"
_NUMBERS: Final = "form.auction .numbers label:not(.weak):not(.locked)"
_SEND: Final = "form.auction button:enabled"

DEAL: Final = 300
"""Seconds for a deal, on however busy a machine."""


class Player(Screen):
    """One person, whom the table may ask for something."""

    def enter(self, name: str) -> None:
        """Let the server know who this is."""
        self.visit("/rules")
        self.post("/api/session", json.dumps({"name": name}))

    def make_table(self, bots: int = 0, **settings: Any) -> str:
        """Make a table where nothing waits but for people, and return its path."""
        wanted = {
            "settings": asdict(replace(QUICK, **settings)),
            "bots": ["simple"] * bots,
            "start": bots > 0,
        }
        return f"/t/{self.post('/api/tables', json.dumps(wanted))['id']}"

    def hand(self) -> list[str]:
        """Return the names of the cards in the hand, in no order."""
        names = self.run(
            f'return [...document.querySelectorAll("{_HAND}")].map((one) => one.ariaLabel)'
        )
        # Behind the name of a card stands whether it is a trump, or why it cannot be played.
        return sorted(re.split("[,.] ", name)[0] for name in names)

    def asked(self) -> str:
        """Return what the table asks now: nothing, mostly."""
        return str(self.run(f"return ({ASKED})()"))

    def answer(self) -> None:
        """Do something that is allowed, if anything is asked."""
        asked = self.asked()
        try:
            if asked == "question":
                self._touch(_ANSWER)
            elif asked == "bid":
                self._bid()
            elif asked == "play":
                self.tap_card()
        except StaleElementReferenceException:
            pass  # the table has moved on

    def tap_card(self) -> bool:
        """Tap the first card that may be played; return whether there was one to tap."""
        return any(self.touch(card, corner=True) for card in self.select(_PLAYABLE)[:1])

    def _bid(self) -> None:
        """Follow with the smallest number, or open with the first trump."""
        if self.select(_STANDING) or self._touch(_TRUMPS):
            self._touch(_NUMBERS)
            self._touch(_SEND)

    def _touch(self, selector: str) -> bool:
        return any(self.touch(one) for one in self.select(selector)[:1])


def play_on(*players: Player, until: Callable[[], object]) -> None:
    """Let everybody answer whatever they are asked *until* something is true."""
    end = time.monotonic() + DEAL
    while not until():
        assert time.monotonic() < end, "the game does not go on"
        for player in players:
            player.answer()
