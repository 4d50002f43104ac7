"""Questions and answers as lines: what is written is read back, and nothing else is read."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batarde.arena import Driver
from batarde.bots import bot
from batarde.bots.external.wire import (
    read_answer,
    read_question,
    write_answer,
    write_question,
)
from batarde.rules import (
    DOUBLE,
    PASS,
    READY,
    REDOUBLE,
    Action,
    Bid,
    Deal,
    MalformedError,
    Trump,
    View,
    deal_seed,
)


class Parrot:
    """Answers by lines alone, and checks that nothing is lost on the way."""

    def __init__(self, name: str, seed: bytes) -> None:
        self.inner = bot(name, seed)
        self.asked: list[str] = []

    def choose(self, view: View, deadline: float | None = None) -> Action:
        line = write_question(view, len(self.asked), 300)
        question = read_question(line)
        assert question.view == view
        assert (question.number, question.ms) == (len(self.asked), 300)
        self.asked.append(line)
        answer = write_answer(question, self.inner.choose(view))
        read = read_answer(answer, question.number, view.legal)
        assert read is not None
        return read


@pytest.mark.parametrize("players", range(3, 8))
def test_every_question_of_a_game_is_read_back_as_it_was(players: int) -> None:
    parrot = Parrot("random", b"1")
    driver = Driver([parrot] * players)
    assert driver.play_game(deal_seed(bytes(32), players)).is_over
    assert driver.mishaps == []
    assert {json.loads(line)["ask"] for line in parrot.asked} >= {"call", "double", "play"}


def question(**changes: Any) -> str:
    deal, _ = Deal.shuffled(4, 5, 3, bytes(32)).apply(0, Bid(2, Trump.HEARTS))
    return json.dumps(json.loads(write_question(deal.view(1), 7, 300)) | changes)


def test_a_question_has_the_form_of_the_protocol() -> None:
    data = json.loads(question())
    assert list(data) == [
        *("id", "ask", "ms", "seat", "players", "cards", "deal", "dealer"),
        *("hand", "calls", "plays", "scores", "legal"),
    ]
    assert data["calls"] == [{"seat": 0, "tricks": 2, "trump": "H", "pack": None}]
    assert data["legal"][0] == {"tricks": 0, "trump": "H", "pack": None}
    assert data["scores"] == [0, 0, 0, 0]


def test_a_redouble_is_read_as_one_even_from_who_leads() -> None:  # A9
    deal = Deal.shuffled(3, 5, 2, bytes(32))
    for seat, call in ((0, Bid(2, Trump.CLUBS)), (1, DOUBLE), (1, Bid(1, Trump.CLUBS))):
        deal, _ = deal.apply(seat, call)
    deal, _ = deal.apply(2, Bid(0, Trump.CLUBS))
    asked = read_question(write_question(deal.view(0), 1, 1)).view
    assert asked == read_question(write_question(asked, 1, 1)).view
    assert asked.legal == (PASS, REDOUBLE)
    deal, _ = deal.apply(0, PASS)
    assert read_question(write_question(deal.view(0), 1, 1)).view.legal == deal.view(0).legal


def test_at_a_live_table_the_bid_is_the_question_and_readiness_is_none() -> None:
    deal, _ = Deal.shuffled(4, 5, 3, bytes(32)).apply(0, Bid(2, Trump.HEARTS))
    assert DOUBLE in deal.view(1).legal
    asked = read_question(write_question(deal.view(1), 1, 1)).view
    assert all(isinstance(action, Bid) for action in asked.legal)
    asking = Deal.start(deal.dealt, 3, asks_ready=True).view(1)
    assert asking.legal == (READY,)
    with pytest.raises(MalformedError):
        write_question(asking, 1, 1)


@pytest.mark.parametrize(
    "changes",
    [
        {"id": -1},
        {"id": "7"},
        {"id": True},
        {"ask": "bid"},
        {"ask": "play"},
        {"ask": "double"},
        {"ms": 1.5},
        {"seat": 4},
        {"seat": 2},
        {"players": 8},
        {"players": 3},
        {"cards": 6},
        {"dealer": 1},
        {"hand": ["RS"]},
        {"hand": ["RS", "RS", "DS", "CS", "VS"]},
        {"hand": ["RS_", "FS_", "DS_", "CS_", "VS_"]},
        {"hand": ["XX", "FS", "DS", "CS", "VS"]},
        {"calls": [{"seat": 0, "tricks": 6, "trump": "H", "pack": None}]},
        {"calls": [{"seat": 0, "double": True}]},
        {"calls": [{"seat": 0, "pass": True}]},
        {"calls": [{"tricks": 2, "trump": "H", "pack": None}]},
        {"calls": [{}]},
        {"plays": [{"seat": 0, "card": "RS"}]},
        {"scores": [0, 0, 0]},
        {"legal": []},
        {"legal": [{"tricks": 2, "trump": "C", "pack": None}]},
        {"legal": [{"tricks": 3, "trump": "H"}]},
        {"legal": [{"tricks": True, "trump": "H", "pack": None}]},
    ],
)
def test_what_is_no_question_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(MalformedError):
        read_question(question(**changes))


def test_a_field_that_nobody_knows_is_left_alone() -> None:
    assert read_question(question(mood="fine")) == read_question(question())


@pytest.mark.parametrize("line", ["", "[]", "null", "{", '{"id": 7', b"\xff", "[" * 9_000])
def test_what_is_not_json_is_neither_question_nor_answer(line: str | bytes) -> None:
    with pytest.raises(MalformedError):
        read_question(line)
    with pytest.raises(MalformedError):
        read_answer(line, 7, [PASS, DOUBLE])


@pytest.mark.parametrize("choose", ["-1", "2", "true", '"0"', "0.0", "null", "[]", "1e99"])
def test_what_cannot_be_chosen_is_refused(choose: str) -> None:
    with pytest.raises(MalformedError):
        read_answer(f'{{"id": 7, "choose": {choose}}}', 7, [PASS, DOUBLE])
    assert read_answer(f'{{"id": 6, "choose": {choose}}}', 7, [PASS, DOUBLE]) is None


def test_an_answer_needs_a_choice() -> None:
    with pytest.raises(MalformedError):
        read_answer('{"id": 7}', 7, [PASS])
    with pytest.raises(MalformedError):
        write_answer(read_question(question()), PASS)


@given(st.binary(max_size=60))
def test_no_line_does_more_than_be_refused(line: bytes) -> None:
    with pytest.raises(MalformedError):
        read_question(line)
