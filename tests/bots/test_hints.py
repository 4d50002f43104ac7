"""Hints: every legal action has its price, every trump its promise."""

import pytest

from batarde.bots import hints_for
from batarde.bots.levels import LEVELS
from batarde.rules import DOUBLE, PASS, Bid, Deal, MalformedError, Play, Trump
from tests.bots.positions import drawn, question


@pytest.mark.parametrize("players", range(3, 8))
def test_every_action_of_a_deal_is_priced(players: int) -> None:
    deal = Deal.shuffled(players, 3, 0, bytes(32))
    while not deal.is_over:
        assert deal.turn is not None
        view = deal.view(deal.turn)
        hints = hints_for(view, worlds=12)
        assert tuple(option.action for option in hints.options) == view.legal
        assert hints.best in view.legal
        for option in hints.options:
            assert option.points >= 0
            assert len(option.distribution) == 4
            assert sum(option.distribution) == pytest.approx(1.0)
        deal, _ = deal.apply(deal.turn, hints.best)


@pytest.mark.parametrize("players", [4, 6])
def test_bidding_shows_a_row_for_each_trump(players: int) -> None:
    hints = hints_for(Deal.shuffled(players, 5, 0, bytes(32)).view(1), worlds=20)
    assert list(dict.fromkeys(row.trump for row in hints.trumps)) == list(Trump)
    assert len(hints.trumps) == (6 if players == 4 else 12)
    for row in hints.trumps:
        assert row.risk == pytest.approx(1 - row.distribution[row.best])
        assert sum(abs(n - row.best) * p for n, p in enumerate(row.distribution)) == pytest.approx(
            row.points
        )


def test_five_sure_trumps_are_five_tricks() -> None:
    deal = drawn("FS MS JS RS DS/TC NC JC MC FC/TD ND JD MD FD/TH NH JH MH FH", calls="")
    hints = hints_for(deal.view(0))
    prices = {option.action: option.points for option in hints.options}
    assert prices[Bid(5, Trump.SPADES)] == prices[hints.best] == 0.0
    spades = next(row for row in hints.trumps if row.trump is Trump.SPADES)
    assert (spades.best, spades.points, spades.risk) == (5, 0.0, 0.0)


def test_a_double_costs_twice_as_much() -> None:
    deal = drawn("RS DS RH DH RC/JS CS CH VH DC/VS NS FH MH CC/FS MS TC TD TH", calls="2S")
    passed, doubled = hints_for(question(deal, (PASS, DOUBLE))).options
    assert (passed.action, doubled.action) == (PASS, DOUBLE)
    assert doubled.points == pytest.approx(2 * passed.points)
    assert doubled.distribution == passed.distribution


def test_the_last_card_has_a_certain_end() -> None:
    deal = drawn("RH/TH/NH/JH", calls="1S 0S 0S 1S", plays="RH TH NH")
    (option,) = hints_for(deal.view(3)).options
    assert isinstance(option.action, Play)
    assert (option.points, option.distribution) == (1.0, (1.0, 0.0))


def test_who_has_nothing_to_decide_gets_no_hints() -> None:
    deal = Deal.shuffled(4, 5, 3, bytes(32))
    for view in (deal.view(2), deal.view(None)):
        with pytest.raises(MalformedError):
            hints_for(view)


def test_the_levels_are_in_their_order() -> None:
    assert list(LEVELS) == ["novice", "casual", "club", "expert", "master"]
