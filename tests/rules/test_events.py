"""What happened, and who may see it."""

import msgspec
import pytest

from batarde.rules import (
    Card,
    Event,
    Pack,
    Trump,
    cards,
    events,
    redacted,
)
from batarde.rules.events import EVERYBODY, Hidden

EXAMPLES: list[Event] = [
    events.DealBegan(EVERYBODY, 0, 7, 1),
    events.HandDealt((2,), 2, cards("RS FH_")),
    events.Readied(EVERYBODY, 1),
    events.BidMade(EVERYBODY, 1, 2, Trump.DIAMONDS, Pack.MARKED, announces=True),
    events.Waved(EVERYBODY, 1),
    events.WindowClosed(EVERYBODY),
    events.Doubled(EVERYBODY, 1),
    events.Redoubled(EVERYBODY, 1),
    events.RedoubleDeclined(EVERYBODY, 1),
    events.AuctionClosed(EVERYBODY, 1, Trump.ALL, None, (1, 2, 0)),
    events.CardPlayed(EVERYBODY, 1, Card.TC_),
    events.TrickTaken(EVERYBODY, 1, Card.RS),
    events.DealScored(EVERYBODY, (1, 0), (0, 1), (1, 1), (cards("RS"), cards("DS")), cards("CS")),
    events.GameEnded(EVERYBODY, (4, 3, 9), (2, 1, 3)),
    events.Hidden((0, 2)),
]


def test_there_is_an_example_of_every_event() -> None:
    assert {type(event) for event in EXAMPLES} == set(Event.__args__)


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_an_event_survives_the_wire(event: Event) -> None:
    assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_every_event_says_who_may_see_it(event: Event) -> None:
    assert msgspec.to_builtins(event)["seen_by"]
    seen_by = next(field for field in msgspec.structs.fields(event) if field.name == "seen_by")
    assert seen_by.required  # nothing is public by default


def test_a_hand_is_seen_by_its_seat_and_hidden_from_all_others() -> None:
    dealt = events.HandDealt((2,), 2, cards("RS FH"))
    assert redacted(dealt, 2) == dealt
    for seat in (0, 1, None):
        assert redacted(dealt, seat) == Hidden((2,))


def test_what_everybody_may_see_is_not_redacted() -> None:
    laid = events.CardPlayed(EVERYBODY, 0, Card.RS)
    for seat in (0, 1, None):
        assert redacted(laid, seat) is laid


def test_hiding_an_event_hides_nothing_but_what_happened() -> None:
    assert redacted(Hidden((2,)), 0) == Hidden((2,))
    assert msgspec.to_builtins(redacted(EXAMPLES[1], None)) == {"event": "hidden", "seen_by": (2,)}
