"""A deal without a mouse, and one by ear alone."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from e2e.conftest import People
from e2e.seat import Seat, make_table

NAME = "Ada"


def press_until(page: Page, key: str, done: Callable[[], bool], most: int = 60) -> None:
    """Press *key* until something is true."""
    for _ in range(most):
        if done():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead there")


def focused(page: Page, selector: str) -> Callable[[], bool]:
    return lambda: bool(page.evaluate("(one) => document.activeElement.matches(one)", selector))


def answer_by_keyboard(seat: Seat) -> None:
    """Answer what is asked; the table may move on meanwhile, as when somebody doubles."""
    page, asked = seat.page, seat.asked()

    def go(key: str, selector: str) -> bool:
        there = focused(page, selector)
        press_until(page, key, lambda: there() or seat.asked() != asked)
        return there()

    if asked == "question" and go("Tab", ".question .btn"):
        page.keyboard.press("Enter")
    elif asked == "bid":
        if not page.locator("label.standing").count() and go("Tab", ".trumps input"):
            page.keyboard.press("Space")
        if not go("Tab", ".numbers input"):
            return
        page.keyboard.press("Space")
        submit = page.locator("form.auction button:enabled")
        press_until(page, "ArrowRight", lambda: submit.count() > 0 or seat.asked() != asked)
        page.keyboard.press("Enter")
        expect(submit).to_have_count(0)
    elif asked == "play" and go("Tab", "ul.asked button"):
        cards = seat.hand.get_by_role("button")
        before = cards.count()
        if go("ArrowRight", "ul.asked button:not(.no)"):
            page.keyboard.press("Enter")
            expect(cards).to_have_count(before - 1)


def test_a_deal_by_keyboard(people: People) -> None:
    page = people.newcomer()
    page.goto("/")
    press_until(page, "Tab", focused(page, "main button.btn"))
    page.keyboard.press("Enter")
    seat = Seat(page)
    expect(seat.hand.get_by_role("button")).to_have_count(5)
    while not page.get_by_role("dialog", name="Score").is_visible():
        answer_by_keyboard(seat)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_the_focus_stays_with_the_questions_and_goes_on_to_the_hand(people: People) -> None:
    page = people.person(NAME)
    page.goto(make_table(page, 2, players=3, asks_ready=True))
    seat = Seat(page)
    asked = page.locator(".sheet")
    press_until(page, "Tab", focused(page, ".question .btn"))
    page.keyboard.press("Enter")
    expect(asked.locator(".question")).to_have_count(0)
    within = focused(page, ".sheet, .sheet *")
    while not focused(page, "ul.asked button")():
        assert within(), page.evaluate("document.activeElement.outerHTML")
        if seat.asked() in {"bid", "question"}:
            answer_by_keyboard(seat)
        if not asked.count():
            page.wait_for_function("() => document.activeElement.matches('ul button')")
            break


def test_a_deal_through_the_accessibility_tree(people: People) -> None:
    """Roles and names are all that is used here, as a screen reader would."""
    page = people.person(NAME)
    table = page.context.request.post(
        "/api/tables",
        data={
            "settings": {
                "double_window": 0,
                "trick_pause": 0,
                "deal_pause": 30_000,
                "pace": "none",
            },
            "bots": ["simple"] * 3,
            "start": True,
        },
    ).json()
    page.goto(f"/t/{table['id']}")
    expect(page.get_by_role("button", name="Ready")).to_be_visible()
    heard = page.evaluate_handle(
        """() => {
          const heard = []
          const live = document.querySelector('[aria-live=polite][aria-atomic=true]')
          new MutationObserver(() => heard.push(live.textContent))
            .observe(live, { childList: true, characterData: true, subtree: true })
          return heard
        }"""
    )
    page.get_by_role("button", name="Ready").click()
    hand = page.get_by_role("list", name="Your hand")
    cards = hand.get_by_role("button", disabled=False)
    sheet = page.get_by_role("form")
    score = page.get_by_role("dialog", name="Score")
    live = page.locator("[aria-live=polite][aria-atomic=true]")
    played: list[str] = []
    while not score.is_visible():
        if sheet.is_visible():
            trumps = sheet.get_by_role("group", name="trump").get_by_role("radio")
            if not trumps.and_(page.get_by_role("radio", checked=True)).count():
                trumps.last.focus()
                page.keyboard.press("Space")
            numbers = sheet.get_by_role("group", name="How many tricks?").get_by_role("radio")
            for number in numbers.all():
                number.focus()
                page.keyboard.press("Space")
                if sheet.get_by_role("button").is_enabled():
                    break
            sheet.get_by_role("button").click()
            expect(sheet.get_by_role("button", disabled=False)).to_have_count(0)
        elif "Your turn: play a card." in live.inner_text():
            name = cards.first.get_attribute("aria-label")
            assert name is not None
            card = hand.get_by_role("button", name=name, exact=True)
            card.focus()  # by its name: the hand may have been sorted anew meanwhile
            page.keyboard.press("Enter")
            expect(card).to_have_count(0)
            page.wait_for_function(
                "([heard, told]) => heard.some((row) => row.includes(told))",
                arg=[heard, f"You play the {name}"],
            )
            played.append(name)
    sentences = heard.json_value()
    told = " ".join(sentences)
    assert len(played) == 5
    for name in played:
        assert f"You play the {name}" in told
    others = [row for row in sentences if " plays the " in row]
    assert others, "the others' cards are told"
    assert "wins the trick with the" in told or "You win the trick" in told
    assert "announces" in told or "You announce" in told
