"""Four people, each in a browser of their own, play a whole game together."""

import re

from playwright.sync_api import Page, expect

from e2e.conftest import People
from e2e.line import Line
from e2e.seat import Seat, make_table, play_on

NAMES = ("Ada", "Blaise", "Carl", "Dora")


def hold(page: Page) -> None:
    """Press the double and hold it until it counts."""
    button = page.get_by_role("button", name="double")
    button.hover()
    page.mouse.down()
    expect(button).to_be_hidden()
    page.mouse.up()


def test_a_whole_game_with_a_double_a_redouble_and_lost_lines(people: People) -> None:
    pages = [people.person(name) for name in NAMES]
    host = pages[0]
    link = make_table(host)
    line = Line(pages[1])
    for number, page in enumerate(pages):
        page.goto(link)
        if page is not host:
            page.get_by_role("button", name="Sit down").first.click()
        expect(host.locator("main b").get_by_text(NAMES[number], exact=True)).to_be_visible()
    host.get_by_role("button", name="Start", exact=True).click()
    seats = [Seat(page) for page in pages]
    for seat in seats:
        expect(seat.hand.get_by_role("button")).to_have_count(5)

    # The opener announces; the next player doubles out of all hands at once, the opener redoubles.
    play_on(until=lambda: any(seat.asked() == "bid" for seat in seats))
    opener = next(i for i, seat in enumerate(seats) if seat.asked() == "bid")
    author, doubler = seats[opener], seats[(opener + 1) % 4]
    author.bid()
    hold(doubler.page)
    for seat in seats:
        expect(seat.page.get_by_title("doubled", exact=True)).to_be_visible()
    author.page.keyboard.press("d")
    for seat in seats:
        expect(seat.page.get_by_title("redoubled", exact=True)).to_be_visible()

    # The line of one is cut in the middle of a deal: they see it and miss nothing.
    play_on(*seats, until=lambda: seats[1].asked() == "play")
    cards = seats[1].hand.get_by_role("button").count()
    line.cut()
    expect(pages[1].get_by_text("Reconnecting…")).to_be_visible()
    line.mend()
    expect(pages[1].get_by_text("Reconnecting…")).to_be_hidden()
    expect(seats[1].hand.get_by_role("button")).to_have_count(cards)

    # Another reloads, and goes away and back again: the seat is theirs.
    play_on(*seats, until=lambda: seats[2].asked() == "play")
    cards = seats[2].hand.get_by_role("button").count()
    pages[2].reload()
    expect(seats[2].hand.get_by_role("button")).to_have_count(cards)
    pages[2].goto("/rules")
    pages[2].go_back()
    expect(seats[2].hand.get_by_role("button")).to_have_count(cards)

    ranking = host.get_by_role("button", name="Play again together")
    play_on(*seats, until=ranking.is_visible)
    for page in pages:
        expect(page.get_by_role("row")).to_have_count(12)
        expect(page.get_by_role("heading", level=1)).to_contain_text(
            re.compile("win|Shared victory")
        )
    first = host.get_by_role("row").nth(1)
    expect(first).to_contain_text("×4")
    expect(first).to_contain_text(f"Doubled by {NAMES[(opener + 1) % 4]}")
