"""The browser as a witness: a mark when a deal was made as it saw, and an alarm when it was not."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from batarde.rules import Record
from e2e.conftest import People
from e2e.line import Line
from e2e.measure import faults_of
from e2e.seat import make_table
from e2e.server import Progress, in_play, last_game, play_beside, serving
from e2e.test_screens import AXE, LANGUAGES
from tests import lies
from tests.server.servers import PATIENT

OPTIONS = ("--bot-pace", "0", "--no-limits")
BOTH_SAW_THE_SECOND = r"""() => Object.entries(localStorage).filter(([key, seen]) =>
  /^batarde\.seen\/\w+\/1\/\w+$/.test(key) && seen.includes('"revealed":{')).length === 2"""
MARK = re.compile("verified by your browser")


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that waits for shares until they are there."""
    with serving(tmp_path_factory.mktemp("patient"), *OPTIONS, program=PATIENT) as url:
        yield url


@pytest.fixture
def crowd(people: People, patient: str) -> People:
    return people.at(patient)


def started(page: Page, url: str) -> Callable[[Callable[[Progress], bool]], None]:
    """Start a game against bots; return what plays it as far as is wanted, while the page looks."""
    link = make_table(page, players=4, url=url)
    page.goto(url + link)
    page.get_by_role("button", name="Start with 3 bots").click()
    table, cookie = link.removeprefix("/t/"), cookie_of(page.context)
    return lambda stop: play_beside(url, table, cookie, stop, lambda: page.wait_for_timeout(20))


def cookie_of(context: BrowserContext) -> str:
    return next(one["value"] for one in context.cookies() if one["name"] == "batarde")


def is_over(progress: Progress) -> bool:
    return progress.is_over


def test_a_deal_that_was_made_as_the_browser_saw_gets_a_mark(crowd: People) -> None:
    page = crowd.person()
    play = started(page, crowd.url)
    play(in_play(2))
    mark = page.get_by_role("link", name=MARK)
    expect(mark).to_have_accessible_name(re.compile("^Deal 1 verified"))
    page.reload()  # in the middle of the second deal
    expect(mark).to_have_accessible_name(re.compile("^Deal 1 verified"))
    with page.context.expect_page() as opened:
        mark.click()
    verify = opened.value
    expect(verify.get_by_role("status")).to_contain_text("everything is as your browser saw it")
    verify.close()

    play(is_over)
    expect(page.get_by_text("Your browser witnessed every deal itself.")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("link", name="Verify the shuffle").click()
    expect(page.get_by_role("status")).to_contain_text("every deal is proven")
    expect(page.get_by_role("status")).to_contain_text("Your browser witnessed every deal itself.")
    expect(page.get_by_text("proven and witnessed")).to_have_count(10)
    _forget_missing_records(crowd)


def test_two_windows_of_one_person_are_one_witness_and_accuse_nobody(crowd: People) -> None:
    page = crowd.person()
    play = started(page, crowd.url)
    play(in_play(1))
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_role("list", name="Your hand")).to_be_visible()
    play(in_play(3))
    for window in (page, other):
        expect(window.get_by_text("Deal 3/10")).to_be_visible()
        expect(window.get_by_role("alert")).to_have_count(0)
    # Only one of them may have given its share, but what it saw is the browser's.
    other.wait_for_function(BOTH_SAW_THE_SECOND)
    other.goto(f"{crowd.url}/verify?game={game_of(page)}")
    status = other.get_by_role("status")
    expect(status).to_contain_text("everything is as your browser saw it")
    expect(status).to_contain_text("Your browser witnessed every deal itself.")
    expect(other.get_by_text("proven and witnessed")).to_have_count(2)
    _forget_missing_records(crowd)


def game_of(page: Page) -> str:
    """Return the game that the browser has seen something of."""
    keys = page.evaluate("Object.keys(localStorage).find((key) => key.startsWith('batarde.seen/'))")
    return str(keys).split("/")[1]


def _forget_missing_records(crowd: People) -> None:
    """A game that still runs has no record yet, which the browser tells as an error."""
    crowd.faults[:] = [fault for fault in crowd.faults if not fault.endswith("/record")]


@pytest.fixture
def deceived(crowd: People) -> Iterator[People]:
    """People to whom the server lies: their browsers must have said so in their consoles too."""
    yield crowd
    found = [fault for fault in crowd.faults if "is not what this browser saw" in fault]
    assert found
    crowd.faults[:] = [fault for fault in crowd.faults if fault not in found]


class Once(lies.RevealsAnew):
    """Lies about the first deal alone."""

    def change(self, event: lies.Message) -> None:
        """Rewrite what is revealed of the first deal."""
        if self.deal == 0:
            super().change(event)


def test_a_server_that_rewrites_what_it_reveals_is_found_out_loudly(deceived: People) -> None:
    page = deceived.person()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    liar = Once()
    Line(page).lie(liar.tell)
    play = started(page, deceived.url)
    play(in_play(2))
    alarm = page.get_by_role("alert")
    expect(alarm).to_contain_text("Deal 1 is not what your browser saw!")
    page.reload()
    alarm.get_by_role("button", name="See why").click()
    dialog = page.get_by_role("dialog")
    for reason in ("had sealed another secret", "Your own number is not the one", "other cards"):
        expect(dialog).to_contain_text(reason)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save the evidence").click()
    kept = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert kept["format"] == "batarde-seen/1"
    (deal,) = kept["deals"]
    assert deal["finding"]["outcome"] == "failed"
    assert deal["seen"]["commitment"] != deal["seen"]["revealed"]["commitment"]
    dialog.get_by_role("button", name="Copy").click()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    assert json.loads(page.evaluate("navigator.clipboard.readText()")) == kept
    page.keyboard.press("Escape")

    play(is_over)
    expect(page.locator("main.end")).to_be_visible()
    expect(alarm).to_contain_text("Deal 1 is not what your browser saw!")
    # The record is in order, for the lie was told to this browser alone; it is not excused.
    page.get_by_role("link", name="Verify the shuffle").click()
    expect(page.get_by_role("status")).to_contain_text("This is not what your browser saw")
    expect(page.get_by_text("proven and witnessed")).to_have_count(9)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_alarm_has_no_barrier_in_any_language(deceived: People, theme: str) -> None:
    page = deceived.person()
    Line(page).lie(Once().tell)
    started(page, deceived.url)(in_play(2))
    alarm = page.get_by_role("alert")
    expect(alarm).to_be_visible()
    for language in LANGUAGES:
        page.evaluate(
            """([language, theme]) => {
              const chosen = JSON.parse(localStorage['batarde.settings'])
              localStorage['batarde.settings'] = JSON.stringify({ ...chosen, language, theme })
            }""",
            [language, theme],
        )
        page.reload()
        expect(alarm).to_be_visible()
        assert faults_of(page) == [], language
        alarm.get_by_role("button").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert faults_of(page) == [], language
        page.evaluate(AXE.read_text("utf-8"))
        assert page.evaluate("axe.run()")["violations"] == [], language


def test_a_record_that_was_rewritten_afterwards_is_found_out(
    people: People, tmp_path: Path, free_port: int
) -> None:
    options = (*OPTIONS, "--port", str(free_port))
    with serving(tmp_path, *options, program=PATIENT) as url:
        crowd = people.at(url)
        page = crowd.person()
        started(page, url)(is_over)
        expect(page.locator("main.end")).to_be_visible()
        game = last_game(url, cookie_of(page.context))
        page.goto(f"{url}/verify?game={game}")
        status = page.get_by_role("status")
        expect(status).to_contain_text("Your browser witnessed every deal itself.")
    _rewrite(tmp_path / "batarde.db", game)
    with serving(tmp_path, *options, program=PATIENT):
        page.reload()
        expect(status).to_contain_text("This is not what your browser saw")
        expect(page.get_by_text("the server had sealed another secret")).to_have_count(10)
        expect(page.get_by_role("button", name="Save the evidence")).to_be_visible()
        other = crowd.person("Bob")  # who was not there, and has only the record
        other.goto(f"{url}/verify?game={game}")
        expect(other.get_by_role("status")).to_contain_text("every deal is proven")
        expect(other.get_by_role("status")).to_contain_text("witnessed none of these deals")


def _rewrite(database: Path, game: str) -> None:
    connection = sqlite3.connect(database)
    with connection:
        (text,) = connection.execute("SELECT record FROM games WHERE id = ?", (game,)).fetchone()
        forged = lies.rewritten(Record.read(text)).write()
        connection.execute("UPDATE games SET record = ? WHERE id = ?", (forged, game))
    connection.close()
