"""The attacks: each says what it did, what came of it, and whether that is as promised."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NamedTuple

from batarde.server.limits import Limits
from batarde.tools.siege.lines import Line, Target

__all__ = ["ATTACKS", "Finding"]


class Finding(NamedTuple):
    """What came of an attack."""

    held: bool
    told: str


Attack = Callable[[Target, int], Awaitable[Finding]]
"""Attacks a server *count* times, or about so."""
_LIMITS: Final = Limits()
_ODD_FRAMES: Final = (
    b"\x83\x80\x00\x00\x00\x00",
    b"\x09\x80\x00\x00\x00\x00",
    b"\x81\x02{}",
    b"\x81\xfe\x00\x01" + bytes(5),
    b"\x81\xff" + b"\xff" * 8,
    b"\x81\xff" + (1 << 40).to_bytes(8, "big") + bytes(1_000),
    b"\x88\x82\x00\x00\x00\x00\x03\xed",
    b"\x88\x84\x00\x00\x00\x00\x03\xe8\xff\xff",
    b"\xf1\x80\x00\x00\x00\x00\x88\x80\x00\x00\x00\x00",
    b"\xff" * 100_000,
)
_FOREIGN_COOKIES: Final = (
    'prefs={"dark":1}; OWN',
    "a[0]=1; OWN",
    "flag; OWN",
    "x=a b; OWN",
    "batarde=short; OWN",
    "long=" + "y" * 14_000 + "; OWN",
)


async def large_heads(target: Target, count: int) -> Finding:
    """Headers without end."""
    statuses: Counter[int] = Counter()
    for _ in range(count):
        async with await target.line() as line:
            line.send(b"GET / HTTP/1.1\r\nX: ")
            with suppress(ConnectionError):
                for _ in range(20):
                    line.send(b"y" * 50_000)
                    await line.writer.drain()
            statuses[(await line.answer()).status] += 1
    # The answer may be lost with a connection that is still being written to.
    return Finding(set(statuses) <= {0, 431, 429}, f"answered {_counts(statuses)}")


async def half_requests(target: Target, count: int) -> Finding:
    """Requests that are never finished."""
    lines = await _lines(target, count)
    for number, line in enumerate(lines):
        body = b"POST /api/session HTTP/1.1\r\nContent-Type: application/json\r\n"
        line.send((b"GET / HTTP/1.1\r\nX: y", body + b"Content-Length: 9\r\n\r\n{")[number % 2])
    begun = time.perf_counter()
    await asyncio.gather(*(line.ended() for line in lines))
    took = time.perf_counter() - begun
    await _hang_up(lines)
    return Finding(True, f"{count} closed, the last after {took:.0f} s")


async def broken_bodies(target: Target, count: int) -> Finding:
    """Bodies that break off."""
    for line in await _lines(target, min(count, _LIMITS.connections_per_address)):
        line.request("POST", "/api/session", Content_Type="application/json", Content_Length="9")
        await line.writer.drain()
        await line.close()
    answer = await target.ask("GET", "/api/health")
    return Finding(answer.status in {200, 429}, f"then answered {answer.status}")


async def hang_ups(target: Target, count: int) -> Finding:
    """Requests for files by many at once, who hang up before they are answered."""
    lines = await _lines(target, min(count, _LIMITS.connections_per_address - 1))
    for line in lines:
        for _ in range(_LIMITS.pipelined_requests):
            line.request("GET", "/")
        with suppress(ConnectionError):
            await line.writer.drain()
    await _hang_up(lines)
    answer = await target.ask("GET", "/api/health")
    return Finding(answer.status in {200, 429}, f"then answered {answer.status}")


async def slow_readers(target: Target, count: int) -> Finding:
    """Receivers who ask and never take the answers."""
    lines = await _lines(target, min(count, 50))
    begun = time.perf_counter()
    await asyncio.gather(*(_never_reads(line) for line in lines))
    took = time.perf_counter() - begun
    await _hang_up(lines)
    return Finding(True, f"{len(lines)} cut off, the last after {took:.0f} s")


async def _never_reads(line: Line) -> None:
    line.writer.transport.set_write_buffer_limits(0)
    with suppress(ConnectionError):
        while True:
            line.request("GET", "/api/openapi.json")
            await line.writer.drain()


async def many_requests(target: Target, count: int) -> Finding:
    """Requests as fast as they go."""
    statuses: Counter[int] = Counter()
    async with await target.line() as line:
        for _ in range(count):
            line.request("GET", "/api/health")
            answer = await line.answer()
            statuses[answer.status] += 1
    held = set(statuses) <= {200, 429} and (429 in statuses or count < 300)
    return Finding(held, f"answered {_counts(statuses)}")


async def flood_of_messages(target: Target, count: int) -> Finding:
    """Messages as fast as they go, over one socket."""
    async with await target.socket(await target.player()) as line:
        hearing = asyncio.create_task(_codes(line))
        with suppress(ConnectionError):
            for _ in range(10 * count):
                line.frame(b'{"do":"leave"}')
                await line.writer.drain()
        line.send(b"\x88\x80\x00\x00\x00\x00")  # goodbye, if it was not cut off
        codes = await hearing
    # What was said last may be lost with the connection.
    return Finding(set(codes) <= {"too-many"}, f"heard {_counts(codes) or 'no more'}, then the end")


async def odd_frames(target: Target, count: int) -> Finding:
    """Frames that are none."""
    cookie = await target.player()
    for number in range(min(count, 5 * len(_ODD_FRAMES), _LIMITS.upgrade_burst)):
        async with await target.socket(cookie) as line:
            line.send(_ODD_FRAMES[number % len(_ODD_FRAMES)])
            line.send(b"\x88\x80\x00\x00\x00\x00")
            await line.ended()
    return Finding(True, "each ended its own connection")


async def foreign_cookies(target: Target, count: int) -> Finding:  # noqa: ARG001
    """Cookies of other programs beside the own one."""
    own = await target.player()
    lost = []
    for cookie in _FOREIGN_COOKIES:
        header = cookie.replace("OWN", own)
        if (await target.ask("GET", "/api/session", Cookie=header)).status != 200:
            lost.append(cookie[:20])
        await (await target.socket(header)).close()
    return Finding(not lost, f"logged out by {lost}" if lost else "the own one was always found")


async def foreign_pages(target: Target, count: int) -> Finding:  # noqa: ARG001
    """Pages of other addresses, over sockets and forms."""
    own = await target.player()
    async with await target.line() as line:
        line.upgrade(own, Origin="https://evil.example")
        upgrade = (await line.answer()).status
    form = await target.ask("POST", "/api/tables", b"{}", Cookie=own, Content_Type="text/plain")
    asked = await target.ask("OPTIONS", "/api/tables", Origin="https://evil.example")
    moved = await target.ask("GET", "/api/tables/", Host="evil.example")
    held = (upgrade, form.status, asked.status) == (403, 415, 405)
    held = held and "evil" not in str(asked.headers) + str(moved.headers)
    return Finding(held, f"socket {upgrade}, form {form.status}, preflight {asked.status}")


async def guesses(target: Target, count: int) -> Finding:
    """Codes of tables by chance, over sockets and HTTP at once."""
    cookie = await target.player()
    lines = [await target.socket(cookie) for _ in range(_LIMITS.connections_per_person - 2)]
    begun = time.perf_counter()
    looked_up = [await target.ask("GET", f"/api/tables/QQ{number:04}") for number in range(15)]
    codes = Counter(answer.code for answer in looked_up)
    for number in range(count):
        lines[number % len(lines)].say(do="join", table=f"QZ{number:04}")
    for number in range(count):
        codes[str(((await lines[number % len(lines)].hear()) or {}).get("code"))] += 1
    took = time.perf_counter() - begun
    await _hang_up(lines)
    allowed = _LIMITS.try_burst + 1 + took * _LIMITS.tries_per_second
    return Finding(codes["no-such-table"] <= allowed, f"answered {_counts(codes)}")


async def join_storm(target: Target, count: int) -> Finding:
    """Sockets of several people who join a table full of talk again and again."""
    people = [await target.player(f"Storm {number}") for number in range(8)]
    table = await target.table(people[0])
    lines = [await target.socket(people[number % 8]) for number in range(80)]
    lines[0].say(do="join", table=table)
    for _ in range(5):
        lines[0].say(do="say", text="x" * 200)
    hearing = [asyncio.create_task(_codes(line)) for line in lines]
    begun = time.perf_counter()
    for number in range(10 * count):
        line = lines[number % len(lines)]
        with suppress(ConnectionError):
            line.say(do="join", table=table)
            await line.writer.drain()
        if number % len(lines) == 0:
            await asyncio.sleep(0.05)
    took = time.perf_counter() - begun
    await _hang_up(lines)
    heard: Counter[str] = sum(await asyncio.gather(*hearing), Counter())
    pulled = sum(line.received for line in lines) / 1e6
    allowed = 8 * (_LIMITS.join_burst + 1 + took * _LIMITS.joins_per_second)
    told = f"{10 * count} joins in {took:.0f} s: {heard['snapshot']} tables, {pulled:.1f} MB"
    return Finding(heard["snapshot"] <= allowed, told)


async def _codes(line: Line) -> Counter[str]:
    """Return what came over a socket until its end, by code or type."""
    found: Counter[str] = Counter()
    while (message := await line.hear()) is not None:
        found[message.get("code") or message["type"]] += 1
    return found


async def _lines(target: Target, count: int) -> list[Line]:
    return [await target.line() for _ in range(count)]


async def _hang_up(lines: list[Line]) -> None:
    for line in lines:
        await line.close()


def _counts(found: "Counter[int] | Counter[str]") -> str:
    return ", ".join(f"{value} × {number:,}" for value, number in found.most_common())


ATTACKS: Final[tuple[Attack, ...]] = (
    large_heads,
    half_requests,
    broken_bodies,
    hang_ups,
    slow_readers,
    many_requests,
    flood_of_messages,
    odd_frames,
    foreign_cookies,
    foreign_pages,
    guesses,
    join_storm,
)
