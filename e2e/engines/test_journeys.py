"""The main journeys in the engines of Chrome, Safari and Firefox, at the size of a phone."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from e2e.engines.browsers import ENGINES, WIDTH
from e2e.engines.player import Player, play_on
from e2e.engines.wire import Wire
from e2e.words import say

# Selenium warns of a setting that its own driver for WebKitGTK makes.
pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")

Opening = Callable[[str], Player]


@pytest.fixture(params=ENGINES)
def newcomer(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opening]:
    """Open a window at an address, for somebody who has never been here."""
    opened: list[Player] = []
    with ExitStack() as windows:

        def open_window(url: str) -> Player:
            folder = tmp_path / str(len(opened))
            folder.mkdir()
            driver = windows.enter_context(ENGINES[request.param](folder))
            opened.append(Player(driver, url))
            return opened[-1]

        yield open_window
        assert [fault for one in opened for fault in one.faults()] == []


ROWS = """const tops = [...document.querySelectorAll('input[name=players]')]
  .map((one) => Math.round(one.parentElement.getBoundingClientRect().top))
return new Set(tops).size"""


def test_a_newcomer_has_a_hand_after_two_taps(newcomer: Opening, base_url: str) -> None:
    page = newcomer(base_url)
    page.visit("/")
    page.wait(lambda: page.has("button", say("ui.home.play")))
    assert page.run("return innerWidth") == WIDTH
    assert page.run("return document.documentElement.scrollWidth") <= WIDTH, (
        "nothing stands beside the screen"
    )
    assert page.run(ROWS) <= 1, "the numbers of players stand in one row"
    page.tap("button", say("ui.home.play"))
    page.tap("button", say("ui.ready.yes"))
    page.wait(lambda: len(page.hand()) == 5)


def test_a_deal_is_played_by_touch_through_a_reload(newcomer: Opening, base_url: str) -> None:
    page = newcomer(base_url)
    page.enter("Ada")
    page.visit(page.make_table(bots=2, players=3))
    play_on(page, until=lambda: 0 < len(page.hand()) < 5)
    hand = page.hand()
    page.reload()
    page.wait(page.hand)
    assert page.hand() == hand
    play_on(page, until=lambda: len(page.hand()) == 8)  # the second deal


def test_a_line_that_is_cut_and_mended_loses_nothing(newcomer: Opening, base_url: str) -> None:
    with Wire(base_url).laid() as wire:
        page = newcomer(wire.url)
        page.enter("Ada")
        page.visit(page.make_table(bots=2, players=3))
        play_on(page, until=lambda: page.asked() == "play")
        hand = page.hand()
        wire.cut()
        page.wait(lambda: page.shows(say("ui.offline")))
        page.wait(page.tap_card)
        assert page.hand() == hand
        wire.mend()
        page.wait(lambda: not page.shows(say("ui.offline")))
        assert page.hand() == hand
        play_on(page, until=lambda: len(page.hand()) < len(hand))


def test_two_people_meet_by_a_link(newcomer: Opening, base_url: str) -> None:
    ada, bob = newcomer(base_url), newcomer(base_url)
    ada.enter("Ada")
    link = ada.make_table(players=3)
    ada.visit(link)
    bob.visit(link)
    bob.tap("button", say("ui.room.sit"))
    ada.tap("button", say("ui.room.start-fill", n=1))
    ada.wait(lambda: len(ada.hand()) == 7)
    bob.wait(lambda: len(bob.hand()) == 7)
    assert not set(ada.hand()) & set(bob.hand())
    play_on(ada, bob, until=lambda: 0 < len(bob.hand()) < 7)
