"""Names: whatever is typed can be read, stays in its line, and is nobody else's."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batarde.table.names import NAME_LENGTH, clean_name, distinct_name, is_like, is_numbered
from batarde.words import LANGUAGES, words
from batarde.words.guests import FORMER_GUESTS, NAMELESS, guest_number

ODD = "\u3164\u2800\u115f\u1160\uffa0\u200b\u200d\u202e\u0301\u0489\ufe0f\ud800\x00\n #2Aa"
TYPED = st.text(max_size=NAME_LENGTH) | st.text(st.sampled_from(ODD), max_size=NAME_LENGTH)


@given(TYPED)
def test_a_cleaned_name_can_be_read_and_is_clean(typed: str) -> None:
    name = clean_name(typed)
    assert clean_name(name) == name
    assert len(name) <= NAME_LENGTH
    assert name.isprintable()
    assert name == name.strip()
    assert not name or any(unicodedata.category(sign)[0] not in "MZC" for sign in name)


@pytest.mark.parametrize(
    "typed",
    ["", " \t\n", "\u3164", "\u2800\u2800", "\u115f\u1160\uffa0", "\u200b\u202e", "\u0301\u0301"],
    ids=ascii,
)
def test_what_cannot_be_seen_is_no_name(typed: str) -> None:
    assert clean_name(typed) == ""


def test_invisible_letters_do_not_tell_names_apart() -> None:
    assert clean_name("A\u3164da\u2800") == "A da"
    assert clean_name("  A\tB\n\u202eC\x00 ") == "A B C"


def test_accents_are_kept_and_towers_of_them_are_not() -> None:
    assert clean_name("Zoe\u0308") == "Zoë"
    assert clean_name("Tr\u1ea7n") == "Tr\u1ea7n"
    tower = clean_name("Z" + "\u0353" * 20 + "oe")
    assert tower == "Z\u0353\u0353oe"
    marks = [unicodedata.category(sign) == "Mn" for sign in tower]
    assert not any(a and b and c for (a, b), c in zip(pairwise(marks), marks[2:], strict=False))


@pytest.mark.parametrize("word", [*FORMER_GUESTS, NAMELESS, "guest", "GAST 3", "Invité 2", "#7"])
def test_a_word_for_somebody_without_a_name_is_no_name(word: str) -> None:
    assert clean_name(word) == ""


@pytest.mark.parametrize("name", ["Gaston", "Guesthouse", "7", "#Ada", "Mme Gast", "Ana #2"])
def test_a_name_that_only_resembles_one_is_kept(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_no_name_is_a_guest_in_the_readers_language(language: str) -> None:
    speech = words(language)
    guest = speech.say("seat.guest")
    assert guest in FORMER_GUESTS, "whoever types it says that they have no name"
    assert speech.called("#") == speech.called("") == guest
    assert {speech.called(f"{word} 2") for word in (*FORMER_GUESTS, "#")} == {f"{guest} 2"}
    assert speech.called("Ada 2") == "Ada 2"


@given(st.lists(TYPED, max_size=12))
def test_no_two_at_a_table_are_called_alike(typed: list[str]) -> None:
    called: list[str] = []
    for each in typed:
        name = clean_name(each)
        called.append(distinct_name(name, called))
        assert is_numbered(called[-1], name)
    for number, one in enumerate(called):
        assert one
        assert not any(is_like(one, other) for other in called[:number])
    for language in LANGUAGES:
        assert len({words(language).called(name) for name in called}) == len(called)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ada"),
        ("Ada", "Аdа"),
        ("Bill", "BiII"),
        ("Zoé", "Zoe"),
        ("Ada", "Ａｄａ"),
        ("Ada L", "AdaL"),
        ("# 2", "Gast 2"),
    ],
)
def test_names_that_look_alike_are_alike(one: str, other: str) -> None:
    assert is_like(one, other)
    assert distinct_name(other, [one]) != other


def test_a_number_tells_a_name_apart_and_is_no_other_name() -> None:
    assert is_numbered("Ada 12", "Ada")
    assert not is_numbered("Ada B", "Ada")
    assert not is_numbered("Adam", "Ada")
    assert guest_number("# 12345678901234567890") is None
