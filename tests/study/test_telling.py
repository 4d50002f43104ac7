"""Needs and reasons in five languages and both vocabularies."""

import pytest

from batarde.kernel import best_build
from batarde.study.coach import Need
from batarde.study.reasons import ReasonCode
from batarde.study.telling import tell_need, tell_reason
from batarde.words import LANGUAGES, VOCABULARIES, words
from tests.study import told
from tests.study.samples import NEEDS, REASONS


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_sentence(language: str, vocabulary: str) -> None:
    spoken = words(language, vocabulary)
    said = [tell_reason(spoken, reason) for reason in REASONS]
    assert {reason.code for reason in REASONS} == set(ReasonCode)
    assert len(set(said)) == len(REASONS)
    for sentence in said:
        assert "{" not in sentence
        assert "None" not in sentence
        assert sentence[0] == sentence[0].upper()
        assert sentence.endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_need_has_its_sentences(language: str) -> None:
    said = [" ".join(tell_need(words(language), need)) for need in NEEDS]
    assert len(set(said)) == len(NEEDS)
    assert not any("{" in text or "None" in text for text in said)


def test_they_say_what_they_mean() -> None:
    english = words("en")
    assert tell_need(english, Need(left=4, tricks=2, table=5)) == [
        "You need 2 more of 4 tricks.",
        "The table wants 1 trick too many.",
    ]
    assert tell_reason(english, REASONS[6]) == (
        "You keep the Cat of diamonds, which gives the lead away 86 times in 100."
    )
    assert tell_reason(words("de"), REASONS[12]).startswith("2 Herz wäre fast ebenso gut")
    assert tell_reason(words("fr", "2015"), REASONS[-1]).startswith("Méchouner\u202f: ")


def test_what_the_browser_is_compared_with_is_what_is_said_here() -> None:
    if best_build() == "pure":
        pytest.skip("without the compiled kernel that takes long")
    assert told.PATH.read_text("utf-8") == told.text(), "behind: run `make types`"
