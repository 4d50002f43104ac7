"""The coach at the table: asked in the auction and in play, by touch and by keyboard."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from batarde.table.settings import Coaching
from e2e.conftest import People
from e2e.measure import faults_of, small_targets
from e2e.seat import CORNER, Seat, make_table
from e2e.server import QUICK, Progress, in_auction, in_play, play_until
from e2e.test_keyboard import focused, press_until
from e2e.words import say

AXE = Path("web/node_modules/axe-core/axe.min.js")
ALONE = replace(QUICK, coach=Coaching.ASKED)
LANGUAGES = ("fr", "en", "de", "it", "es")
PHONES = ((390, 844), (320, 640))
SIZES = (*PHONES, (390, 664), (844, 390), (820, 1180), (1280, 800))
MANY = replace(ALONE, players=7)

Sit = Callable[..., Page]


class Help:
    """The coach as somebody before the screen finds it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.button = page.get_by_role("button", name=say("ui.coach"), exact=True)
        self.panel = page.get_by_role("region", name=say("ui.coach"))
        self.steps = self.panel.locator(".steps > button")
        self.grid = self.panel.get_by_role("grid")

    def step(self, number: int) -> Locator:
        return self.steps.nth(number - 1)

    def ask(self, number: int) -> None:
        """Ask for a step, and wait for it."""
        self.step(number).click()
        if number < 3:
            expect(self.step(number)).to_have_attribute("aria-pressed", "true")


def chosen(grid: Locator) -> Locator:
    return grid.locator("[aria-pressed=true]")


def test_help_in_the_auction_by_touch(seated: Sit) -> None:
    page = seated(ALONE, in_auction(5), has_touch=True)
    ask, seat = Help(page), Seat(page)
    expect(seat.sheet).to_be_visible()
    ask.button.tap()
    expect(ask.panel).to_contain_text("The game is then marked “coached”")
    ask.step(1).tap()
    expect(ask.panel).to_contain_text(re.compile(r"tricks are (bid|to be won)"))
    expect(seat.sheet).to_be_visible()  # one may bid without more help
    ask.step(2).tap()
    expect(ask.step(2)).to_have_attribute("aria-pressed", "true")
    ask.step(3).tap()
    expect(ask.grid.locator("tbody tr")).to_have_count(6)
    expect(ask.grid.locator("tbody button")).to_have_count(60)
    expect(seat.sheet).to_have_count(0)  # the lens is the bidding sheet

    cell = ask.grid.locator("tbody button.open:not(.bound):not([aria-pressed=true])").first
    told = cell.locator(".sr").inner_text()
    cell.tap()
    expect(ask.panel.locator(".figure")).to_contain_text(told.rpartition(": ")[2])
    bid = ask.panel.get_by_role("button", name=re.compile("^(Announce|Follow)"))
    expect(bid).to_be_enabled()
    bid.tap()
    expect(ask.panel.locator("button.btn")).to_have_count(0)


def test_help_in_play_by_touch(seated: Sit) -> None:
    page = seated(ALONE, in_play(5), has_touch=True)
    ask, seat = Help(page), Seat(page)
    expect(seat.playable().first).to_be_visible()
    ask.button.tap()
    for number in (1, 2):
        ask.step(number).tap()
        expect(ask.step(number)).to_have_attribute("aria-pressed", "true")
    ask.step(3).tap()
    tags = page.locator("ul.asked .tag")
    expect(tags).to_have_count(seat.playable().count())
    expect(page.locator("ul.asked .tag.best").first).to_contain_text("✓")
    expect(ask.panel).to_contain_text("This game is marked “coached”.")
    best = seat.hand.get_by_role("button").filter(visible=True)
    names = [name or "" for name in best.evaluate_all("all => all.map(one => one.ariaLabel)")]
    assert sum("times in 100." in name for name in names) == tags.count(), "the ear is told too"

    seat.playable().first.tap(position=CORNER)
    expect(tags).to_have_count(0)  # the price of a card is that of the moment
    ask.button.tap()
    expect(ask.panel).to_have_count(0)


def test_help_in_the_auction_by_keyboard(seated: Sit) -> None:
    page = seated(ALONE, in_auction(5))
    ask = Help(page)
    expect(Seat(page).sheet).to_be_visible()
    press_until(page, "Tab", focused(page, ".bar .help"))
    page.keyboard.press("Enter")
    expect(ask.step(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(ask.step(1)).to_have_attribute("aria-pressed", "true")
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(chosen(ask.grid)).to_be_focused()
    first = chosen(ask.grid).inner_text()
    page.keyboard.press("ArrowUp" if "no trumps" in first else "ArrowDown")
    expect(chosen(ask.grid)).to_be_focused()
    assert chosen(ask.grid).inner_text() != first
    while page.locator(".coach .btn:enabled").count() == 0:
        page.keyboard.press("ArrowRight")
        expect(chosen(ask.grid)).to_be_focused()
    press_until(page, "Tab", focused(page, ".coach .btn"))
    page.keyboard.press("Enter")
    expect(ask.panel.locator("button.btn")).to_have_count(0)


def test_help_in_play_by_keyboard(seated: Sit) -> None:
    page = seated(ALONE, in_play(5))
    ask, seat = Help(page), Seat(page)
    expect(seat.playable().first).to_be_visible()
    press_until(page, "Tab", focused(page, ".bar .help"))
    page.keyboard.press("Space")
    expect(ask.step(1)).to_be_focused()
    for number in (1, 2, 3):
        page.keyboard.press("Enter")
        expect(ask.step(number)).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Tab")
    expect(page.locator("ul.asked .tag")).not_to_have_count(0)
    cards = seat.hand.get_by_role("button")
    before = cards.count()
    press_until(page, "Shift+Tab", focused(page, "ul.asked button"))
    press_until(page, "ArrowRight", focused(page, "ul.asked button:not(.no)"))
    page.keyboard.press("Enter")
    expect(cards).to_have_count(before - 1)


def test_the_other_packs_are_told_on_demand(seated: Sit) -> None:
    page = seated(MANY, in_auction(2))
    ask = Help(page)
    ask.button.click()
    ask.ask(3)
    expect(ask.grid).to_be_visible()
    packs = ask.grid.locator("tr:not(.standing) sup")
    before = packs.all_inner_texts()
    other = ask.panel.get_by_role("button", name=say("ui.coach.other-packs"))
    other.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    after = packs.all_inner_texts()
    assert [{"S": "M", "M": "S"}[pack] for pack in before] == after


def test_what_helps_is_loaded_when_it_is_first_asked_for(seated: Sit) -> None:
    page = seated(ALONE, in_auction(5))
    expect(Seat(page).sheet).to_be_visible()
    loaded = "() => performance.getEntriesByType('resource').map((one) => one.name)"
    assert not [name for name in page.evaluate(loaded) if "CoachPanel" in name]
    Help(page).button.click()
    expect(Help(page).panel).to_be_visible()
    assert [name for name in page.evaluate(loaded) if "CoachPanel" in name]


# Where it is


def test_play_now_has_a_coach_unless_it_is_switched_off(people: People) -> None:
    page = people.person("Ada", settings={"help": False})
    page.goto("/")
    switch = page.get_by_role("switch", name=say("ui.new.coach"))
    expect(switch).to_be_checked()
    page.get_by_role("button", name=re.compile("^Play now")).click()
    expect(Seat(page).hand).to_be_visible()
    expect(Help(page).button).to_be_visible()
    page.goto("/")
    switch.click()
    page.reload()
    expect(switch).not_to_be_checked()
    page.get_by_role("button", name=re.compile("^Play now")).click()
    expect(Seat(page).hand).to_be_visible()
    expect(Help(page).button).to_have_count(0)


def test_a_new_table_offers_the_coach_to_one_alone(people: People) -> None:
    page = people.person("Ada")
    page.goto("/t/new")
    switch = page.get_by_role("switch", name=say("ui.new.coach"))
    expect(page.get_by_role("group", name=say("ui.new.bots"))).to_be_visible()
    expect(switch).to_have_count(0)
    page.get_by_role("group", name=say("ui.new.bots")).get_by_role("radio").last.check()
    expect(switch).to_be_checked()
    page.get_by_role("button", name=say("ui.home.make")).click()
    page.get_by_role("button", name=say("ui.room.start")).click()
    expect(Seat(page).hand).to_be_visible()
    expect(Help(page).button).to_be_visible()


def test_there_is_no_coach_among_people(people: People) -> None:
    ada, bob = people.person("Ada"), people.person("Bob")
    table = make_table(ada, 2, players=3, coach="asked")
    ada.goto(table)
    expect(Help(ada).button).to_be_visible()
    bob.goto(table)
    expect(bob.locator(".table")).to_be_visible()
    expect(Help(bob).button).to_have_count(0)


# How it looks


def helped(page: Page, url: str, place: tuple[str, str], steps: int) -> Help:
    """Return the coach of a table, asked for so many steps."""
    table, _ = place
    page.goto(f"{url}/t/{table}")
    expect(page.locator("form.auction, ul.asked").first).to_be_visible()
    ask = page.locator(".bar .help")
    ask.click()
    expect(page.locator(".coach .steps")).to_be_visible()
    found = Help(page)
    for number in range(1, steps + 1):
        page.locator(".coach .steps > button").nth(number - 1).click()
        if number < 3:
            pressed = page.locator(f".coach .steps > button:nth-child({number})[aria-pressed=true]")
            expect(pressed).to_be_visible()
    if steps == 3:
        expect(page.locator(".coach [role=grid], ul.asked .tag").first).to_be_visible()
    return found


@pytest.fixture(scope="session")
def moments(base_url: str) -> dict[str, tuple[str, str]]:
    """Return tables, with the cookie of who plays there, at which help is asked for."""
    found: dict[str, tuple[str, str]] = {}
    cookie = ""
    for name, settings, stop in MOMENTS:
        table, cookie = play_until(base_url, settings, stop, cookie=cookie)
        found[name] = (table, cookie)
    return found


def few_left(progress: Progress) -> bool:
    return progress.deal == 4 and bool(progress.plays) and progress.hand <= 3


MOMENTS = (
    ("auction", ALONE, in_auction(5)),
    ("play", ALONE, in_play(5)),
    ("ending", ALONE, few_left),
    ("play of seven", MANY, in_play(5)),
)


def screens(page: Page, url: str, moments: dict[str, tuple[str, str]]) -> Iterator[tuple[str, int]]:
    for name, place in moments.items():
        for steps in (0, 2, 3):
            helped(page, url, place, steps)
            yield name, steps


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing_or_cut(
    people: People, moments: dict[str, tuple[str, str]], language: str
) -> None:
    page = people.person("Ada", moments["play"][1], {"language": language, "help": False})
    found = []
    for name, steps in screens(page, people.url, moments):
        for width, height in SIZES if language == "de" else PHONES:
            page.set_viewport_size({"width": width, "height": height})
            faults = faults_of(page) + small_targets(page)
            found += [f"{name}, step {steps}, {width}: {fault}" for fault in faults]
        page.set_viewport_size({"width": 390, "height": 844})
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(
    people: People, moments: dict[str, tuple[str, str]], theme: str, width: int
) -> None:
    settings = {"theme": theme, "language": "fr", "help": False}
    page = people.person(
        "Ada", moments["play"][1], settings, viewport={"width": width, "height": 844}
    )
    found = []
    for name, steps in screens(page, people.url, moments):
        page.evaluate(AXE.read_text(encoding="utf-8"))
        answer = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        found += [
            f"{name}, step {steps}: {one['id']}: {node['html'][:160]}"
            for one in answer["violations"]
            for node in one["nodes"]
        ]
    assert not found, "\n".join(found)
