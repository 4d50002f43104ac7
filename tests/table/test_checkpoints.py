"""A checkpoint and what came after it is the same table as the fold of all that happened."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from batarde.table import checkpoints
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.checkpoints import FORM, packed, unpacked
from batarde.table.settings import Pace, Settings
from batarde.table.state import TableState, fold
from tests.table.desk import EVENTS, Desk
from tests.table.test_state import KINDS, TABLES, lot, step

LOG = Path(__file__).parents[1] / "data" / "table" / "log.jsonl"
"""Every kind of event that a table stores: a whole game, and the beginning of another."""
FOLDED = (
    "1-7d49f14b51071ee0",
    "fb78ca1898af811a1600f97201e1098b0d8af9a936632f9f7939e26240acfc4b",
)
"""The form of checkpoints, and what the log folds to, of the last time that either was changed."""

Rows = Sequence[tuple[int, int, bytes]]


def folded(state: TableState, rows: Rows) -> TableState:
    for _, at, data in rows:
        for event in EVENTS.decode(data):
            state = fold(state, event, at)
    return state


def check(rows: Rows, every: int = 1) -> None:
    """Check that the checkpoint of every prefix and the rest lead to the same as all."""
    end = folded(TableState("TABLE1"), rows)
    state = TableState("TABLE1")
    for number, row in enumerate(rows):
        state = folded(state, [row])
        if number % every == 0:
            again = unpacked(FORM, packed(state))
            assert again == state
            assert repr(again) == repr(state), "equal values of other types are not the same"
            assert folded(again, rows[number + 1 :]) == end


@settings(max_examples=40)
@given(TABLES, st.integers(1, 7), st.data())
def test_a_checkpoint_of_every_prefix_and_the_rest_are_the_whole(
    wanted: Settings, people: int, data: st.DataObject
) -> None:
    desk = Desk(wanted, people=range(min(people, wanted.players)), lot=lot(data))
    desk.ask(0, do.Start(fill="simple"))
    for kind in data.draw(st.lists(st.sampled_from(KINDS), min_size=10, max_size=60)):
        step(desk, kind, data)
    assert folded(TableState("TABLE1"), desk.journal.rows) == desk.state
    check(desk.journal.rows)


@pytest.mark.parametrize("players", range(3, 8))
def test_so_it_is_in_whole_games_of_every_size(players: int) -> None:
    desk = Desk(Settings(players=players, pace=Pace.NONE, deal_pause=0, double_window=500))
    for _ in range(2):
        desk.start()
        desk.play_game()
    check(desk.journal.rows, every=101)


class Line(msgspec.Struct):
    """A row of the log."""

    seq: int
    at: int
    events: msgspec.Raw


def rows_of_log() -> Rows:
    lines = msgspec.json.Decoder(Line).decode_lines(LOG.read_bytes())
    return [(line.seq, line.at, bytes(line.events)) for line in lines]


def test_so_it_is_with_every_kind_of_event() -> None:
    rows = rows_of_log()
    told = {type(event) for _, _, data in rows for event in EVENTS.decode(data)}
    kinds = {kind for kind in ev.TableEvent.__args__ if kind.__name__ != "Hidden"}
    assert told == kinds
    check(rows, every=7)


def test_whoever_changes_the_fold_or_the_structure_changes_the_form_of_checkpoints() -> None:
    """Checkpoints of the code before must not be taken for those of the code after.

    If only the second differs, raise ``_FOLDING``; then write both down here.
    """
    digest, state = sha256(), TableState("TABLE1")
    for row in rows_of_log():
        state = folded(state, [row])
        digest.update(msgspec.json.encode(state, order="deterministic"))
    assert (FORM, digest.hexdigest()) == FOLDED


def test_a_checkpoint_of_another_form_is_not_read() -> None:
    state = Desk().start().state
    assert unpacked(FORM, packed(state)) == state
    for form in ("", "0" + FORM[1:], FORM[:-1], f"{FORM}0"):
        assert unpacked(form, packed(state)) is None


def test_the_form_is_that_of_the_structure_and_not_of_its_prose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def form_of(docs: str, field: str) -> str:
        kind = msgspec.defstruct("Told", [(field, tuple[int, ...])], namespace={"__doc__": docs})
        monkeypatch.setattr(checkpoints, "TableState", kind)
        return checkpoints._form()

    assert form_of("One way to say it.", "seats") == form_of("Another.", "seats")
    assert form_of("One way to say it.", "seats") != form_of("One way to say it.", "chairs")


@given(st.data())
def test_a_checkpoint_that_is_none_is_not_read(data: st.DataObject) -> None:
    good = bytearray(packed(Desk().start().state))
    end = data.draw(st.integers(0, len(good) - 1))
    assert unpacked(FORM, bytes(good[:end])) is None
    assert unpacked(FORM, b"\xc1" + bytes(good)) is None
    assert unpacked(FORM, b"\x93\x01\x02\x03") is None


def test_a_table_from_a_checkpoint_takes_no_more_memory_than_one_that_was_folded() -> None:
    """Plays and calls of all deals are the same few objects."""
    desk = Desk(Settings(players=4, pace=Pace.NONE, deal_pause=0, double_window=500)).start()
    desk.play_game()
    again = unpacked(FORM, packed(desk.state))
    assert again is not None
    for one, other in zip(desk.state.running.deals, again.running.deals, strict=True):
        assert all(play is twin for play, twin in zip(one.plays, other.plays, strict=True))
        assert all(call is twin for call, twin in zip(one.calls, other.calls, strict=True))
