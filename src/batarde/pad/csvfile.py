"""A pad as a table for spreadsheets: one row for each deal and player (§11, RFC 4180)."""

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Final

from batarde.pad.model import Entry, Pad

__all__ = ["COLUMNS", "csv_text"]

COLUMNS: Final = (
    "pad,started,deal,cards,dealer,author,trump,pack,multiplier,doubled_by,"
    "seat,player,bid,tricks,points,total,irregular"
).split(",")

Cell = str | int | None


def csv_text(pad: Pad) -> str:
    """Return the deals of *pad* of which something is known; what is not known is left empty."""
    written = StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(_rows(pad))
    return written.getvalue()


def _rows(pad: Pad) -> Iterator[list[Cell]]:
    totals = [0] * len(pad.players)
    for deal, entry in enumerate(pad.entries):
        if entry is None:
            continue
        points = pad.points[deal]
        for seat, player in enumerate(pad.players):
            totals[seat] += points[seat] if points else 0
            yield [
                *_contract(pad, deal, entry),
                seat,
                _harmless(player.name),
                entry.bids[seat],
                entry.tricks[seat] if entry.tricks else None,
                points[seat] if points else None,
                totals[seat],
                "true" if entry.irregular else "false",
            ]


def _contract(pad: Pad, deal: int, entry: Entry) -> list[Cell]:
    return [
        pad.id,
        pad.started,
        deal,
        pad.schedule[deal],
        pad.dealer(deal),
        entry.author,
        entry.trump,
        entry.pack,
        entry.multiplier,
        entry.doubled_by,
    ]


def _harmless(name: str) -> str:
    """Return *name* so that no spreadsheet takes it for a formula."""
    return f"'{name}" if name[:1] in {"=", "+", "-", "@", "\t", "\r"} else name
