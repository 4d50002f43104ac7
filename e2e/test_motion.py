"""A card moves with the finger, not with the line: the server's answer comes later, or never."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from e2e.conftest import People
from e2e.line import Line
from e2e.seat import CORNER, Seat
from e2e.server import QUICK, in_play, play_until

FRAMES = """() => {
  const frames = []
  addEventListener('click', (event) => {
    const card = event.target.closest('button')
    const before = card.getBoundingClientRect().top
    requestAnimationFrame(() => {
      // What this frame will draw: nothing else of the page runs before it is.
      frames.push({ moved: before - card.getBoundingClientRect().top })
    })
  }, { capture: true })
  return frames
}"""
"""How far the card that is clicked has moved in the first frame after the click."""


@pytest.fixture
def watched(people: People) -> Callable[..., tuple[Page, Line]]:
    """Return a page where a card is ours to play, and its line."""

    def sit(**options: Any) -> tuple[Page, Line]:
        settings = replace(QUICK, players=7)
        table, cookie = play_until(people.url, settings, in_play(6))
        page = people.person("Ada", cookie, **options)
        line = Line(page)
        page.goto(f"/t/{table}")
        expect(Seat(page).playable().first).to_be_visible()
        return page, line

    return sit


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_card_moves_in_the_next_frame(
    watched: Callable[..., tuple[Page, Line]], motion: str, by: str
) -> None:
    page, line = watched(reduced_motion=motion)
    sent: list[dict[str, Any]] = []
    line.stand_in(sent.append)  # the server never answers
    seat = Seat(page)
    card = seat.playable().first
    name = card.get_attribute("aria-label")
    frames = page.evaluate_handle(FRAMES)
    if by == "mouse":
        card.click(position=CORNER)
    else:
        card.focus()
        page.keyboard.press("Enter")
    trick = page.get_by_role("list", name="Trick on the table")
    expect(trick).to_contain_text(f"Ada: {name}")
    expect(seat.hand.get_by_role("button", name=name, exact=True)).to_have_count(0)
    if by == "keyboard":
        expect(seat.hand.locator("button:focus")).to_have_count(1)  # on to the next card
    [first] = frames.json_value()
    assert first["moved"] > 8
    assert [message["do"] for message in sent] == ["act"]


def test_a_card_that_the_server_refuses_comes_back_with_the_reason(
    watched: Callable[..., tuple[Page, Line]],
) -> None:
    page, line = watched(reduced_motion="no-preference")
    seat = Seat(page)
    before = seat.hand.get_by_role("button").count()

    def refuse(message: dict[str, Any]) -> dict[str, Any]:
        refusal = {"code": "must-follow", "rule": "P3", "suit": "H", "cards": ["RH"]}
        return {"type": "refused", "code": "rules", "key": message["key"], "refusal": refusal}

    line.stand_in(refuse)
    card = seat.playable().first
    name = card.get_attribute("aria-label")
    card.click(position=CORNER)
    expect(page.get_by_role("alert")).to_contain_text("hearts")
    expect(seat.hand.get_by_role("button", name=name, exact=True)).to_be_visible()
    expect(seat.hand.get_by_role("button")).to_have_count(before)
    expect(page.get_by_role("list", name="Trick on the table")).not_to_contain_text("Ada:")


def test_a_card_can_be_thrown_and_hands_be_ordered_by_dragging(
    watched: Callable[..., tuple[Page, Line]],
) -> None:
    page, _line = watched()
    seat = Seat(page)
    names = "all => all.map(one => one.ariaLabel.split('.')[0])"
    cards = seat.hand.get_by_role("button")
    before = cards.evaluate_all(names)
    first = re.compile(f"^{before[0]}")
    box = cards.nth(0).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 15, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 80, box["y"] + 30, steps=4)
    page.mouse.up()
    expect(cards.nth(0)).not_to_have_accessible_name(first)
    after = cards.evaluate_all(names)
    assert sorted(after) == sorted(before)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Sort my hand").click()
    expect(cards.nth(0)).to_have_accessible_name(first)

    card = seat.playable().first.element_handle()
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 15, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 30, box["y"] - 120, steps=4)
    page.mouse.up()
    expect(cards).to_have_count(len(before) - 1)
