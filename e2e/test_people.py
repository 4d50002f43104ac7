"""The table's people: two tabs, watchers, bots that stand in, talk."""

import re
from itertools import cycle

from playwright.sync_api import expect

from e2e.conftest import People
from e2e.line import Line
from e2e.seat import Seat, make_table, play_on


def test_two_tabs_do_not_fight(people: People) -> None:
    page = people.person("Ada")
    link = make_table(page, 2, players=3)
    other = page.context.new_page()
    seats = [Seat(page), Seat(other)]
    for tab in (page, other):
        tab.goto(link)
    play_on(seats[1], until=lambda: seats[1].asked() == "play")
    before = seats[0].hand.get_by_role("button").count()
    for left, seat in zip(range(before - 1, 0, -1), cycle(seats), strict=False):
        seat.page.bring_to_front()
        expect(seat.playable().first).to_be_visible()
        seat.play()
        for each in seats:
            expect(each.hand.get_by_role("button")).to_have_count(left)


def test_a_table_that_cannot_be_entered_says_why(people: People) -> None:
    page = people.person("Ada")
    stranger = people.person("Zoe")
    stranger.goto("/t/ZZZZZZ")
    expect(stranger.get_by_role("heading", name="There is no such table.")).to_be_visible()
    stranger.goto(make_table(page, 2, players=3, watchable=False))
    expect(stranger.get_by_role("heading", name="This table wants no spectators.")).to_be_visible()
    stranger.get_by_role("link", name="Home").click()
    expect(stranger.get_by_role("button", name="Play now")).to_be_visible()


def test_a_watcher_sees_the_table_and_no_hand(people: People) -> None:
    page = people.person("Ada")
    link = make_table(page, 3)
    page.goto(link)
    seat = Seat(page)
    play_on(seat, until=lambda: seat.asked() == "play")
    cards = seat.hand.get_by_role("button").evaluate_all("all => all.map(one => one.ariaLabel)")

    watcher = people.person("Zoe")
    heard: list[str] = []
    watcher.on(
        "websocket", lambda line: line.on("framereceived", lambda data: heard.append(str(data)))
    )
    watcher.goto(link)
    expect(watcher.get_by_role("group", name="Ada")).to_be_visible()
    expect(watcher.get_by_role("list", name="Your hand")).to_have_count(0)
    expect(watcher.get_by_role("button", name=re.compile("double", re.IGNORECASE))).to_have_count(0)
    assert heard
    assert not any('"hand":["' in message for message in heard), "no hand was even sent"
    shown = watcher.locator("body").inner_text()
    assert not any(f"You {card}" in shown for card in cards)
    seat.play()
    expect(watcher.get_by_role("list", name="Trick on the table")).to_contain_text("Ada:")


def test_a_bot_stands_in_and_the_seat_is_taken_back(people: People) -> None:
    ada, bob = people.person("Ada"), people.person("Bob")
    link = make_table(ada, players=3, grace=0)
    line = Line(bob)
    ada.goto(link)
    bob.goto(link)
    bob.get_by_role("button", name="Sit down").first.click()
    ada.get_by_role("button", name="Start with 1 bot").click()
    expect(Seat(bob).hand.get_by_role("button").first).to_be_visible()
    line.cut()
    expect(ada.get_by_role("group", name="Bob")).to_contain_text("a bot is playing for them")
    line.mend()
    expect(ada.get_by_role("group", name="Bob")).not_to_contain_text("a bot is playing")
    expect(bob.get_by_text("Reconnecting…")).to_be_hidden()
    seats = [Seat(ada), Seat(bob)]
    play_on(*seats, until=lambda: seats[1].asked() == "play")
    seats[1].play()


def test_talk_reaches_everybody_in_their_language_and_can_be_muted(people: People) -> None:
    ada = people.person("Ada")
    bob = people.person("Bob", settings={"language": "fr"})
    link = make_table(ada, players=3)
    ada.goto(link)
    bob.goto(link)
    bob.get_by_role("button", name="S’asseoir").first.click()
    ada.get_by_role("button", name="Start with 1 bot").click()
    for page, menu, talk in ((ada, "Menu", "Talk"), (bob, "Menu", "Discussion")):
        page.get_by_role("button", name=menu).click()
        page.get_by_role("dialog").get_by_role("button", name=talk).click()
    ada.get_by_role("button", name="Well played!").click()
    ada.get_by_label("Write to the table").fill("<b>Hello</b>")
    ada.get_by_label("Write to the table").press("Enter")
    said = bob.get_by_role("dialog").get_by_role("list")
    expect(said).to_contain_text("Bien joué")
    expect(said).to_contain_text("<b>Hello</b>")
    bob.get_by_role("button", name=re.compile("Ada")).first.click()
    expect(said).not_to_contain_text("Ada")
    ada.get_by_label("Write to the table").fill("Anybody?")
    ada.get_by_label("Write to the table").press("Enter")
    expect(ada.get_by_role("dialog").get_by_role("list")).to_contain_text("Anybody?")
    expect(said).not_to_contain_text("Anybody?")
    bob.get_by_role("button", name="Réentendre Ada").click()
    expect(said).to_contain_text("Anybody?")
