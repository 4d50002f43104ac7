"""Always on: installed, without a line, and through a restart of the server."""

import gzip
import re
from pathlib import Path

import pytest
from msgspec.structs import asdict, replace
from playwright.sync_api import APIRequestContext, expect

from e2e.conftest import People
from e2e.seat import Seat, play_on
from e2e.server import QUICK, serving

STATIC = Path("src/batarde/static")
WITHOUT_A_LINE = {
    "/learn": "The cards",
    "/rules": "The cards",
    "/learn/train": "Practise",
    "/me": "Me",
    "/games": "My games",
    "/settings": "Settings",
    "/verify": "Verify the shuffle",
    "/t/new": "With friends",
}
"""Every page opens without a line, and what it is called."""


def test_it_can_be_installed_and_opens_without_a_line(people: People) -> None:
    page = people.newcomer(service_workers="allow")
    page.goto("/")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.context.request.get(f"{address}").json()
    assert manifest["lang"] == "en"
    assert manifest["description"].startswith("Say exactly how many tricks")
    assert manifest["display"] == "standalone"
    assert manifest["icons"]
    page.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)"
    )
    page.wait_for_function(
        "async () => (await caches.keys()).length === 1 && Boolean(await caches.match('/'))"
        " && Boolean(navigator.serviceWorker.controller)"
    )
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("status").filter(has_text="No connection.")).to_be_visible()
    expect(page.get_by_role("heading", name="Playing needs a connection")).to_be_visible()
    deal = page.get_by_role("button", name="Deal me in")
    expect(deal).to_have_count(0)
    for path, title in WITHOUT_A_LINE.items():
        page.goto(path)
        expect(page.get_by_role("heading", name=title).first).to_be_visible()
    page.goto("/t/ABCDEF")
    expect(page.get_by_role("status").filter(has_text="Reconnecting…")).to_be_visible()
    page.goto("/")
    page.context.set_offline(False)
    deal.click()
    expect(Seat(page).hand.get_by_role("button")).to_have_count(5)
    kept = page.evaluate("caches.match('/api/session').then((found) => found === undefined)")
    assert kept, "nothing of a game is kept"
    people.faults.clear()  # the browser tells of every request that met no server


def test_a_game_goes_on_after_the_server_was_killed(
    people: People, tmp_path: Path, free_port: int
) -> None:
    port = ("--port", str(free_port), "--bot-pace", "0", "--no-limits")
    with serving(tmp_path, *port) as url:
        page = people.at(url).person("Ada")
        wanted = {
            "settings": asdict(replace(QUICK, players=3)),
            "bots": ["simple"] * 2,
            "start": True,
        }
        table = page.context.request.post(f"{url}/api/tables", data=wanted).json()["id"]
        page.goto(f"{url}/t/{table}")
        seat = Seat(page)
        play_on(seat, until=lambda: seat.asked() == "play")
        seat.play()
        play_on(seat, until=lambda: seat.asked() == "play")
        hand = seat.hand.get_by_role("button").evaluate_all("all => all.map(one => one.ariaLabel)")
    expect(page.get_by_text("Reconnecting…")).to_be_visible()
    with serving(tmp_path, *port):
        expect(page.get_by_text("Reconnecting…")).to_be_hidden()
        now = seat.hand.get_by_role("button").evaluate_all("all => all.map(one => one.ariaLabel)")
        assert now == hand
        seat.play()
        people.faults.clear()  # the browser tells of every try to connect


@pytest.fixture(scope="session")
def asked(playwright, base_url: str) -> APIRequestContext:  # type: ignore[no-untyped-def]
    return playwright.request.new_context(base_url=base_url)  # type: ignore[no-any-return]


def test_files_come_compressed_and_stay(asked: APIRequestContext) -> None:
    page = asked.get("/", headers={"accept-encoding": "br"})
    assert page.headers["content-encoding"] == "br"
    assert page.headers["cache-control"] == "no-cache"
    assert "unsafe" not in page.headers["content-security-policy"]
    script = re.findall(r'src="(/assets/[^"]+)"', page.text())[0]
    for encoding in ("br", "gzip", "identity"):
        file = asked.get(script, headers={"accept-encoding": encoding})
        assert file.headers.get("content-encoding", "identity") == encoding
        assert "javascript" in file.headers["content-type"]
        assert "immutable" in file.headers["cache-control"]
    missing = asked.get("/assets/nothing.js")
    assert missing.status == 404
    assert "immutable" not in missing.headers.get("cache-control", "")


def _packed(*files: Path) -> int:
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)


def test_the_first_screen_and_the_faces_are_small() -> None:
    """The budget holds for gzip, and so with room to spare for brotli."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    first = [
        STATIC / name for name in re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', page)
    ]
    words = max(STATIC.glob("assets/??-*.js"), key=lambda file: file.stat().st_size)
    deck = next(STATIC.glob("assets/deck-*.svg"))
    assert len(first) >= 2
    assert _packed(*first, words) <= 120_000
    assert _packed(deck) <= 60_000
