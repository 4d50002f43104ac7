"""Every screen in every language and theme: nothing cut, nothing missing, no barrier."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from batarde.table.settings import Settings
from e2e.conftest import People
from e2e.measure import faults_of, small_targets
from e2e.server import QUICK, in_auction, in_play, last_game, play_until
from e2e.words import say

AXE = Path("web/node_modules/axe-core/axe.min.js")
LANGUAGES = ("fr", "en", "de", "it", "es")
SEVEN = replace(QUICK, players=7)


class Places:
    """Games of one person that have come to each of the places that a screen shows."""

    def __init__(self, url: str) -> None:
        over, self.cookie = play_until(url, QUICK, lambda progress: progress.is_over)
        self.game = last_game(url, self.cookie)

        def table(settings: Settings, stop: object) -> str:
            return f"/t/{play_until(url, settings, stop, cookie=self.cookie)[0]}"  # type: ignore[arg-type]

        self.end = f"/t/{over}"
        self.auction = table(QUICK, in_auction(2))
        self.auction_of_seven = table(SEVEN, in_auction(6))
        self.play = table(QUICK, in_play(3))
        self.play_of_seven = table(SEVEN, in_play(6))
        self.watched_auction, _ = play_until(url, SEVEN, in_auction(2), name="")
        self.watched_play, _ = play_until(url, QUICK, in_play(2), name="")
        self.closed, _ = play_until(url, replace(QUICK, watchable=False), in_play(1))


@pytest.fixture(scope="session")
def places(base_url: str) -> Places:
    return Places(base_url)


PAGES = (
    "/",
    "/learn",
    "/me",
    "/games",
    "/settings",
    "/verify",
    "/t/new",
    "/t/new?public",
    "/t/a/b",
)
"""Every page that needs no game; the last address leads nowhere."""

PANELS = (
    ".bar button.iconbtn >> nth=0",
    ".plate",
    ".bar button.iconbtn >> nth=1",
    ".acts .iconbtn >> nth=1",
)


def table_screens(page: Page, places: Places) -> Iterator[str]:
    """Go to every screen of a running game, and yield what it is."""
    for name in ("auction", "auction_of_seven", "play", "play_of_seven"):
        page.goto(getattr(places, name))
        expect(page.locator("form.auction, ul.asked").first).to_be_visible()
        yield name
    page.goto(places.play_of_seven)
    for panel in PANELS:
        if page.locator(panel).count():
            page.locator(panel).click()
            expect(page.get_by_role("dialog")).to_be_visible()
            yield f"panel {panel}"
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_be_hidden()
    yield from people_screens(page, places)


def people_screens(page: Page, places: Places) -> Iterator[str]:
    """Go to the screens that show who is at a table, and to those of who only watches."""
    page.locator(PANELS[0]).click()
    name = say("ui.people", str(page.evaluate("document.documentElement.lang")))
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("switch")).to_be_visible()
    yield "people"
    for name in ("watched_auction", "watched_play"):
        page.goto(f"/t/{getattr(places, name)}")
        expect(page.locator(".watch button")).to_be_visible()
        yield name
    page.locator(".watch button").click()
    expect(page.locator(".watch.promised")).to_be_visible()
    yield "promised"
    page.locator(".watch button").click()
    expect(page.locator(".watch.watching")).to_be_visible()
    page.goto(f"/t/{places.closed}")
    expect(page.get_by_role("alert")).to_be_visible()
    yield "closed"


def other_screens(page: Page, places: Places) -> Iterator[str]:
    """Go to every other screen, and yield what it is."""
    for path in PAGES:
        page.goto(path)
        expect(page.locator("h1").first).to_be_attached()
        yield path
    page.goto("/")
    for way in ("friends", "open"):
        page.locator("input[type=radio]").nth(("alone", "friends", "open").index(way)).check()
        yield f"home, {way}"
    made = page.context.request.post("/api/tables", data={"settings": {"by_lot": True}})
    page.goto(f"/t/{made.json()['id']}")
    expect(page.locator("main .code")).to_be_visible()
    yield "waiting room"
    page.goto(places.end)
    expect(page.locator("main.end")).to_be_visible()
    yield "end"
    page.goto(f"/g/{places.game}#40")
    expect(page.locator("main.replay")).to_be_visible()
    yield "replay"
    page.goto(f"/verify?game={places.game}")
    expect(page.locator("main .panel > ol > li")).to_have_count(10)
    yield "verify"


def measured(page: Page, screens: Iterator[str], *sizes: tuple[int, int]) -> list[str]:
    """Return what is wrong on *screens*, each looked at in all *sizes*."""
    found = []
    for screen in screens:
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            faults = faults_of(page) + small_targets(page)
            found += [f"{screen} at {width}: {fault}" for fault in faults]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing_or_cut(people: People, places: Places, language: str) -> None:
    page = people.person("Ada", places.cookie, {"language": language})
    screens = chain(other_screens(page, places), table_screens(page, places))
    found = measured(page, screens, (390, 844), (320, 640))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_of_a_newcomer_and_without_a_line(people: People, language: str) -> None:
    page = people.newcomer(locale=language)
    sizes = ((390, 844), (320, 640), (360, 640), *SIZES)

    def screens() -> Iterator[str]:
        page.goto("/")
        expect(page.locator("section.first")).to_be_visible()
        yield "newcomer"
        page.context.set_offline(True)
        expect(page.get_by_role("status")).to_be_visible()
        yield "no line"

    found = measured(page, screens(), *sizes)
    assert not found, "\n".join(found)
    people.faults.clear()  # the browser tells of every request that met no server


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_older_words_fit_too(people: People, places: Places, language: str) -> None:
    page = people.person("Ada", places.cookie, {"language": language, "vocabulary": "2015"})
    found = measured(page, table_screens(page, places), (320, 640))
    assert not found, "\n".join(found)


SIZES = ((844, 390), (768, 1024), (1280, 800), (2560, 1440))


def test_larger_screens_and_phones_on_their_side(people: People, places: Places) -> None:
    page = people.person("Ada", places.cookie, {"language": "de"})
    screens = chain(other_screens(page, places), table_screens(page, places))
    found = measured(page, screens, *SIZES)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(people: People, places: Places, theme: str) -> None:
    page = people.person("Ada", places.cookie, {"theme": theme, "language": "fr"})
    found = []
    for screen in chain(other_screens(page, places), table_screens(page, places)):
        page.evaluate(AXE.read_text(encoding="utf-8"))
        answer = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        found += [
            f"{screen}: {one['id']}: {node['html'][:160]}"
            for one in answer["violations"]
            for node in one["nodes"]
        ]
    assert not found, "\n".join(found)
