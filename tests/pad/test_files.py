"""Score files and tables: export, import, check (§11, §14.7, §15.6, §15.7)."""

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from batarde.pad import (
    DealerSet,
    PadEvent,
    PadRefusal,
    Role,
    Score,
    ScoreError,
    csv_text,
    export_score,
    fold,
    import_score,
    score_of_record,
)
from batarde.pad.csvfile import COLUMNS
from batarde.rules import Record
from batarde.rules.trumps import Trump
from tests.pad.desk import AT, BO, E4, PAD, entered, folded, opened
from tests.pad.logs import draw_log

VALID = Path(__file__).parents[1] / "data" / "vectors" / "valid.jsonl"
Data = dict[str, Any]


def example() -> Data:
    """Return the example of the record's page."""
    deal = {"cards": 5, "dealer": 3, "author": 0, "trump": "H", "pack": None, "bids": [2, 2, 0, 3]}
    deal |= {"multiplier": 2, "doubled_by": 2, "tricks": [1, 2, 1, 1], "points": [2, 0, 2, 4]}
    head = {"format": "batarde-score/1", "kind": "game", "rules": "2023", "first_dealer": 3}
    names = ["Ana", "Bo", "Chi", "Dev"]
    return {**head, "players": names, "deals": [deal], "totals": [2, 0, 2, 4]}


def fault(data: Any) -> tuple[str, int, str, int] | None:
    try:
        Score.read(json.dumps(data))
    except ScoreError as error:
        found = error.fault
        return (found.rule.value, found.deal, found.section, found.index)
    return None


def changed(**fields: Any) -> tuple[str, int, str, int] | None:
    """Return the fault of the example whose deal has other *fields*."""
    data = example()
    data["deals"] = [present(data["deals"][0] | fields)]
    return fault(data)


def present(fields: Data) -> Data:
    """Return *fields* without those that are ``...``."""
    return {name: one for name, one in fields.items() if one is not ...}


def test_the_example_is_valid_and_keeps_what_nobody_knows() -> None:
    data = example() | {"place": "the kitchen"}
    assert fault(data) is None
    assert json.loads(Score.of(data).write()) == data


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"bids": [2, 2, 0, None]}, ("schema", -1, "record", 0)),
        ({"multiplier": 3}, ("schema", -1, "record", 0)),
        ({"multiplier": True}, ("schema", -1, "record", 0)),
        ({"tricks": None}, ("schema", -1, "record", 0)),
        ({"points": None}, ("schema", -1, "record", 0)),
        ({"trump": ...}, ("schema", -1, "record", 0)),
        ({"dealer": ...}, ("schema", -1, "record", 0)),
        ({"note": "n" * 201}, ("schema", -1, "record", 0)),
        ({"cards": 6}, ("schedule", 0, "deals", 0)),
        ({"dealer": 2}, ("schedule", 0, "deals", 0)),
        ({"bids": [2, 2, 0]}, ("call-range", 0, "bids", 0)),
        ({"bids": [2, 2, 9, 3]}, ("call-range", 0, "bids", 2)),
        ({"author": 7}, ("call-range", 0, "author", 7)),
        ({"author": -2}, ("call-range", 0, "author", -2)),
        ({"pack": "simple"}, ("call-pack", 0, "pack", 0)),
        ({"author": 2, "trump": "N", "doubled_by": 1}, ("call-too-weak", 0, "bids", 2)),
        ({"bids": [2, 2, 0, 1]}, ("forbidden-sum", 0, "bids", 0)),
        ({"doubled_by": 0}, ("double", 0, "doubled_by", 0)),
        ({"doubled_by": 5}, ("double", 0, "doubled_by", 5)),
        ({"multiplier": 1}, ("double", 0, "doubled_by", 2)),
        ({"tricks": [1, 2, 1]}, ("tricks-range", 0, "tricks", 0)),
        ({"tricks": [1, 2, 1, -1]}, ("tricks-range", 0, "tricks", 3)),
        ({"tricks": [1, 2, 1, 2]}, ("tricks-sum", 0, "tricks", 0)),
        ({"points": [2, 0, 2]}, ("points", 0, "points", 0)),
        ({"points": [2, 0, 3, 5]}, ("points", 0, "points", 2)),
        ({"tricks": ...}, ("points", 0, "points", 0)),
        ({"tricks": ..., "points": ...}, ("totals", -1, "totals", 0)),
        ({"points": ...}, None),
        ({"author": ..., "pack": ..., "doubled_by": ...}, None),
    ],
)
def test_a_fault_of_a_deal_is_told_with_its_place(
    fields: Data, expected: tuple[str, int, str, int] | None
) -> None:
    assert changed(**fields) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"players": ["Ana", "Bo"]}, ("players", -1, "players", 2)),
        ({"totals": [2, 0, 2, 5]}, ("totals", -1, "totals", 0)),
        ({"totals": None}, ("schema", -1, "record", 0)),
        ({"first_dealer": 2}, ("schedule", 0, "deals", 0)),
        ({"deals": example()["deals"] * 2}, ("schedule", 1, "deals", 1)),
        ({"format": "batarde/1"}, ("schema", -1, "record", 0)),
        ({"kind": "deal", "first_dealer": 1}, None),
        ({"first_dealer": ...}, None),
        ({"totals": ...}, None),
        ({"rules": ...}, None),
    ],
)
def test_a_fault_of_the_whole_is_told_with_its_place(
    fields: Data, expected: tuple[str, int, str, int] | None
) -> None:
    assert fault(present(example() | fields)) == expected


def test_an_irregular_deal_may_have_the_forbidden_sum() -> None:
    fields = {"bids": [2, 2, 0, 1], "points": [2, 0, 2, 0], "irregular": True}
    assert changed(**fields) == ("totals", -1, "totals", 0)


def test_a_single_deal_has_as_many_cards_as_the_packs_hold() -> None:
    deal = {"cards": 18, "dealer": 0, "trump": "A", "multiplier": 1, "bids": [1, 1, 1, 1]}
    data = example() | {"kind": "deal", "deals": [deal], "totals": [0] * 4}
    assert fault(data) == ("schedule", 0, "deals", 0)
    deal["cards"] = 9
    assert fault(data) is None
    data["deals"] *= 2
    assert fault(data) == ("schedule", 1, "deals", 1)


def test_a_game_goes_on_only_after_a_complete_deal() -> None:
    data = example()
    first = {
        name: one for name, one in data["deals"][0].items() if name not in ("tricks", "points")
    }
    second = {"cards": 6, "dealer": 0, "trump": "S", "multiplier": 1, "bids": [1, 1, 1, 1]}
    data |= {"deals": [data["deals"][0], second]}
    assert fault(data) is None
    data |= {"deals": [first, second], "totals": [0] * 4}
    assert fault(data) == ("schedule", 1, "deals", 1)


junk_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["cards", "bids"]), inner),
)


@given(junk_values)
def test_no_file_is_too_odd_to_be_told_a_fault(junk: Any) -> None:
    data = example()
    for place in ("deals", "players", "totals", "first_dealer", "kind"):
        fault({**data, place: junk})
    for place in data["deals"][0]:
        changed(**{place: junk})
    changed(cards=10**30, dealer=10**30, bids=[10**30] * 4, author=-(10**30))


# Records


def test_every_complete_deal_of_a_record_is_a_valid_score() -> None:
    complete = 0
    for line in VALID.read_bytes().splitlines():
        record = Record.read(line)
        score = score_of_record(record)
        Score.read(score.write())
        over = [deal for deal in record.deals if deal.is_over]
        assert [deal.entry.points for deal in score.file.deals] == [deal.points for deal in over]
        assert [deal.author for deal in score.file.deals] == [
            deal.auction.standing and deal.auction.standing.seat for deal in over
        ]
        complete += len(over)
    assert complete > 150


# Export and import


def exported(*events: PadEvent) -> Score:
    return export_score(folded(*events).pad)


def imported(score: Score) -> tuple[PadEvent, ...]:
    events = import_score(score, "ZZZZZZZZ", AT)
    assert not isinstance(events, PadRefusal)
    return events


@settings(max_examples=300)
@given(st.integers(0, 2**48), st.integers(0, 60))
def test_export_import_export_is_the_identity(seed: int, size: int) -> None:
    pad = fold(PAD, draw_log(seed, size))
    assert pad is not None
    score = export_score(pad)
    text = score.write()
    assert Score.read(text).write() == text
    again = fold(pad.id, imported(score))
    assert again is not None
    assert export_score(again).write() == text
    told = len(score.file.deals)
    assert again.totals == tuple(
        sum(points[seat] for points in pad.points[:told] if points)
        for seat in range(len(pad.players))
    )


def test_imported_entries_are_a_keepers_in_the_name_of_import() -> None:
    events = imported(exported(entered(BO, 0, 2)))
    assert {(event.role, event.by) for event in events} == {(Role.KEEPER, "import")}
    assert events[0].at == AT


def test_a_whole_game_is_over_when_it_is_imported() -> None:
    pad = fold(PAD, [opened(deals=1), entered(BO, 0, 2)])
    assert pad is not None
    again = fold(PAD, imported(export_score(pad)))
    assert again is not None
    assert (again.deals, again.ended) == (1, "complete")


def test_an_open_deal_and_what_follows_it_are_not_exported() -> None:
    later = entered(BO, 1, 2, replace(E4, bids=(6, 1, 0, 0), tricks=(6, 0, 0, 0)), deal=1)
    assert len(exported(later).file.deals) == 0
    assert len(exported(entered(BO, 0, 2), later).file.deals) == 2
    still_open = entered(BO, 0, 2, replace(E4, bids=(2, 2, 0, None), tricks=None))
    assert len(exported(still_open, later).file.deals) == 0
    bid = entered(BO, 0, 2, replace(E4, tricks=None))
    assert len(exported(bid, later).file.deals) == 1


def test_an_author_who_cannot_have_been_is_not_exported() -> None:
    weak = replace(E4, trump=Trump.NONE, bids=(0, 2, 2, 2))
    corrected = DealerSet("BBBBBBBB:1", 3, Role.KEEPER, "", AT, 0, "cards")
    assert exported(entered(BO, 0, 2, weak)).file.deals[0].author == 0
    assert exported(entered(BO, 0, 2, weak), corrected).file.deals[0].author is None


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"kind": "deal"}, ("schedule", "single")),
        ({"players": ["", "Bo", "Chi", "Dev"]}, ("name", "empty")),
        ({"players": ["Ana", "Bo", "x" * 25, "Dev"]}, ("name", "long")),
    ],
)
def test_what_makes_no_pad_is_refused(fields: Data, code: tuple[str, str]) -> None:
    refusal = import_score(Score.of(example() | fields), "ZZZZZZZZ", AT)
    assert isinstance(refusal, PadRefusal)
    assert (refusal.code.value, refusal.detail) == code


# Tables


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text, newline="")))


@settings(max_examples=100)
@given(st.integers(0, 2**48), st.integers(0, 60))
def test_the_sums_of_a_table_are_the_totals(seed: int, size: int) -> None:
    pad = fold(PAD, draw_log(seed, size))
    assert pad is not None
    table = rows(csv_text(pad))
    for seat in range(len(pad.players)):
        mine = [row for row in table if row["seat"] == str(seat)]
        assert sum(int(row["points"] or 0) for row in mine) == pad.totals[seat]
        assert not mine or int(mine[-1]["total"]) == pad.totals[seat]
    assert len(table) == len(pad.players) * sum(entry is not None for entry in pad.entries)


def test_a_table_has_a_row_for_each_deal_and_player() -> None:
    text = csv_text(folded(entered(BO, 0, 2, replace(E4, note="not told"))).pad)
    lines = text.split("\r\n")
    assert lines[0] == ",".join(COLUMNS)
    assert lines[1] == f"{PAD},{AT},0,5,3,0,H,,2,2,0,Ana,2,1,2,2,false"
    assert (len(lines), lines[-1]) == (6, "")


def test_names_are_quoted_and_are_no_formulas() -> None:
    names = ['Bo "the, cat"', "=1+1", "-Dev", "@chi"]
    players = tuple(
        replace(player, name=name) for player, name in zip(opened().players, names, strict=True)
    )
    pad = fold(PAD, [replace(opened(), players=players), entered(BO, 0, 2)])
    assert pad is not None
    shown = [row["player"] for row in rows(csv_text(pad))]
    assert shown == ['Bo "the, cat"', "'=1+1", "'-Dev", "'@chi"]
