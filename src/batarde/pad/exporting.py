"""Score files made: of pads, and of records of games with cards; and pads made of them (§11)."""

import re
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from batarde.pad.events import DealEntered, GameEnded, PadEvent, PadOpened
from batarde.pad.faults import opening_fault
from batarde.pad.fields import MOMENT, Role
from batarde.pad.model import Entry, Pad, Player
from batarde.pad.played import reduced
from batarde.pad.refusals import PadCode, PadRefusal
from batarde.pad.scorecheck import Score
from batarde.pad.scorefile import SCORE_FORMAT, ScoreFile
from batarde.pad.writing import Stamp
from batarde.rules.game import schedule
from batarde.rules.record import Record
from batarde.rules.trumps import Trump

__all__ = ["export_score", "import_score", "score_of_record"]


def export_score(pad: Pad) -> Score:
    """Return the score file of *pad*.

    A file has no room for a gap: it ends before the first deal that is open, and with the first
    that is not complete.
    """
    deals: list[dict[str, Any]] = []
    for deal, entry in enumerate(pad.entries):
        if entry is None or entry.full_bids is None or entry.trump is None:
            break
        told = _told(entry, pad.opener(deal))
        deals.append(_deal_data(pad.schedule[deal], pad.dealer(deal), told))
        if entry.tricks is None:
            break
    planned = {"planned": pad.deals} if pad.deals < len(pad.schedule) else {}
    head = {"id": pad.id, "started": pad.started, "rules": pad.words}
    body = {"players": list(pad.names), "first_dealer": pad.first_dealer, **planned}
    return _score("game", head | body, deals)


def score_of_record(record: Record) -> Score:
    """Return the complete deals of *record* as a score file."""
    deals = [
        _deal_data(deal.cards, deal.dealer, reduced(deal)) for deal in record.deals if deal.is_over
    ]
    known = {name: record.data.get(name) for name in ("id", "started", "rules")}
    head = {name: text for name, text in known.items() if isinstance(text, str)}
    first = {"first_dealer": record.deals[0].dealer} if record.deals else {}
    return _score(record.kind, {**head, "players": list(record.players), **first}, deals)


def _score(kind: str, head: dict[str, Any], deals: list[dict[str, Any]]) -> Score:
    seats = range(len(head["players"]))
    scored = [deal["points"] for deal in deals if "points" in deal]
    totals = [sum(points[seat] for points in scored) for seat in seats]
    data = {"format": SCORE_FORMAT, "kind": kind, **head, "deals": deals, "totals": totals}
    return Score.of(data)


def _told(entry: Entry, opener: int) -> Entry:
    """Return *entry* without an author who cannot have been.

    A dealer who was corrected later may leave a deal of no trumps for 0 with an author who did not
    open it, which no auction allows (A3). Who it was is then not known.
    """
    author = entry.author
    if author is None or author == opener or entry.trump is not Trump.NONE:
        return entry
    return replace(entry, author=None) if entry.bids[author] == 0 else entry


def _deal_data(cards: int, dealer: int, entry: Entry) -> dict[str, Any]:
    data: dict[str, Any] = {
        "cards": cards,
        "dealer": dealer,
        "author": entry.author,
        "trump": entry.trump,
        "pack": entry.pack,
        "bids": list(entry.bids),
        "multiplier": entry.multiplier,
        "doubled_by": entry.doubled_by,
    }
    if entry.tricks is not None and entry.points is not None:
        data |= {"tricks": list(entry.tricks), "points": list(entry.points)}
    if entry.irregular:
        data["irregular"] = True
    return data | ({"note": entry.note} if entry.note else {})


def import_score(score: Score, device: str, at: str) -> tuple[PadEvent, ...] | PadRefusal:
    """Return the events of a new pad with the deals of *score*, or why there can be none.

    They are written by *device*, with the role of a keeper and in the name of ``import``.
    """
    file = score.file
    if file.kind != "game":
        return PadRefusal(PadCode.SCHEDULE, "G1", "single")
    opened = _opening(file, device, at)
    wrong = opening_fault(opened)
    if wrong is not None:
        return wrong
    events: list[PadEvent] = [opened]
    for number, deal in enumerate(file.deals):
        stamp = _stamp(device, number + 1, at)
        events.append(DealEntered(**stamp, deal=number, base=None, depth=0, entry=deal.entry))
    complete = sum(deal.tricks is not UNSET for deal in file.deals)
    if complete == opened.deals:
        events.append(GameEnded(**_stamp(device, len(events), at), why="complete"))
    return tuple(events)


def _opening(file: ScoreFile, device: str, at: str) -> PadOpened:
    deals = len(schedule(len(file.players)))
    if file.planned is not UNSET:
        deals = max(1, len(file.deals), min(deals, file.planned))
    first = file.deals[0].dealer if file.deals else 0
    is_moment = isinstance(file.started, str) and re.search(MOMENT, file.started) is not None
    stamp = _stamp(device, 0, str(file.started) if is_moment else at)
    return PadOpened(
        **stamp,
        players=tuple(Player(name) for name in file.players),
        first_dealer=first if file.first_dealer is UNSET else file.first_dealer,
        deals=deals,
        words="2015" if file.rules == "2015" else "2023",
    )


def _stamp(device: str, number: int, at: str) -> Stamp:
    event = f"{device}:{number}"
    return {"id": event, "clock": number + 1, "role": Role.KEEPER, "by": "import", "at": at}
