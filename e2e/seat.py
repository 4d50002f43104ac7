"""A person at a table: what they are asked, and how they answer with fingers on the screen."""

import time
from collections.abc import Callable
from typing import Any

from msgspec.structs import asdict, replace
from playwright.sync_api import Error as TooLateError
from playwright.sync_api import Locator, Page, Position, expect

from e2e.server import PATIENCE, QUICK

_GLANCE = 10_000
"""Milliseconds for an answer that may have come too late: the table has moved on then."""

CORNER: Position = {"x": 22, "y": 24}
"""Where a finger meets a card: its neighbour never covers it there, nor does the row below."""

ASKED = """() => {
  const has = (selector) => document.querySelector(selector) !== null
  if (has('main.end')) return 'end'
  if (has('form.auction')) return 'bid'
  if (has('.question')) return 'question'
  return has('ul.asked') ? 'play' : ''
}"""
"""A function that says what the table asks of the person before the screen."""


def make_table(page: Page, bots: int = 0, url: str = "", **settings: Any) -> str:
    """Make a table, faster than the form allows, with *bots*; it starts if there are any."""
    wanted = {
        "settings": asdict(replace(QUICK, **settings)),
        "bots": ["simple"] * bots,
        "start": bots > 0,
    }
    answer = page.context.request.post(f"{url}/api/tables", data=wanted)
    assert answer.ok, answer.text()
    return f"/t/{answer.json()['id']}"


_LONGEST = 1_200
"""Seconds for a whole game of four windows, on however busy a machine."""


class Seat:
    """One person's window on the table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hand = page.get_by_role("list", name="Your hand")
        self.sheet = page.locator("form.auction")
        self.live = page.locator("[aria-live=polite][aria-atomic=true]")

    def asked(self) -> str:
        """Return what the table asks of this person now: nothing, mostly."""
        return str(self.page.evaluate(ASKED))

    def answer(self) -> str:
        """Do something that is allowed, if anything is asked, and return what that was."""
        asked = self.asked()
        self.page.set_default_timeout(_GLANCE)
        try:
            if asked == "question":
                self.page.locator(".question .btn").last.click()
            elif asked == "bid":
                self.bid()
            elif asked == "play":
                self.play()
        except TooLateError:
            return ""  # the table has moved on: a window has closed, or somebody has doubled
        finally:
            self.page.set_default_timeout(PATIENCE)
        return asked

    def bid(self) -> None:
        """Bid as little as possible, in no trumps if it is ours to say."""
        if not self.sheet.locator("label.standing").count():
            self.trump("no trumps")
        self.sheet.locator(".numbers label:not(.weak):not(.locked)").first.click()
        self.say()

    def trump(self, name: str) -> None:
        """Choose a trump on the sheet."""
        self.sheet.locator(".trumps label").filter(has_text=name).click()

    def number(self, tricks: int) -> None:
        """Choose a number on the sheet."""
        self.sheet.locator(".numbers label").nth(tricks).click()

    def say(self) -> None:
        """Send the bid."""
        self.sheet.get_by_role("button").click()
        expect(self.sheet.locator("button:enabled")).to_have_count(0)

    def playable(self) -> Locator:
        """Return the cards that may be played."""
        return self.page.locator("ul.asked button:not(.no)")

    def play(self) -> None:
        """Tap the first card that may be played."""
        card = self.playable().first.element_handle()
        card.click(position=CORNER)
        card.wait_for_element_state("hidden")


def play_on(*seats: Seat, until: Callable[[], bool]) -> None:
    """Let everybody answer whatever they are asked *until* something is true."""
    end = time.monotonic() + _LONGEST
    while not until():
        assert time.monotonic() < end, "the game does not go on"
        for seat in seats:
            seat.answer()
