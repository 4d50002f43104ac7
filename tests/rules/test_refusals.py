"""Every reason for which an action is refused, with its data: one drawn position for each."""

import re
from collections.abc import Callable
from typing import Final

import msgspec
import pytest

from batarde.rules import Card, Code, Deal, Pack, Refusal, Suit, Trump, cards
from tests.rules.notation import auction, deal, refusal

THREE = "RS FH | DS JH | NC MH"
CLOSED = "0:2H 1:1H 2:0H"
DOUBLED = "0:2H 1:1H 2:double 2:0H"
OVER = f"{CLOSED} 0:FH 1:JH 2:MH 0:RS 1:DS 2:NC"

EXAMPLES: Final[list[tuple[Callable[[], Deal], str, Refusal]]] = [
    # The table asks.
    (lambda: deal(THREE, asks_ready=True), "1:2D", Refusal(Code.NOT_READY, "A1", seat=0)),
    (lambda: deal(THREE), "1:ready", Refusal(Code.READY, "A1")),
    (lambda: deal(THREE), "0:pass", Refusal(Code.PASS, "A1")),
    (lambda: auction("0:2D", has_windows=True), "1:1D", Refusal(Code.DOUBLE_WINDOW, "A10")),
    # Bids.
    (lambda: auction("0:2D"), "3:2D", Refusal(Code.TURN, "A2", seat=1)),
    (lambda: auction("0:2D"), "1:6D", Refusal(Code.CALL_RANGE, "A1", number=5)),
    (
        lambda: auction("0:2D"),
        "1:2C",
        Refusal(Code.CALL_TOO_WEAK, "A3", number=3, trump=Trump.CLUBS),
    ),
    (lambda: auction("0:5D"), "1:5C", Refusal(Code.CALL_TOO_WEAK, "A3", trump=Trump.CLUBS)),
    (
        lambda: auction("0:2N 1:0N 2:1N"),
        "3:2N",
        Refusal(Code.FORBIDDEN_SUM, "A6", number=2, total=5),
    ),
    (lambda: auction(""), "0:2D+simple", Refusal(Code.CALL_PACK, "A7", "none")),
    (lambda: auction("", players=5), "0:2D", Refusal(Code.CALL_PACK, "A7", "needed")),
    (
        lambda: auction("0:2D+marked", players=5),
        "1:2D+simple",
        Refusal(Code.CALL_PACK, "A7", "other", pack=Pack.MARKED),
    ),
    (
        lambda: auction("0:2D 1:double"),
        "1:3S",
        Refusal(Code.TRUMP_FROZEN, "A8", trump=Trump.DIAMONDS),
    ),
    (lambda: deal(THREE, CLOSED), "0:3H", Refusal(Code.AUCTION_OVER, "A5")),
    # Doubles and redoubles.
    (lambda: auction(""), "1:double", Refusal(Code.DOUBLE, "A8", "nothing")),
    (lambda: auction("0:2D"), "4:double", Refusal(Code.DOUBLE, "A8", "stranger")),
    (lambda: auction("0:2D"), "0:double", Refusal(Code.DOUBLE, "A8", "author")),
    (lambda: auction("0:2D 3:double"), "1:double", Refusal(Code.DOUBLE, "A8", "again", seat=3)),
    (lambda: auction("0:2D"), "0:redouble", Refusal(Code.REDOUBLE, "A9", "nothing")),
    (
        lambda: auction("0:2D 3:double"),
        "3:redouble",
        Refusal(Code.REDOUBLE, "A9", "author", seat=0),
    ),
    (
        lambda: auction("0:2D 3:double 0:redouble"),
        "0:redouble",
        Refusal(Code.REDOUBLE, "A9", "again"),
    ),
    (
        lambda: deal(THREE, f"{DOUBLED} 0:pass"),
        "0:redouble",
        Refusal(Code.REDOUBLE, "A9", "declined"),
    ),
    (
        lambda: deal(THREE, f"{DOUBLED} 0:pass 0:RS"),
        "0:redouble",
        Refusal(Code.REDOUBLE, "A9", "late"),
    ),
    # Cards.
    (lambda: auction("0:2D"), "0:RS", Refusal(Code.AUCTION_OPEN, "A5")),
    (lambda: deal(THREE, DOUBLED), "0:RS", Refusal(Code.REDOUBLE_OPEN, "A9", seat=0)),
    (lambda: deal(THREE, CLOSED), "1:DS", Refusal(Code.TURN, "P1", seat=0)),
    (lambda: deal(THREE, CLOSED), "0:DS", Refusal(Code.NOT_IN_HAND, "P1")),
    (
        lambda: deal("RH NC | TH DS | FH JH", "0:1H 1:0H 2:0H 0:RH"),
        "1:DS",
        Refusal(Code.MUST_FOLLOW, "P2", suit=Suit.HEARTS, cards=cards("TH")),
    ),
    (
        lambda: deal("RS NC | RH DC | FH TH", "0:1H 1:0H 2:0H 0:RS"),
        "1:DC",
        Refusal(Code.MUST_TRUMP, "P4", suit=Suit.HEARTS, cards=cards("RH")),
    ),
    (
        lambda: deal("RH NC | FH TH | DS JH", "0:1H 1:0H 2:0H 0:RH"),
        "1:TH",
        Refusal(Code.MUST_RISE, "P3", suit=Suit.HEARTS, cards=cards("FH"), beat=Card.RH),
    ),
    (
        lambda: deal("RS NC | RH DC | FH TH", "0:1H 1:0H 2:0H 0:RS 1:RH"),
        "2:TH",
        Refusal(Code.MUST_RISE, "P4", suit=Suit.HEARTS, cards=cards("FH"), beat=Card.RH),
    ),
    (
        lambda: deal("RH NC | FH TH | DS JH", "0:1A 1:0A 2:0A 0:RH"),
        "1:TH",
        Refusal(Code.MUST_RISE, "P8", suit=Suit.HEARTS, cards=cards("FH"), beat=Card.RH),
    ),
    (lambda: deal(THREE, OVER), "0:RS", Refusal(Code.DEAL_OVER, "P1")),
]

REASONS: Final = {(refused.code, refused.rule, refused.detail) for _, _, refused in EXAMPLES}
"""Every code with every rule and detail that a deal can refuse with."""


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_a_refusal_says_what_it_is_about(number: int) -> None:
    position, step, expected = EXAMPLES[number]
    assert refusal(position(), step) == expected


def test_every_code_of_an_action_has_its_example() -> None:
    of_records = {"schema", "players", "schedule", "cards-dealt", "tricks", "points", "totals"}
    elsewhere = {"seat", "game-over"}  # the table's, and the game's (test_game.py)
    assert {code for code, _, _ in REASONS} == {*Code} - of_records - elsewhere


def test_codes_are_stable_words() -> None:
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in Code)
    assert all(code.name == code.value.upper().replace("-", "_") for code in Code)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_a_refusal_survives_the_wire(number: int) -> None:
    expected = EXAMPLES[number][2]
    assert msgspec.json.decode(msgspec.json.encode(expected), type=Refusal) == expected


def test_a_refusal_travels_without_what_it_is_not_about() -> None:
    assert msgspec.to_builtins(Refusal(Code.TURN, "A2", seat=1)) == {
        "code": "turn",
        "rule": "A2",
        "seat": 1,
    }
