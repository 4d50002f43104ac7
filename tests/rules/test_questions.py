"""One question at a time: who is asked what, in which order."""

import pytest

from batarde.rules import (
    DOUBLE,
    PASS,
    READY,
    REDOUBLE,
    Bid,
    Deal,
    Game,
    Phase,
    Play,
    Trump,
    double_question,
    doublers,
    question,
)
from batarde.rules.questions import answers


def opened(*, asks_ready: bool = False, has_windows: bool = False) -> Deal:
    hands = Deal.shuffled(4, 5, 3, bytes(32)).dealt
    return Deal.start(hands, 3, asks_ready=asks_ready, has_windows=has_windows)


def bid_by(deal: Deal, *bids: str) -> Deal:
    for bid in bids:
        assert deal.turn is not None
        deal, _ = deal.apply(deal.turn, Bid(int(bid[:-1]), Trump(bid[-1])))
    return deal


def asked(game: Game | Deal) -> dict[int, tuple[object, ...]]:
    """Return who is asked now, and between which answers."""
    found = {seat: question(game, seat) for seat in range(game.players)}
    return {seat: view.legal for seat, view in found.items() if view is not None}


def test_the_seat_in_turn_is_asked_to_bid_and_not_to_double() -> None:  # A2, A8
    deal = bid_by(opened(), "1H")
    assert DOUBLE in deal.legal_actions(1)
    (answers_of_one,) = asked(deal).values()
    assert list(asked(deal)) == [1]
    assert answers_of_one == deal.auction.bids_open()


def test_the_seat_in_turn_is_asked_for_a_card() -> None:  # P1
    deal = bid_by(opened(), "1H", "1H", "1H", "1H")
    assert deal.phase is Phase.PLAY
    assert asked(deal) == {0: deal.legal_actions(0)}
    assert all(isinstance(action, Play) for action in deal.legal_actions(0))


def test_everybody_who_is_not_ready_is_asked_whether_they_are() -> None:  # A1
    deal, _ = opened(asks_ready=True).apply(2, READY)
    assert asked(deal) == dict.fromkeys((0, 1, 3), (READY,))


def test_in_the_double_window_everybody_in_it_is_asked_and_nobody_to_bid() -> None:  # A10
    deal = bid_by(opened(has_windows=True), "1H")
    assert asked(deal) == dict.fromkeys((1, 2, 3), (PASS, DOUBLE))
    deal, _ = deal.apply(2, PASS)
    assert list(asked(deal)) == [1, 3]


def test_the_author_of_a_doubled_contract_is_asked_to_redouble_once_all_have_bid() -> None:  # A9
    deal, _ = bid_by(opened(), "1H").apply(2, DOUBLE)
    assert list(asked(deal)) == [1]
    deal = bid_by(deal, "1H", "1H", "1H")
    assert asked(deal) == {0: (PASS, REDOUBLE)}


def test_who_may_double_is_asked_clockwise_from_the_bidder_the_bidder_last() -> None:  # A8
    deal = bid_by(opened(), "1H", "1H")
    # Seat 0 has announced, so it is not asked; seat 1 has just bid.
    assert list(doublers(deal, bidder=1)) == [2, 3, 1]
    for seat in range(4):
        view = double_question(deal, seat)
        assert (None if view is None else view.legal) == (None if seat == 0 else (PASS, DOUBLE))


def test_after_a_double_nobody_is_asked_to_double() -> None:  # A8
    deal, _ = bid_by(opened(), "1H").apply(3, DOUBLE)
    assert list(doublers(deal, bidder=0)) == []
    assert all(double_question(deal, seat) is None for seat in range(4))


def test_a_game_says_which_deal_it_is_and_how_the_totals_stand() -> None:
    game, _ = Game.start(players=4, dealer=3).deal_from(bytes(32))
    found = question(game, 0)
    assert found is not None
    assert (found.number, found.scores) == (0, (0, 0, 0, 0))
    assert found.legal == answers(game.view(0))


@pytest.mark.parametrize("players", range(3, 8))
def test_a_deal_always_asks_somebody_until_it_is_over(players: int) -> None:
    hands = Deal.shuffled(players, 3, 0, bytes(32)).dealt
    deal = Deal.start(hands, 0, asks_ready=True, has_windows=True)
    while not deal.is_over:
        seat, legal = next(iter(asked(deal).items()))
        assert set(legal) <= set(deal.legal_actions(seat))
        deal, _ = deal.apply(seat, deal.legal_actions(seat)[0])
    assert asked(deal) == {}
