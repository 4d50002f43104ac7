"""The rule of thumb in small, clear positions."""

import pytest
from msgspec.structs import replace

from batarde.bots import bot
from batarde.bots.rule_of_thumb.card_chances import (
    card_chances,
    expected_miss,
    trick_distribution,
)
from batarde.bots.rule_of_thumb.unseen import UnseenCards
from batarde.rules import (
    DOUBLE,
    PASS,
    Action,
    Bid,
    Card,
    Contract,
    Deal,
    Pack,
    Play,
    Suit,
    Trump,
    cards,
    play,
)


def deal_of(*hands: str, bids: tuple[int, ...], trump: Trump, plays: str = "") -> Deal:
    """Return a deal of these hands with seat 0 to lead, after its bids and some plays."""
    deal = Deal.start([cards(hand) for hand in hands], dealer=len(hands) - 1)
    for seat, tricks in enumerate(bids):
        deal, _ = deal.apply(seat, Bid(tricks, trump))
    for card in cards(plays):
        assert deal.turn is not None
        deal, _ = deal.apply(deal.turn, play(card))
    return deal


def choice(deal: Deal) -> Action:
    assert deal.turn is not None
    return bot("simple").choose(deal.view(deal.turn))


def card_played(deal: Deal) -> str:
    action = choice(deal)
    assert isinstance(action, Play)
    return str(action.card)


def test_the_last_to_play_takes_with_the_card_it_needs_least() -> None:
    deal = deal_of("VD TD", "FD TC", "RD DD", bids=(0, 0, 1), trump=Trump.SPADES, plays="VD FD")
    # Both win; the King is as sure later, but only one trick is wanted: the King must go.
    assert card_played(deal) == "RD"


def test_ducks_with_the_highest_card_that_loses() -> None:
    deal = deal_of(
        "RD TD TS", "FD TC NC", "DD CD ND", bids=(1, 0, 0), trump=Trump.HEARTS, plays="RD FD"
    )
    assert card_played(deal) == "DD"


def test_takes_when_every_trick_is_needed() -> None:
    deal = deal_of(
        "VD TD TS", "FD TC NC", "CD RD RC", bids=(0, 1, 3), trump=Trump.HEARTS, plays="VD FD"
    )
    assert card_played(deal) in {"CD", "RD"}


def test_discards_what_could_still_win() -> None:
    deal = deal_of(
        "RD TD TS", "FD TC NC", "RC TH JC", bids=(1, 0, 0), trump=Trump.SPADES, plays="RD FD"
    )
    assert card_played(deal) == "RC"


def test_leads_the_sure_trick_of_a_hand_that_bid_it() -> None:
    deal = deal_of("FS TC", "TD ND", "JD MD", bids=(1, 0, 0), trump=Trump.SPADES)
    assert card_played(deal) == "FS"


def test_bids_all_the_tricks_of_the_best_hand() -> None:
    hands = ["FS MS JS RS DS", "TD ND JD MD FD", "TH NH JH MH FH", "TC NC JC MC FC"]
    deal = Deal.start([cards(hand) for hand in hands], dealer=3)
    assert choice(deal) == Bid(5, Trump.SPADES)


def test_bids_nothing_with_the_worst_hand() -> None:
    hands = ["RS DS CS VS FS", "TD NC TC NH TS", "RH DH CH VH FH", "RC DC CC VC FC"]
    deal = Deal.start([cards(hand) for hand in hands], dealer=3)
    deal, _ = deal.apply(0, Bid(4, Trump.SPADES))
    assert choice(deal) == Bid(0, Trump.SPADES)


def test_never_follows_with_the_forbidden_number() -> None:  # A6
    hands = ["RS DS CS", "TD NC TC", "RH DH CH"]
    deal = Deal.start([cards(hand) for hand in hands], dealer=2)
    for tricks in (3, 0):
        deal, _ = deal.apply(deal.turn or 0, Bid(tricks, Trump.SPADES))
    assert choice(deal) != Bid(0, Trump.SPADES)


def test_says_which_pack_wins_where_there_are_two() -> None:  # A7
    deal = Deal.shuffled(players=5, cards=9, dealer=4, seed=bytes(32))
    action = choice(deal)
    assert isinstance(action, Bid)
    assert isinstance(action.pack, Pack)


@pytest.mark.parametrize(("hand", "answer"), [("FS MS JS RS DS", DOUBLE), ("FS MS DC CC RD", PASS)])
def test_doubles_only_when_it_is_sure_of_its_own_bid(hand: str, answer: Action) -> None:  # A8
    hands = ["TS RC NC TC FC", hand, "RH DH CH VH FH", "TD VC CD VD FD"]
    deal = Deal.start([cards(held) for held in hands], dealer=3)
    deal, _ = deal.apply(0, Bid(0, Trump.SPADES))
    deal, _ = deal.apply(1, Bid(hand.count("S"), Trump.SPADES))
    question = replace(deal.view(1), legal=(PASS, DOUBLE))
    assert bot("simple").choose(question) == answer


def test_the_unseen_cards_are_counted() -> None:
    deal = deal_of(
        "RD TD TS", "FD TC NC", "DD CD ND", bids=(1, 0, 0), trump=Trump.HEARTS, plays="RD FD"
    )
    unseen = UnseenCards(deal.view(2), Contract(Trump.HEARTS))
    assert (unseen.above(Card.DD), unseen.below(Card.DD)) == (0, 4)  # V M J T
    assert (unseen.above(Card.ND), unseen.below(Card.ND)) == (3, 1)
    assert unseen.out(Suit.DIAMONDS) == 4
    # 36 cards, less 3 in hand and 2 on the table; the two others hold 2 each.
    assert unseen.chance_dealt == 4 / 31


def test_the_shares_of_all_numbers_of_tricks_add_up_to_one() -> None:
    deal = Deal.shuffled(players=4, cards=9, dealer=3, seed=bytes(32))
    for trump in Trump:
        by_card = card_chances(UnseenCards(deal.view(0), Contract(trump)), deal.hands[0])
        shares = trick_distribution(by_card)
        assert sum(shares) == pytest.approx(1)
        mean = sum(tricks * likely for tricks, likely in enumerate(shares))
        assert mean == pytest.approx(sum(by_card))


def test_a_bid_in_the_middle_of_the_distribution_misses_least() -> None:
    shares = trick_distribution([0.9, 0.8, 0.1])
    assert min(range(4), key=lambda bid: expected_miss(shares, bid)) == 2
