"""Playing for the game: the chance to win, what points are worth, and when a double pays."""

import pytest
from msgspec.structs import replace

from batarde.bots.winning import Race, chances, gain_of_doubling, stakes
from batarde.rules import Bid, Deal, Trump, View


def view(scores: tuple[int, ...], number: int) -> View:
    deal = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
    for seat in range(3):
        deal, _ = deal.apply(seat, Bid(1, Trump.HEARTS))
    return replace(deal.view(3), scores=scores, number=number)


def test_the_lowest_total_wins_and_equal_ones_share() -> None:  # G5
    assert chances([4, 7, 4, 9], 0, 2.0) == pytest.approx([0.5, 0.0, 0.5, 0.0])


def test_a_lead_counts_the_more_the_fewer_deals_are_left() -> None:
    early, late = (chances([0, 3, 3, 3], left, 1.2)[0] for left in (9, 1))
    assert 0.25 < early < late < 1


def test_a_point_costs_as_much_as_one_of_all_the_others() -> None:
    found = stakes(view((2, 9, 3, 2), 8), Race())
    assert found[3] == 1.0
    assert sum(found) == pytest.approx(0.0)
    assert found[0] < found[2] < found[1] < 0  # who is nearest to winning matters most


def test_who_will_meet_the_bid_doubles_and_who_will_not_does_not() -> None:
    race = Race(own_base=0.0, own_slope=1.0, typical=0.5, others_base=0.0, others_slope=1.0)
    easy = [(1, 1, 0, 0), (0, 1, 1, 0)] * 20
    hard = [(0, 0, 0, 1), (0, 0, 1, 2)] * 20
    asked = view((5, 5, 5, 5), 4)
    assert gain_of_doubling(asked, easy, race, seed=1) > 0
    assert gain_of_doubling(asked, hard, race, seed=1) < 0


def test_in_the_last_deal_who_is_far_behind_has_nothing_to_lose() -> None:  # advice 4
    race = Race(own_base=0.0, own_slope=1.0, others_base=0.0, others_slope=1.0)
    even = [(1, 1, 1, 0), (2, 2, 2, 0), (0, 0, 0, 1)] * 20
    assert gain_of_doubling(view((5, 5, 5, 8), 9), even, race, seed=1) > 0
    assert gain_of_doubling(view((9, 9, 9, 8), 9), even, race, seed=1) <= 0
