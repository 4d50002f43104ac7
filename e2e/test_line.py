"""A line that is cut and mended: what was tapped meanwhile is not lost, and nobody is stuck."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from e2e.conftest import People
from e2e.line import Line
from e2e.seat import CORNER, Seat, make_table
from e2e.server import QUICK, in_play, play_until, serving


def about_to_play(people: People) -> tuple[Page, Line, str, Locator]:
    """Return a page before a card is played, its line, and a playable card: its name and itself."""
    table, cookie = play_until(people.url, QUICK, in_play(1))
    page = people.person("Ada", cookie)
    line = Line(page)
    page.goto(f"/t/{table}")
    seat = Seat(page)
    name = seat.playable().first.get_attribute("aria-label") or ""
    return page, line, name, seat.hand.get_by_role("button", name=name, exact=True)


def test_a_card_tapped_while_the_line_is_down_can_be_played_when_it_is_back(
    people: People,
) -> None:
    page, line, name, own = about_to_play(people)
    line.cut()
    expect(page.get_by_text("Reconnecting…").first).to_be_visible()
    own.click(position=CORNER)
    expect(page.get_by_role("alert")).to_contain_text("Reconnecting…")
    expect(own).to_be_visible()
    line.mend()
    line.await_game()
    expect(page.get_by_text("Reconnecting…")).to_have_count(0)
    own.click(position=CORNER)
    expect(own).to_have_count(0)
    played = page.get_by_role("list", name="Trick on the table")
    expect(played).to_contain_text(f"Ada: {name}")


def test_a_card_on_its_way_when_the_line_is_cut_comes_back_to_the_hand(people: People) -> None:
    page, line, _, own = about_to_play(people)
    line.stand_in(lambda _message: None)  # the server never hears of it
    own.click(position=CORNER)
    expect(own).to_have_count(0)
    line.cut()
    expect(own).to_be_visible()
    line.stand_in(None)
    line.mend()
    line.await_game()
    expect(page.get_by_text("Reconnecting…")).to_have_count(0)
    own.click(position=CORNER)
    expect(own).to_have_count(0)
    expect(page.get_by_role("list", name="Trick on the table")).to_contain_text("Ada:")


def test_a_refused_word_leaves_the_card_alone_that_is_on_its_way(people: People) -> None:
    page, line, _, own = about_to_play(people)
    line.stand_in(
        lambda message: {"type": "refused", "code": "no-talk"} if message["do"] == "say" else None
    )
    own.click(position=CORNER)
    expect(own).to_have_count(0)
    page.get_by_role("button", name="Talk").first.click()
    page.get_by_role("button", name="Well played!").click()
    page.keyboard.press("Escape")
    expect(own).to_have_count(0)
    expect(page.get_by_role("list", name="Trick on the table")).to_contain_text("Ada:")


def test_a_table_that_another_process_wrote_to_comes_back_as_it_is_now(
    people: People, tmp_path: Path
) -> None:
    with serving(tmp_path, "--bot-pace", "0", "--no-limits") as url:
        table, cookie = play_until(url, QUICK, in_play(1))
        page = people.at(url).person("Ada", cookie)
        page.goto(f"{url}/t/{table}")
        card = Seat(page).playable().first
        name = card.get_attribute("aria-label") or ""
        own = Seat(page).hand.get_by_role("button", name=name, exact=True)
        _say_past_the_server(tmp_path / "batarde.db", table)
        own.click(position=CORNER)  # which cannot be stored
        page.get_by_role("button", name="Talk").first.click()
        expect(page.get_by_text("I was here.")).to_be_visible()
        page.keyboard.press("Escape")
        expect(Seat(page).playable().first).to_be_visible()  # the game goes on
        own.click(position=CORNER)
        played = page.get_by_role("list", name="Trick on the table")
        expect(played).to_contain_text(f"Ada: {name}")


def _say_past_the_server(database: Path, table: str) -> None:
    event = {"event": "said", "seen_by": "everybody", "player": "px", "name": "Eve"}
    events = json.dumps([{**event, "text": "I was here."}]).encode()
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        stored = other.execute("SELECT events FROM batches WHERE table_id = ?", (table,))
        seq = sum(len(json.loads(data)) for (data,) in stored)
        other.execute(
            "INSERT INTO batches SELECT max(place) + 1, ?, ?, max(at), ? FROM batches",
            (table, seq, events),
        )


def test_who_was_replaced_by_a_bot_takes_the_same_seat_back(people: People) -> None:
    ada, bob = people.person("Ada"), people.person("Bob")
    link = make_table(ada, players=3)
    for page in (ada, bob):
        page.goto(link)
    bob.get_by_role("button", name="Sit down").first.click()
    ada.get_by_role("button", name="Start with 1 bot").click()
    cards = Seat(bob).hand.get_by_role("button")
    expect(cards).to_have_count(7)
    names = sorted(cards.evaluate_all("all => all.map(one => one.ariaLabel)"))
    bob.get_by_role("button", name="Menu").click()
    back = bob.get_by_role("dialog").get_by_role("button", name="Take my seat back")
    expect(back).to_have_count(0)  # one's own seat needs no taking back
    bob.keyboard.press("Escape")

    ada.get_by_role("button", name="Menu").click()
    for name in ("Players", "Replace Bob with a bot", "Replace"):
        ada.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    expect(bob.get_by_role("list", name="Your hand")).to_have_count(0)
    bob.get_by_role("button", name="Menu").click()
    back.click()
    expect(cards).to_have_count(7)
    assert sorted(cards.evaluate_all("all => all.map(one => one.ariaLabel)")) == names
