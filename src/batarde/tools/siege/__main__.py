"""``python -m batarde.tools.siege URL``: besiege a server of one's own and say what held.

Meanwhile somebody else, at another address where this machine has one, asks the server ten times a
second how it is, over HTTP and over a socket: the siege has failed if they are not answered.
"""

import asyncio
import itertools
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table

from batarde.tools.siege.attacks import ATTACKS, Attack, Finding
from batarde.tools.siege.lines import Line, Target

_LONGEST_SILENCE = 5.0
"""Seconds after which whoever is not answered is locked out."""


class Row(msgspec.Struct, frozen=True):
    """One line of the report."""

    attack: str
    held: bool
    told: str
    p99_ms: float
    """How long the bystander waited, 99 times in 100."""


class Bystander:
    """Somebody who plays meanwhile."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self.times: list[float] = []
        self.is_locked_out = False

    async def watch(self) -> None:
        """Ask again and again, until cancelled."""
        cookie = await self._target.player("Bystander")
        async with await self._target.socket(cookie) as line:
            for number in itertools.count():
                begun = time.perf_counter()
                try:
                    async with asyncio.timeout(_LONGEST_SILENCE):
                        await self._look(line, number)
                except (TimeoutError, ConnectionError):
                    self.is_locked_out = True
                    return
                self.times.append(time.perf_counter() - begun)
                await asyncio.sleep(0.1)

    async def _look(self, line: Line, number: int) -> None:
        line.say(do="stand", key=str(number))
        message = await line.hear()
        if message is None:
            raise ConnectionError
        if number % 10 == 0 and not (await self._target.ask("GET", "/api/health")).status:
            raise ConnectionError

    def p99_ms(self) -> float:
        """Return how long 99 of 100 answers took since the last time this was asked."""
        times, self.times = sorted(self.times) or [0.0], []
        return round(1_000 * times[int(len(times) * 0.99)], 1)


async def besiege(
    url: str, attacks: Sequence[Attack], count: int, seconds: float, told: Console, memory: "Memory"
) -> list[Row]:
    """Return what came of each of *attacks*, as far as there was time."""
    sources = _sources(url)
    bystander = Bystander(Target(url, next(sources)))
    watching = asyncio.create_task(bystander.watch())
    ends = time.perf_counter() + seconds
    rows = []
    await asyncio.sleep(2.0)
    rows.append(Row("nothing", not bystander.is_locked_out, "as it is", bystander.p99_ms()))
    memory.note()
    for attack in attacks:
        left = ends - time.perf_counter()
        if left <= 0:
            told.print("[yellow]there is no time left[/]")
            break
        finding = await _attacked(attack, Target(url, next(sources)), count, left)
        held = finding.held and not bystander.is_locked_out
        rows.append(Row(attack.__name__, held, finding.told, bystander.p99_ms()))
        told.print(f"{'held  ' if held else 'FAILED'} {attack.__name__}: {finding.told}")
        if attack is attacks[-1]:
            memory.note()
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching
    return rows


async def _attacked(attack: Attack, target: Target, count: int, seconds: float) -> Finding:
    try:
        async with asyncio.timeout(min(seconds, 120.0)):
            return await attack(target, count)
    except TimeoutError:
        return Finding(False, "the server still waited when there was no time left")
    except (OSError, msgspec.MsgspecError, KeyError) as error:
        return Finding(False, f"it could not be tried: {error!r}")


def _sources(url: str) -> Iterator[str]:
    """Yield an address of this machine for each attack: all of 127/8 is on Linux."""
    is_linux_loopback = sys.platform == "linux" and Target(url).name == "127.0.0.1"
    for number in itertools.count(1):
        yield f"127.{1 + number // 60_000}.{number // 250 % 250}.{1 + number % 250}" * (
            is_linux_loopback
        )


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


class Memory:
    """How much memory the server has, before the siege and after each round of it."""

    def __init__(self, pid: int | None) -> None:
        self._status = Path(f"/proc/{pid}/status") if pid else None
        self._kb: list[int] = []

    def note(self) -> None:
        """Note how much it is now."""
        if self._status is not None:
            lines = self._status.read_text().splitlines()
            self._kb.append(next(int(line.split()[1]) for line in lines if "VmRSS" in line))

    def __str__(self) -> str:
        before, *rounds = (f"{kb / 1_000:.1f}" for kb in self._kb)
        told = f"memory: {before} MB before, after each round {', '.join(rounds)} MB"
        return f"{told}: {self._kb[-1] / self._kb[min(1, len(rounds))]:.2f} × since the first"


def _report(rows: list[Row]) -> Table:
    table = Table("attack", "held", "what came of it", "p99 of others, ms")
    for row in rows:
        table.add_row(row.attack, "yes" if row.held else "NO", row.told, f"{row.p99_ms}")
    return table


@click.command()
@click.argument("url")
@click.option("--count", default=300, show_default=True, help="How often each thing is tried.")
@click.option("--rounds", default=1, show_default=True, help="How often the whole is repeated.")
@click.option(
    "--only",
    type=click.Choice([attack.__name__ for attack in ATTACKS]),
    multiple=True,
    help="Only this attack; can be repeated.",
)
@click.option("--seconds", default=600.0, show_default=True, help="When it ends at the latest.")
@click.option("--pid", type=int, help="The server's process, on this machine: shows its memory.")
@click.option("--my-server", is_flag=True, help="Besiege another machine, which is yours.")
def siege(
    url: str,
    count: int,
    rounds: int,
    only: tuple[str, ...],
    seconds: float,
    pid: int | None,
    my_server: bool,
) -> None:
    """Besiege the server at URL and say what held.

    The exit code is 0 if all held, 1 if something did not, 2 if it was not tried. Only servers on
    this machine are besieged, unless you say that the other one is yours: there all attacks come
    from your one address, which will be locked out for a while.
    """
    if not _is_loopback(Target(url).name) and not my_server:
        raise click.UsageError("this is another machine; if the server is yours, say --my-server")
    console = Console()
    memory = Memory(pid)
    attacks = [attack for attack in ATTACKS if not only or attack.__name__ in only] * rounds
    rows = asyncio.run(besiege(url.rstrip("/"), attacks, count, seconds, console, memory))
    console.print(_report(rows))
    if pid:
        console.print(str(memory))
    failed = [row.attack for row in rows if not row.held]
    console.print(f"NOT held: {', '.join(failed)}" if failed else "all held")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    siege()
