"""Hints: every legal action has its price, every trump its promise."""

import pytest

from batarde.bots import advise
from batarde.bots.levels import LEVELS
from batarde.rules import DOUBLE, PASS, Bid, Deal, MalformedError, Play, Trump
from tests.bots.test_levels import drawn, question


@pytest.mark.parametrize("players", range(3, 8))
def test_every_action_of_a_deal_is_priced(players: int) -> None:
    deal = Deal.shuffled(players, 3, 0, bytes(32))
    while not deal.is_over:
        assert deal.turn is not None
        view = deal.view(deal.turn)
        advice = advise(view, worlds=12)
        assert tuple(option.action for option in advice.options) == view.legal
        assert advice.best in view.legal
        for option in advice.options:
            assert option.points >= 0
            assert len(option.odds) == 4
            assert sum(option.odds) == pytest.approx(1.0)
        deal, _ = deal.apply(deal.turn, advice.best)


@pytest.mark.parametrize("players", [4, 6])
def test_bidding_shows_a_row_for_each_trump(players: int) -> None:
    advice = advise(Deal.shuffled(players, 5, 0, bytes(32)).view(1), worlds=20)
    assert list(dict.fromkeys(row.trump for row in advice.trumps)) == list(Trump)
    assert len(advice.trumps) == (6 if players == 4 else 12)
    for row in advice.trumps:
        assert row.risk == pytest.approx(1 - row.odds[row.best])
        assert sum(abs(n - row.best) * p for n, p in enumerate(row.odds)) == pytest.approx(
            row.points
        )


def test_five_sure_trumps_are_five_tricks() -> None:
    deal = drawn("FS MS JS RS DS/TC NC JC MC FC/TD ND JD MD FD/TH NH JH MH FH", calls="")
    advice = advise(deal.view(0))
    prices = {option.action: option.points for option in advice.options}
    assert prices[Bid(5, Trump.SPADES)] == prices[advice.best] == 0.0
    spades = next(row for row in advice.trumps if row.trump is Trump.SPADES)
    assert (spades.best, spades.points, spades.risk) == (5, 0.0, 0.0)


def test_a_double_costs_twice_as_much() -> None:
    deal = drawn("RS DS RH DH RC/JS CS CH VH DC/VS NS FH MH CC/FS MS TC TD TH", calls="2S")
    passed, doubled = advise(question_of(deal)).options
    assert (passed.action, doubled.action) == (PASS, DOUBLE)
    assert doubled.points == pytest.approx(2 * passed.points)
    assert doubled.odds == passed.odds


def question_of(deal: Deal):  # type: ignore[no-untyped-def]
    return question(deal, (PASS, DOUBLE))


def test_the_last_card_has_a_certain_end() -> None:
    deal = drawn("RH/TH/NH/JH", calls="1S 0S 0S 1S", plays="RH TH NH")
    (option,) = advise(deal.view(3)).options
    assert isinstance(option.action, Play)
    assert (option.points, option.odds) == (1.0, (1.0, 0.0))


def test_who_has_nothing_to_decide_gets_no_advice() -> None:
    deal = Deal.shuffled(4, 5, 3, bytes(32))
    for view in (deal.view(2), deal.view(None)):
        with pytest.raises(MalformedError):
            advise(view)


def test_the_levels_are_in_their_order() -> None:
    assert list(LEVELS) == ["novice", "casual", "club", "expert", "master"]
