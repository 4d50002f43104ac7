"""A table from its making to the next game: shared, paused, handed on, played again."""

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from e2e.conftest import People
from e2e.measure import faults_of, small_targets
from e2e.seat import CORNER, Seat, make_table, play_on
from e2e.server import QUICK, Progress, in_auction, in_play, play_until


def choose(page: Page, *way: str) -> None:
    """Go through the menu of a table."""
    page.get_by_role("button", name="Menu").click()
    for name in way:
        page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def pick(page: Page, group: str, name: str) -> None:
    """Choose one of a few."""
    choices = page.get_by_role("group", name=group, exact=True)
    choices.get_by_role("radio", name=name, exact=True).check()


def test_a_table_is_made_shared_and_joined_by_its_code(people: People) -> None:
    ada = people.person("Ada")
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.add_init_script("navigator.share = async (what) => { window.shared = what.url }")
    ada.goto("/")
    pick(ada, "Play", "Friends")
    ada.get_by_role("link", name="Create a table").click()
    pick(ada, "Players", "3")
    pick(ada, "Bots", "1")
    pick(ada, "Time to think", "No limit")
    pick(ada, "Time allowed to double", "0 s")
    ada.get_by_text("Draw the seats by lot").click()
    ada.get_by_text("Last trick can be seen again").click()
    ada.get_by_role("button", name="Create a table").click()

    code = ada.locator("main .code").inner_text().split()[-1]
    expect(ada.get_by_text("The seats will be drawn by lot.")).to_be_visible()
    expect(ada.get_by_role("img", name="QR code of the link")).to_be_visible()
    ada.get_by_role("button", name="Copy the link").click()
    expect(ada.get_by_role("button", name="Copied")).to_be_visible()
    link = ada.evaluate("navigator.clipboard.readText()")
    assert link == ada.url
    assert link.endswith(f"/t/{code}")
    ada.get_by_role("button", name="Share").click()
    assert ada.evaluate("window.shared") == link

    bob = people.person("Bob")
    bob.goto("/")
    pick(bob, "Play", "Friends")
    bob.get_by_label("Table code").fill(code.lower())
    bob.get_by_label("Table code").press("Enter")
    bob.get_by_role("button", name="Sit down").first.click()
    ada.get_by_role("button", name="Start", exact=True).click()
    seats = [Seat(ada), Seat(bob)]
    for seat in seats:
        expect(seat.hand.get_by_role("button")).to_have_count(7)
    play_on(*seats, until=lambda: seats[0].hand.get_by_role("button").count() == 5)
    expect(ada.get_by_role("list", name="Trick on the table")).to_be_visible()
    # At this table what is gone is gone.
    expect(ada.get_by_role("button", name="Last trick")).to_have_count(0)


def test_the_host_pauses_hands_a_seat_to_a_bot_and_a_watcher_takes_one(people: People) -> None:
    ada, bob = people.person("Ada"), people.person("Bob")
    link = make_table(ada, players=3)
    ada.goto(link)
    bob.goto(link)
    bob.get_by_role("button", name="Sit down").first.click()
    ada.get_by_role("button", name="Start with 1 bot").click()
    expect(Seat(bob).hand.get_by_role("button")).to_have_count(7)

    choose(ada, "Pause the game")
    for page in (ada, bob):
        expect(page.get_by_text("Game paused")).to_be_visible()
    expect(bob.get_by_role("button", name="Resume")).to_have_count(0)
    ada.get_by_role("button", name="Resume").click()
    for page in (ada, bob):
        expect(page.get_by_text("Game paused")).to_be_hidden()

    choose(ada, "Players", "Replace Bob with a bot", "Replace")
    expect(ada.get_by_role("dialog").get_by_role("listitem").filter(has_text="bot")).to_have_count(
        2
    )
    expect(bob.get_by_role("list", name="Your hand")).to_have_count(0)
    choose(bob, "Players")
    bob.get_by_role("dialog").get_by_role("button", name="Sit down").first.click()
    expect(Seat(bob).hand.get_by_role("button").first).to_be_visible()
    ada.keyboard.press("Escape")
    seats = [Seat(ada), Seat(bob)]
    play_on(*seats, until=lambda: seats[1].asked() == "play")
    seats[1].play()


@pytest.fixture
def finished(people: People) -> Page:
    """A page at a table whose game is over."""
    table, cookie = play_until(people.url, QUICK, lambda progress: progress.is_over)
    page = people.person("Ada", cookie)
    page.goto(f"/t/{table}")
    return page


def test_the_same_table_plays_again_and_the_record_is_kept(finished: Page) -> None:
    page = finished
    podium = page.locator(".podium b")
    expect(podium).to_have_count(4)
    names = podium.all_inner_texts()
    assert "Ada" in names
    expect(page.get_by_role("img", name=re.compile("Ada [0-9]+"))).to_be_visible()  # the chart
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    record = download.value.path().read_text(encoding="utf-8")
    assert '"proof"' in record
    assert download.value.suggested_filename.endswith(".json")
    page.get_by_role("button", name="Play again together").click()
    expect(Seat(page).hand.get_by_role("button")).to_have_count(5)
    for name in set(names) - {"Ada"}:
        expect(page.get_by_role("group", name=name, exact=True)).to_be_visible()


def opponents_announced(progress: Progress) -> bool:
    """Somebody has announced, and it is our turn: we may double."""
    return bool(progress.bids) and len({bid.trump for bid in progress.bids if not bid.tricks}) == 1


def test_language_and_vocabulary_change_in_play(seated: Callable[..., Page]) -> None:
    page = seated(QUICK, opponents_announced)
    expect(page.get_by_role("button", name="double")).to_be_visible()
    hand = Seat(page).hand.get_by_role("button").count()
    choose(page, "Settings")
    dialog = page.get_by_role("dialog")
    pick(page, "Vocabulary", "2015 (eschew)")
    pick(page, "Language", "Deutsch")
    expect(dialog.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="méchounen")).to_be_visible()
    expect(page.get_by_role("list", name="Dein Blatt").get_by_role("button")).to_have_count(hand)
    assert page.evaluate("document.documentElement.lang") == "de"


def test_a_double_is_felt(seated: Callable[..., Page]) -> None:
    page = seated(QUICK, opponents_announced, reduced_motion="no-preference")
    expect(page.get_by_role("button", name="double")).to_be_visible()
    felt = page.evaluate_handle(
        "() => { const felt = []; navigator.vibrate = (one) => felt.push(one); return felt }"
    )
    shaken = page.evaluate_handle(
        """() => {
          const seen = []
          const { animate } = Element.prototype
          Element.prototype.animate = function (frames, options) {
            seen.push(this.className)
            return animate.call(this, frames, options)
          }
          return seen
        }"""
    )
    page.keyboard.press("d")
    expect(page.get_by_title("doubled", exact=True).first).to_be_visible()
    assert [40, 60, 40] in felt.json_value()
    assert any("stage" in name for name in shaken.json_value())


def test_clumsy_fingers_confirm_each_card(people: People) -> None:
    table, cookie = play_until(people.url, QUICK, in_play(1))
    page = people.person("Ada", cookie, {"confirm": True})
    page.goto(f"/t/{table}")
    seat = Seat(page)
    card = seat.playable().first
    name = card.get_attribute("aria-label")
    card.click(position=CORNER)
    expect(page.get_by_role("alert")).to_have_text(f"{name}: tap again to play")
    own = seat.hand.get_by_role("button", name=name, exact=True)
    expect(own).to_be_visible()
    own.click(position=CORNER)
    expect(own).to_have_count(0)


def test_the_way_back_leads_to_the_same_seat(people: People) -> None:
    page = people.newcomer()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    cards = Seat(page).hand.get_by_role("button")
    expect(cards).to_have_count(5)
    names = cards.evaluate_all("all => all.map(one => one.ariaLabel)")
    page.go_back()
    page.get_by_role("link", name="Continue").click()
    expect(cards).to_have_count(5)
    assert cards.evaluate_all("all => all.map(one => one.ariaLabel)") == names


SIDE = {"width": 844, "height": 390}


@pytest.mark.parametrize("players", [3, 4, 7])
def test_a_phone_on_its_side(people: People, players: int) -> None:
    """Live: the auction, the play, and the last trick of a deal with many cards."""
    settings = replace(QUICK, players=players)
    table, cookie = play_until(people.url, settings, in_auction(5))
    page = people.person("Ada", cookie, viewport=SIDE)
    page.goto(f"/t/{table}")
    seat = Seat(page)
    expect(seat.sheet).to_be_visible()
    assert faults_of(page) + small_targets(page) == []
    play_on(seat, until=lambda: seat.asked() == "play")
    assert faults_of(page) + small_targets(page) == []
    left = seat.hand.get_by_role("button").count() - 2
    play_on(seat, until=lambda: seat.hand.get_by_role("button").count() == left)
    assert faults_of(page) + small_targets(page) == []
    page.get_by_role("button", name="Last trick").click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(players)
    assert faults_of(page) == []


def test_a_second_tap_confirms_a_double_and_one_alone_costs_nothing(people: People) -> None:
    pages = [people.person(name) for name in ("Ada", "Blaise", "Carl")]
    link = make_table(pages[0], players=3)
    for page in pages:
        page.goto(link)
        if page is not pages[0]:
            page.get_by_role("button", name="Sit down").first.click()
            expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    pages[0].get_by_role("button", name="Start", exact=True).click()
    seats = [Seat(page) for page in pages]
    play_on(until=lambda: any(seat.asked() == "bid" for seat in seats))
    opener = next(i for i, seat in enumerate(seats) if seat.asked() == "bid")
    seats[opener].bid()
    page = pages[(opener + 1) % 3]
    button = page.get_by_role("button", name="double")
    button.click()
    expect(page.get_by_title("doubled", exact=True)).to_have_count(0)
    button.click()
    expect(page.get_by_title("doubled", exact=True)).to_be_visible()
