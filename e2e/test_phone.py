"""Many people and many cards on a phone."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from e2e.measure import FINGER, card_strips, faults_of, small_targets
from e2e.seat import Seat, play_on
from e2e.server import QUICK, Progress, in_auction, in_play

SMALL = {"width": 320, "height": 640}
SIDE = {"width": 844, "height": 390}


def opening(deal: int) -> Callable[[Progress], bool]:
    """Return a test for a deal in which we open."""

    def test(progress: Progress) -> bool:
        of_nothing = {bid.trump for bid in progress.bids if bid.tricks == 0}
        return progress.deal >= deal and len(of_nothing) == 6

    return test


def assert_in_order(page: Page) -> None:
    assert faults_of(page) == []
    assert small_targets(page) == []
    if Seat(page).asked() == "play":
        assert min(card_strips(page)) >= FINGER - 2


def test_seven_players_with_two_packs(seated: Callable[..., Page]) -> None:
    page = seated(replace(QUICK, players=7), in_auction(6))
    seat = Seat(page)
    expect(seat.hand.get_by_role("button")).to_have_count(10)
    assert_in_order(page)
    names = seat.hand.get_by_role("button").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert len(set(names)) == 10, "the two packs have different names"

    play_on(seat, until=lambda: seat.asked() == "play")
    assert_in_order(page)
    play_on(seat, until=lambda: seat.hand.get_by_role("button").count() == 4)
    assert_in_order(page)
    play_on(seat, until=lambda: page.get_by_text("Deal 7/12").is_visible())
    page.get_by_role("button", name="Score").click()
    expect(page.get_by_role("rowheader")).to_have_count(7)
    assert faults_of(page) == []


def test_the_opener_says_which_pack_wins(seated: Callable[..., Page]) -> None:
    page = seated(replace(QUICK, players=7), opening(1))
    seat = Seat(page)
    seat.trump("spades")
    seat.number(1)
    seat.sheet.get_by_role("radio", name="marked").check()
    assert_in_order(page)
    seat.sheet.get_by_role("button", name="Announce 1 spades marked").click()
    expect(page.locator(".plate .pack")).to_be_visible()
    page.locator(
        ".plate"
    ).click()  # the others may have announced higher at once: all is kept there
    calls = page.get_by_role("dialog").get_by_role("listitem").filter(has_text="Ada")
    expect(calls.get_by_role("img", name="1 spade, marked").first).to_be_visible()


@pytest.mark.parametrize("stop", [in_auction(6), in_play(6)], ids=["auction", "play"])
@pytest.mark.parametrize("viewport", [None, SMALL, SIDE], ids=["phone", "small", "side"])
def test_five_players_with_fourteen_cards(
    seated: Callable[..., Page], stop: Callable[[Progress], bool], viewport: dict[str, int] | None
) -> None:
    options = {"viewport": viewport} if viewport else {}
    page = seated(replace(QUICK, players=5), stop, **options)
    expect(Seat(page).hand.get_by_role("button")).to_have_count(14)
    assert_in_order(page)


MOVED = """() => {
  const moved = new Set()
  const look = () => {
    for (const one of document.getAnimations())
      for (const frame of one.effect.getKeyframes())
        for (const name of Object.keys(frame))
          if (!['offset', 'computedOffset', 'easing', 'composite'].includes(name)) moved.add(name)
    requestAnimationFrame(look)
  }
  look()
  return moved
}"""


def test_only_transform_and_opacity_move(seated: Callable[..., Page]) -> None:
    page = seated(replace(QUICK, players=7), in_auction(1), reduced_motion="no-preference")
    seat = Seat(page)
    expect(seat.sheet).to_be_visible()
    moved = page.evaluate_handle(MOVED)
    play_on(seat, until=lambda: page.get_by_text("Deal 2/12").is_visible())
    found = set(page.evaluate("moved => [...moved]", moved))
    assert "transform" in found
    assert found <= {"transform", "opacity"}
