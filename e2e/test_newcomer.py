"""Somebody who knows nothing comes by and has a hand after two clicks."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from e2e.conftest import People
from e2e.seat import Seat, play_on
from e2e.server import serving


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server as everybody meets it: bots that take their time, and limits."""
    with serving(tmp_path_factory.mktemp("server")) as url:
        yield url


def test_two_clicks_lead_to_the_first_hand_and_on_to_the_score(people: People) -> None:
    page = people.newcomer()
    page.goto("/")
    page.get_by_role("button", name="Deal me in").click()
    seat = Seat(page)
    expect(seat.hand.get_by_role("button")).to_have_count(5)
    page.get_by_role("button", name="Ready").click()

    score = page.get_by_role("dialog", name="Score")
    play_on(seat, until=score.is_visible)
    rows = score.get_by_role("row")
    expect(rows.filter(has_text="1")).not_to_have_count(0)
    expect(score).to_be_hidden()
    expect(seat.hand.get_by_role("button")).to_have_count(6)
