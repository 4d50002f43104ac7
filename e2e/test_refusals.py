"""What the rules forbid is marked, and says why."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from batarde.rules import Trump
from e2e.seat import CORNER, Seat
from e2e.server import QUICK, Progress


def speaking_last(progress: Progress) -> bool:
    """One number is missing among those with which we may follow."""
    trumps = {bid.trump for bid in progress.bids}
    for trump in trumps:
        numbers = {bid.tricks for bid in progress.bids if bid.trump == trump}
        if 0 in numbers and len(numbers) < max(numbers) + 1:
            return True
    return False


def with_a_weak_trump(progress: Progress) -> bool:
    """No trumps may be announced, but neither with 0 nor with 1: so it is not what is followed."""
    return min((bid.tricks for bid in progress.bids if bid.trump == Trump.NONE), default=0) >= 2


def under_a_duty(progress: Progress) -> bool:
    """Some cards of the hand may be played, and some may not."""
    return 0 < len(progress.plays) < progress.hand


def test_a_forbidden_card_says_which_duty_forbids_it(seated: Callable[..., Page]) -> None:
    page = seated(QUICK, under_a_duty)
    seat = Seat(page)
    forbidden = page.locator("ul.asked button.no").first
    forbidden.click(position=CORNER, force=True)
    note = page.get_by_role("alert")
    expect(note).to_contain_text("you must")
    expect(forbidden).to_have_attribute("aria-disabled", "true")
    reason = note.inner_text()
    assert reason in (forbidden.get_attribute("aria-label") or ""), "the card itself says it too"
    expect(seat.playable().first).to_be_visible()
    seat.play()


def test_the_forbidden_number_is_marked_with_its_reason(seated: Callable[..., Page]) -> None:
    page = seated(QUICK, speaking_last)
    locked = page.locator(".numbers label.locked")
    expect(locked).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="you speak last")).to_be_visible()
    locked.click()
    seat = Seat(page)
    expect(seat.sheet.get_by_role("button")).to_be_disabled()
    expect(seat.sheet.get_by_text("the number of cards")).to_be_visible()


def test_what_is_too_weak_says_what_it_takes(seated: Callable[..., Page]) -> None:
    page = seated(QUICK, with_a_weak_trump)
    seat = Seat(page)
    seat.trump("no trumps")
    seat.number(0)
    expect(seat.sheet.get_by_text("Too weak: it takes at least")).to_be_visible()
    expect(seat.sheet.get_by_role("button")).to_be_disabled()
    expect(page.locator(".numbers label.weak").first).to_be_visible()
