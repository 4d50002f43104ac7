"""Rows to write, short to say."""

from typing import Any

from batarde.store import GameRow, Row, TableRow
from batarde.store.base import Append


def entry(table: str = "T1", **more: Any) -> TableRow:
    told = {"created": 1, "host": "p0", "is_listed": True, "is_over": False, "summary": b"{}"}
    return TableRow(table, **{**told, "visited": 1, "is_begun": False, **more})


def batch(table: str = "T1", seq: int = 0, events: bytes = b"[]", **more: Any) -> Append:
    return Append(entry(table, **more), Row(seq, 1_000 + seq, events))


def finished(
    table: str = "T1",
    game: str = "T1-1",
    ended: int = 5,
    seq: int = 0,
    *,
    is_listed: bool = True,
) -> Append:
    names, players = ("Ana", "Bo", "Chi"), ("p0", "", "p2")
    record = '{"format":"batarde/1"}'
    row = GameRow(game, table, ended, names, (3, 0, 7), players, record, is_listed)
    over = entry(table, is_listed=is_listed, is_over=True, is_begun=True)
    return Append(over, Row(seq, ended, b"[]"), lambda: row)
