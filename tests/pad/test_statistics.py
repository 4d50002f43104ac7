"""The figures of a group, counted by hand (§10)."""

import random
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from batarde.pad import (
    Entry,
    Group,
    Person,
    Played,
    PlayedDeal,
    Statistics,
    figures,
    fold,
    played_pad,
    played_record,
    statistics,
)
from batarde.pad.tallies import WHOLE
from batarde.rules import Record
from batarde.rules.trumps import Trump
from tests.pad.desk import BO, E4, PAD, entered, opened
from tests.pad.vectors.groups import game

VALID = Path(__file__).parents[1] / "data" / "vectors" / "valid.jsonl"
FIRST = PlayedDeal(5, E4)
"""Ana sets the trump, Chi doubles; points 2 0 2 4, and Bo is exact."""
SECOND = PlayedDeal(6, Entry(author=1, trump=Trump.NONE, bids=(2, 1, 1, 1), tricks=(2, 1, 2, 1)))
"""Ana speaks last and may not say 3; only Chi is off, by 1."""
ODD = PlayedDeal(7, replace(E4, bids=(7, 0, 0, 0), tricks=(0, 7, 0, 0), irregular=True))
GAME = Played("A", "2026-11-18", ("ana", "bo", "chi", None), (FIRST, SECOND), is_complete=True)


def group(**into: str) -> Group:
    names = ("ana", "anna", "bo", "chi")
    people = [Person(name, n, name, into.get(name, name), False) for n, name in enumerate(names, 1)]
    return Group("friends", "Thursday", tuple(people), (), ())


def counted(*games: Played, **into: str) -> Statistics:
    return statistics(games, group(**into))


def test_the_figures_of_one_player() -> None:
    ana = counted(GAME).persons["ana"].all
    told = figures(ana)
    assert (ana.deals, told.exactness, told.penalty, told.distance) == (2, 1 / 2, 2 / 2, 1 / 2)
    assert told.lean == -1 / 2
    assert Fraction(ana.fair, WHOLE) == Fraction(5, 4) + Fraction(6, 4)
    assert told.boldness == pytest.approx(4 / 2.75)
    assert told.authorship == 1 / 2
    assert (ana.last, told.pressure_exactness, told.pressure_near) == (1, 1, 1)
    assert (told.zero_share, told.zero_kept) == (0, None)


def test_zero_bids_and_how_many_were_kept() -> None:
    chi = counted(GAME).persons["chi"].all
    assert (chi.zeros, chi.zeros_kept) == (1, 0)


@pytest.mark.parametrize(
    ("tricks", "outcome"),
    [((0, 2, 0, 3), "won"), ((1, 2, 1, 1), "even"), ((2, 0, 3, 0), "lost")],
)
def test_a_double_is_won_by_fewer_points_than_the_author(
    tricks: tuple[int, ...], outcome: str
) -> None:
    deal = PlayedDeal(5, replace(E4, multiplier=4, tricks=tricks))
    found = counted(replace(GAME, deals=(deal,))).persons
    chi, ana = found["chi"].all, found["ana"].all
    assert (chi.doubles, ana.redoubles, ana.doubles, chi.redoubles) == (1, 1, 0, 0)
    assert getattr(chi, f"doubles_{outcome}") == 1
    mirrored = {"won": "lost", "lost": "won", "even": "even"}[outcome]
    assert getattr(ana, f"redoubles_{mirrored}") == 1
    points = deal.entry.points
    assert points is not None
    assert chi.doubles_gained == points[0] - points[2] == -ana.redoubles_gained


def test_a_double_against_nobody_knows_whom_has_no_outcome() -> None:
    deal = PlayedDeal(5, replace(E4, author=None))
    chi = counted(replace(GAME, deals=(deal,))).persons["chi"].all
    assert (chi.doubles, chi.doubles_won + chi.doubles_lost + chi.doubles_even) == (1, 0)


def test_irregular_deals_count_in_the_totals_but_in_no_figure_of_deals() -> None:
    odd = counted(replace(GAME, deals=(FIRST, SECOND, ODD))).persons
    assert (odd["bo"].all.deals, odd["bo"].all.points) == (2, 0)
    assert (odd["bo"].all.best, odd["ana"].all.best) == (14, 16)
    assert (odd["bo"].all.perfect, odd["bo"].all.longest) == (0, 2)


def test_games_won_places_and_perfect_games() -> None:
    found = counted(GAME, replace(GAME, id="B", deals=(SECOND,))).persons
    bo = found["bo"].all  # totals 2 0 3 4, then 0 0 1 0
    assert (bo.games, Fraction(bo.won, WHOLE)) == (2, 1 + Fraction(1, 3))
    assert (bo.perfect, bo.best, bo.worst, bo.longest) == (2, 0, 0, 2)
    assert figures(bo).place == pytest.approx((1 / 4 + 1 / 4) / 2)


def test_a_game_that_was_stopped_gives_its_deals_but_no_result() -> None:
    bo = counted(replace(GAME, is_complete=False)).persons["bo"].all
    assert (bo.deals, bo.games, bo.won, bo.best) == (2, 0, 0, None)


def test_figures_are_split_by_players_trump_and_evening() -> None:
    later = replace(GAME, evening="2026-11-19", deals=(SECOND,))
    parts = counted(GAME, later).persons["chi"]
    assert {name: tally.deals for name, tally in parts.trumps.items()} == {"H": 1, "N": 2}
    assert {name: tally.games for name, tally in parts.evenings.items()} == {
        "2026-11-18": 1,
        "2026-11-19": 1,
    }
    assert parts.players["4"] == parts.all
    assert parts.trumps["N"].games == 0


def test_head_to_head() -> None:
    pairs = counted(GAME, replace(GAME, deals=(SECOND,))).pairs
    pair = pairs["ana/bo"]
    assert (pair.games, Fraction(pair.ahead, 2)) == (2, Fraction(1, 2))
    assert (pair.deals, pair.difference) == (3, 2)
    assert pairs.keys() == {"ana/bo", "ana/chi", "bo/chi"}


def test_merged_persons_count_as_one_and_strangers_not_at_all() -> None:
    other = replace(GAME, persons=("anna", "bo", "nobody", None))
    found = counted(GAME, other, anna="ana")
    assert found.persons["ana"].all.deals == 4
    assert found.persons.keys() == {"ana", "bo", "chi"}
    assert found.pairs["ana/bo"].games == 2


def test_pads_and_records_are_reduced_to_the_same() -> None:
    pad = fold(PAD, [opened(deals=1), entered(BO, 0, 2)])
    assert pad is not None
    assert played_pad(pad).deals == (FIRST,)
    assert played_pad(pad).is_complete
    for line in VALID.read_bytes().splitlines():
        record = Record.read(line)
        played = played_record(record, "id", "2023-05-01T20:15:00Z", [None] * len(record.players))
        assert [deal.entry.points for deal in played.deals] == [
            deal.points for deal in record.deals if deal.is_over
        ]
        assert played.evening == "2023-05-01"


def test_counts_add_up_whatever_is_played() -> None:
    people = tuple(Person(f"p{n}", n, f"p{n}", f"p{n}", False) for n in range(8))
    everybody = Group("friends", "", people, (), ())
    for seed in range(60):
        games = [game(random.Random(seed * 10 + n)) for n in range(4)]
        found = statistics(games, everybody)
        for parts in found.persons.values():
            tally = parts.all
            for some in (parts.players, parts.evenings, parts.trumps):
                assert sum(part.deals for part in some.values()) == tally.deals
                assert sum(part.points for part in some.values()) == tally.points
            assert tally.exact <= tally.deals
            assert (tally.points - tally.off) >= 0
            assert (tally.off - tally.lean) % 2 == 0
        known = [game for game in games if game.is_complete and None not in game.persons]
        if known == games:
            assert sum(p.all.won for p in found.persons.values()) == WHOLE * len(games)
