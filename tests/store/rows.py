"""Rows to write, short to say."""

from typing import Any

from batarde.store import GameRow, Row, TableRow
from batarde.store.base import Append


def entry(
    table: str = "T1", *, created: int = 1, listed: bool = True, over: bool = False
) -> TableRow:
    return TableRow(table, created, "p0", listed, over, b"{}")


def batch(table: str = "T1", seq: int = 0, events: bytes = b"[]", **more: Any) -> Append:
    return Append(entry(table, **more), Row(seq, 1_000 + seq, events))


def finished(table: str = "T1", game: str = "T1-1", ended: int = 5, seq: int = 0) -> Append:
    names, players = ("Ana", "Bo", "Chi"), ("p0", "", "p2")
    row = GameRow(game, table, ended, names, (3, 0, 7), players, '{"format":"batarde/1"}')
    return Append(entry(table, over=True), Row(seq, ended, b"[]"), lambda: row)
