"""The trainer's screens in every language, size and theme: nothing cut or missing, no barrier."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import People
from e2e.measure import card_strips
from e2e.test_screens import AXE, LANGUAGES, SIZES, measured
from e2e.test_trainer import CHANCE, KINDS, LONG_AGO, learned

LOOKS = 3
"""How many questions of each drill are looked at."""
STRIP = 44
"""How many pixels of a card a finger needs; seven cards on the smallest phone have less."""


def guess(page: Page) -> None:
    """Give some answer to the question that is open, by the shape of the screen alone."""
    while page.locator(".pill.plain").count():
        page.locator(".sheet .btn").click()
    many = page.locator("ul.hand button[aria-pressed]")
    if many.count():
        many.last.click()
        page.locator(".sheet .btn").last.click()
    elif page.locator("form input").count():
        for _ in range(4):
            page.locator(".keys button").nth(5).click()
        page.locator(".sheet .btn").click()
    else:
        page.locator("button.pick, ul.hand button, .sheet button").last.click()


def drill_screens(page: Page, kind: str) -> Iterator[str]:
    """Go through questions of a drill, and yield each as it is asked and once it was missed."""
    page.goto(f"/learn/train/test?kind={kind}")
    mistake = page.locator("section.sheet")
    screen = page.locator("main.drill")
    missed = 0
    while missed < LOOKS:
        expect(screen).to_be_visible()
        at = screen.get_attribute("data-at")
        yield f"{kind} {at}"
        page.set_viewport_size({"width": 390, "height": 844})
        guess(page)
        expect(mistake.or_(page.locator(f"main.drill:not([data-at='{at}'])"))).to_be_visible()
        if mistake.count():
            missed += 1
            yield f"{kind} {at}, missed"
            mistake.locator(".btn").click()
            expect(mistake).to_have_count(0)


def close(page: Page) -> None:
    """Close the dialog that is open."""
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def other_screens(page: Page) -> Iterator[str]:
    """Go to the places around a session, and yield what each is."""
    page.goto("/learn/train")
    expect(page.locator(".rows")).to_be_visible()
    yield "home, first visit"
    page.evaluate(f"localStorage['batarde.training'] = {json.dumps(learned(LONG_AGO, 50))}")
    page.reload()
    expect(page.locator(".tag.due").first).to_be_visible()
    yield "home"
    page.locator(".rows button").nth(2).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "a drill"
    close(page)
    page.locator(".modes button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "choice of a drill"
    close(page)
    page.locator("header button").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.locator("dialog .btn.ghost").click()
    yield "settings"
    page.goto("/learn/train/streak?kind=louder")
    while not page.locator(".answers").count():
        expect(page.locator("main.drill, .answers").first).to_be_visible()
        at = page.locator("main.drill").get_attribute("data-at")
        guess(page)
        over = page.locator("section.sheet").or_(page.locator(f"main.drill:not([data-at='{at}'])"))
        expect(over.first).to_be_visible()
        if page.locator("section.sheet").count():
            page.locator("section.sheet .btn").click()
            expect(page.locator(".answers")).to_be_visible()
    yield "result"
    page.goto("/learn/train")
    page.locator("details summary").click()
    yield "home, with its numbers"


def pupil(people: People, **settings: str) -> Page:
    page = people.person("Ada", settings=settings)
    page.add_init_script(CHANCE)
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_drill_is_missing_or_cut(people: People, language: str) -> None:
    page = pupil(people, language=language)
    found = []
    for kind in KINDS:
        found += measured(page, drill_screens(page, kind), (390, 844), (320, 640))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_around_a_session_is_missing_or_cut(people: People, language: str) -> None:
    page = pupil(people, language=language)
    found = measured(page, other_screens(page), (320, 640), *SIZES, (390, 844))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_older_words_of_the_auction_fit_too(people: People, language: str) -> None:
    page = pupil(people, language=language, vocabulary="2015")
    found = measured(page, drill_screens(page, "louder"), (320, 640))
    found += measured(page, drill_screens(page, "last"), (320, 640))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("kind", KINDS)
def test_larger_screens_and_phones_on_their_side(people: People, kind: str) -> None:
    page = pupil(people, language="de")
    found = measured(page, drill_screens(page, kind), *SIZES)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("kind", ["duty", "must"])
def test_every_card_of_a_hand_can_be_touched(people: People, kind: str) -> None:
    page = pupil(people)
    for screen in drill_screens(page, kind):
        for width, height in ((390, 844), (320, 640), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            strips = card_strips(page)
            assert min(strips) >= min(STRIP, width // 9), f"{screen} at {width}: {strips}"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_trainer(people: People, theme: str) -> None:
    page = pupil(people, theme=theme, language="fr")
    found = []

    def screens() -> Iterator[str]:
        for kind in KINDS:
            yield from drill_screens(page, kind)
        yield from other_screens(page)

    for screen in screens():
        page.evaluate(AXE.read_text(encoding="utf-8"))
        answer = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        found += [
            f"{screen}: {one['id']}: {node['html'][:160]}"
            for one in answer["violations"]
            for node in one["nodes"]
        ]
    assert not found, "\n".join(found)
