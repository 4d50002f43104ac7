"""Statistics of a group, by player, and by player count, trump and evening (§10).

Deals count if they are complete and regular; games if no deal of them is missing, with the totals
that stand on the pad, irregular deals included.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from batarde.pad.groups import Group
from batarde.pad.played import Played, PlayedDeal
from batarde.pad.speaking import forbidden, last_to_speak
from batarde.pad.tallies import WHOLE, Tally
from batarde.rules.scoring import places

__all__ = ["Pair", "PersonTallies", "Statistics", "statistics"]


class PersonTallies(msgspec.Struct):
    """What is counted of one person: all of it, and in parts."""

    all: Tally = msgspec.field(default_factory=Tally)
    players: dict[str, Tally] = {}
    """By the number of players."""
    trumps: dict[str, Tally] = {}
    """By trump; games are not counted here."""
    evenings: dict[str, Tally] = {}


class Pair(msgspec.Struct):
    """Two persons, the lesser id first, in the games that they have played together."""

    one: str
    other: str
    games: int = 0
    ahead: int = 0
    """Games in which *one* had the lower total, in halves: a game that ended even counts 1."""
    deals: int = 0
    difference: int = 0
    """Points of *one* less those of *other*, over these deals."""


class Statistics(msgspec.Struct):
    """The statistics of a group."""

    persons: dict[str, PersonTallies] = {}
    pairs: dict[str, Pair] = {}
    """By both ids, ``one/other``."""


def statistics(games: Iterable[Played], group: Group) -> Statistics:
    """Return the statistics of *games*; merged persons of *group* count as one."""
    found = Statistics()
    into = {person.id: person.into for person in group.persons}
    for game in games:
        persons = [into.get(person or "") for person in game.persons]
        _count_deals(found, game, persons)
        _count_game(found, game, persons)
        _count_pairs(found, game, persons)
    return found


def _parts(found: Statistics, game: Played, person: str, trump: str | None = None) -> list[Tally]:
    """Return every tally of *person* that something in *game* belongs to."""
    parts = found.persons.setdefault(person, PersonTallies())
    tallies = [
        parts.all,
        parts.players.setdefault(str(len(game.persons)), Tally()),
        parts.evenings.setdefault(game.evening, Tally()),
    ]
    return tallies if trump is None else [*tallies, parts.trumps.setdefault(trump, Tally())]


# Deals


def _count_deals(found: Statistics, game: Played, persons: Sequence[str | None]) -> None:
    for deal in _regular(game):
        for seat, person in enumerate(persons):
            if person is not None:
                for tally in _parts(found, game, person, deal.entry.trump):
                    _count_deal(tally, deal, seat)


def _regular(game: Played) -> list[PlayedDeal]:
    return [deal for deal in game.deals if not deal.entry.irregular]


def _count_deal(tally: Tally, deal: PlayedDeal, seat: int) -> None:
    bid, tricks, points = _result(deal, seat)
    players = len(deal.entry.bids)
    tally.deals += 1
    tally.exact += bid == tricks
    tally.points += points
    tally.off += abs(bid - tricks)
    tally.lean += tricks - bid
    tally.bids += bid
    tally.fair += deal.cards * WHOLE // players
    tally.zeros += bid == 0
    tally.zeros_kept += bid == tricks == 0
    if deal.entry.author is not None:
        tally.with_author += 1
        tally.authored += deal.entry.author == seat
    if last_to_speak(deal.entry.author, players) == seat:
        _count_pressure(tally, deal, seat)
    if deal.entry.doubled_by == seat:
        tally.doubles += 1
        _count_duel(tally, "doubles", deal, seat, deal.entry.author)
    if deal.entry.author == seat and deal.entry.multiplier == 4:
        tally.redoubles += 1
        _count_duel(tally, "redoubles", deal, seat, deal.entry.doubled_by)


def _result(deal: PlayedDeal, seat: int) -> tuple[int, int, int]:
    """Return the bid, the tricks and the points of *seat*."""
    bid, tricks, points = deal.entry.bids[seat], deal.entry.tricks, deal.entry.points
    assert bid is not None
    assert tricks is not None
    assert points is not None
    return bid, tricks[seat], points[seat]


def _count_pressure(tally: Tally, deal: PlayedDeal, seat: int) -> None:
    bid, tricks, _ = _result(deal, seat)
    number = forbidden(deal.entry.bids, seat, deal.cards)
    tally.last += 1
    tally.last_exact += bid == tricks
    tally.last_near += number is not None and abs(number - bid) == 1


def _count_duel(tally: Tally, what: str, deal: PlayedDeal, seat: int, rival: int | None) -> None:
    """Count how a double or redouble by *seat* ended, if it is known against whom it was."""
    if rival is None:
        return
    gained = _result(deal, rival)[2] - _result(deal, seat)[2]
    outcome = "even" if gained == 0 else "won" if gained > 0 else "lost"
    for name, more in ((f"{what}_{outcome}", 1), (f"{what}_gained", gained)):
        setattr(tally, name, getattr(tally, name) + more)


# Games


def _count_game(found: Statistics, game: Played, persons: Sequence[str | None]) -> None:
    totals = _totals(game)
    ranks = places(totals)
    for seat, person in enumerate(persons):
        for tally in _parts(found, game, person) if person is not None else ():
            tally.longest = max(tally.longest, _longest_row(game, seat))
            if game.is_complete:
                _count_result(tally, totals[seat], ranks[seat], ranks)


def _count_result(tally: Tally, total: int, rank: int, ranks: Sequence[int]) -> None:
    tally.games += 1
    tally.won += WHOLE // ranks.count(1) if rank == 1 else 0
    tally.places += rank * WHOLE // len(ranks)
    tally.best = total if tally.best is None else min(tally.best, total)
    tally.worst = total if tally.worst is None else max(tally.worst, total)
    tally.perfect += total == 0


def _totals(game: Played) -> list[int]:
    seats = range(len(game.persons))
    return [sum(_result(deal, seat)[2] for deal in game.deals) for seat in seats]


def _longest_row(game: Played, seat: int) -> int:
    longest = row = 0
    for deal in _regular(game):
        bid, tricks, _ = _result(deal, seat)
        row = row + 1 if bid == tricks else 0
        longest = max(longest, row)
    return longest


# Head to head


def _count_pairs(found: Statistics, game: Played, persons: Sequence[str | None]) -> None:
    totals = _totals(game)
    seated = sorted((person, seat) for seat, person in enumerate(persons) if person is not None)
    for (one, seat), (other, rival) in combinations(seated, 2):
        if one == other:
            continue
        pair = found.pairs.setdefault(f"{one}/{other}", Pair(one, other))
        for deal in _regular(game):
            pair.deals += 1
            pair.difference += _result(deal, seat)[2] - _result(deal, rival)[2]
        if game.is_complete:
            pair.games += 1
            pair.ahead += 1 + (totals[seat] < totals[rival]) - (totals[seat] > totals[rival])
