"""Trumps, and which card beats which under them (A1, C3, C4, P7 to P9)."""

import pytest

from batarde.rules import Card, Contract, MalformedError, Pack, Suit, Trump
from batarde.rules.trumps import NORMAL_ORDER, TRUMP_ORDER


def ranking(trump: str, led: str, pack: Pack | None = None) -> str:
    """Return all cards that can win a trick in which *led* was led, strong to weak."""
    powers = Contract(Trump(trump), pack).powers(Suit(led))
    able = [card for card in Card if powers[card] and (pack or card.pack is Pack.SIMPLE)]
    able.sort(key=lambda card: -powers[card])
    return " ".join(able)


def test_the_normal_order_is_the_court_then_the_artists_then_the_pets() -> None:  # C3
    assert " ".join(NORMAL_ORDER) == "R D C V F M J N T"


def test_in_the_trump_order_the_artists_take_power() -> None:  # C4
    assert " ".join(TRUMP_ORDER) == "F M J R D C V N T"


def test_trumps_are_stronger_from_no_trumps_over_clubs_to_all_trumps() -> None:  # A1
    strengths = [Trump(letter).strength for letter in "ASHDCN"]
    assert strengths == sorted(set(strengths), reverse=True)


@pytest.mark.parametrize("text", ["", "X", "s", "SPADES", "all", "SH"])
def test_what_is_not_a_trump_cannot_be_read(text: str) -> None:
    with pytest.raises(MalformedError, match="is not a trump"):
        Trump(text)


def test_only_the_four_suits_cut() -> None:  # P7, P8
    assert {trump.value: trump.suit for trump in Trump} == {
        "A": None,
        "S": Suit.SPADES,
        "H": Suit.HEARTS,
        "D": Suit.DIAMONDS,
        "C": Suit.CLUBS,
        "N": None,
    }


def test_every_trump_beats_every_plain_card_and_a_discard_never_wins() -> None:  # P5, P9
    assert ranking("S", "H") == "FS MS JS RS DS CS VS NS TS RH DH CH VH FH MH JH NH TH"


def test_where_trumps_are_led_only_trumps_win() -> None:  # P9
    assert ranking("S", "S") == "FS MS JS RS DS CS VS NS TS"


def test_at_no_trumps_the_suit_led_stands_in_normal_order_and_nothing_cuts() -> None:  # P7
    assert ranking("N", "D") == "RD DD CD VD FD MD JD ND TD"


def test_at_all_trumps_the_suit_led_stands_in_trump_order_and_nothing_cuts() -> None:  # P8
    assert ranking("A", "D") == "FD MD JD RD DD CD VD ND TD"


def test_two_packs_make_every_suit_a_strict_order_of_eighteen() -> None:  # P9, A7
    assert ranking("N", "C", Pack.SIMPLE) == (
        "RC RC_ DC DC_ CC CC_ VC VC_ FC FC_ MC MC_ JC JC_ NC NC_ TC TC_"
    )
    assert ranking("C", "C", Pack.MARKED) == (
        "FC_ FC MC_ MC JC_ JC RC_ RC DC_ DC CC_ CC VC_ VC NC_ NC TC_ TC"
    )


@pytest.mark.parametrize("pack", Pack)
@pytest.mark.parametrize("trump", Trump)
def test_no_two_cards_that_can_win_are_equal(trump: Trump, pack: Pack) -> None:  # P9
    for led in Suit:
        powers = [power for power in Contract(trump, pack).powers(led).values() if power]
        assert len(powers) == len(set(powers)) == (36 if trump.suit not in (None, led) else 18)


def test_the_favoured_pack_wins_in_plain_suits_too() -> None:  # A7, P9
    powers = Contract(Trump.SPADES, Pack.MARKED).powers(Suit.HEARTS)
    assert powers[Card.RH_] > powers[Card.RH] > powers[Card.DH_] > powers[Card.DH]
