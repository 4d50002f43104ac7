"""Which cards may be played to a trick, and who wins it (P2 to P9)."""

import pytest

from batarde.rules import Card, Code, Contract, Pack, Refusal, Suit, Trump, cards
from batarde.rules.tricks import playable, refuse_card, winning_card


def contract(text: str) -> Contract:
    """Return the contract in *text*: ``S``, or ``S+marked`` with two packs."""
    trump, _, pack = text.partition("+")
    return Contract(Trump(trump), Pack(pack) if pack else None)


def may_play(hand: str, trick: str, trump: str) -> str:
    return " ".join(playable(cards(hand), cards(trick), contract(trump)))


def wins(trick: str, trump: str) -> str:
    return str(winning_card(cards(trick), contract(trump)))


def refused(card: str, hand: str, trick: str, trump: str) -> Refusal | None:
    return refuse_card(Card(card), cards(hand), cards(trick), contract(trump))


# Leading and following


def test_the_leader_plays_any_card() -> None:  # P1
    assert may_play("RS TH NC", "", "S") == "RS TH NC"


def test_must_follow_the_suit_led() -> None:  # P2
    assert may_play("RS TH NH NC", "DH", "S") == "TH NH"
    assert refused("RS", "RS TH NH NC", "DH", "S") == Refusal(
        Code.MUST_FOLLOW, "P2", suit=Suit.HEARTS, cards=cards("TH NH")
    )


def test_may_follow_a_plain_suit_high_or_low() -> None:  # P6
    assert may_play("RH TH NS", "DH", "S") == "RH TH"


def test_may_follow_a_plain_suit_with_any_card_of_it_when_the_trick_has_been_trumped() -> (
    None
):  # P6
    assert may_play("RH TH FS", "DH NS", "S") == "RH TH"


def test_need_not_rise_in_a_plain_suit_that_is_led_even_with_two_packs() -> None:  # P6
    assert may_play("RH_ TH FS", "DH RH", "S+marked") == "RH_ TH"


# Trumps led


def test_must_rise_over_the_strongest_trump_when_trumps_are_led() -> None:  # P3
    assert may_play("FS JS RS TH", "RS_ MS", "S+simple") == "FS"
    assert may_play("FS JS RS TH", "DS VS", "S") == "FS JS RS"


def test_may_play_any_trump_when_none_is_strong_enough() -> None:  # P3
    assert may_play("JS TS RH", "MS", "S") == "JS TS"


def test_discards_anything_without_a_trump_when_trumps_are_led() -> None:  # P3, P5
    assert may_play("RH TC", "MS", "S") == "RH TC"


def test_rises_in_the_trump_order_where_the_fool_beats_the_king() -> None:  # P3, C4
    assert may_play("FS DS", "RS", "S") == "FS"
    assert may_play("RS DS", "FS", "S") == "RS DS"


def test_the_refusal_to_a_low_trump_names_what_must_be_beaten_and_by_what() -> None:  # P3
    assert refused("TS", "FS MS TS RH", "JS RS", "S") == Refusal(
        Code.MUST_RISE, "P3", suit=Suit.SPADES, cards=cards("FS MS"), beat=Card.JS
    )


def test_must_follow_with_a_trump_that_rises_rather_than_another_suit() -> None:  # P2, P3
    assert refused("RH", "FS TS RH", "JS", "S") == Refusal(
        Code.MUST_FOLLOW, "P2", suit=Suit.SPADES, cards=cards("FS")
    )


# Cutting


def test_must_trump_without_the_suit_led() -> None:  # P4
    assert may_play("TS NC RD", "RH", "S") == "TS"
    assert refused("RD", "TS NC RD", "RH", "S") == Refusal(
        Code.MUST_TRUMP, "P4", suit=Suit.SPADES, cards=cards("TS")
    )


def test_must_overtrump_when_able() -> None:  # P4
    assert may_play("MS NS TH", "RD JS", "S") == "MS"
    assert refused("NS", "MS NS TH", "RD JS", "S") == Refusal(
        Code.MUST_RISE, "P4", suit=Suit.SPADES, cards=cards("MS"), beat=Card.JS
    )


def test_must_undertrump_rather_than_discard() -> None:  # P4
    assert may_play("TS NS RH", "RD JS", "S") == "TS NS"
    assert refused("RH", "TS NS RH", "RD JS", "S") == Refusal(
        Code.MUST_TRUMP, "P4", suit=Suit.SPADES, cards=cards("TS NS")
    )


def test_overtrumps_the_strongest_trump_not_the_first() -> None:  # P4
    assert may_play("JS RS NS", "RD DS MS", "S") == "JS RS NS"
    assert may_play("FS RS NS", "RD DS MS", "S") == "FS"


def test_any_trump_cuts_where_the_trick_holds_none() -> None:  # P4
    assert may_play("FS TS NH", "RD", "S") == "FS TS"


def test_discards_anything_with_neither_the_suit_led_nor_a_trump() -> None:  # P5
    assert may_play("RH TC", "RD NS", "S") == "RH TC"


# No trumps and all trumps


def test_no_trumps_knows_no_cutting_and_no_rising() -> None:  # P7
    assert may_play("RS TS NH", "DS", "N") == "RS TS"
    assert may_play("RS NH", "DD", "N") == "RS NH"


def test_all_trumps_must_rise_within_the_suit_led() -> None:  # P8
    assert may_play("FH DH TS", "RH", "A") == "FH"
    assert refused("DH", "FH DH TS", "RH", "A") == Refusal(
        Code.MUST_RISE, "P8", suit=Suit.HEARTS, cards=cards("FH"), beat=Card.RH
    )


def test_all_trumps_may_follow_low_when_nothing_rises() -> None:  # P8
    assert may_play("DH TH FS", "RH", "A") == "DH TH"


def test_all_trumps_must_beat_the_suit_led_not_a_discard_of_another_suit() -> None:  # P8
    assert may_play("JH TH", "NH FS", "A") == "JH"


def test_all_trumps_discards_anything_without_the_suit_led() -> None:  # P8
    assert may_play("FS TC", "RH", "A") == "FS TC"


# Two packs


def test_must_rise_with_the_favoured_one_of_two_identical_cards() -> None:  # E5, P9
    assert may_play("RS_ TS", "RS", "S+marked") == "RS_"
    assert refused("TS", "RS_ TS", "RS", "S+marked") == Refusal(
        Code.MUST_RISE, "P3", suit=Suit.SPADES, cards=cards("RS_"), beat=Card.RS
    )


def test_the_card_that_is_not_favoured_does_not_rise_over_its_twin() -> None:  # E5, P9
    assert may_play("RS_ TS", "RS", "S+simple") == "RS_ TS"


def test_must_overtrump_with_the_favoured_one_of_two_identical_cards() -> None:  # P4, P9
    assert may_play("NS_ TS RC", "RD NS", "S+marked") == "NS_"
    assert may_play("NS_ TS RC", "RD NS", "S+simple") == "NS_ TS"


def test_all_trumps_must_rise_with_the_favoured_one_of_two_identical_cards() -> None:  # P8, P9
    assert may_play("TD_ FS", "TD", "A+marked") == "TD_"


# Winning


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("DH RH NH", "S", "RH"),  # the strongest card of the suit led
        ("DH FH MH", "S", "DH"),  # in plain suits the court beats the artists
        ("RS FS DS", "S", "FS"),  # in trumps the artists beat the court
        ("RH TS DH", "S", "TS"),  # the least trump beats a King
        ("RH TS NS", "S", "NS"),
        ("TH RD RC", "S", "TH"),  # a discard never wins
        ("FD RD DD", "N", "RD"),
        ("TD RS RC", "N", "TD"),
        ("RD FD DD", "A", "FD"),
        ("TD FS FC", "A", "TD"),
    ],
)
def test_the_strongest_trump_wins_else_the_strongest_of_the_suit_led(
    trick: str, trump: str, winner: str
) -> None:  # P5, P9
    assert wins(trick, trump) == winner


def test_of_two_identical_cards_the_favoured_one_wins_wherever_it_lies() -> None:  # E5, A7
    assert wins("RH RH_ TH DH NH", "S+marked") == "RH_"
    assert wins("RH_ RH TH DH NH", "S+marked") == "RH_"
    assert wins("RH RH_ TH DH NH", "S+simple") == "RH"
    assert wins("RH TS_ TS DH NH", "S+simple") == "TS"


def test_a_card_that_is_not_held_is_refused_before_anything_else() -> None:  # P1
    assert refused("RH", "MS NS", "RD JS", "S") == Refusal(Code.NOT_IN_HAND, "P1")
    assert refused("RS_", "RS", "", "S") == Refusal(Code.NOT_IN_HAND, "P1")


def test_a_card_that_may_be_played_is_not_refused() -> None:
    assert refused("MS", "MS NS TH", "RD JS", "S") is None
