"""When a double pays: for the points of a deal, and for the game."""

from msgspec.structs import replace

from batarde.bots.models.race import Race
from batarde.bots.search.doubling import (
    gain_of_doubling,
    is_worth_doubling,
    lead,
    number_if_frozen,
    should_double,
)
from batarde.bots.search.forecasts import ContractForecast
from batarde.bots.search.settings import DoublingRule, Evidence, SearchSettings
from batarde.bots.search.task import SearchTask
from batarde.rules import DOUBLE, Bid, Contract, Deal, Trump, View
from tests.bots.positions import drawn

SURE = "TS RC NC TC FC/FS MS JS RS DS/RH DH CH VH FH/TD VC CD VD FD"
"""Seat 1 has five sure tricks at spades, and seat 0 none."""


def forecast(view: View) -> ContractForecast:
    return ContractForecast(view, Contract(Trump.SPADES), 60, 3, Evidence())


def rival_view(scores: tuple[int, ...], number: int) -> View:
    deal = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
    for seat in range(3):
        deal, _ = deal.apply(seat, Bid(1, Trump.HEARTS))
    return replace(deal.view(3), scores=scores, number=number)


def test_a_sure_bid_against_impossible_ones_is_doubled() -> None:  # advice 4
    view = drawn(SURE, calls="3S 5S").view(1)
    assert is_worth_doubling(view, forecast(view), DoublingRule())
    assert should_double(SearchTask(view, SearchSettings(bid_worlds=60), b""))


def test_a_bid_that_will_be_missed_is_not_doubled() -> None:
    view = drawn(SURE, calls="3S 1S").view(1)
    assert not is_worth_doubling(view, forecast(view), DoublingRule())


def test_without_a_rule_nobody_doubles() -> None:
    view = drawn(SURE, calls="3S 5S").view(1)
    assert not should_double(SearchTask(view, SearchSettings(doubling=None), b""))


def test_a_player_who_plays_for_the_game_doubles_by_the_chance_to_win() -> None:
    view = replace(drawn(SURE, calls="3S 5S").view(1), scores=(5, 5, 5, 5), number=8)
    for threshold, answer in ((0.003, True), (1.0, False)):
        settings = SearchSettings(bid_worlds=60, double_threshold=threshold)
        assert should_double(SearchTask(view, settings, b"")) is answer


def test_a_doubled_contract_has_a_threshold_of_its_own() -> None:  # A9
    deal = drawn(SURE, calls="0S 5S")
    deal, _ = deal.apply(1, DOUBLE)
    view = replace(deal.view(0), scores=(5, 5, 5, 5), number=8)
    for threshold, answer in ((-1.0, True), (1.0, False)):
        settings = SearchSettings(bid_worlds=60, double_threshold=0.5, redouble_threshold=threshold)
        assert should_double(SearchTask(view, settings, b"")) is answer


def test_the_lead_counts_more_the_fewer_deals_are_left() -> None:
    early, late = (lead(rival_view((5, 6, 7, 3), number)) for number in (0, 9))
    assert 0 < early < late <= 2
    assert lead(rival_view((3, 6, 7, 5), 5)) < 0
    assert lead(rival_view((), 5)) == 0


def test_a_bid_that_was_made_is_what_is_played_for() -> None:
    view = drawn(SURE, calls="3S 4S").view(1)
    assert number_if_frozen(view, forecast(view)) == 4


def test_the_last_to_speak_must_be_able_to_play_a_second_number() -> None:  # A6, advice 5
    deal = drawn(SURE, calls="0C 0S")
    best = forecast(deal.view(0)).best_bid(range(6))
    assert number_if_frozen(deal.view(0), forecast(deal.view(0))) != best
    assert number_if_frozen(deal.view(2), forecast(deal.view(2))) == forecast(
        deal.view(2)
    ).best_bid(range(6))


def test_the_last_to_speak_knows_the_forbidden_number() -> None:  # A6
    deal = drawn(SURE, calls="0C 5S 0S 0S")
    view = deal.view(0)
    assert deal.auction.forbidden == 0
    assert number_if_frozen(view, forecast(view)) == 1


def test_who_will_meet_the_bid_doubles_and_who_will_not_does_not() -> None:
    race = Race(own_base=0.0, own_slope=1.0, typical=0.5, others_base=0.0, others_slope=1.0)
    easy = [(1, 1, 0, 0), (0, 1, 1, 0)] * 20
    hard = [(0, 0, 0, 1), (0, 0, 1, 2)] * 20
    asked = rival_view((5, 5, 5, 5), 4)
    assert gain_of_doubling(asked, easy, race, seed=1) > 0
    assert gain_of_doubling(asked, hard, race, seed=1) < 0


def test_in_the_last_deal_who_is_far_behind_has_nothing_to_lose() -> None:  # advice 4
    race = Race(own_base=0.0, own_slope=1.0, others_base=0.0, others_slope=1.0)
    even = [(1, 1, 1, 0), (2, 2, 2, 0), (0, 0, 0, 1)] * 20
    assert gain_of_doubling(rival_view((5, 5, 5, 8), 9), even, race, seed=1) > 0
    assert gain_of_doubling(rival_view((9, 9, 9, 8), 9), even, race, seed=1) <= 0
