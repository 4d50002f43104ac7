"""Matches on duplicate deals: the same for the same seed, resumable, and rightly added up."""

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batarde.arena.journals import MatchJournal
from batarde.arena.matches import play_match
from batarde.arena.plans import Plan
from batarde.arena.plots import plot
from batarde.arena.results import compare, scores, to_data
from batarde.arena.rounds import Played, play_round
from batarde.arena.sprt import BETTER_BY, Verdict, log_ratio, verdict
from batarde.arena.sums import Sums
from batarde.rules import MalformedError, schedule

SEED = "17" * 32
PLAN = Plan(("simple", "random"), players=3, deals=12, seed=SEED)


def timeless(played: Played) -> Played:
    return Played(
        *(played.game, played.rotation, played.misses, played.points, played.decisions),
        seconds=(),
        mishaps=played.mishaps,
    )


def test_a_round_follows_from_the_plan_and_its_number() -> None:
    assert timeless(play_round(PLAN, 2)) == timeless(play_round(PLAN, 2))
    assert timeless(play_round(PLAN, 2)) != timeless(play_round(PLAN, 1))


def test_the_number_of_processes_changes_nothing() -> None:
    alone = [timeless(one) for one in play_match(PLAN, jobs=1)]
    spread = [timeless(one) for one in play_match(PLAN, jobs=2)]
    assert alone == spread
    assert [(one.game, one.rotation) for one in alone] == [(0, 0), (0, 1), (0, 2)]


def test_equal_bots_get_equal_results_for_they_play_the_same_cards() -> None:
    plan = Plan(("simple",) * 4, players=4, deals=1, seed=SEED)
    played = list(play_match(plan))
    assert len({score.penalty for score in scores(plan, played)}) == 1
    assert {score.wins for score in scores(plan, played)} == {0.25}
    assert sorted(played[0].points[3]) == sorted(played[1].points[3])


@pytest.mark.parametrize("players", range(3, 8))
def test_whole_games_are_played_in_all_rotations(players: int) -> None:
    plan = Plan(("random",), players, deals=1, seed=SEED)
    data = to_data(plan, list(play_match(plan)))
    assert data["deals"] == len(schedule(players)) * players
    assert Plan(("random",), players, 100, SEED).games * len(schedule(players)) >= 100


def test_there_are_as_many_bots_as_seats_or_fewer() -> None:
    for bots in ((), ("random",) * 4):
        with pytest.raises(MalformedError):
            Plan(bots, 3, 1, SEED)


def game(number: int, *points: tuple[int, ...]) -> list[Played]:
    """Return a game of one deal, its *points* by rotation; the penalties are half of them."""
    return [
        Played(number, r, (tuple(n // 2 for n in row),), (row,), (2,) * 3, (0.004,) * 3, (0,) * 3)
        for r, row in enumerate(points)
    ]


def test_results_are_means_over_places_and_rotations() -> None:
    played = [*game(0, (0, 2, 4), (0, 2, 2), (2, 2, 0)), *game(1, (0, 4, 4), (0, 4, 2), (0, 4, 0))]
    first, second = scores(PLAN, played)
    assert first.penalty == pytest.approx((0 + 2 + 0 + 1 + 1 + 0 + 0 + 2 + 0 + 1 + 0 + 0) / 12)
    assert second.penalty == pytest.approx((1 + 1 + 1 + 2 + 2 + 2) / 6)
    assert second.points == pytest.approx(3.0)
    assert second.se == pytest.approx(0.5)
    assert second.exact == 0.0
    assert first.exact == pytest.approx(7 / 12)
    assert first.wins == pytest.approx((1 + 1 + 1 + 1 + 1 + 0.5 + 0.5) / 12)
    assert first.wins + second.wins / 2 == pytest.approx(0.5)
    assert first.ms == pytest.approx(2.0)
    (pair,) = compare(PLAN, played)
    assert (pair.name, pair.other) == ("simple", "random")
    assert pair.sums.mean == pytest.approx(second.penalty - first.penalty)


def test_a_game_that_lacks_a_rotation_does_not_count() -> None:
    assert scores(PLAN, game(0, (0, 2, 4), (0, 2, 2)))[0].penalty == 0.0
    assert to_data(PLAN, [])["deals"] == 0


def test_a_journal_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    rounds = list(play_match(PLAN))
    journal = MatchJournal(file, PLAN)
    for one in rounds[:2]:
        journal.add(one)
    journal.close()
    file.write_bytes(file.read_bytes()[:-20])
    again = MatchJournal(file, PLAN)
    assert again.played == (rounds[0],)
    for one in play_match(PLAN, done={0}):
        again.add(one)
    again.close()
    longer = MatchJournal(file, Plan(PLAN.bots, 3, 100, SEED))
    assert [timeless(one) for one in longer.played] == [timeless(one) for one in rounds]
    longer.close()


@pytest.mark.parametrize("line", ['{"format":"batarde/1"}', "hello", None])
def test_a_file_that_is_no_journal_of_this_match_is_left_alone(
    tmp_path: Path, line: str | None
) -> None:
    file = tmp_path / "match.jsonl"
    if line is None:
        MatchJournal(file, Plan(("random",), 3, 12, SEED)).close()
    else:
        file.write_text(line + "\n", "utf-8")
    before = file.read_bytes()
    with pytest.raises(MalformedError):
        MatchJournal(file, PLAN)
    assert file.read_bytes() == before


# Statistics


@given(st.lists(st.floats(-10, 10), min_size=2, max_size=40))
def test_sums_are_those_of_the_textbook(values: list[float]) -> None:
    sums, mean = Sums.of(values), sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    assert sums.mean == pytest.approx(mean, abs=1e-9)
    assert sums.error == pytest.approx(math.sqrt(variance / len(values)), abs=1e-6)


def test_nothing_has_no_error() -> None:
    assert (Sums().mean, Sums().error, Sums.of([3.0]).error) == (0.0, 0.0, 0.0)


def test_the_test_is_even_halfway_between_its_hypotheses() -> None:
    halfway = Sums.of([BETTER_BY / 2 + step for step in (-0.5, 0.5)] * 500)
    assert log_ratio(halfway) == pytest.approx(0.0)
    assert verdict(halfway) is Verdict.OPEN


def test_the_test_decides_both_ways_and_not_on_a_handful_of_deals() -> None:
    def differences(mean: float, number: int) -> Sums:
        return Sums.of([mean - 0.5, mean + 0.5] * (number // 2))

    assert verdict(differences(0.03, 4_000)) is Verdict.BETTER
    assert verdict(differences(0.0, 4_000)) is Verdict.NOT_BETTER
    assert verdict(differences(5.0, 20)) is Verdict.OPEN


def test_a_plot_names_every_bot_and_cannot_be_broken_by_a_name() -> None:
    played = game(0, (0, 2, 4), (0, 2, 2), (2, 2, 0))
    names = ("simple", "exec:play '<&>' with many words")
    drawing = plot(scores(Plan(names, 3, 12, SEED), played), "A < B")
    assert "simple" in drawing
    assert "&lt;&amp;" in drawing
    assert "A &lt; B" in drawing
