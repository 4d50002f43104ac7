"""What the store keeps of a table besides its events: the lobby's entry, and the finished games."""

from datetime import UTC, datetime
from functools import partial
from typing import Final

import msgspec

from batarde.rules.record import write_game
from batarde.server.http.types import TableSummary
from batarde.store import GameRow, Row, TableRow
from batarde.store.base import Append
from batarde.table import events as ev
from batarde.table.journals import Batch
from batarde.table.state import TableState

__all__ = ["CLOSED_AFTER", "Entries", "is_closed", "summary"]

CLOSED_AFTER: Final = 90 * 24 * 3600 * 1_000
"""Milliseconds without a visit after which the code of a table is not answered any more."""

_encode = msgspec.json.Encoder().encode


class Entries:
    """The lobby's entries of running tables: every move asks for one, and few change it."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[TableState, TableRow]] = {}

    def append_for(self, state: TableState, batch: Batch) -> Append:
        """Return all that *batch*, which led to *state*, writes."""
        row = Row(batch.seq, batch.at, batch.json)
        last = self._last.get(state.id)
        if last is not None and batch.is_move:  # nothing that the lobby shows has changed
            return Append(last[1], row)
        game = partial(_finished_game, state, batch.at) if _ends_game(state, batch) else None
        return Append(self._entry(state), row, game)

    def forget(self, table: str) -> None:
        """Let go of a table whose room is closed."""
        self._last.pop(table, None)

    def _entry(self, state: TableState) -> TableRow:
        before, entry = self._last.get(state.id, (None, None))
        if before is None or entry is None or not _looks_alike(before, state):
            is_over = state.game is not None and state.game.is_over
            entry = TableRow(
                id=state.id,
                created=state.created,
                host=state.host,
                is_listed=state.settings.listed,
                is_over=is_over,
                summary=_encode(summary(state)),
                visited=state.at,
                is_begun=state.games > 0,
            )
            self._last[state.id] = state, entry
        return entry


def is_closed(entry: TableRow, now: int) -> bool:
    """Return whether nobody has visited a table for so long that it is not opened any more."""
    return now - entry.visited > CLOSED_AFTER


def _looks_alike(one: TableState, other: TableState) -> bool:
    """Return whether the lobby would show the same of both."""
    return (
        one.seats is other.seats
        and one.host == other.host
        and one.settings is other.settings
        and one.games == other.games
        and one.is_playing == other.is_playing
        and len(one.game.deals if one.game else ()) == len(other.game.deals if other.game else ())
    )


def summary(state: TableState) -> TableSummary:
    """Return what the lobby shows of a table."""
    game = state.game
    return TableSummary(
        id=state.id,
        created=state.created,
        settings=state.settings,
        host=state.host,
        seats=state.seats,
        is_playing=state.is_playing,
        deal=max(0, len(game.deals) - 1) if game else 0,
    )


def _ends_game(state: TableState, batch: Batch) -> bool:
    """Return whether *batch*, which led to *state*, was the last of a game: all secrets are out."""
    is_over = state.game is not None and state.game.is_over
    return is_over and isinstance(batch.events[-1], ev.SecretRevealed)


def _finished_game(state: TableState, ended: int) -> GameRow:
    """Return the game for the archive; its record does not show the code of its table."""
    game = state.running
    names = tuple(seat.name for seat in state.seats)
    # The hashes of a game that an older server began name the table's code.
    bound: dict[str, object] = {} if state.own_id else {"table": state.id}
    if state.coached:
        bound["coached"] = list(state.coached)
    record = write_game(
        game,
        names,
        id=state.game_id,
        ended=datetime.fromtimestamp(ended / 1_000, UTC).isoformat(timespec="seconds"),
        bots=[seat.level or None for seat in state.seats],
        clock=state.settings.pace.value,
        proof=msgspec.to_builtins(state.proofs),
        **bound,
    )
    return GameRow(
        id=state.game_id,
        table=state.id,
        ended=ended,
        names=names,
        totals=game.totals,
        players=tuple(seat.player for seat in state.seats),
        record=record,
        is_listed=state.settings.listed,
    )
