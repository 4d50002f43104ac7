"""The trainer: every mode and drill by touch and by keyboard, kept, taken along, without a line."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import People
from e2e.pupil import Fingers, Keys, Pupil, Way
from e2e.words import say
from tests.study.drillfile import DRILLS

KINDS = ("order", "winner", "duty", "must", "last", "louder", "score", "count")
CHANCE = "let state = 9; Math.random = () => (state = (state * 48271) % 2147483647) / 2147483647"
"""Every run draws the same skills."""
LONG_AGO = 10**12
WAYS: dict[str, Way] = {"touch": Fingers(), "keyboard": Keys()}

each_way = pytest.mark.parametrize("way", WAYS)


def opened(people: People, way: str = "touch", **settings: Any) -> Page:
    page = people.person("Ada", settings=settings, has_touch=way == "touch")
    page.add_init_script(CHANCE)
    return page


def memory(page: Page) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(page.evaluate("localStorage['batarde.training'] ?? '{}'"))
    return kept


def learned(due: int, skills: int = len(DRILLS.skills)) -> str:
    """Return what somebody has learned who knows *skills* until *due*, a time in milliseconds."""
    card = "due last stability difficulty days step reps lapses state asked".split()
    one = dict(zip(card, (due, due - 86_400_000, 4.2, 5.0, 4, 0, 3, 0, 2, 3), strict=True))
    known = {skill.id: one for skill in DRILLS.skills[:skills]}
    whole = {"format": "batarde-training/1", "skills": known, "times": {}, "days": {}, "best": {}}
    return json.dumps(whole)


def results(page: Page) -> dict[str, str]:
    """Return the figures of a result, by what they are called."""
    expect(page.locator("main dl")).to_be_visible()
    names, figures = page.locator("main dl dt"), page.locator("main dl dd")
    return dict(zip(names.all_inner_texts(), figures.all_inner_texts(), strict=True))


# Modes


@each_way
def test_what_is_due_from_the_first_visit_to_the_result(people: People, way: str) -> None:
    page = opened(people, way)
    page.goto("/learn/train")
    expect(page.get_by_role("heading", name=say("drill.first"))).to_be_visible()
    WAYS[way].choose(page.get_by_role("link", name=say("drill.start")))
    pupil = Pupil(page, WAYS[way])
    met = set()
    for _ in range(10):
        met.add(pupil.drill)
        pupil.answer()
    assert met == set(KINDS), "a first session shows all drills"
    expect(page.get_by_role("heading", name=say("drill.done"))).to_be_focused()
    assert results(page)[say("drill.count.right")] == "10/10"
    expect(page.locator(".coming li").first).to_contain_text("in 10 minutes")
    assert len(memory(page)["skills"]) == 10


@each_way
def test_a_test_of_twenty_of_a_kind(people: People, way: str) -> None:
    page = opened(people, way)
    page.goto("/learn/train")
    WAYS[way].choose(page.get_by_role("button", name=say("drill.mode.test")))
    WAYS[way].choose(page.get_by_role("link", name=say("drill.name.order")))
    pupil = Pupil(page, WAYS[way])
    for number in range(20):
        told = say("drill.question", number=number + 1, total=20)
        expect(page.get_by_role("img", name=told, exact=True)).to_be_visible()
        pupil.answer(right=number != 4)
        if number == 4:
            pupil.next()
    expect(page.get_by_role("heading", name="Test: Order")).to_be_visible()
    figures = results(page)
    assert figures[say("drill.count.right")] == "19/20"
    assert figures[say("drill.result.run")] == "15"
    assert re.fullmatch(r"\d+\.\d s", figures[say("drill.result.median")])


@each_way
def test_a_rush_ends_with_its_minute(people: People, way: str) -> None:
    page = opened(people, way)
    page.clock.install()
    page.goto("/learn/train/rush?kind=order")
    pupil = Pupil(page, WAYS[way])
    for _ in range(3):
        pupil.answer()
    pupil.answer(right=False)
    page.clock.fast_forward(90_000)  # reading does not count
    pupil.next()
    pupil.answer()
    page.clock.fast_forward(61_000)
    expect(page.get_by_role("heading", name="Rush: Order")).to_be_visible()
    assert results(page)[say("drill.count.right")] == "4/5"


@each_way
def test_a_streak_ends_with_the_first_mistake(people: People, way: str) -> None:
    page = opened(people, way)
    page.goto("/learn/train/streak")
    pupil = Pupil(page, WAYS[way])
    for _ in range(4):
        pupil.answer()
    pupil.answer(right=False)
    pupil.next()
    expect(page.get_by_role("heading", name="Streak: All kinds")).to_be_visible()
    assert results(page)[say("drill.result.run")] == "4"
    WAYS[way].choose(page.get_by_role("button", name=say("drill.result.again")))
    pupil.answer()
    expect(page.locator("main.drill .run")).to_contain_text("1")


def test_without_clocks_there_is_no_rush_and_no_time(people: People) -> None:
    page = opened(people)
    page.goto("/learn/train")
    page.get_by_role("button", name=say("drill.settings")).tap()
    page.get_by_role("switch", name=say("drill.clocks")).uncheck()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name=say("drill.mode.rush"))).to_be_disabled()
    page.goto("/learn/train/test?kind=order")
    pupil = Pupil(page, Fingers())
    for _ in range(20):
        pupil.answer()
    assert say("drill.result.median") not in results(page)
    assert memory(page)["times"] == {}


# Drills


@each_way
@pytest.mark.parametrize("kind", KINDS)
def test_every_drill_takes_right_and_explains_wrong(people: People, kind: str, way: str) -> None:
    page = opened(people, way)
    page.goto(f"/learn/train/test?kind={kind}")
    pupil = Pupil(page, WAYS[way])
    for _ in range(2):
        pupil.answer()
    pupil.answer(right=False)
    link = pupil.mistake.get_by_role("link")
    expect(link).to_have_attribute("href", re.compile(r"^/rules#[ACPS]\d+$"))
    expect(pupil.mistake).to_contain_text("Comes back in 1 minute.")
    expect(pupil.mistake.get_by_role("button", name=say("drill.next"))).to_be_focused()
    pupil.next()
    expect(pupil.heading).to_be_focused()
    pupil.answer()


@pytest.mark.parametrize("kind", ["must", "score", "count"])
def test_a_mistake_leads_to_its_rule_and_back_to_the_question(people: People, kind: str) -> None:
    page = opened(people)
    page.goto(f"/learn/train/test?kind={kind}")
    pupil = Pupil(page, Fingers())
    pupil.answer()
    pupil.answer(right=False)
    shown = pupil.screen.inner_text()
    rule = pupil.mistake.get_by_role("link").inner_text().split()[-1]
    pupil.mistake.get_by_role("link").tap()
    place = page.locator("article .meant")
    expect(place).to_contain_text(rule)
    expect(place).to_be_in_viewport()
    expect(place).to_be_focused()
    page.go_back()
    expect(pupil.screen).to_have_text(shown, use_inner_text=True)
    expect(page.get_by_role("img", name=say("drill.question", number=2, total=20))).to_be_visible()
    pupil.next()
    pupil.answer()


def test_a_question_is_told_to_the_ear(people: People) -> None:
    page = opened(people, "keyboard")
    page.goto("/learn/train/test?kind=must")
    pupil = Pupil(page, Keys())
    live = page.locator("[aria-live=polite][aria-atomic=true]")
    expect(live).to_contain_text("Ana: ")
    expect(live).to_contain_text(page.locator(".question .pill").inner_text())
    expect(pupil.heading).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(pupil.hand.get_by_role("button").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(pupil.hand.get_by_role("button").nth(1)).to_be_focused()
    pupil.answer(right=False)
    expect(live).to_contain_text(say("drill.wrong"))
    expect(live).to_contain_text("you must")


# What is kept


def test_progress_is_kept_over_a_reload(people: People) -> None:
    page = opened(people)
    page.goto("/learn/train/test?kind=score")
    pupil = Pupil(page, Fingers())
    for right in (True, True, True, False):
        pupil.answer(right)
    page.reload()
    page.goto("/learn/train")
    row = page.get_by_role("button", name=re.compile(f"^{say('drill.name.score')}"))
    expect(row.get_by_role("img")).to_have_accessible_name(
        say("drill.known", n=3, total=3, due=0), timeout=5_000
    )
    page.get_by_text(say("drill.progress.numbers")).tap()
    today = page.get_by_role("table").last.get_by_role("row").nth(1)
    expect(today.get_by_role("cell")).to_have_text(["3", "1"])


def test_what_is_learned_goes_to_another_browser_as_a_file(people: People, tmp_path: Path) -> None:
    first = opened(people)
    first.goto("/learn/train/streak?kind=duty")
    pupil = Pupil(first, Fingers())
    for _ in range(3):
        pupil.answer()
    first.goto("/learn/train")
    first.get_by_role("button", name=say("drill.settings")).tap()
    with first.expect_download() as download:
        first.get_by_role("button", name=say("drill.export")).tap()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name.startswith("batarde-")

    other = opened(people)
    other.goto("/learn/train")
    other.get_by_role("button", name=say("drill.settings")).tap()
    other.locator("input[type=file]").set_input_files(file)
    expect(other.get_by_role("status")).to_have_text(say("drill.import.done", n=3))
    assert memory(other)["skills"] == memory(first)["skills"]
    other.keyboard.press("Escape")
    row = other.get_by_role("button", name=re.compile(f"^{say('drill.name.duty')}"))
    expect(row).to_contain_text("3/16")


def test_a_file_of_something_else_changes_nothing(people: People, tmp_path: Path) -> None:
    page = opened(people)
    page.goto("/learn/train")
    page.get_by_role("button", name=say("drill.settings")).tap()
    file = tmp_path / "game.json"
    file.write_text('{"format": "batarde/1"}', encoding="utf-8")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("status")).to_have_text(say("drill.import.bad"))
    assert memory(page) == {}


def test_starting_over_asks_first(people: People) -> None:
    page = opened(people)
    page.add_init_script(f"localStorage['batarde.training'] ??= {json.dumps(learned(LONG_AGO, 5))}")
    page.goto("/learn/train")
    expect(page.get_by_role("heading", name=say("drill.due", n=5))).to_be_visible()
    page.get_by_role("button", name=say("drill.settings")).tap()
    page.get_by_role("button", name=say("drill.forget"), exact=True).tap()
    page.get_by_role("button", name=say("drill.forget.no")).tap()
    assert len(memory(page)["skills"]) == 5
    page.get_by_role("button", name=say("drill.forget"), exact=True).tap()
    page.get_by_role("button", name=say("drill.forget.yes")).tap()
    expect(page.get_by_role("heading", name=say("drill.first"))).to_be_visible()
    assert memory(page) == {}


def test_who_knows_all_is_told_when_something_comes_back(people: People) -> None:
    page = opened(people)
    soon = round((time.time() + 7_200) * 1000)
    page.add_init_script(f"localStorage['batarde.training'] ??= {json.dumps(learned(soon))}")
    page.goto("/learn/train")
    expect(page.get_by_role("heading", name=say("drill.none-due"))).to_be_visible()
    expect(page.locator("main")).to_contain_text("comes back in 2 hours")
    expect(page.get_by_role("link", name=say("drill.start"))).to_have_count(0)
    page.goto("/learn/train/due")
    expect(page.locator("main")).to_contain_text(say("drill.none-due"))
    expect(page.get_by_role("button", name=say("drill.go-on"))).to_have_count(0)


def test_the_bar_says_how_many_are_due(people: People) -> None:
    page = opened(people)
    page.goto("/")
    learn = page.get_by_role("navigation", name="Main menu").get_by_role("link", name="Learn")
    expect(learn).to_have_accessible_name("Learn")
    page.evaluate(f"localStorage['batarde.training'] = {json.dumps(learned(LONG_AGO, 7))}")
    page.reload()
    expect(learn).to_have_accessible_name(re.compile(say("drill.due", n=7)))
    learn.tap()


def test_two_windows_learn_together(people: People) -> None:
    page = opened(people)
    page.goto("/learn/train/streak?kind=order")
    other = page.context.new_page()
    other.goto("/learn/train/streak?kind=winner")
    for window in (page, other, page):
        Pupil(window, Fingers()).answer()
    assert {skill.split(".")[0] for skill in memory(page)["skills"]} == {"order", "winner"}
    assert len(memory(page)["skills"]) == 3


# Without a line


def test_it_works_without_a_line_after_the_first_visit(people: People) -> None:
    page = people.newcomer(service_workers="allow", has_touch=True)
    page.goto("/")
    page.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)"
    )
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
    page.context.set_offline(True)
    page.goto("/")
    page.get_by_role("link", name=say("drill.title")).tap()
    page.get_by_role("link", name=say("drill.start")).tap()
    pupil = Pupil(page, Fingers())
    for number in range(10):
        pupil.answer(right=number != 3)
        if number == 3:
            pupil.next()
    pupil.answer()  # what was missed comes once more
    assert results(page)[say("drill.count.right")] == "10/11"
    page.reload()
    page.goto("/learn/train")
    expect(page.locator(".rows")).to_contain_text("2/32")
    people.faults.clear()  # the browser tells of every request that met no server


def test_questions_that_do_not_come_can_be_asked_for_again(people: People) -> None:
    page = opened(people)
    page.route("**/assets/drills-*.json", lambda route: route.abort())
    page.goto("/learn/train")
    expect(page.get_by_role("alert")).to_contain_text(say("ui.failed"))
    page.goto("/learn/train/due")
    expect(page.get_by_role("heading", name=say("ui.failed"))).to_be_visible()
    page.unroute("**/assets/drills-*.json")
    page.get_by_role("button", name=say("ui.again")).tap()
    expect(page.locator("main.drill h1")).to_be_visible()
    people.faults.clear()  # the browser tells of the file that did not come
