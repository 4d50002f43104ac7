"""Points and places (S1, G5)."""

import pytest

from batarde.rules import places, points


@pytest.mark.parametrize(
    ("factor", "expected"), [(1, (1, 0, 1, 2)), (2, (2, 0, 2, 4)), (4, (4, 0, 4, 8))]
)
def test_points_are_the_distance_from_the_bid_times_the_factor(
    factor: int, expected: tuple[int, ...]
) -> None:  # E4, S1
    assert points((2, 2, 0, 3), (1, 2, 1, 1), factor) == expected


def test_too_many_tricks_cost_as_much_as_too_few() -> None:  # E4, S1
    assert points((2, 2, 0, 1), (1, 2, 1, 3)) == points((2, 2, 0, 3), (1, 2, 1, 1))


def test_a_bid_that_is_met_costs_nothing_however_often_doubled() -> None:  # S1
    assert points((0, 3, 5), (0, 3, 5), factor=4) == (0, 0, 0)


def test_bids_and_tricks_must_be_of_the_same_table() -> None:
    with pytest.raises(ValueError, match="shorter"):
        points((1, 2, 3), (1, 2))


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((5, 3, 9), (2, 1, 3)),  # the lowest total wins
        ((4, 4, 9), (1, 1, 3)),  # equal totals share the place, and the next is counted on
        ((9, 4, 4, 2), (4, 2, 2, 1)),
        ((7, 7, 7), (1, 1, 1)),
    ],
)
def test_the_lowest_total_wins_and_equal_totals_share_the_place(
    totals: tuple[int, ...], expected: tuple[int, ...]
) -> None:  # G5
    assert places(totals) == expected
