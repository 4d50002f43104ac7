"""What a screen looks like, in numbers: what is cut, what overlaps, what a finger can hit."""

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

FINGER: Final = 44
"""How many pixels a finger needs."""

_MEASURES: Final = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")

_SETTLED: Final = """() => document.fonts.ready.then(() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))
}))"""
"""A change of size is drawn two frames later."""


def faults_of(page: Page) -> list[str]:
    """Return what is cut, overflows, overlaps or lacks words on the screen."""
    return _measured(page, "faults()")


def small_targets(page: Page) -> list[str]:
    """Return what can be touched but is too small for a finger."""
    return _measured(page, f"small({FINGER})")


def card_strips(page: Page) -> list[int]:
    """Return how many pixels of each card in the hand can be touched."""
    return _measured(page, "strips()")


def _measured(page: Page, what: str) -> list[Any]:
    page.evaluate(_SETTLED)
    return list(page.evaluate(f"() => {{ {_MEASURES}\nreturn {what} }}"))
