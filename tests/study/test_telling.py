"""Needs and reasons in five languages and both vocabularies."""

import pytest

from batarde.rules import Card, Trump
from batarde.study.coach import Need
from batarde.study.reasons import Reason, ReasonCode
from batarde.study.telling import tell_need, tell_reason
from batarde.words import LANGUAGES, VOCABULARIES, words

REASONS = [
    Reason(ReasonCode.ONLY_SAFE, card=Card.RH, number=17),
    Reason(ReasonCode.WINS_NOW, card=Card.DS_),
    Reason(ReasonCode.LOSES_NOW, card=Card.TC),
    Reason(ReasonCode.LOSES_NOW, card=Card.TC, detail="beaten"),
    Reason(ReasonCode.MUST_LOSE_IT, card=Card.RD, percent=64),
    Reason(ReasonCode.KEEP_WINNER, card=Card.FS),
    Reason(ReasonCode.KEEP_EXIT, card=Card.TD, percent=86),
    Reason(ReasonCode.FORCES_RISE, card=Card.NH, percent=50),
    Reason(ReasonCode.CUT_DANGER, card=Card.VC),
    Reason(ReasonCode.CUT_CHANCE, card=Card.VC),
    Reason(ReasonCode.OTHERS_SHORT, detail="more"),
    Reason(ReasonCode.OTHERS_SHORT, detail="fewer"),
    Reason(ReasonCode.TWO_WAYS, trump=Trump.HEARTS, number=2),
    Reason(ReasonCode.STEADY, percent=52),
    Reason(ReasonCode.FREEZE, trump=Trump.HEARTS, percent=71),
]

NEEDS = [
    Need(left=9, silent=4),
    Need(left=9, table=5, silent=1, forbidden=4),
    Need(left=4, tricks=2, table=5),
    Need(left=4, tricks=4, table=4),
    Need(left=1, tricks=1, table=1),
    Need(left=3, tricks=0, table=2),
    Need(left=3, tricks=-1, table=3),
    Need(left=1, tricks=3, table=4),
]


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
