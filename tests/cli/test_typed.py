"""From what a player types to what a player does."""

import pytest

from batarde.cli.terminal.typed import in_order, meant
from batarde.rules import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Action,
    Bid,
    Card,
    Deal,
    Pack,
    Trump,
    View,
    cards,
    play,
)

HANDS = [cards("RS FH NS"), cards("DS JH TH"), cards("NC MH FC")]


def opening() -> View:
    return Deal.start(HANDS, dealer=2).view(0)


def bidding() -> View:
    deal, _ = Deal.start(HANDS, dealer=2).apply(0, Bid(1, Trump.HEARTS))
    return deal.view(1)


def playing() -> View:
    deal = Deal.start(HANDS, dealer=2)
    for seat, tricks in enumerate((1, 0, 0)):
        deal, _ = deal.apply(seat, Bid(tricks, Trump.HEARTS))
    return deal.view(0)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("", PASS),
        ("d", DOUBLE),
        ("R", REDOUBLE),
        ("2S", Bid(2, Trump.SPADES)),
        ("2s", Bid(2, Trump.SPADES)),
        ("2 ♠", Bid(2, Trump.SPADES)),
        ("10, a", Bid(10, Trump.ALL)),
        ("4Sm", Bid(4, Trump.SPADES, Pack.MARKED)),
        ("4ss", Bid(4, Trump.SPADES, Pack.SIMPLE)),
        ("0n", Bid(0, Trump.NONE)),
        ("2", Bid(2, Trump.HEARTS)),
        ("fh", play(Card.FH)),
        ("F♥", play(Card.FH)),
        ("dd", play(Card.DD)),
        ("FH_", play(Card.FH_)),
    ],
)
def test_what_is_typed_in_the_auction(text: str, action: Action) -> None:
    assert meant(text, bidding()) == action


@pytest.mark.parametrize(
    "text", ["x", "2X", "S2", "-1", "999", "²", "2Sx", "dog", "\0", "9" * 5000]
)
def test_what_means_nothing(text: str) -> None:
    assert meant(text, bidding()) is None
    assert meant(text, playing()) is None


def test_a_number_alone_opens_no_auction() -> None:
    assert meant("2", opening()) is None


def test_in_play_a_number_is_a_place_in_the_hand() -> None:
    view = playing()
    assert in_order(view) == cards("FH RS NS")
    assert [meant(text, view) for text in ("1", "2", "3")] == [
        play(card) for card in cards("FH RS NS")
    ]
    assert meant("0", view) is None
    assert meant("4", view) is None


def test_the_hand_is_sorted_by_the_order_in_force() -> None:
    hand = cards("RS FS TS RH FH TH MD")
    others = [cards("DS CS VS MS JS NS DH"), cards("CH VH MH JH NH RD DD")]
    deal = Deal.start([hand, *others], dealer=2)
    assert in_order(deal.view(0)) == cards("RS FS TS RH FH TH MD")
    deal, _ = deal.apply(0, Bid(1, Trump.HEARTS))
    assert in_order(deal.view(0)) == cards("FH RH TH RS FS TS MD")


def test_a_marked_card_needs_no_mark_where_its_twin_is_not_held() -> None:
    hands = [cards("RS_ FH FH_"), cards("RS DS CS"), cards("VS FS MS"), cards("JS NS TS")]
    view = Deal.start([*hands, cards("RH DH CH")], dealer=4).view(0)
    assert meant("RS", view) == play(Card.RS_)
    assert meant("FH", view) == play(Card.FH)
    assert meant("FH_", view) == play(Card.FH_)
