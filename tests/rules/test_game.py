"""A whole game: the run of deals, the dealer moving on, the totals (G1 to G5)."""

import pytest

from batarde.rules import (
    DOUBLE,
    READY,
    Bid,
    Card,
    Code,
    Deal,
    Game,
    IllegalActionError,
    MalformedError,
    Refusal,
    Trump,
    deal_hands,
    events,
    pack_of,
    play,
    schedule,
)
from batarde.rules.events import EVERYBODY
from batarde.rules.game import SCHEDULES

SEED = bytes(range(32))


def played(game: Game) -> Game:
    """Return *game* with its next deal dealt and played out, everybody doing the first thing."""
    game, _ = game.deal_from(SEED)
    while not game.deal.is_over:
        game, _ = game.apply(seat := min(game.to_act), game.legal_actions(seat)[0])
    return game


def finished(players: int) -> Game:
    game = Game.start(players, dealer=0)
    while not game.is_over:
        game = played(game)
    return game


@pytest.fixture(scope="module")
def whole() -> Game:
    return finished(4)


@pytest.mark.parametrize(
    ("players", "cards"),
    [
        (3, "7 8 9 10 11 12 12 11 10 9 8 7"),
        (4, "5 6 7 8 9 9 8 7 6 5"),
        (5, "9 10 11 12 13 14 14 13 12 11 10 9"),
        (6, "7 8 9 10 11 12 12 11 10 9 8 7"),
        (7, "5 6 7 8 9 10 10 9 8 7 6 5"),
    ],
)
def test_a_game_is_a_fixed_run_of_deals(players: int, cards: str) -> None:  # G1
    assert " ".join(str(number) for number in schedule(players)) == cards


@pytest.mark.parametrize("players", sorted(SCHEDULES))
def test_every_deal_of_the_run_can_be_dealt(players: int) -> None:  # G1, C6
    assert all(players * cards <= len(pack_of(players)) for cards in schedule(players))


@pytest.mark.parametrize("players", [-1, 0, 2, 8])
def test_three_to_seven_play(players: int) -> None:  # G1, G2
    with pytest.raises(MalformedError, match="3 to 7"):
        schedule(players)
    with pytest.raises(MalformedError, match="3 to 7"):
        Game.start(players, dealer=0)


@pytest.mark.parametrize("dealer", [-1, 3])
def test_the_dealer_sits_at_the_table(dealer: int) -> None:  # G3
    with pytest.raises(MalformedError, match="is not at a table of 3"):
        Game.start(3, dealer)


@pytest.mark.parametrize("players", sorted(SCHEDULES))
def test_a_game_runs_through_the_schedule_with_the_dealer_moving_clockwise(
    players: int,
) -> None:  # G1, G3
    game = finished(players)
    assert tuple(deal.cards for deal in game.deals) == schedule(players)
    assert [deal.dealer for deal in game.deals] == [
        number % players for number in range(len(game.deals))
    ]


def test_the_totals_are_the_points_of_the_complete_deals(whole: Game) -> None:  # G5, S1
    game = Game.start(4, dealer=0)
    assert game.totals == (0, 0, 0, 0)
    game = played(game)
    assert game.totals == game.deal.points
    running, _ = game.deal_from(SEED)
    assert running.totals == game.totals
    scored = [deal.points for deal in whole.deals if deal.points is not None]
    assert whole.totals == tuple(sum(column) for column in zip(*scored, strict=True))


def test_nothing_can_be_done_before_the_first_deal() -> None:  # G3
    game = Game.start(3, dealer=0)
    assert game.needs_deal
    assert (game.turn, game.to_act, game.legal_actions(0)) == (None, frozenset(), ())
    assert game.refuse(0, READY) == Refusal(Code.DEAL_OVER, "G3")
    with pytest.raises(IllegalActionError) as caught:
        game.apply(0, READY)
    assert caught.value.refusal == Refusal(Code.DEAL_OVER, "G3")
    with pytest.raises(MalformedError, match="no cards"):
        game.view(0)


def test_a_deal_begins_publicly_and_each_hand_is_dealt_to_its_seat_alone() -> None:  # G3
    game, happened = Game.start(3, dealer=1).deal_from(SEED)
    assert happened[0] == events.DealBegan(EVERYBODY, 0, 7, 1)
    assert happened[1:] == tuple(
        events.HandDealt((seat,), seat, game.deal.hands[seat]) for seat in range(3)
    )


def test_the_next_cards_are_dealt_only_when_the_deal_is_over() -> None:  # G1
    game, _ = Game.start(3, dealer=0).deal_from(SEED)
    assert not game.needs_deal
    with pytest.raises(IllegalActionError) as caught:
        game.next_deal(game.deal.dealt)
    assert caught.value.refusal == Refusal(Code.SCHEDULE, "G1")
    with pytest.raises(IllegalActionError) as caught:
        game.deal_from(SEED)
    assert caught.value.refusal == Refusal(Code.SCHEDULE, "G1")


def test_the_hands_must_be_as_many_and_as_large_as_the_schedule_says() -> None:  # G1
    game = Game.start(3, dealer=0)
    for players, cards in ((3, 6), (3, 8), (4, 7)):
        hands = deal_hands(pack_of(players), players, cards, 0)
        with pytest.raises(MalformedError, match="3 hands of 7 cards"):
            game.next_deal(hands)


def test_between_two_deals_the_old_one_takes_nothing() -> None:  # G3
    game = played(Game.start(3, dealer=0))
    assert game.needs_deal
    assert game.to_act == frozenset()
    assert game.refuse(0, play(Card.RS)) == Refusal(Code.DEAL_OVER, "P1")


def test_a_game_over_takes_nothing_and_deals_nothing(whole: Game) -> None:  # G1
    assert whole.is_over
    assert not whole.needs_deal
    assert whole.refuse(0, DOUBLE) == Refusal(Code.GAME_OVER, "G1")
    with pytest.raises(IllegalActionError) as caught:
        whole.apply(0, DOUBLE)
    assert caught.value.refusal == Refusal(Code.GAME_OVER, "G1")
    with pytest.raises(IllegalActionError) as caught:
        whole.deal_from(SEED)
    assert caught.value.refusal == Refusal(Code.GAME_OVER, "G1")


def test_the_last_card_of_the_last_deal_ends_the_game(whole: Game) -> None:  # G5
    last = whole.deal
    seat, card = last.plays[-1]
    deal = Deal.start(last.dealt, last.dealer)
    for speaker, said in last.calls:
        deal, _ = deal.apply(speaker, said)
    for player, laid in last.plays[:-1]:
        deal, _ = deal.apply(player, play(laid))
    before = Game(4, 0, (*whole.deals[:-1], deal))
    assert not before.is_over
    after, happened = before.apply(seat, play(card))
    assert after == whole
    ended = happened[-1]
    assert isinstance(ended, events.GameEnded)
    assert ended.totals == whole.totals
    assert ended.places[whole.totals.index(min(whole.totals))] == 1


def test_a_clock_that_runs_out_after_the_end_or_before_the_first_deal_changes_nothing(
    whole: Game,
) -> None:  # A10
    assert whole.close_window() == (whole, ())
    fresh = Game.start(3, dealer=0, has_windows=True)
    assert fresh.close_window() == (fresh, ())


def test_the_clock_closes_the_window_of_the_running_deal() -> None:  # A10
    game, _ = Game.start(3, dealer=2, has_windows=True).deal_from(SEED)
    game, _ = game.apply(0, Bid(2, Trump.DIAMONDS))
    assert game.deal.window == {1, 2}
    game, happened = game.close_window()
    assert happened == (events.WindowClosed(EVERYBODY),)
    assert game.deal.window == frozenset()


def test_the_live_settings_hold_for_every_deal() -> None:  # A1, A10
    game = Game.start(3, dealer=0, asks_ready=True, has_windows=True)
    for _ in range(2):
        game, _ = game.deal_from(SEED)
        assert game.deal.unready == {0, 1, 2}
        assert game.deal.has_windows
        while not game.deal.is_over:
            game, _ = game.apply(seat := min(game.to_act), game.legal_actions(seat)[0])


def test_the_view_counts_the_deals_and_the_points_before_this_one() -> None:  # G5
    first = played(Game.start(4, dealer=0))
    assert first.view(0).number == 0
    assert first.view(0).scores == (0, 0, 0, 0)
    second, _ = first.deal_from(SEED)
    assert second.view(None).number == 1
    assert second.view(None).scores == first.totals


def test_a_seed_draws_the_first_dealer_and_every_deal() -> None:  # G3
    game = Game.from_seed(4, SEED)
    assert game == Game.from_seed(4, SEED)
    dealers = {Game.from_seed(4, bytes([number]) * 32).dealer for number in range(40)}
    assert dealers == {0, 1, 2, 3}
    one, _ = game.deal_from(SEED)
    two, _ = played(game).deal_from(SEED)
    assert one.deal.dealt[0] != two.deal.dealt[0][:5]
