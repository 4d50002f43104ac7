"""From events back to the game; that whole games fold is shown in test_properties.py."""

import pytest

from batarde.rules import Card, Event, Game, Pack, Trump, events
from batarde.rules.events import EVERYBODY
from batarde.rules.replaying import action_of, fold
from tests.rules.notation import steps
from tests.rules.test_events import EXAMPLES


@pytest.mark.parametrize(
    ("event", "step"),
    [
        (events.Readied(EVERYBODY, 1), "1:ready"),
        (events.BidMade(EVERYBODY, 2, 4, Trump.SPADES, Pack.MARKED, True), "2:4S+marked"),
        (events.BidMade(EVERYBODY, 2, 0, Trump.NONE, None, False), "2:0N"),
        (events.Waved(EVERYBODY, 0), "0:pass"),
        (events.Doubled(EVERYBODY, 1), "1:double"),
        (events.Redoubled(EVERYBODY, 0), "0:redouble"),
        (events.RedoubleDeclined(EVERYBODY, 0), "0:pass"),
        (events.CardPlayed(EVERYBODY, 6, Card.TC_), "6:TC_"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_the_mark_of_an_action_tells_who_did_what(event: Event, step: str) -> None:
    assert action_of(event) == steps(step)[0]


def test_what_only_follows_from_actions_is_the_mark_of_none() -> None:
    follows = (
        events.DealBegan,
        events.HandDealt,
        events.WindowClosed,
        events.AuctionClosed,
        events.TrickTaken,
        events.DealScored,
        events.GameEnded,
        events.Hidden,
    )
    for event in EXAMPLES:
        assert (action_of(event) is None) == isinstance(event, follows)


def test_what_only_follows_from_actions_moves_nothing() -> None:
    game, _ = Game.start(3, dealer=2).deal_from(bytes(32))
    for event in EXAMPLES:
        if action_of(event) is None:
            assert fold(game, event) == game


def test_the_end_of_a_window_is_folded_once_whoever_closed_it() -> None:  # A10
    game, _ = Game.start(3, dealer=2, has_windows=True).deal_from(bytes(32))
    game = fold(game, events.BidMade(EVERYBODY, 0, 2, Trump.HEARTS, None, True))
    by_clock = fold(game, events.WindowClosed(EVERYBODY))
    waved = fold(fold(game, events.Waved(EVERYBODY, 1)), events.Waved(EVERYBODY, 2))
    assert waved == by_clock
    assert fold(waved, events.WindowClosed(EVERYBODY)) == waved
