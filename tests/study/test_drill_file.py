"""The file of drills: small, whole, the same from the same seed, and never behind the rules."""

import gzip
import re
from collections import Counter
from pathlib import Path

import pytest

from batarde.study.drills import build, write
from batarde.study.drills.collecting import collected
from batarde.study.drills.dice import Dice
from batarde.study.drills.numbers import last_skills
from batarde.study.drills.orders import order_skills
from batarde.study.drills.questions import (
    FORMAT,
    LastQuestion,
    LouderSkill,
    MasterQuestion,
    OrderQuestion,
)
from tests.study.drillfile import DRILLS, TEXT

RULES = (Path(__file__).parents[2] / "docs/rules.md").read_text("utf-8")
MOST = 120_000
LEAST_SKILLS = 60
LEAST_QUESTIONS = 40
DRILL_NAMES = ("order", "winner", "duty", "must", "last", "louder", "score", "count")


def test_it_is_not_behind_the_rules() -> None:
    assert write(build(DRILLS.seed)) == TEXT, "behind: run `make types`"


def test_it_says_what_it_is() -> None:
    assert FORMAT == DRILLS.format == "batarde-drills/1"


def test_it_is_small() -> None:
    assert len(gzip.compress(TEXT.encode(), 9)) <= MOST


def test_there_are_enough_skills_of_every_drill() -> None:
    counted = Counter(skill.id.split(".")[0] for skill in DRILLS.skills)
    assert tuple(counted) == DRILL_NAMES
    assert counted.total() >= LEAST_SKILLS
    assert counted["order"] == 24 + 8


def test_every_skill_has_a_name_of_its_own_and_a_rule() -> None:
    names = [skill.id for skill in DRILLS.skills]
    assert len(set(names)) == len(names)
    numbers = set(re.findall(r"^([A-Z]\d+)\. ", RULES, re.MULTILINE))
    assert {skill.rule for skill in DRILLS.skills} <= numbers


@pytest.mark.parametrize("skill", DRILLS.skills, ids=lambda skill: skill.id)
def test_a_skill_asks_enough_and_nothing_twice(skill: LouderSkill) -> None:
    assert len(skill.questions) >= LEAST_QUESTIONS
    assert len(set(skill.questions)) == len(skill.questions)


def test_the_same_pair_is_not_asked_again_the_other_way_round() -> None:
    for skill in DRILLS.skills:
        if skill.id.startswith("order."):
            orders = [one for one in skill.questions if isinstance(one, OrderQuestion)]
            asked = {(one.trump, one.pack, frozenset(one.cards)) for one in orders}
            assert len(asked) == len(orders) == len(skill.questions)


def test_two_packs_come_after_one() -> None:
    for skill in DRILLS.skills:
        if skill.id.startswith("order."):
            orders = [one for one in skill.questions if isinstance(one, OrderQuestion)]
            packs = [one.pack is not None for one in orders]
            assert packs == sorted(packs)
            assert packs.count(False) >= 8


def test_yes_and_no_are_as_good_as_equally_often_right() -> None:
    for skill in DRILLS.skills:
        if isinstance(skill, LouderSkill):
            yes = sum(one.answer for one in skill.questions)
            assert 0.4 <= yes / len(skill.questions) <= 0.6, skill.id
        masters = [one.answer for one in skill.questions if isinstance(one, MasterQuestion)]
        assert masters.count(True) == masters.count(False)


def test_numbers_are_spread() -> None:
    asked = [one for skill in DRILLS.skills for one in skill.questions]
    numbers = {one.answer for one in asked if isinstance(one, LastQuestion)}
    assert {None, *range(10)} <= numbers


# Made by chance


def test_another_seed_asks_other_questions() -> None:
    assert list(last_skills("a")) == list(last_skills("a"))
    assert list(last_skills("a")) != list(last_skills("b"))
    assert list(order_skills("a")) != list(order_skills("b"))


def test_dice_fall_alike_everywhere() -> None:
    dice = Dice("batarde", "test")
    assert [dice.below(100) for _ in range(6)] == [25, 27, 72, 48, 73, 45]
    assert "".join(dice.shuffled("FMJRDCVNT")) == "TFNRMCVDJ"
    assert len(dice.seed()) == 32


def test_collecting_takes_each_question_once() -> None:
    offers = [("a", 1), ("a", 1), ("b", 1), ("c", 5), ("a", 2), ("a", 3), ("b", 2), ("b", 9)]
    assert collected({"a": 2, "b": 2}, iter(offers)) == {"a": [1, 2], "b": [1, 2]}
