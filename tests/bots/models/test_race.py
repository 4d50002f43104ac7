"""Playing for the game: the chance to win, and what points are worth."""

import pytest
from msgspec.structs import replace

from batarde.bots.models.race import Race, stakes, win_chances
from batarde.rules import Bid, Deal, Trump, View


def view(scores: tuple[int, ...], number: int) -> View:
    deal = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
    for seat in range(3):
        deal, _ = deal.apply(seat, Bid(1, Trump.HEARTS))
    return replace(deal.view(3), scores=scores, number=number)


def test_the_lowest_total_wins_and_equal_ones_share() -> None:  # G5
    assert win_chances([4, 7, 4, 9], 0, 2.0) == pytest.approx([0.5, 0.0, 0.5, 0.0])


def test_a_lead_counts_the_more_the_fewer_deals_are_left() -> None:
    early, late = (win_chances([0, 3, 3, 3], left, 1.2)[0] for left in (9, 1))
    assert 0.25 < early < late < 1


def test_a_point_costs_as_much_as_one_of_all_the_others() -> None:
    found = stakes(view((2, 9, 3, 2), 8), Race())
    assert found[3] == 1.0
    assert sum(found) == pytest.approx(0.0)
    assert found[0] < found[2] < found[1] < 0  # who is nearest to winning matters most
