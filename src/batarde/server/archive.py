"""What the store keeps of a table besides its events: the lobby's entry, and the finished games."""

from datetime import UTC, datetime
from functools import lru_cache

import msgspec

from batarde.rules.record import Record
from batarde.server.http_types import TableSummary
from batarde.store import GameRow, Row, TableRow
from batarde.store.base import Append
from batarde.table import events as ev
from batarde.table.authority import Batch
from batarde.table.state import TableState

__all__ = ["append_for", "finished_game", "summary"]

_encode = msgspec.json.Encoder().encode


def append_for(state: TableState, batch: Batch) -> Append:
    """Return all that *batch*, which led to *state*, writes."""
    row = Row(batch.seq, batch.at, _encode(batch.events))
    return Append(_table_row(state), row, finished_game(state, batch))


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


def _table_row(state: TableState) -> TableRow:
    is_over = state.game is not None and state.game.is_over
    return _row_of(summary(state), is_over)


@lru_cache(maxsize=4096)
def _row_of(shown: TableSummary, is_over: bool) -> TableRow:
    # Every move asks for it, and few moves change it.
    return TableRow(
        shown.id, shown.created, shown.host, shown.settings.listed, is_over, _encode(shown)
    )


def finished_game(state: TableState, batch: Batch) -> GameRow | None:
    """Return the game for the archive, if *batch* was its last: the last secret is out."""
    game = state.game
    is_last = any(isinstance(event, ev.SecretRevealed) for event in batch.events)
    if game is None or not is_last or not game.is_over:
        return None
    names = tuple(seat.name for seat in state.seats)
    record = Record.of_game(
        game,
        names,
        id=state.game_id,
        table=state.id,
        ended=datetime.fromtimestamp(batch.at / 1_000, UTC).isoformat(timespec="seconds"),
        bots=[seat.level or None for seat in state.seats],
        clock=state.settings.pace.value,
        proof=msgspec.to_builtins(state.proofs),
    )
    return GameRow(
        id=state.game_id,
        table=state.id,
        ended=batch.at,
        names=names,
        totals=game.totals,
        players=tuple(seat.player for seat in state.seats),
        record=record.write(),
    )
