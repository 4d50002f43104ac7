"""Ratings: steps that are measured, a scale that adds them up, and the page of both."""

from pathlib import Path

import pytest

from batarde.arena.fingerprints import fingerprint
from batarde.arena.journals import MatchJournal
from batarde.arena.matches import play_on
from batarde.arena.plans import Plan
from batarde.arena.ratingpages import BEGIN, END, rating_page, with_page
from batarde.arena.ratings import LADDER, StepResult, ladder_of, scale, step_result
from batarde.arena.results import Comparison
from batarde.arena.rounds import Played
from batarde.arena.sums import Sums
from batarde.bots import BOTS
from batarde.bots.levels import LEVELS
from batarde.rules import MalformedError


def step(better: str, worse: str, saved: float) -> Comparison:
    return Comparison(better, worse, Sums.of([saved - 0.1, saved + 0.1] * 50))


def test_the_ladder_has_every_level_over_the_one_below_and_places_all_but_the_baseline() -> None:
    levels = ["random", *LEVELS]
    assert LADDER[: len(LEVELS)] == ladder_of(levels)
    places = scale(Comparison(one.better, one.worse, Sums()) for one in LADDER)
    assert set(places) == set(BOTS) - {"pimc"}


def test_the_scale_adds_the_steps_up_and_their_errors() -> None:
    places = scale([step("b", "a", 2.0), step("c", "b", 0.5), step("c", "d", 0.1)])
    assert list(places) == ["c", "d", "b", "a"]
    assert [round(place.rating, 9) for place in places.values()] == [2.5, 2.4, 2.0, 0.0]
    assert places["a"].error == 0.0
    assert places["d"].error == pytest.approx(places["b"].error * 3**0.5)


def test_a_step_is_a_match_of_two() -> None:
    plan = Plan(("simple", "random"), 3, 12, "00" * 32)
    result = step_result(plan, list(play_on(plan, None)))
    assert (result.players, result.games, result.deals) == (3, 3, 36)
    assert result.comparison.sums.mean > 0


def test_what_was_decided_is_not_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "match.jsonl"
    plan = Plan(("simple", "random"), 3, 3_000, "00" * 32)
    journal = MatchJournal(file, plan)
    played = list(play_on(plan, journal, stops=True))
    journal.close()
    assert len(played) < plan.rounds

    def fail(*_: object) -> Played:
        raise AssertionError("a decided match was played on")

    monkeypatch.setattr("batarde.arena.matches.play_match", fail)
    again = MatchJournal(file, plan)
    assert list(play_on(plan, again, stops=True)) == played
    again.close()


def test_a_page_has_the_steps_the_scale_and_the_command() -> None:
    results = [
        StepResult(players, each, 1_200, 12_000, (1.0, 2.0))
        for players in (3, 4)
        for each in (step("b", "a", 2.0), step("c", "b", players / 10))
    ]
    page = rating_page(results, "batarde ratings a b c")
    assert page.startswith("Made by: `batarde ratings a b c`\n")
    assert "| 3 | c to b | +0.300 | 0.010 | better | 1,200 | 1.0, 2.0 |" in page
    assert "| bot | rating | 3 players | 4 players |" in page
    assert "| `c` | +2.350 | +2.300 ± 0.014 | +2.400 ± 0.014 |" in page


@pytest.mark.parametrize(
    "document", ["", BEGIN, END, f"{END} {BEGIN}", f"{BEGIN}{END}{BEGIN}{END}"]
)
def test_a_document_without_its_markers_is_left_alone(document: str) -> None:
    with pytest.raises(MalformedError, match="ratings: begin"):
        with_page(document, "page")


def test_a_page_can_be_put_in_again() -> None:
    once = with_page(f"before\n{BEGIN}\nold\n{END}\nafter\n", "new")
    assert once == f"before\n{BEGIN}\nnew\n{END}\nafter\n"
    assert with_page(once, "new") == once


def test_the_fingerprint_stays_while_nothing_changes() -> None:
    before = fingerprint()
    fingerprint.cache_clear()
    assert fingerprint() == before
