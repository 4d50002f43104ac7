"""Who gets a seat, who has to go, and who is called what: several people at one table."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import People
from e2e.measure import faults_of, small_targets
from e2e.seat import Seat, make_table, play_on
from e2e.server import QUICK, play_until
from e2e.words import say


def panel(page: Page, name: str, language: str = "en") -> Locator:
    """Open a panel of the menu, and return it."""
    page.get_by_role("button", name=say("ui.menu", language), exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=name, exact=True).click()
    expect(dialog.get_by_role("heading", name=name)).to_be_focused()
    return dialog


def told(page: Page, key: str) -> Locator:
    """Return what whoever only watches is told at the foot of the screen."""
    return page.locator(".watch").get_by_text(say(key), exact=True)


_LISTEN = """
addEventListener('DOMContentLoaded', () => {
  const places = { note: '.note', seat: '.seat .over', ear: '[aria-live][aria-atomic]' }
  window.heard = { note: '', seat: '', ear: '' }
  const listen = () => {
    for (const [place, selector] of Object.entries(places))
      for (const one of document.querySelectorAll(selector))
        if (!heard[place].endsWith(one.textContent)) heard[place] += one.textContent
  }
  new MutationObserver(listen).observe(document, {
    subtree: true, childList: true, characterData: true,
  })
})
"""


def listening(page: Page) -> Page:
    """Return *page*, which keeps all that is shown or said for a moment only."""
    page.add_init_script(_LISTEN)
    return page


def hears(page: Page, text: str, place: str = "note") -> None:
    """Wait until *page* has shown *text* at a *place*, and said it to who listens."""
    for where in (place, "ear"):
        page.wait_for_function("([where, text]) => heard[where].includes(text)", arg=[where, text])


def is_in_play(seat: Seat) -> bool:
    return seat.asked() == "play"


# A seat with the next deal


def test_who_is_new_watches_until_the_next_deal_and_all_see_whose_seat_it_will_be(
    people: People,
) -> None:
    ada = listening(people.person("Ada"))
    link = make_table(ada, 2, players=3)
    ada.goto(link)
    host = Seat(ada)
    play_on(host, until=lambda: is_in_play(host))

    zoe = people.person("Zoe")
    zoe.goto(link)
    expect(told(zoe, "ui.watch")).to_be_visible()
    zoe.get_by_role("button", name=say("ui.room.sit")).click()
    expect(told(zoe, "ui.watch.promised")).to_be_visible()
    expect(zoe.get_by_role("list", name="Your hand")).to_have_count(0)

    bot = ada.locator(".seat").filter(has_text=say("ui.people.next", player="Zoe"))
    expect(bot).to_have_count(1)
    name = bot.get_attribute("aria-label") or ""
    news = say("ui.news.promised", player="Zoe", other=name)
    hears(ada, news)
    assert faults_of(ada) == []
    assert faults_of(zoe) + small_targets(zoe) == []

    deal = ada.locator(".plate small").inner_text()
    play_on(host, until=lambda: ada.locator(".plate small").inner_text() != deal)
    hand = Seat(zoe).hand.get_by_role("button")
    expect(hand.first).to_be_visible()
    expect(told(zoe, "ui.watch.promised")).to_have_count(0)
    expect(ada.get_by_role("group", name="Zoe")).to_be_visible()
    seats = [host, Seat(zoe)]
    play_on(*seats, until=lambda: is_in_play(seats[1]))
    seats[1].play()


def test_a_promise_can_be_given_back_and_the_host_may_decline(people: People) -> None:
    ada, zoe = listening(people.person("Ada")), people.person("Zoe")
    link = make_table(ada, 2, players=3)
    ada.goto(link)
    expect(Seat(ada).hand.get_by_role("button").first).to_be_visible()
    zoe.goto(link)
    sit = zoe.get_by_role("button", name=say("ui.room.sit"))
    promised = told(zoe, "ui.watch.promised")
    sit.click()
    expect(promised).to_be_visible()
    zoe.get_by_role("button", name=say("ui.cancel")).click()
    expect(promised).to_have_count(0)
    hears(ada, say("ui.news.unpromised", player="Zoe"))

    sit.click()
    expect(promised).to_be_visible()
    dialog = panel(ada, say("ui.people"))
    expect(dialog.get_by_text(say("ui.people.next", player="Zoe"))).to_be_visible()
    dialog.get_by_role("button", name=say("ui.people.decline")).click()
    expect(promised).to_have_count(0)
    expect(sit).to_be_visible()


def test_whose_seat_it_was_comes_back_at_once_even_if_it_was_promised(people: People) -> None:
    ada, bob, zoe = (people.person(name) for name in ("Ada", "Bob", "Zoe"))
    link = make_table(ada, players=3)
    for page in (ada, bob):
        page.goto(link)
    bob.get_by_role("button", name=say("ui.room.sit")).first.click()
    ada.get_by_role("button", name=say("ui.room.start-fill", n=1)).click()
    cards = Seat(bob).hand.get_by_role("button")
    expect(cards).to_have_count(7)
    names = sorted(cards.evaluate_all("all => all.map(one => one.ariaLabel)"))

    dialog = panel(ada, say("ui.people"))
    dialog.get_by_role("button", name=say("ui.people.bot", player="Bob")).click()
    expect(dialog.get_by_role("button", name=say("ui.cancel"))).to_be_focused()
    dialog.get_by_role("button", name=say("ui.people.replace"), exact=True).click()
    expect(told(bob, "ui.watch.replaced")).to_be_visible()

    zoe.goto(link)
    free = panel(zoe, say("ui.people")).get_by_role("button", name=say("ui.room.sit"))
    expect(free).to_have_count(2)
    free.nth(0).click()
    expect(told(zoe, "ui.watch.promised")).to_be_visible()
    bob.get_by_role("button", name=say("ui.menu.take-back")).click()
    expect(cards).to_have_count(7)
    assert sorted(cards.evaluate_all("all => all.map(one => one.ariaLabel)")) == names
    ada.keyboard.press("Escape")


def test_who_sits_down_after_a_game_has_not_won_it(people: People) -> None:
    table, cookie = play_until(people.url, QUICK, lambda progress: progress.is_over)
    ada, zoe = people.person("Ada", cookie), people.person("Zoe")
    for page in (ada, zoe):
        page.goto(f"/t/{table}")
        expect(page.locator(".podium b")).to_have_count(4)
    names = ada.locator(".podium b").all_inner_texts()
    zoe.get_by_role("button", name=say("ui.room.sit")).click()
    expect(zoe.get_by_text(say("ui.end.wait"))).to_be_visible()
    ada.get_by_role("button", name=say("ui.end.seats")).click()
    expect(ada.get_by_role("listitem").filter(has_text="Zoe")).to_have_text("Zoe")  # not away
    ada.get_by_role("button", name=say("ui.score")).click()
    for page in (ada, zoe):
        assert page.locator(".podium b").all_inner_texts() == names
        page.reload()
        expect(page.locator(".podium b")).to_have_text(names)
        assert faults_of(page) + small_targets(page) == []
    ada.get_by_role("button", name=say("ui.end.again")).click()
    expect(Seat(zoe).hand.get_by_role("button").first).to_be_visible()


# Watchers have to go


def test_the_host_sends_a_watcher_away_who_is_told_so_and_finds_the_way_home(
    people: People,
) -> None:
    ada, zoe = people.person("Ada"), people.person("Zoe")
    link = make_table(ada, 2, players=3)
    ada.goto(link)
    zoe.goto(link)
    expect(told(zoe, "ui.watch")).to_be_visible()
    dialog = panel(ada, say("ui.people"))
    dialog.get_by_role("button", name=say("ui.room.remove", player="Zoe")).click()
    expect(dialog.get_by_text(say("ui.people.remove.ask", player="Zoe"))).to_be_visible()
    dialog.get_by_role("button", name=say("ui.cancel")).click()
    expect(dialog.get_by_role("button", name=say("ui.room.remove", player="Zoe"))).to_be_focused()
    expect(told(zoe, "ui.watch")).to_be_visible()

    dialog.get_by_role("button", name=say("ui.room.remove", player="Zoe")).click()
    dialog.get_by_role("button", name=say("ui.people.remove"), exact=True).click()
    why = zoe.get_by_role("heading", name=say("ui.join.removed"))
    expect(why).to_be_visible()
    expect(zoe.get_by_role("alert")).to_contain_text(say("ui.join.removed"))
    expect(dialog.get_by_text("Zoe", exact=True)).to_have_count(0)
    zoe.reload()
    expect(why).to_be_visible()
    assert faults_of(zoe) + small_targets(zoe) == []
    zoe.get_by_role("link", name=say("ui.end.home")).click()
    expect(zoe.get_by_role("button", name="Play now")).to_be_visible()


def test_a_player_is_sent_away_and_the_first_screen_leads_nowhere_near(people: People) -> None:
    ada, bob = people.person("Ada"), people.person("Bob")
    link = make_table(ada, players=3)
    ada.goto(link)
    bob.goto(link)
    bob.get_by_role("button", name=say("ui.room.sit")).first.click()
    ada.get_by_role("button", name=say("ui.room.start-fill", n=1)).click()
    expect(Seat(bob).hand.get_by_role("button")).to_have_count(7)
    dialog = panel(ada, say("ui.people"))
    dialog.get_by_role("button", name=say("ui.room.remove", player="Bob")).click()
    dialog.get_by_role("button", name=say("ui.people.remove"), exact=True).click()
    expect(bob.get_by_role("heading", name=say("ui.join.removed"))).to_be_visible()
    bob.get_by_role("link", name=say("ui.end.home")).click()
    expect(bob.get_by_role("button", name="Play now")).to_be_visible()
    expect(bob.get_by_text(say("ui.home.waiting"))).to_have_count(0)
    ada.keyboard.press("Escape")
    host = Seat(ada)
    play_on(host, until=lambda: is_in_play(host))


def test_the_host_closes_the_table_to_watchers_and_opens_it_again(people: People) -> None:
    ada, zoe = people.person("Ada"), people.person("Zoe")
    link = make_table(ada, 2, players=3)
    ada.goto(link)
    zoe.goto(link)
    expect(told(zoe, "ui.watch")).to_be_visible()
    dialog = panel(ada, say("ui.people"))
    expect(dialog.get_by_text("Zoe")).to_be_visible()  # who is there is told a little later
    allowed = dialog.get_by_role("switch", name=say("ui.new.watchable"))
    allowed.click()
    expect(allowed).to_be_checked()  # first the host is asked again
    dialog.get_by_role("button", name=say("ui.watching.shut")).click()
    expect(allowed).not_to_be_checked()
    why = zoe.get_by_role("heading", name=say("ui.join.private"))
    expect(why).to_be_visible()
    zoe.get_by_role("button", name=say("ui.again")).click()
    expect(why).to_be_visible()
    allowed.click()
    expect(allowed).to_be_checked()
    zoe.get_by_role("button", name=say("ui.again")).click()
    expect(told(zoe, "ui.watch")).to_be_visible()


def test_in_the_waiting_room_the_host_sees_who_watches_and_may_send_them_away(
    people: People,
) -> None:
    ada, zoe = people.person("Ada"), people.person("Zoe")
    link = make_table(ada, players=3)
    ada.goto(link)
    zoe.goto(link)
    ada.get_by_role("button", name=say("ui.room.remove", player="Zoe")).click()
    assert faults_of(ada) + small_targets(ada) == []
    ada.get_by_role("button", name=say("ui.people.remove"), exact=True).click()
    expect(zoe.get_by_role("heading", name=say("ui.join.removed"))).to_be_visible()
    expect(ada.get_by_text("Zoe")).to_have_count(0)


# Talk and names


def test_a_watcher_who_talks_under_the_name_of_a_player_is_told_apart(people: People) -> None:
    ada, other = listening(people.person("Ada")), listening(people.person("ADA"))
    link = make_table(ada, 2, players=3)
    ada.goto(link)
    other.goto(link)
    expect(told(other, "ui.watch")).to_be_visible()
    panel(other, say("ui.talk"))
    other.get_by_label(say("ui.talk.write")).fill("I play the Fool next")
    other.get_by_label(say("ui.talk.write")).press("Enter")
    line = "ADA 2 (watching): I play the Fool next"
    hears(ada, line)
    said = panel(ada, say("ui.talk")).get_by_role("list").get_by_role("listitem")
    expect(said).to_contain_text(re.compile(r"ADA 2\s+watching\s+I play the Fool next"))
    ada.get_by_role("button", name=say("ui.signal.well-played")).click()
    expect(said.nth(1)).not_to_contain_text("watching")
    ada.keyboard.press("Escape")

    other.keyboard.press("Escape")
    hears(other, say("ui.signal.well-played"), "seat")


@pytest.mark.parametrize(("language", "guest"), [("de", "Gast"), ("fr", "Anonyme")])
def test_guests_have_a_number_and_are_named_in_the_language_of_each_screen(
    people: People, language: str, guest: str
) -> None:
    host = listening(people.newcomer(locale="en-GB"))
    host.goto("/")
    host.get_by_role("button", name="Play now").click()
    expect(Seat(host).hand.get_by_role("button").first).to_be_visible()
    dialog = panel(host, say("ui.people"))
    expect(dialog.get_by_text("Guest", exact=True)).to_be_visible()
    host.keyboard.press("Escape")
    link = host.url

    other = people.newcomer(locale=language)
    other.goto(link)
    expect(other.get_by_role("group", name=guest, exact=True)).to_be_visible()
    panel(other, say("ui.talk", language), language)
    other.get_by_role("button", name=say("ui.signal.hello", language)).click()
    own = other.get_by_role("dialog").get_by_role("list").get_by_role("listitem")
    expect(own).to_contain_text(f"{guest} 2")
    line = f"Guest 2 (watching): {say('ui.signal.hello')}"
    hears(host, line)
    assert "Guest" not in other.locator("body").inner_text()
    assert guest not in host.locator("body").inner_text()


def test_a_guest_takes_a_name_in_the_waiting_room_and_in_the_settings(people: People) -> None:
    ada = listening(people.person("Ada"))
    link = make_table(ada, players=3)
    ada.goto(link)
    guest = people.newcomer()
    guest.goto(link)
    guest.get_by_role("button", name=say("ui.room.sit")).first.click()
    seats = ada.locator("main .panel ul").first
    expect(seats).to_contain_text("Guest")
    field = guest.get_by_label(say("ui.settings.name"))
    assert faults_of(guest) + small_targets(guest) == []
    field.fill("ada")
    field.press("Enter")
    expect(seats).to_contain_text("ada 2")
    expect(field).to_have_count(0)

    ada.get_by_role("button", name=say("ui.room.start-fill", n=1)).click()
    expect(Seat(guest).hand.get_by_role("button")).to_have_count(7)
    panel(guest, say("ui.settings"))
    field.fill("Zoé")
    field.press("Tab")
    expect(ada.get_by_role("group", name="Zoé", exact=True)).to_be_visible()
    news = say("ui.news.renamed", player="ada 2", name="Zoé")
    hears(ada, news)
