"""Saying messages, cards, bids and refusals."""

from dataclasses import dataclass

import pytest

from batarde.rules.cards import Card, Pack, Suit
from batarde.rules.refusals import Code, Refusal
from batarde.rules.trumps import Trump
from batarde.words import LANGUAGES, VOCABULARIES, Words, words

EVERY_VOICE = [words(language, edition) for language in LANGUAGES for edition in VOCABULARIES]
every_voice = pytest.mark.parametrize(
    "voice", EVERY_VOICE, ids=[f"{one}-{two}" for one in LANGUAGES for two in VOCABULARIES]
)
NAMES = ["Ana", "Bo", "Chi"]


@dataclass(frozen=True)
class Case:
    refusal: Refusal
    english: str
    me: int | None = None


SENTENCES = [
    Case(Refusal(Code.NOT_READY, "A1", seat=1), "Bo has not looked at the cards yet."),
    Case(Refusal(Code.NOT_READY, "A1", seat=1), "Look at your cards first.", me=1),
    Case(Refusal(Code.TURN, "A2", seat=2), "Not your turn: it is Chi’s."),
    Case(Refusal(Code.CALL_RANGE, "A1", number=5), "Bid a number of tricks from 0 to 5."),
    Case(
        Refusal(Code.CALL_PACK, "A7", "other", pack=Pack.MARKED),
        "The announcement says marked: that changes only with the trump.",
    ),
    Case(
        Refusal(Code.FORBIDDEN_SUM, "A6", number=2, total=5),
        "You cannot say 2: you speak last, and the bids would add up to 5, the number of cards.",
    ),
    Case(
        Refusal(Code.TRUMP_FROZEN, "A8", trump=Trump.NONE),
        "The announcement is doubled: we stay in no trumps.",
    ),
    Case(
        Refusal(Code.CALL_TOO_WEAK, "A3", number=3, trump=Trump.CLUBS),
        "Too weak: it takes at least 3 clubs.",
    ),
    Case(
        Refusal(Code.CALL_TOO_WEAK, "A3", trump=Trump.CLUBS),
        "No announcement in clubs is strong enough any more.",
    ),
    Case(Refusal(Code.DOUBLE, "A8", "again", seat=0), "It is doubled already.", me=0),
    Case(
        Refusal(Code.REDOUBLE, "A9", "author", seat=0),
        "Only Ana may redouble: it is their announcement.",
    ),
    Case(Refusal(Code.REDOUBLE_OPEN, "A9", seat=2), "No card yet: Chi may still redouble."),
    Case(
        Refusal(Code.REDOUBLE_OPEN, "A9", seat=2),
        "Your announcement is doubled: redouble or decline before a card is played.",
        me=2,
    ),
    Case(
        Refusal(Code.MUST_FOLLOW, "P2", suit=Suit.HEARTS),
        "You have hearts: you must follow suit.",
    ),
    Case(
        Refusal(Code.MUST_TRUMP, "P4", suit=Suit.SPADES, cards=(Card.TS,)),
        "You cannot follow suit, but you have trumps: you must trump.",
    ),
    Case(
        Refusal(Code.MUST_RISE, "P3", cards=(Card.FS_, Card.MS), beat=Card.JS),
        "You hold the marked Fool of spades and the Musician of spades: "
        "you must rise and beat the Juggler of spades.",
    ),
    Case(
        Refusal(Code.MUST_RISE, "P3", cards=(Card.DS_,), beat=Card.DS),
        "You hold the marked Queen of spades: you must rise and beat the simple Queen of spades.",
    ),
    Case(
        Refusal(Code.MUST_RISE, "P3", cards=(Card.DS,), beat=Card.DS_),
        "You hold the simple Queen of spades: you must rise and beat the marked Queen of spades.",
    ),
]
each_sentence = pytest.mark.parametrize("case", SENTENCES, ids=lambda case: case.english)


@every_voice
def test_the_72_cards_have_72_names(voice: Words) -> None:
    assert len({voice.card(card) for card in Card}) == 72
    assert len({voice.the(card) for card in Card}) == 72


@every_voice
def test_all_trumps_and_bids_have_names_of_their_own(voice: Words) -> None:
    assert len({voice.trump(trump) for trump in Trump}) == 6
    assert len({voice.say(f"trump.is.{trump}") for trump in Trump}) == 6
    bids = {voice.bid(n, trump, pack) for n in range(15) for trump in Trump for pack in Pack}
    assert len(bids) == 15 * 6 * 2


@pytest.mark.parametrize(
    ("language", "fool", "queen"),
    [
        ("fr", "Fou de pique", "la Dame de cœur marquée"),
        ("en", "Fool of spades", "the marked Queen of hearts"),
        ("de", "Pik-Narr", "Herz-Dame (markiert)"),
        ("it", "Buffone di picche", "la Donna di cuori marcata"),
        ("es", "Bufón de picas", "la Dama de corazones marcada"),
    ],
)
def test_cards_are_named_as_players_name_them(language: str, fool: str, queen: str) -> None:
    assert words(language).card(Card.FS) == fool
    assert words(language).the(Card.DH_) == queen


@pytest.mark.parametrize(
    ("language", "twins"),
    [
        ("fr", "la Dame de pique simple ou la Dame de pique marquée"),
        ("en", "the simple Queen of spades or the marked Queen of spades"),
        ("de", "Pik-Dame (einfach) oder Pik-Dame (markiert)"),
        ("it", "la Donna di picche semplice o la Donna di picche marcata"),
        ("es", "la Dama de picas sencilla o la Dama de picas marcada"),
    ],
)
def test_a_card_beside_its_twin_is_called_simple(language: str, twins: str) -> None:
    assert words(language).cards([Card.DS, Card.DS_], "or") == twins


def test_french_counts_zero_as_one_and_the_others_do_not() -> None:
    assert [words("fr").say("count.tricks", n=n) for n in (0, 1, 2)] == ["0 pli", "1 pli", "2 plis"]
    assert [words("en").bid(n, Trump.SPADES) for n in (0, 1, 2)] == [
        "0 spades",
        "1 spade",
        "2 spades",
    ]


def test_lists_have_commas_and_one_joint() -> None:
    voice = words("it")
    assert voice.cards([]) == ""
    assert voice.cards([Card.RS]) == "il Re di picche"
    assert voice.cards([Card.RS, Card.DS]) == "il Re di picche e la Donna di picche"
    assert voice.join(["a", "b", "c"], "or") == "a, b o c"


@each_sentence
def test_a_refusal_is_said_in_words(case: Case) -> None:
    assert words("en").refusal(case.refusal, NAMES, case.me) == case.english


@every_voice
@each_sentence
def test_every_voice_says_every_refusal(voice: Words, case: Case) -> None:
    said = voice.refusal(case.refusal, NAMES, case.me)
    assert said
    assert not set(said) & set("{}")


def test_the_words_of_2015_replace_those_of_2023() -> None:
    again = Refusal(Code.DOUBLE, "A8", "again")
    assert words("fr").refusal(again) == "C’est déjà doublé."
    assert words("fr", "2015").refusal(again) == "C’est déjà méchouné."
    assert words("es", "2015").say("shout.redouble") == "¡Desgafe!"


def test_players_without_names_are_counted_from_one() -> None:
    assert words("de").refusal(Refusal(Code.TURN, "P1", seat=2)) == (
        "Du bist nicht dran: Spieler 3 ist an der Reihe."
    )


def test_a_name_is_never_taken_for_a_place_to_fill() -> None:
    said = words("en").say("tell.trick", player="{card}", card="the Cat of clubs")
    assert said == "{card} wins the trick with the Cat of clubs."


def test_extra_arguments_are_fine() -> None:
    assert words("en").say("suit.S", anything=1) == "spades"


def test_what_is_missing_is_named() -> None:
    voice = words("en")
    with pytest.raises(LookupError, match=r"no message 'tell\.nothing' in English"):
        voice.say("tell.nothing")
    with pytest.raises(LookupError, match=r"'tell\.trick' needs the argument 'card'"):
        voice.say("tell.trick", player="Bo")
    with pytest.raises(LookupError, match=r"'count\.tricks' needs the number 'n'"):
        voice.say("count.tricks")


def test_words_are_made_once() -> None:
    assert words("fr") is words("fr-CA")
    assert words("fr") is not words("fr", "2015")


def test_an_unknown_vocabulary_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'1789' is none of the vocabularies 2023, 2015"):
        words("fr", "1789")
