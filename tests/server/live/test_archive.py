"""What the archive keeps of a finished game."""

import pytest

from batarde.rules.record import Record
from batarde.server.live.archive import _finished_game
from batarde.table import commands as do
from batarde.table.proving import is_proven
from batarde.table.settings import Coaching
from tests.table.desk import Desk, quiet


def test_the_record_of_a_game_is_proven_and_does_not_name_its_table() -> None:
    desk = Desk(quiet(players=3)).start()
    desk.play_game()
    row = _finished_game(desk.state, 0)
    assert (row.id, row.table) == (desk.state.game_id, "TABLE1")
    assert "TABLE1" not in row.record
    assert is_proven(Record.read(row.record))


def test_a_game_that_an_older_server_began_ends_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its hashes name the table's code, so its record does; its id keeps it from strangers."""
    monkeypatch.setattr("batarde.table.decisions._new_id", lambda _lot: "")
    desk = Desk(quiet(players=3)).start()
    desk.play_game()
    row = _finished_game(desk.state, 0)
    assert row.id == "TABLE1-1"
    assert Record.read(row.record).data["table"] == "TABLE1"
    assert is_proven(Record.read(row.record))


@pytest.mark.parametrize("is_listed", [True, False])
def test_a_game_is_as_public_as_its_table(is_listed: bool) -> None:
    desk = Desk(quiet(players=3, listed=is_listed)).start()
    desk.play_game()
    assert _finished_game(desk.state, 0).is_listed is is_listed


def test_the_record_of_a_game_with_help_says_so_and_no_other() -> None:
    helped, plain = (Desk(quiet(coach=Coaching.ASKED), people=[0]).start() for _ in range(2))
    helped.do(0, do.AskCoach(step=1))
    for desk in (helped, plain):
        desk.play_game()
    assert Record.read(_finished_game(helped.state, 0).record).data["coached"] == [0]
    assert "coached" not in _finished_game(plain.state, 0).record
