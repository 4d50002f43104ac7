"""Training: the same weights whatever the interruptions, and what is written down is right."""

from pathlib import Path
from random import Random

import pytest

from batarde.arena import Driver
from batarde.arena.training.curves import curve
from batarde.arena.training.fitting import Fit, fit_bids, fit_policy, judge, least_squares
from batarde.arena.training.lessons import play_lesson, pupil_settings
from batarde.arena.training.racing import fit_race
from batarde.arena.training.runs import Mark, TrainingPlan, TrainingRun
from batarde.arena.training.samples import BidSample, DoubleSample, PlaySample, bid_samples
from batarde.bots import bot
from batarde.bots.models.bids import CARD_KINDS
from batarde.bots.models.players import unlearned_model
from batarde.bots.models.weights import Weights
from batarde.kernel import KEEN
from batarde.rules import Bid, MalformedError

PLAN = TrainingPlan(players=3, games=(2, 2), worlds=10, seed="05" * 32)


def trained(folder: Path, plan: TrainingPlan = PLAN) -> bytes:
    run = TrainingRun(folder, plan)
    for generation in range(len(plan.games)):
        run.learn(generation, list(run.lessons(generation, jobs=1)))
    return run.weights_file(len(plan.games) - 1).read_bytes()


def test_a_run_that_was_killed_comes_to_the_same_weights(tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole")
    cut = tmp_path / "cut"
    run = TrainingRun(cut, PLAN)
    next(iter(run.lessons(0, jobs=1)))  # killed in the first game's wake …
    with (cut / "lessons-0.jsonl").open("ab") as file:
        file.write(b"[1,[[")  # … while it wrote the second
    assert trained(cut) == whole
    assert Weights.read(whole).players == 3


def test_a_folder_holds_one_run(tmp_path: Path) -> None:
    TrainingRun(tmp_path, PLAN)
    with pytest.raises(MalformedError, match="another run"):
        TrainingRun(tmp_path, TrainingPlan(players=3, games=(2, 2), worlds=11, seed="05" * 32))


def test_a_lesson_follows_from_its_seed_and_number() -> None:
    skill = pupil_settings(unlearned_model, 10, is_learned=False)
    first = play_lesson(3, 1, bytes(32), skill)
    assert first == play_lesson(3, 1, bytes(32), skill)
    assert first != play_lesson(3, 2, bytes(32), skill)
    assert all(len(made.classes) == len(made.costs) > 1 for made in first.plays)
    assert len(first.points) == 12


def test_a_policy_learns_what_the_searches_prefer() -> None:
    good, bad = [0, 864, 2614], [1, 865, 2615]
    samples = [PlaySample([good, bad], [0.1, 0.9]), PlaySample([bad, good], [1.0, 0.0])] * 40
    scores = fit_policy(samples, seed=1)
    assert len(scores) == KEEN
    assert sum(scores[place] for place in good) > sum(scores[place] for place in bad)
    fit = judge(samples, scores)
    assert fit.agreement == 1.0
    assert fit.regret == 0.0


def test_habits_find_what_a_card_adds() -> None:
    dice = Random(1)
    samples = []
    for _ in range(600):
        kinds = [dice.randrange(40) for _ in range(7)]
        bid = sum(kind < 20 for kind in kinds) // 2
        samples.append(BidSample(kinds, dice.random(), 7, dice.random() < 0.3, 0.0, bid))
    habits = fit_bids(samples)
    strong, weak = habits.cards[:20], habits.cards[20:40]
    assert min(strong) > max(weak)
    assert len(habits.cards) == CARD_KINDS
    assert habits.spread < 0.5


def test_least_squares_finds_a_line() -> None:
    rows = [[1.0, x] for x in range(100)]
    assert least_squares(rows, [3 - 0.5 * x for x in range(100)]) == pytest.approx(
        [3, -0.5], abs=0.02
    )


def test_races_are_as_hot_as_their_games() -> None:
    dice = Random(2)
    dares = [DoubleSample(0.4, 0.6, n % 2, dice.randrange(2), dice.random()) for n in range(40)]

    def games(most: int) -> list[list[list[int]]]:
        return [[[dice.randrange(most) for _ in range(4)] for _ in range(10)] for _ in range(60)]

    assert fit_race(games(3), dares).heat < fit_race(games(12), dares).heat


def test_every_bid_of_a_deal_is_written_down() -> None:
    game = Driver([bot("simple")] * 4).play_game(bytes(32))
    for deal in game.deals:
        said = [call.tricks for _, call in deal.calls if isinstance(call, Bid)]
        made = list(bid_samples(deal))
        assert [one.bid for one in made] == said
        assert all(len(one.kinds) == deal.cards for one in made)


def test_the_curve_shows_every_generation() -> None:
    marks = [Mark(g, games, Fit(1.0, 0.1 / (g + 1), 0.7)) for g in range(2) for games in (5, 10)]
    drawn = curve(marks, "learning")
    assert drawn.count("<polyline") == 2
    assert "generation 1: 0.050" in drawn
