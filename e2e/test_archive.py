"""A finished game: replayed by keyboard, linked to, proven, and caught when it was changed."""

import json
import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

from e2e.conftest import People
from e2e.server import QUICK, last_game, play_until


@pytest.fixture(scope="session")
def finished(base_url: str) -> tuple[str, str]:
    """A finished game, and the cookie of who played it."""
    _, cookie = play_until(base_url, QUICK, lambda progress: progress.is_over)
    return last_game(base_url, cookie), cookie


def test_a_game_is_replayed_by_keyboard(people: People, finished: tuple[str, str]) -> None:
    game, cookie = finished
    page = people.person("Ada", cookie)
    page.goto("/")
    page.get_by_role("link", name="Me", exact=True).click()
    page.get_by_role("link", name="My games").click()
    page.get_by_role("link", name=re.compile("Colombine")).click()
    status = page.get_by_role("status")
    expect(status).to_contain_text("Deal 1 of 10")
    page.keyboard.press("ArrowRight")
    expect(status).to_contain_text("announces")
    expect(page).to_have_url(re.compile(f"/g/{game}#1$"))
    page.keyboard.press("PageDown")
    expect(page.get_by_role("heading", name="Deal 2/10")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="Deal 10/10")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    said, link = status.inner_text(), page.url

    other = people.newcomer()
    other.goto(link)
    expect(other.get_by_role("status")).to_have_text(said)
    expect(other.get_by_role("heading", name="Deal 10/10")).to_be_visible()


def test_the_shuffle_is_proven_and_a_changed_record_is_caught(
    people: People, finished: tuple[str, str]
) -> None:
    game, cookie = finished
    page = people.person("Ada", cookie)
    page.goto(f"/verify?game={game}")
    status = page.get_by_role("status")
    expect(status).to_contain_text("every deal is proven")
    expect(status).to_contain_text("Your browser witnessed none of these deals")
    deals = page.locator("main .panel > ol > li")
    expect(deals).to_have_count(10)

    record = page.context.request.get(f"/api/games/{game}/record").json()
    hands = record["deals"][3]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    _give(page, record)
    expect(status).to_contain_text("This game is not proven")
    expect(deals.nth(3)).to_contain_text("The cards are not those of this shuffle")
    expect(deals.filter(has_text="not proven")).to_have_count(1)

    record["proof"][5]["secret"] = "0" * 64
    record["proof"][6]["shares"][0]["value"] = "0" * 64
    del record["proof"][9]
    _give(page, record)
    reasons = {5: "secret is not the one", 6: "not the one sealed", 9: "no proof"}
    for deal, reason in reasons.items():
        expect(deals.nth(deal)).to_contain_text(reason)
    _give(page, "nonsense")
    expect(page.get_by_role("alert")).to_contain_text("not the record")


def _give(page: Page, record: object) -> None:
    content = json.dumps(record).encode()
    file = FilePayload(name="game.json", mimeType="application/json", buffer=content)
    page.locator("input[type=file]").set_input_files(file)
