"""What a person sees in a window of any engine, and what their finger does there."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement

T = TypeVar("T")

PATIENCE: Final = 120
"""Seconds that a person waits: a busy machine is slow, not broken."""

ANSWER: Final = 5
"""Seconds after which a person touches again what has not answered."""

_ROLES: Final = {
    "button": "button, [role=button], a.btn, summary",
    "dialog": "dialog, [role=dialog]",
    "list": "ul, ol, [role=list]",
    "radio": "input[type=radio]",
}
"""Where the elements of a role are found; their names come from the engine itself."""

_SHOWN: Final = """return [...document.querySelectorAll(arguments[0])]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))"""

_POINT: Final = """const [element, corner] = arguments
element.scrollIntoView({ block: 'nearest' })
const { left, top, width, height } = element.getBoundingClientRect()
const [x, y] = corner ? [left + 22, top + 24] : [left + width / 2, top + height / 2]
const hit = document.elementFromPoint(x, y)
return hit && element.contains(hit) ? [Math.round(x), Math.round(y)] : null"""
"""Where a finger meets the element and nothing else; the corner of a card is never covered."""

_WATCH: Final = """if (!window.faults) {
  window.faults = []
  addEventListener('error', (event) => faults.push(String(event.message)))
  addEventListener('unhandledrejection', (event) => faults.push(String(event.reason)))
}"""

_POST: Final = """const [path, data, done] = arguments
fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: data })
  .then((answer) => answer.json()).then(done, (fault) => done({ fault: String(fault) }))"""


class Screen:
    """One person's window on the server at *url*."""

    def __init__(self, driver: WebDriver, url: str) -> None:
        self._driver = driver
        self._url = url

    def visit(self, path: str) -> None:
        """Open a page of the client."""
        self._driver.get(self._url + path)
        self.run(_WATCH)

    def reload(self) -> None:
        """Load the page again, as it was."""
        self._driver.refresh()
        self.run(_WATCH)

    def run(self, script: str, *arguments: Any) -> Any:
        """Return what *script* returns in the page."""
        return self._driver.execute_script(script, *arguments)

    def post(self, path: str, data: str) -> Any:
        """Return the server's answer to a request of this person."""
        return self._driver.execute_async_script(_POST, path, data)

    def faults(self) -> list[str]:
        """Return what went wrong in the page since it was opened."""
        return list(self.run("return window.faults"))

    def find_all(self, role: str, name: str = "") -> list[WebElement]:
        """Return what is shown with *role* and *name*, or with a name that contains it."""
        return [one for one in self.select(_ROLES[role]) if name in _name(one)]

    def select(self, selector: str) -> list[WebElement]:
        """Return what is shown and meets *selector*."""
        return list(self.run(_SHOWN, selector))

    def has(self, role: str, name: str) -> bool:
        """Return whether something with *role* and *name* is shown."""
        return bool(self.find_all(role, name))

    def shows(self, text: str) -> bool:
        """Return whether *text* can be read."""
        return text in str(self.run("return document.body.innerText"))

    def wait(self, condition: Callable[[], T]) -> T:
        """Return what *condition* gives, once it gives something."""
        found = self._watch(condition, PATIENCE)
        assert found, f"in vain: {self.run('return document.body.innerText')}"
        return found

    def _watch(self, condition: Callable[[], T], seconds: float) -> T | None:
        end = time.monotonic() + seconds
        while True:
            found = None
            with suppress(StaleElementReferenceException):  # the page was drawn anew meanwhile
                found = condition()
            if found or time.monotonic() > end:
                return found
            time.sleep(0.03)

    def tap(self, role: str, name: str = "") -> None:
        """Touch what has *role* and *name* until it is gone: that is its answer.

        On a busy machine something may still slide away under the finger. A person sees that
        nothing has happened, and touches it again.
        """
        self.wait(lambda: self.has(role, name))
        self.wait(lambda: self._touched_away(role, name))

    def _touched_away(self, role: str, name: str) -> bool:
        found = self.find_all(role, name)
        if found and self.touch(found[0]):
            self._watch(lambda: not self.has(role, name), ANSWER)
        return not self.has(role, name)

    def touch(self, element: WebElement, *, corner: bool = False) -> bool:
        """Touch *element*, unless it is covered or still on its way; return whether we could."""
        point = self.run(_POINT, element, corner)
        if point is None or point != self.run(_POINT, element, corner):
            return False
        x, y = point
        moves = [
            {"type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
        self._driver.execute(Command.W3C_ACTIONS, {"actions": [finger | {"actions": moves}]})
        return True


def _name(element: WebElement) -> str:
    return " ".join(element.accessible_name.split())
