"""A real server, a real Chromium, and people who meet at tables."""

import json
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect

from batarde.table.settings import Settings
from e2e.server import PATIENCE, Progress, play_until, serving

PHONE = {"width": 390, "height": 844}

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        pytest.exit("there is no Chromium here: run `make browser`", 1)
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    return {**browser_type_launch_args, "executable_path": chromium, "args": sandbox}


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose bots answer at once."""
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, "--bot-pace", "0", "--no-limits") as url:
        yield url


class People:
    """Opens a window for each person; whatever goes wrong in one of them is kept."""

    def __init__(self, url: str, new_context: Callable[..., BrowserContext]) -> None:
        self.url = url
        self.faults: list[str] = []
        self._new_context = new_context

    def at(self, url: str) -> "People":
        """Return the same people, at another server."""
        others = People(url, self._new_context)
        others.faults = self.faults
        return others

    def newcomer(self, **options: Any) -> Page:
        """Return a page of somebody who has never been here."""
        # The service worker has a test of its own; it would only answer for the server elsewhere.
        usual = {"viewport": PHONE, "locale": "en-GB", "reduced_motion": "reduce"}
        options = usual | {"service_workers": "block"} | options
        context = self._new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.on("page", self._watch)
        return context.new_page()

    def person(
        self,
        name: str = "Ada",
        cookie: str = "",
        settings: dict[str, Any] | None = None,
        **options: Any,
    ) -> Page:
        """Return a page of somebody whom the server knows, by a *cookie* if they were here."""
        page = self.newcomer(**options)
        context = page.context
        if cookie:
            context.add_cookies([{"name": "batarde", "value": cookie, "url": self.url}])
        else:
            answer = context.request.post(f"{self.url}/api/session", data={"name": name})
            assert answer.ok, answer.text()
        chosen = {"language": "en", "name": name, "known": True, "sounds": False} | (settings or {})
        context.add_init_script(
            "if (location.protocol !== 'about:') localStorage['batarde.settings'] ??= "
            + json.dumps(json.dumps(chosen))
        )
        return page

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._listen)

    def _listen(self, message: ConsoleMessage) -> None:
        # A line that is cut on purpose is told by the browser as an error.
        if message.type == "error" and "ERR_INTERNET_DISCONNECTED" not in message.text:
            self.faults.append(f"{message.text} {message.location.get('url', '')}")


@pytest.fixture
def people(base_url: str, new_context: Callable[..., BrowserContext]) -> Iterator[People]:
    """Open windows; a test fails if the page has an error in any of them."""
    crowd = People(base_url, new_context)
    yield crowd
    assert crowd.faults == []


@pytest.fixture
def seated(people: People) -> Callable[..., Page]:
    """Return a page at a table where a game has come as far as asked."""

    def sit(
        settings: Settings, stop: Callable[[Progress], bool], level: str = "simple", **options: Any
    ) -> Page:
        table, cookie = play_until(people.url, settings, stop, level=level)
        page = people.person("Ada", cookie, **options)
        page.goto(f"/t/{table}")
        return page

    return sit


@pytest.fixture
def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
