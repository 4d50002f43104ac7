"""What a contract promises a hand: sure hands are sure, and the best number is the least miss."""

import pytest

from batarde.bots.models.weights import learned_model
from batarde.bots.search.bidding import contracts_to_try
from batarde.bots.search.forecasts import ContractForecast
from batarde.bots.search.settings import Evidence
from batarde.rules import Bid, Contract, Deal, Pack, Trump
from tests.bots.positions import drawn

SPADES = Contract(Trump.SPADES)
SURE = "FS MS JS RS DS/TD ND JD MD FD/TH NH JH MH FH/TC NC JC MC FC"


def forecast(deal: Deal, seat: int, contract: Contract = SPADES) -> ContractForecast:
    return ContractForecast(deal.view(seat), contract, 60, 3, Evidence())


def test_five_sure_trumps_win_five_tricks_whatever_they_play_for() -> None:
    found = forecast(drawn(SURE, calls=""), 0)
    for number in (3, 4, 5):
        assert found.of(number).distribution == (0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
        assert found.of(number).miss == 5 - number
    assert found.best_bid(range(6)) == 5
    assert found.best_bid([0, 1, 3]) == 3


@pytest.mark.parametrize("players", range(3, 8))
def test_the_best_bid_has_the_least_miss_of_all(players: int) -> None:
    deal = Deal.shuffled(players, 6, 0, bytes(32))
    contract = Contract(Trump.HEARTS, Pack.SIMPLE if players >= 5 else None)
    found = ContractForecast(deal.view(1), contract, 200, 3, Evidence(), learned_model(players))
    best = found.best_bid(range(7))
    # The misses have one valley in theory; over few worlds they may have a ripple.
    assert found.of(best).miss <= min(found.of(number).miss for number in range(7)) + 0.05
    assert sum(found.of(best).distribution) == pytest.approx(1.0)


def test_the_others_who_have_bid_are_told_clockwise_from_the_left() -> None:
    deal = drawn("TS NH TH TD TC/VS NC RC JC MC/CS ND JD MD FD/FS MS JS RS DS", calls="0S 1S")
    assert len(forecast(deal, 2).of(1).others_misses) == 2
    # Seat 0 holds one low trump and bid nothing: it misses less than seat 1.
    first, second = forecast(deal, 2).of(1).others_misses
    assert forecast(deal, 2).misses(1)[0][0] >= 0
    assert first < second
    assert forecast(deal, 2, Contract(Trump.CLUBS)).of(1).others_misses == ()


def test_every_playout_tells_how_far_everybody_ended_from_their_goal() -> None:
    deal = drawn(SURE, calls="5S 0S 0S 1S")
    rows = forecast(deal, 0).misses(5)
    assert len(rows) == 60
    assert set(rows) == {(0, 0, 0, 1)}


def test_of_two_packs_only_the_better_one_is_thought_through() -> None:  # A7
    deal = Deal.shuffled(5, 6, 0, bytes(32))
    bids = [action for action in deal.view(1).legal if isinstance(action, Bid)]
    found = contracts_to_try(deal.view(1), bids)
    assert len({contract.trump for contract in found}) == len(found) > 1


def test_what_needs_far_more_tricks_than_the_hand_is_worth_is_left_out() -> None:
    deal = drawn("TS JS JH TH TD/VS JC TC MC FC/CS NC CD NH NS/FS MS RS DS RD", calls="0S 4H")
    view = deal.view(2)
    bids = [action for action in view.legal if isinstance(action, Bid)]
    assert contracts_to_try(view, bids) == [Contract(Trump.HEARTS)]
