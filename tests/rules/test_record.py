"""The game record ``batarde/1``: made, written, read (docs/record.md)."""

import json
from typing import Any

import pytest

from batarde.rules import Deal, Game, MalformedError, Phase, Record, RecordError, Trump
from batarde.rules.record import write_game
from tests.rules.notation import after, auction, deal

THREE = "RS FH | DS JH | NC MH"
WHOLE = "0:2H 1:1H 2:double 2:0H 0:redouble 0:FH 1:JH 2:MH 0:RS 1:DS 2:NC"
NAMES = ["Ana", "Bo", "Chi"]

EXAMPLE: dict[str, Any] = {
    "format": "batarde/1",
    "kind": "deal",
    "rules": "2023",
    "players": NAMES,
    "deals": [
        {
            "cards": 2,
            "dealer": 2,
            "hands": [["RS", "FH"], ["DS", "JH"], ["NC", "MH"]],
            "calls": [
                {"seat": 0, "tricks": 2, "trump": "H", "pack": None},
                {"seat": 1, "tricks": 1, "trump": "H", "pack": None},
                {"seat": 2, "double": True},
                {"seat": 2, "tricks": 0, "trump": "H", "pack": None},
                {"seat": 0, "redouble": True},
            ],
            "plays": [
                {"seat": 0, "card": "FH"},
                {"seat": 1, "card": "JH"},
                {"seat": 2, "card": "MH"},
                {"seat": 0, "card": "RS"},
                {"seat": 1, "card": "DS"},
                {"seat": 2, "card": "NC"},
            ],
            "tricks": [2, 0, 0],
            "points": [0, 4, 0],
        }
    ],
    "totals": [0, 4, 0],
}
"""The example of the record's page."""


def data(record: Record) -> Any:
    return json.loads(record.write())


def test_a_deal_is_written_as_the_page_shows_it() -> None:
    assert data(Record.of_deal(deal(THREE, WHOLE), NAMES)) == EXAMPLE


def test_the_example_of_the_page_is_read_as_the_deal_it_is() -> None:
    record = Record.read(json.dumps(EXAMPLE))
    assert record.deals == (deal(THREE, WHOLE),)
    assert (record.kind, record.players) == ("deal", ("Ana", "Bo", "Chi"))


def test_a_running_deal_has_no_tricks_and_no_points() -> None:
    written = data(Record.of_deal(deal(THREE, "0:2H 1:1H"), NAMES))
    assert written["deals"][0].keys() == {"cards", "dealer", "hands", "calls", "plays"}
    assert written["totals"] == [0, 0, 0]


def test_a_game_is_written_deal_by_deal() -> None:  # G1
    game = Game.start(3, dealer=1)
    assert data(Record.of_game(game, NAMES))["deals"] == []
    game, _ = game.deal_from(bytes(32))
    record = Record.of_game(game, NAMES)
    assert (record.kind, record.deals) == ("game", game.deals)
    assert data(record)["deals"][0]["dealer"] == 1


def test_a_game_can_be_written_without_replaying_it() -> None:
    game, _ = Game.start(3, dealer=1).deal_from(bytes(32))
    assert write_game(game, NAMES, id="k3") == Record.of_game(game, NAMES, id="k3").write()
    with pytest.raises(MalformedError, match="names for 3 players"):
        write_game(game, NAMES[:2])


def test_a_follower_repeats_the_pack_whether_they_said_it_or_not() -> None:  # A7
    position = auction("0:2D+marked 1:1D 2:1D+marked", players=5, cards=2)
    calls = data(Record.of_deal(position, list("abcde")))["deals"][0]["calls"]
    assert [call["pack"] for call in calls] == ["marked"] * 3


def test_a_follower_without_a_pack_is_read_as_taking_it_over() -> None:  # A7
    position = auction("0:2D+marked 1:1D", players=5, cards=2)
    written = data(Record.of_deal(position, list("abcde")))
    del written["deals"][0]["calls"][1]["pack"]
    record = Record.read(json.dumps(written))
    assert record.deals == (position,)
    assert data(record) == written  # kept as it was written


def test_declining_is_not_recorded() -> None:  # A9
    declined = deal(THREE, "0:2H 1:1H 2:double 2:0H 0:pass")
    record = Record.of_deal(declined, NAMES)
    assert record.deals[0].phase is Phase.REDOUBLE
    assert len(data(record)["deals"][0]["calls"]) == 4
    played = after(declined, "0:FH")
    assert Record.of_deal(played, NAMES).deals == (played,)


def test_a_live_deal_is_recorded_without_its_questions_and_windows() -> None:  # A1, A10
    live = deal(THREE, "0:ready 1:ready 2:ready 0:2H 1:pass", asks_ready=True, has_windows=True)
    record = Record.of_deal(live, NAMES)
    assert record.deals == (deal(THREE, "0:2H"),)
    assert Record.read(record.write()) == record


def test_every_player_has_a_name() -> None:
    for names in ([], ["Ana", "Bo"], [*NAMES, "Dee"]):
        with pytest.raises(MalformedError, match="names for 3 players"):
            Record.of_deal(deal(THREE), names)


def test_names_may_be_anything() -> None:
    names = ["Zoé 🂡", "", '"\\\n\u2028']
    record = Record.of_deal(deal(THREE), names)
    assert Record.read(record.write()).players == tuple(names)
    assert "Zoé" in record.write()


def test_a_record_is_one_line() -> None:
    names = ["a\nb", "c\rd", "e"]
    assert len(Record.of_deal(deal(THREE), names).write().splitlines()) == 1


def test_half_a_surrogate_pair_can_be_written_to_a_file() -> None:
    names = ["\ud800", "Bo", "Chi"]
    record = Record.of_deal(deal(THREE), names)
    assert Record.read(record.write().encode()) == record
    assert record.players == tuple(names)


# Fields


def test_fields_are_added() -> None:
    record = Record.of_deal(deal(THREE), NAMES, id="k3", started="2026-01-06T20:15:00Z", bots=[1])
    assert (record.data["id"], record.data["bots"]) == ("k3", [1])
    assert Record.read(record.write()) == record


def test_a_record_may_say_that_it_follows_the_words_of_another_edition() -> None:
    assert Record.of_deal(deal(THREE), NAMES, rules="2015").data["rules"] == "2015"


@pytest.mark.parametrize(
    "fields", [{"totals": [9, 9, 9]}, {"deals": 7}, {"kind": "rubber"}, {"rules": 2023}]
)
def test_fields_cannot_break_a_record(fields: dict[str, Any]) -> None:
    with pytest.raises(RecordError):
        Record.of_deal(deal(THREE), NAMES, **fields)


def test_what_is_not_json_cannot_be_added() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        Record.of_deal(deal(THREE), NAMES, clock=float("nan"))


@pytest.mark.parametrize(
    "unknown",
    [None, True, -0.5, 10**300, "\ud800", [], {"deep": [{"er": 1}]}, {"": ""}],
    ids=repr,
)
def test_fields_that_nobody_knows_are_kept(unknown: object) -> None:
    written: dict[str, Any] = json.loads(json.dumps(EXAMPLE))
    written["x"] = unknown
    written["deals"][0]["x"] = unknown
    written["deals"][0]["calls"][0]["x"] = unknown
    written["deals"][0]["plays"][0]["x"] = unknown
    record = Record.read(json.dumps(written))
    assert json.loads(record.write()) == written
    assert record.deals == Record.read(json.dumps(EXAMPLE)).deals


@pytest.mark.parametrize("number", ["1e999", "-1e999", "9" * 5000, "-" + "9" * 5000])
def test_a_number_too_large_for_anybody_can_still_be_written_again(number: str) -> None:
    text = json.dumps(EXAMPLE).replace('"rules"', f'"x": {number}, "rules"')
    record = Record.read(text)
    assert Record.read(record.write()) == record


def test_a_record_that_is_not_valid_cannot_be_read() -> None:
    with pytest.raises(RecordError, match=r"^schema: deal -1, record 0$"):
        Record.read("")


def test_reading_gives_deals_that_can_be_played_on() -> None:
    record = Record.of_deal(deal(THREE, "0:2H 1:1H"), NAMES)
    [position] = Record.read(record.write()).deals
    assert isinstance(position, Deal)
    assert position.standing is not None
    assert position.standing.trump is Trump.HEARTS
    assert after(position, "2:0H 0:FH").turn == 1
