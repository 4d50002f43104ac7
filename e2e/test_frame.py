"""The frame: every place by mouse and keyboard, and a first screen for each who comes."""

import re

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from e2e.conftest import People
from e2e.seat import Seat, make_table
from e2e.server import QUICK, in_play, play_until
from e2e.test_screens import AXE

PLACES = {"Play": "/", "Learn": "/learn", "Me": "/me"}
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


def place(page: Page, name: str) -> None:
    """Expect to be at a place, and that its tab says so."""
    tabs = page.get_by_role("navigation", name="Main menu").get_by_role("link")
    expect(tabs.and_(page.locator("[aria-current=page]"))).to_have_text(name)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_every_tab_leads_somewhere_by_keyboard(people: People, size: dict[str, int]) -> None:
    page = people.person("Ada", viewport=size)
    page.goto("/")
    tabs = page.get_by_role("navigation", name="Main menu").get_by_role("link")
    expect(tabs).to_have_text(list(PLACES))
    for name, path in PLACES.items():
        page.locator("body").evaluate("document.activeElement.blur()")
        tab = tabs.filter(has_text=re.compile(f"^{name}$"))
        for _ in range(len(PLACES) + 1):
            page.keyboard.press("Tab")
            if tab.evaluate("one => one === document.activeElement"):
                break
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(f"{re.escape(path)}$"))
        place(page, name)
        expect(page.locator("main h1, header h1").first).to_be_attached()


def test_what_belongs_to_a_place_shows_it_and_leads_back(people: People) -> None:
    page = people.person("Ada")
    for path, name in (
        ("/games", "Me"),
        ("/settings", "Me"),
        ("/verify", "Me"),
        ("/rules", "Learn"),
    ):
        page.goto(path)
        place(page, name)
    page.goto("/me")
    for link in ("My games", "Settings", "Verify the shuffle"):
        page.get_by_role("link", name=link).click()
        expect(page.get_by_role("heading", name=link, level=1)).to_be_visible()
        page.get_by_role("link", name="Back").click()
        place(page, "Me")
        expect(page.get_by_role("heading", name="Me")).to_be_visible()


def test_a_bar_for_thumbs_a_rail_on_the_mat_and_none_at_a_table(people: People) -> None:
    page = people.person("Ada")
    page.goto("/")
    nav = page.get_by_role("navigation", name="Main menu")
    bar = nav.bounding_box()
    assert bar == {"x": 0, "y": 844 - 64, "width": 390, "height": 64}
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    assert nav.bounding_box() == {"x": 0, "y": 0, "width": 216, "height": 800}
    page.goto(make_table(page, 2, players=3))
    expect(Seat(page).hand).to_be_visible()
    expect(nav).to_have_count(0)


def test_a_newcomer_gets_a_hand_with_tips_or_reads_the_rules(people: People) -> None:
    page = people.newcomer()
    page.goto("/")
    expect(page.get_by_role("heading", name="Never played?")).to_be_visible()
    assert page.locator("main > .columns > *").count() <= 4
    page.get_by_role("link", name="Read the rules").click()
    place(page, "Learn")
    page.go_back()
    page.get_by_role("button", name="Deal me in").click()
    expect(Seat(page).hand.get_by_role("button")).to_have_count(5)
    expect(page.get_by_text("Tip:")).to_be_visible()


def test_who_knows_the_game_plays_with_as_many_as_they_like_and_no_tips(people: People) -> None:
    page = people.newcomer()
    page.goto("/")
    page.get_by_role("radio", name="3").check()
    page.get_by_role("button", name="Play now Against 2 bots").click()
    expect(Seat(page).hand.get_by_role("button")).to_have_count(7)
    expect(page.get_by_text("Tip:")).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("radio", name="3")).to_be_checked()


def test_the_game_that_waits_comes_first_and_the_way_is_remembered(people: People) -> None:
    table, cookie = play_until(people.url, replace(QUICK, players=3), in_play(2))
    page = people.person("Ada", cookie, {"table": table, "help": False})
    page.goto("/")
    expect(page.locator("main section").first).to_contain_text("Your game is waiting")
    expect(page.locator("main section").first).to_contain_text("Deal 2/12")
    page.get_by_role("radio", name="Open tables").check()
    expect(page.get_by_role("link", name="Open a public table")).to_be_visible()
    page.reload()
    expect(page.get_by_role("radio", name="Open tables")).to_be_checked()
    page.get_by_role("link", name="Continue").click()
    expect(Seat(page).hand).to_be_visible()


def test_an_open_table_is_found_and_joined(people: People) -> None:
    ada, bob = people.person("Ada"), people.person("Bob", settings={"way": "open"})
    ada.goto("/t/new?public")
    expect(ada.get_by_role("switch", name="Public table")).to_be_checked()
    ada.get_by_role("button", name="Create a table").click()
    expect(ada.locator("main .code")).to_be_visible()
    code = ada.url.rpartition("/")[2]
    bob.goto("/")
    bob.locator(f"main a[href='/t/{code}']").click()
    bob.get_by_role("button", name="Sit down").first.click()
    expect(ada.get_by_role("listitem").filter(has_text="Bob")).to_be_visible()


def test_the_line_goes_and_comes_back_at_home(people: People) -> None:
    page = people.person("Ada", settings={"help": False})
    page.goto("/")
    play = page.get_by_role("button", name="Play now")
    expect(play).to_be_visible()
    page.context.set_offline(True)
    expect(page.get_by_role("status")).to_contain_text("All this works without it.")
    expect(play).to_have_count(0)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate("axe.run()")["violations"] == []
    page.context.set_offline(False)
    expect(play).to_be_visible()
    people.faults.clear()  # the browser tells of every request that met no server


def test_a_page_that_cannot_be_loaded_says_so(people: People) -> None:
    page = people.person("Ada")
    page.goto("/")
    page.route("**/assets/Me-*.js", lambda route: route.abort())
    page.get_by_role("link", name="Me", exact=True).click()
    expect(page.get_by_role("heading", name="This page could not be loaded.")).to_be_visible()
    page.unroute("**/assets/Me-*.js")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Me")).to_be_visible()
    people.faults.clear()  # the browser tells of the file that did not come


def test_a_server_that_makes_no_table_is_told_of(people: People) -> None:
    page = people.person("Ada", settings={"help": False})
    page.goto("/")
    page.route("**/api/tables", lambda route: route.fulfill(status=503, json={"code": "store"}))
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("alert")).to_contain_text("could not be created")
    page.unroute("**/api/tables")
    page.get_by_role("button", name="Play now").click()
    expect(Seat(page).hand).to_be_visible()
    people.faults.clear()  # the browser tells of the answer
