"""The HTTP side of a running server: answers, problems, headers, cookies, limits, secrets."""

import asyncio
import http.client
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from batarde.client import Client, RequestError
from batarde.server.http.types import Health, Problem
from batarde.server.limits import Bucket, Buckets, Limits
from batarde.server.live.sockets import is_same_origin
from batarde.server.people import COOKIE, People, secret_in
from batarde.store import open_store
from batarde.table import commands as do
from batarde.table import events as ev
from tests.server.codes import http_codes
from tests.server.lines import Line
from tests.server.servers import SWIFT, AutoPlayer, LiveServer, happened

JSON = {"Content-Type": "application/json"}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def problem(self) -> Problem:
        return msgspec.json.decode(self.body, type=Problem)


def ask(
    server: LiveServer,
    method: str,
    path: str,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> Answer:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=20)
    try:
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        given = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, given, response.read())
    finally:
        connection.close()


def session(server: LiveServer, name: str = "Ana") -> dict[str, str]:
    """Return the headers of somebody with a session."""
    answer = ask(server, "POST", "/api/session", msgspec.json.encode({"name": name}), JSON)
    assert answer.status == 200
    return {**JSON, "Cookie": answer.headers["set-cookie"].partition(";")[0]}


# Sessions


def test_a_name_makes_a_player_and_the_cookie_is_kept_from_scripts(server: LiveServer) -> None:
    answer = ask(server, "POST", "/api/session", b'{"name":"  Ana \\u0007 Bo "}', JSON)
    assert msgspec.json.decode(answer.body)["name"] == "Ana Bo"
    cookie = answer.headers["set-cookie"]
    assert re.fullmatch(rf"{COOKIE}=[A-Za-z0-9_-]{{43}};.*", cookie)
    parts = {part.strip().partition("=")[0].lower(): part for part in cookie.split(";")}
    assert {"httponly", "samesite", "max-age", "path"} <= parts.keys()
    assert "lax" in parts["samesite"].lower()
    assert "secure" not in parts  # over plain HTTP it would never come back


@pytest.mark.parametrize("body", [b"{}", b'{"name":""}', b'{"name":"\\u3164"}', b'{"name":"Gast"}'])
def test_without_a_readable_name_one_is_a_guest(server: LiveServer, body: bytes) -> None:
    answer = ask(server, "POST", "/api/session", body, JSON)
    assert (answer.status, msgspec.json.decode(answer.body)["name"]) == (200, "")


async def test_a_word_that_an_older_server_stored_for_a_guest_is_no_name(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'old.db'}")
    people = People(store)
    player, secret = await people.add("Ada")
    await store.rename_player(player.id, "Anonyme")
    found = await People(store).find(secret)
    assert found is not None
    assert found.name == ""
    store.close()


def test_behind_a_proxy_with_tls_the_cookie_is_secure(server: LiveServer) -> None:
    headers = {**JSON, "X-Forwarded-Proto": "https"}
    answer = ask(server, "POST", "/api/session", b'{"name":"Ana"}', headers)
    assert "secure" in answer.headers["set-cookie"].lower()


def test_the_same_cookie_is_the_same_person_under_another_name(server: LiveServer) -> None:
    headers = session(server)
    before = msgspec.json.decode(ask(server, "GET", "/api/session", headers=headers).body)
    ask(server, "POST", "/api/session", b'{"name":"Chi"}', headers)
    after = msgspec.json.decode(ask(server, "GET", "/api/session", headers=headers).body)
    assert (after["player"], after["name"]) == (before["player"], "Chi")


async def test_another_name_is_told_at_the_table_where_one_is(server: LiveServer) -> None:
    clients = [await Client.enter(server.url, name) for name in ("Ana", "")]
    table = await clients[0].make_table(msgspec.structs.replace(SWIFT, players=3))
    for client in clients:
        await client.join(table.id)
    clients[1].send(do.Sit())
    seated = await happened(clients[0], ev.PersonSeated)
    assert seated.name == "#"
    headers = {**JSON, "Cookie": f"{COOKIE}={clients[1].cookie}"}
    body = b'{"name":"ANA"}'
    answer, renamed = await asyncio.gather(
        asyncio.to_thread(ask, server, "POST", "/api/session", body, headers),
        happened(clients[0], ev.PersonRenamed),
    )
    assert answer.status == 200
    assert (renamed.player, renamed.name) == (clients[1].session.player, "ANA 2")
    for client in clients:
        await client.close()


def test_names_are_not_changed_without_end(limited: LiveServer) -> None:
    headers = session(limited)
    names = [msgspec.json.encode({"name": f"Ana {letter}"}) for letter in "abcdefgh"]
    statuses = [ask(limited, "POST", "/api/session", name, headers).status for name in names]
    assert statuses == [200] * 5 + [429] * 3
    again = ask(limited, "POST", "/api/session", names[4], headers)
    assert again.status == 200, "that is no new name"


def test_without_a_session_one_is_nobody(server: LiveServer) -> None:
    answer = ask(server, "GET", "/api/session")
    assert (answer.status, answer.problem.code) == (401, "no-session")
    forged = {"Cookie": f"{COOKIE}={'x' * 43}"}
    assert ask(server, "GET", "/api/session", headers=forged).status == 401
    assert ask(server, "POST", "/api/tables", b"{}", {**JSON, **forged}).status == 401
    assert ask(server, "GET", "/api/games?mine=1").status == 401


# Problems


@pytest.mark.parametrize(
    ("method", "path", "body", "headers", "status", "code"),
    [
        ("GET", "/api/nothing", None, {}, 404, "not-found"),
        ("GET", "/nothing.html", None, {}, 404, "not-found"),
        ("GET", "/api/tables/NOSUCH", None, {}, 404, "no-such-table"),
        ("GET", "/api/tables/" + "A" * 300, None, {}, 404, "no-such-table"),
        ("GET", "/api/games/x-1/record", None, {}, 404, "no-such-game"),
        ("DELETE", "/api/tables", None, {}, 405, "not-allowed"),
        ("PUT", "/api/session", b"{}", JSON, 405, "not-allowed"),
        ("POST", "/api/session", b'{"name":"Ana"}', {}, 415, "malformed"),
        (
            "POST",
            "/api/session",
            b'{"name":"Ana"}',
            {"Content-Type": "text/plain"},
            415,
            "malformed",
        ),
        ("POST", "/api/session", b"{", JSON, 400, "malformed"),
        ("POST", "/api/session", b"\xff", JSON, 400, "malformed"),
        ("POST", "/api/session", b'{"name":7}', JSON, 400, "malformed"),
        ("POST", "/api/session", b'{"name":"Ana","admin":true}', JSON, 400, "malformed"),
        ("POST", "/api/session", b"[" * 16_000, JSON, 400, "malformed"),
        ("POST", "/api/session", b'{"name":"' + b"A" * 25 + b'"}', JSON, 400, "malformed"),
        ("POST", "/api/session", b" " * 16_385, JSON, 413, "too-large"),
        ("GET", "/api/games?before=soon", None, {}, 400, "malformed"),
        ("GET", "/api/games?before=" + "9" * 30, None, {}, 400, "malformed"),
    ],
    ids=lambda value: repr(value)[:40] if isinstance(value, bytes | str) else None,
)
def test_every_problem_is_json_with_a_code(
    server: LiveServer,
    method: str,
    path: str,
    body: bytes | None,
    headers: dict[str, str],
    status: int,
    code: str,
) -> None:
    answer = ask(server, method, path, body, headers)
    assert (answer.status, answer.problem.code) == (status, code)
    assert answer.headers["content-type"] == "application/json"
    assert b"Traceback" not in answer.body
    assert code in http_codes()


def test_a_body_without_end_is_not_read_to_its_end(server: LiveServer) -> None:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=20)
    chunks = (b" " * 1_000 for _ in range(100_000))
    try:
        connection.request("POST", "/api/session", chunks, JSON, encode_chunked=True)
        assert connection.getresponse().status == 413
    except (BrokenPipeError, ConnectionResetError):
        pass  # it was not read, and the connection was closed at once
    finally:
        connection.close()


# Tables


def test_a_table_is_made_as_it_was_wished(server: LiveServer) -> None:
    headers = session(server)
    wish = {"settings": {"players": 5, "listed": True}, "bots": ["simple", "random"], "start": True}
    answer = ask(server, "POST", "/api/tables", msgspec.json.encode(wish), headers)
    assert answer.status == 201
    table = msgspec.json.decode(answer.body)
    assert table["is_playing"]
    assert [seat["kind"] for seat in table["seats"]] == ["person", *["bot"] * 4]
    assert [seat.get("level") for seat in table["seats"]] == [
        None,
        "simple",
        "random",
        *["simple"] * 2,
    ]
    found = ask(server, "GET", f"/api/tables/{table['id'].lower()}")
    assert msgspec.json.decode(found.body)["id"] == table["id"]
    listed = msgspec.json.decode(ask(server, "GET", "/api/tables").body)["tables"]
    assert table["id"] in [entry["id"] for entry in listed]


def test_a_table_that_is_not_listed_is_known_by_its_code_alone(server: LiveServer) -> None:
    headers = session(server)
    table = msgspec.json.decode(ask(server, "POST", "/api/tables", b"{}", headers).body)
    listed = msgspec.json.decode(ask(server, "GET", "/api/tables").body)["tables"]
    assert table["id"] not in [entry["id"] for entry in listed]
    assert re.fullmatch("[A-HJ-NP-Z2-9]{8}", table["id"])


@pytest.mark.parametrize(
    "wish",
    [
        b'{"settings":{"players":8}}',
        b'{"settings":{"players":2}}',
        b'{"settings":{"pace":"warp"}}',
        b'{"settings":{"double_window":10001}}',
        b'{"settings":{"grace":-1}}',
        b'{"settings":{"colour":"red"}}',
        b'{"bots":["nobody"]}',
        b'{"bots":["simple","simple","simple","simple","simple","simple","simple"]}',
    ],
)
def test_a_table_that_cannot_be_is_not_made(server: LiveServer, wish: bytes) -> None:
    answer = ask(server, "POST", "/api/tables", wish, session(server))
    assert answer.status == 400
    assert answer.problem.code in {"malformed", "no-such-bot"}


async def test_a_finished_game_is_listed_and_its_record_can_be_had(server: LiveServer) -> None:
    client = await Client.enter(server.url, "Ana")
    friends = [await Client.enter(server.url, name) for name in ("Bo", "Chi")]
    swift = msgspec.structs.replace(SWIFT, players=3)
    table = (await client.make_table(swift)).id
    await client.join(table)
    for seat, friend in enumerate(friends, 1):
        await friend.join(table)
        friend.send(do.Sit(seat=seat))
        await happened(client, ev.PersonSeated)
    for number, each in enumerate((client, *friends)):
        AutoPlayer(each, number)
    client.send(do.Start())
    await happened(client, ev.SecretRevealed)
    for _ in range(11):
        await happened(client, ev.SecretRevealed)
    own = {"Cookie": f"{COOKIE}={client.cookie}"}
    games = msgspec.json.decode(ask(server, "GET", "/api/games?mine=1", headers=own).body)["games"]
    assert [(game["table"], game["seat"]) for game in games] == [(table, 0)]
    game = games[0]["id"]
    assert game in ask(server, "GET", "/api/games").body.decode()
    record = ask(server, "GET", f"/api/games/{game}/record")
    assert record.status == 200
    data = msgspec.json.decode(record.body)
    assert (data["format"], data["players"]) == ("batarde/1", ["Ana", "Bo", "Chi"])
    for each in (client, *friends):
        assert each.cookie.encode() not in record.body
        await each.close()


# Headers


@pytest.mark.parametrize(
    "path",
    ["/", "/rules", "/api/health", "/api/nothing", "/metrics", "/api/openapi.json", "/t/ABC"],
)
def test_every_answer_carries_the_security_headers(server: LiveServer, path: str) -> None:
    headers = ask(server, "GET", path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-eval" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in headers
    if path.startswith("/api/"):
        assert headers["cache-control"] == "no-store"


def test_health_and_metrics_are_there(server: LiveServer) -> None:
    health = msgspec.json.decode(ask(server, "GET", "/api/health").body, type=Health)
    assert health.status == "ok"
    metrics = ask(server, "GET", "/metrics").body.decode()
    for name in ("connections", "rooms", "commands_total", "refused_total", "limited_total"):
        assert f"batarde_{name}" in metrics


def test_other_pages_cannot_read_or_post(server: LiveServer) -> None:
    evil = {"Origin": "http://evil.example"}
    assert (
        "access-control-allow-origin"
        not in ask(server, "GET", "/api/session", headers=evil).headers
    )
    preflight = {**evil, "Access-Control-Request-Method": "POST"}
    answer = ask(server, "OPTIONS", "/api/tables", headers=preflight)
    assert answer.status == 405
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    ("origin", "host", "scheme", "allowed", "is_same"),
    [
        (None, "a.example", "https", (), True),
        ("https://a.example", "a.example", "https", (), True),
        ("https://a.example", "a.example", "http", (), True),  # a proxy does not say so
        ("http://a.example", "a.example", "https", (), False),
        ("http://a.example", "a.example", "https", ("http://a.example",), True),
        ("http://a.example:8000", "a.example:8000", "http", (), True),
        ("http://a.example", "a.example:8000", "http", (), False),
        ("http://a.example", "A.example:80", "http", (), True),
        ("https://a.example", "a.example:443", "https", (), True),
        ("https://a.example", "a.example:80", "https", (), False),
        ("ftp://a.example", "a.example", "http", (), False),
        ("https://b.example", "a.example", "https", (), False),
        ("https://b.example", "a.example", "https", ("https://b.example",), True),
        ("null", "a.example", "http", (), False),
        ("", "a.example", "http", (), False),
        ("https://", "", "https", (), False),
        ("https://a.example.evil", "a.example", "https", (), False),
        ("https://user@a.example", "a.example", "https", (), False),
        ("http://[::1", "a.example", "http", (), False),
    ],
)
def test_only_pages_of_this_server_may_open_its_sockets(
    origin: str | None, host: str, scheme: str, allowed: tuple[str, ...], is_same: bool
) -> None:
    assert is_same_origin(origin, host, scheme, frozenset(allowed)) is is_same


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("", False),
        (f"{COOKIE}={'a' * 43}", True),
        (f"x=1; {COOKIE}={'a' * 43}; y=2", True),
        (f"{COOKIE}={'a' * 42}", False),
        (f"{COOKIE}={'a' * 44}", False),
        (f"{COOKIE}={'é' * 43}", False),
        ("=;=;;;", False),
        (f"{COOKIE}x={'a' * 43}", False),
    ],
)
def test_only_a_well_formed_secret_is_looked_up(header: str, found: bool) -> None:
    assert (secret_in(header) is not None) is found


@pytest.mark.parametrize(
    "header",
    [
        'prefs={"dark":1}; OWN',
        "a[0]=1; OWN; b[1]=2",
        "flag; OWN",
        "x=a b;OWN",
        'x="a; y=\\"; OWN',
        f"{COOKIE}=; OWN; {COOKIE}=short",
        f"OWN; {COOKIE}={'b' * 43}",
        "=; ;; é=ü; OWN",
        "X" * 8_000 + "=1; OWN",
    ],
)
@pytest.mark.parametrize("quotes", ["", '"'])
def test_the_own_cookie_is_found_whatever_stands_beside_it(
    server: LiveServer, header: str, quotes: str
) -> None:
    name, _, secret = session(server)["Cookie"].partition("=")
    cookie = header.replace("OWN", f"{name}={quotes}{secret}{quotes}").encode()
    with Line(server.url) as line:
        line.send(b"GET /api/session HTTP/1.1\r\nHost: x\r\nCookie: " + cookie + b"\r\n\r\n")
        assert line.status() == 200


def test_cookies_in_several_headers_are_found(server: LiveServer) -> None:
    cookie = session(server)["Cookie"]
    with Line(server.url) as line:
        line.send(f"GET /api/session HTTP/1.1\r\nCookie: a=1\r\nCookie: {cookie}\r\n\r\n")
        assert line.status() == 200


# Secrets


def check_files(folder: Path, secret: str) -> None:
    files = b"".join(file.read_bytes() for file in folder.glob("s.db*"))
    assert files
    assert secret.encode() not in files


async def test_secrets_are_in_no_file_and_in_no_log(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "s.db", "--no-limits", "--verbose") as server:
        client = await Client.enter(server.url, "Ana")
        swift = msgspec.structs.replace(SWIFT, players=3)
        table = (await client.make_table(swift, ["simple", "simple"])).id
        await client.join(table)
        AutoPlayer(client)
        client.send(do.Start())
        await happened(client, ev.DealCommitted)
        ask(server, "GET", f"/api/session?secret={client.cookie}")
        with pytest.raises(RequestError):
            await Client.enter(server.url, "", "y" * 43)
        client.send_bytes(b"nonsense " + client.cookie.encode())
        await client.close()
        drawn = [event for event in server.stored(table) if isinstance(event, ev.SecretDrawn)]
    check_files(tmp_path, client.cookie)
    log = server.log.read_text("utf-8")
    assert client.cookie not in log
    assert all(event.secret not in log for event in drawn)
    connection = sqlite3.connect(tmp_path / "s.db")
    ((secret_hash,),) = connection.execute("SELECT secret_hash FROM players").fetchall()
    connection.close()
    assert len(secret_hash) == 32


# Limits


SLOW = tuple(f"--limit={rate}_per_second=0.000001" for rate in ("requests", "new_sessions", "talk"))
"""Nothing is forgiven while a test runs, however long that takes."""


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path / "l.db", *SLOW) as live:
        yield live


def test_an_address_that_asks_too_often_is_told_so(limited: LiveServer) -> None:
    answers = [ask(limited, "GET", "/api/health") for _ in range(210)]
    assert [answer.status for answer in answers] == [200] * 200 + [429] * 10
    assert answers[-1].problem.code == "too-many"
    assert answers[-1].headers["retry-after"] == "1"
    assert "content-security-policy" in answers[-1].headers


def test_new_players_come_only_so_fast(limited: LiveServer) -> None:
    answers = [
        ask(limited, "POST", "/api/session", b'{"name":"Ana"}', JSON).status for _ in range(35)
    ]
    assert answers == [200] * 30 + [429] * 5


def test_one_address_has_its_own_bucket() -> None:
    buckets = Buckets(0.001, 2)
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert buckets.take("b")
    unlimited = Buckets(0, 1)
    assert all(unlimited.take("a") for _ in range(100))


def test_buckets_do_not_grow_without_end() -> None:
    buckets = Buckets(1, 1, kept=10)
    for number in range(1_000):
        buckets.take(str(number))
    assert len(buckets._buckets) == 10


def test_a_bucket_fills_again() -> None:
    now = [100.0]
    bucket = Bucket(2.0, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] += 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_who_was_refused_is_let_in_again_and_what_was_harmless_is_given_back() -> None:
    now = [0.0]
    buckets = Buckets(0.1, 20, now=lambda: now[0])
    assert [buckets.take("a") for _ in range(21)] == [True] * 20 + [False]
    buckets.give_back("a")
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    now[0] += 10
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    for _ in range(50):
        buckets.give_back("a")
    assert [buckets.take("a") for _ in range(21)] == [True] * 20 + [False]


def test_there_are_limits_unless_one_asks_for_none() -> None:
    assert Limits().requests_per_second
    assert Limits().messages_per_second


# The description, and requests that nobody thought of


@pytest.mark.parametrize("who", ["stranger", "player"])
def test_the_api_is_as_it_is_described(server: LiveServer, who: str) -> None:
    headers = session(server) if who == "player" else {}
    headers.pop("Content-Type", None)
    described = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    results: list[Any] = list(described.get_all_operations())
    operations = [result.ok() for result in results]
    assert len(operations) == 10
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(max_examples=25, suppress_health_check=list(HealthCheck))
        def check(case: Any) -> None:
            # That a name can be read and that a bot exists is more than a schema can say.
            case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])

        check()


def test_after_all_that_nothing_was_logged_as_broken(server: LiveServer) -> None:
    assert "Traceback" not in server.log.read_text("utf-8")
