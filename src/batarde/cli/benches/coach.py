"""``batarde bench coach``: how long the coach takes, and whether bots wait for it."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import quantiles
from time import process_time
from typing import TYPE_CHECKING, Final

import click

from batarde.cli.benches.figures import Figure, json_option, report, rounds_option

if TYPE_CHECKING:
    from batarde.rules import Deal, View
    from batarde.server.bots.thinkers import Thinkers

__all__ = ["coach"]

_DEALS: Final = 8
"""How many deals are looked at in each round."""
_ANSWERS: Final = 60
"""How many answers of a bot are timed in each round."""


@click.command()
@json_option
@rounds_option
def coach(as_json: bool, rounds: int = 5) -> None:
    """The coach: the lens, a card, and how long bots wait for it.

    4 players, 9 cards. The first two are time of the processor for one answer: the lens over 300
    worlds with its double, a card over 1,000 with its reasons. The others are what the one process
    in which both think needs until 99 % of the answers of an expert bot are there, without
    questions to the coach and with one after the other: what it does for others meanwhile counts.
    """
    report(_figures(rounds), as_json=as_json)


def _figures(rounds: int) -> Iterator[Figure]:
    yield Figure("coach", "lens, 300 worlds", "ms", _timed(_last_to_bid, rounds))
    yield Figure("coach", "lens, opening", "ms", _timed(_opening, rounds))
    yield Figure("coach", "card, 1,000 worlds, the lead", "ms", _timed(_lead, rounds))
    yield Figure("coach", "card, 1,000 worlds, three left", "ms", _timed(_three_left, rounds))
    if not Path("/proc/self/schedstat").exists():
        return  # only Linux tells what another process has had
    alone, beside = asyncio.run(_waits(rounds))
    yield Figure("coach", "99 % of a bot's answers, alone", "ms", alone)
    yield Figure("coach", "99 % of a bot's answers, with hints", "ms", beside)


def _timed(view_of: "Callable[[int], View]", rounds: int) -> tuple[float, ...]:
    """Return the mean time of one answer in each round; the first answer of all is not counted."""
    from batarde.study.coach import advise

    views = [view_of(number) for number in range(_DEALS)]
    advise(views[0])
    found = []
    for _ in range(rounds):
        began = process_time()
        for view in views:
            advise(view)
        found.append(1_000 * (process_time() - began) / len(views))
    return tuple(found)


# What is asked


def _opening(number: int) -> "View":
    from batarde.rules import Deal

    return Deal.shuffled(players=4, cards=9, dealer=3, seed=bytes([number]) * 32).view(0)


def _last_to_bid(number: int) -> "View":
    return _after_bids(number, 3).view(3)


def _lead(number: int) -> "View":
    return _after_bids(number, 4).view(0)


def _three_left(number: int) -> "View":
    from batarde.bots import bot

    deal, plays = _after_bids(number, 4), bot("simple")
    while len(deal.plays) < 6 * 4:
        assert deal.turn is not None
        deal, _ = deal.apply(deal.turn, plays.choose(deal.view(deal.turn)))
    return deal.view(deal.turn)


def _after_bids(number: int, count: int) -> "Deal":
    """Return a deal in which so many have said what the hand should win, in hearts."""
    from batarde.bots.rule_of_thumb.hand_values import hand_tricks
    from batarde.rules import Bid, Contract, Deal, Trump

    deal = Deal.shuffled(players=4, cards=9, dealer=3, seed=bytes([number]) * 32)
    for seat in range(count):
        tricks = round(hand_tricks(deal.hands[seat], 4, Contract(Trump.HEARTS)))
        tricks += tricks == deal.auction.forbidden
        deal, _ = deal.apply(seat, Bid(tricks, Trump.HEARTS))
    return deal


# Who waits


async def _waits(rounds: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    from batarde.server.bots.thinkers import Thinkers

    thinkers = Thinkers(workers=1, seconds=60.0)
    try:
        await thinkers.advise(_lead(0), other_packs=False)
        alone, beside = [], []
        for _ in range(rounds):
            await thinkers.choose("expert", _lead(0), b"")  # what is begun is done by then
            alone.append(await _slowest(thinkers))
            hints = asyncio.create_task(_ask_without_end(thinkers))
            beside.append(await _slowest(thinkers))
            hints.cancel()
        return tuple(alone), tuple(beside)
    finally:
        thinkers.close()


async def _slowest(thinkers: "Thinkers") -> float:
    """Return how long the process works until 99 % of a bot's answers are there, in milliseconds.

    That is its time on a core, which does not depend on what else the machine does.
    """
    times = []
    for number in range(_ANSWERS):
        view = _lead(number % _DEALS)
        began = _worked(thinkers)
        await thinkers.choose("expert", view, bytes([number]))
        times.append(_worked(thinkers) - began)
        await asyncio.sleep(0.01)  # a table is not asked again at once
    return quantiles(times, n=100)[-1]


def _worked(thinkers: "Thinkers") -> float:
    """Return the milliseconds that the processes of *thinkers* have had on a core; Linux tells."""
    pool = getattr(thinkers, "_pool", None)
    stats = [Path(f"/proc/{pid}/schedstat") for pid in getattr(pool, "_processes", {})]
    return sum(int(stat.read_text("ascii").split()[0]) for stat in stats) / 1e6


async def _ask_without_end(thinkers: "Thinkers") -> None:
    number = 0
    while True:
        view = (_last_to_bid if number % 2 else _lead)(number % _DEALS)
        await thinkers.advise(view, other_packs=False)
        number += 1
