"""What a bid tells of a hand."""

import pytest

from batarde.bots.models.bids import CARD_KINDS, BidModel, card_kind, heard_bids
from batarde.rules import Bid, Deal, Trump


def test_every_kind_of_card_has_its_number() -> None:
    found = {
        card_kind(kind, trumps, above, below, two_packs=False)
        for kind in range(4)
        for trumps in range(10)
        for above in range(9)
        for below in range(9)
    }
    assert found == set(range(CARD_KINDS))


def test_erased_bids_are_told_with_the_contract_they_were_made_in() -> None:  # A4
    deal = Deal.shuffled(players=4, cards=8, dealer=3, seed=bytes(32))
    for seat, call in enumerate([Bid(2, Trump.CLUBS), Bid(1, Trump.CLUBS), Bid(2, Trump.HEARTS)]):
        deal, _ = deal.apply(seat, call)
    told = heard_bids(deal.view(3))
    assert [(contract.trump, bid.bid) for contract, bid in told] == [
        (Trump.CLUBS, 2),
        (Trump.CLUBS, 1),
        (Trump.HEARTS, 2),
    ]
    assert [bid.is_author for _, bid in told] == [True, False, True]
    # The second spoke after 2 of 8: with a fair share of 2 for each of the others, 2 are left.
    assert told[1][1].room == pytest.approx((8 - 2 - 4) / 3)


def test_without_learning_a_card_adds_what_the_rule_of_thumb_says() -> None:
    plain = BidModel().table(4, 8, Trump.HEARTS)
    assert BidModel(base=2.0).table(4, 8, Trump.HEARTS) == plain
    assert BidModel(cards=(0.1,) * CARD_KINDS).table(4, 8, Trump.HEARTS) != plain
    assert BidModel().table(4, 8, Trump.NONE) != plain


def test_the_author_and_the_room_left_move_the_expected_bid() -> None:
    model = BidModel(base=0.5, size=0.1, author=0.25, room=0.5)
    deal, _ = Deal.shuffled(4, 8, 3, bytes(32)).apply(0, Bid(2, Trump.CLUBS))
    deal, _ = deal.apply(1, Bid(1, Trump.CLUBS))
    author, second = [bid for _, bid in heard_bids(deal.view(2))]
    assert model.expected(1.0, 8) == pytest.approx(0.5 + 0.8 + 1.0)
    assert model.expected(1.0, 8, author) == pytest.approx(2.3 + 0.25)
    assert model.expected(1.0, 8, second) == pytest.approx(2.3 + 0.5 * second.room)
