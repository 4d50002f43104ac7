"""What a player can do, and how it travels."""

import msgspec
import pytest

from batarde.rules import DOUBLE, PASS, READY, REDOUBLE, Action, Bid, Card, Pack, Trump, play
from tests.rules.notation import action, written


@pytest.mark.parametrize(
    ("action", "wire"),
    [
        (READY, {"act": "ready"}),
        (Bid(2, Trump.DIAMONDS), {"act": "bid", "tricks": 2, "trump": "D", "pack": None}),
        (
            Bid(2, Trump.ALL, Pack.MARKED),
            {"act": "bid", "tricks": 2, "trump": "A", "pack": "marked"},
        ),
        (DOUBLE, {"act": "double"}),
        (REDOUBLE, {"act": "redouble"}),
        (PASS, {"act": "pass"}),
        (play(Card.FS_), {"act": "play", "card": "FS_"}),
    ],
    ids=["ready", "bid", "bid with a pack", "double", "redouble", "pass", "play"],
)
def test_an_action_survives_the_wire(action: Action, wire: dict[str, object]) -> None:
    assert msgspec.to_builtins(action) == wire
    assert msgspec.json.decode(msgspec.json.encode(action), type=Action) == action


@pytest.mark.parametrize(
    "wire",
    [
        b"{}",
        b'{"act":"cheat"}',
        b'{"act":"play"}',
        b'{"act":"play","card":"ZZ"}',
        b'{"act":"bid","tricks":true,"trump":"D"}',
        b'{"act":"bid","tricks":1,"trump":"X"}',
        b'{"act":"bid","tricks":1,"trump":"D","pack":"other"}',
    ],
)
def test_what_means_nothing_is_not_an_action(wire: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(wire, type=Action)


def test_there_is_one_object_for_each_card() -> None:
    for card in Card:
        assert play(card) is play(card)
        assert play(card).card is card


@pytest.mark.parametrize("text", ["2D", "0A+simple", "14N+marked", "FS", "TC_", "ready", "double"])
def test_the_notation_of_these_tests_reads_back(text: str) -> None:
    assert written(action(text)) == text
