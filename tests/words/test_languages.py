"""Language tags, the environment, and the rules as prose."""

import re

import pytest

from batarde.words import LANGUAGES, guess_language, language, rules_text

RULES = {tag: rules_text(tag).splitlines() for tag in LANGUAGES}


def cited(lines: list[str]) -> list[list[str]]:
    return [re.findall(r"\[([ACGPST]\d+)\]", line) for line in lines]


def marks(lines: list[str]) -> list[str]:
    """Return how each line begins: a heading, a point, a number, a row, or nothing of these."""
    return [mark[0] if (mark := re.match(r"#+|-|\d+\.|\|", line)) else "" for line in lines]


@pytest.mark.parametrize(
    ("tag", "found"),
    [("fr", "fr"), ("de-CH", "de"), ("fr_FR.UTF-8", "fr"), ("ES@euro", "es"), ("it-IT", "it")],
)
def test_a_tag_is_matched_to_its_base(tag: str, found: str) -> None:
    assert language(tag) == found


@pytest.mark.parametrize("tag", ["", "nl", "english", "C.UTF-8"])
def test_an_unknown_tag_is_refused_and_the_five_are_named(tag: str) -> None:
    with pytest.raises(ValueError, match="fr, en, de, it, es"):
        language(tag)


@pytest.mark.parametrize(
    ("environment", "found"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "fr_BE"}, "fr"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "fr_BE", "LC_ALL": "es"}, "es"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "nl_NL.UTF-8"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "fr_FR"}, "en"),
    ],
)
def test_the_environment_says_which_language(environment: dict[str, str], found: str) -> None:
    assert guess_language(environment) == found


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_rules_have_the_same_lines_and_numbers_in_every_language(tag: str) -> None:
    assert cited(RULES[tag]) == cited(RULES["en"])
    assert marks(RULES[tag]) == marks(RULES["en"])


def test_the_rules_state_every_rule_that_players_need() -> None:
    needed = {f"A{n}" for n in range(1, 11)} | {f"P{n}" for n in range(1, 10)} | {"S1"}
    needed |= {f"C{n}" for n in range(1, 7)} | {f"G{n}" for n in range(1, 6)} | {"T1"}
    assert {rule for line in cited(RULES["en"]) for rule in line} == needed


def test_the_rules_give_the_six_pieces_of_advice_that_bots_go_by() -> None:
    text = rules_text("en").split("\n## ")[-2].splitlines()
    assert text[0] == "Advice from the game’s author"
    assert [mark for mark in marks(text) if mark] == [f"{n}." for n in range(1, 7)]


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_tables_of_the_rules_hold_the_same_numbers(tag: str) -> None:
    def numbers(lines: list[str]) -> list[list[str]]:
        return [re.findall(r"\d+", line) for line in lines if line.startswith("|")]

    assert numbers(RULES[tag]) == numbers(RULES["en"])
