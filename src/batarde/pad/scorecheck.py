"""Check a score file: its shape, then deal by deal, last the totals (§11, §15.6, §15.7)."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from batarde.pad.entries import Setting, entry_fault
from batarde.pad.refusals import PadCode, PadRefusal
from batarde.pad.scorefile import ScoreDeal, ScoreError, ScoreFault, ScoreFile, shaped_score
from batarde.rules.cards import pack_of
from batarde.rules.game import SCHEDULES
from batarde.rules.jsontext import read_object, write_object

__all__ = ["Score", "check_score", "score_totals"]


class Score(msgspec.Struct, frozen=True):
    """A valid score file: what it says, and its *data* as it was read or will be written."""

    file: ScoreFile
    data: Mapping[str, Any]

    @classmethod
    def read(cls, text: bytes | str) -> "Score":
        """Return the score in *text*.

        :raises ScoreError: with the first fault, if it is not valid.
        """
        return cls.of(read_object(text))

    @classmethod
    def of(cls, data: Mapping[str, Any] | None) -> "Score":
        """Return the score that *data* holds.

        :raises ScoreError: with the first fault, if it is not valid.
        """
        file = shaped_score(data)
        check_score(file)
        return cls(file, data or {})

    def write(self) -> str:
        """Return the score as one line of JSON, without the line's end."""
        return write_object(self.data)


def check_score(file: ScoreFile) -> None:
    """Check *file*.

    :raises ScoreError: with the first fault.
    """
    players = len(file.players)
    if players not in SCHEDULES:
        raise ScoreError(ScoreFault(PadCode.PLAYERS, -1, "players", players))
    for number, deal in enumerate(file.deals):
        fault = _deal_fault(file, number, deal)
        if fault is not None:
            raise ScoreError(fault)
    if file.totals is not UNSET and list(file.totals) != score_totals(file):
        raise ScoreError(ScoreFault(PadCode.TOTALS, -1, "totals", 0))


def _deal_fault(file: ScoreFile, number: int, deal: ScoreDeal) -> ScoreFault | None:
    players = len(file.players)
    if not _is_scheduled(file, number):
        return ScoreFault(PadCode.SCHEDULE, number, "deals", number)
    opener = (deal.dealer + 1) % players
    refusal = entry_fault(deal.entry, Setting(players, deal.cards, True, opener))
    if refusal is not None:
        return ScoreFault(refusal.code, number, *_position(refusal), refusal)
    wrong = _wrong_points(deal)
    return None if wrong is None else ScoreFault(PadCode.POINTS, number, "points", wrong)


def _is_scheduled(file: ScoreFile, number: int) -> bool:
    """Return whether deal *number* may stand where it stands (G1, G3)."""
    deal, players = file.deals[number], len(file.players)
    if file.kind == "deal":
        fits = deal.cards * players <= len(pack_of(players))
        return number == 0 and deal.dealer < players and fits
    cards = SCHEDULES[players]
    first = file.deals[0].dealer if file.first_dealer is UNSET else file.first_dealer
    return (
        number < len(cards)
        and first < players
        and all(before.tricks is not UNSET for before in file.deals[:number])
        and (deal.cards, deal.dealer) == (cards[number], (first + number) % players)
    )


def _position(refusal: PadRefusal) -> tuple[str, int]:
    """Return in which field of a deal the fault is, and where there."""
    seat = refusal.seat or 0
    match refusal.code:
        case PadCode.CALL_RANGE if refusal.detail == "author":
            return ("author", seat)
        case PadCode.CALL_RANGE | PadCode.CALL_TOO_WEAK:
            return ("bids", seat)
        case PadCode.FORBIDDEN_SUM:
            return ("bids", 0)
        case PadCode.CALL_PACK:
            return ("pack", 0)
        case PadCode.DOUBLE:
            return ("doubled_by", seat)
        case _:
            return ("tricks", seat)


def _wrong_points(deal: ScoreDeal) -> int | None:
    """Return the first seat whose points are wrong; 0 if there should be none, or others."""
    if deal.points is UNSET:
        return None
    right = deal.entry.points
    if right is None or len(right) != len(deal.points):
        return 0
    pairs = enumerate(zip(deal.points, right, strict=True))
    return next((seat for seat, (written, true) in pairs if written != true), None)


def score_totals(file: ScoreFile) -> list[int]:
    """Return the totals of the complete deals in *file*, by seat."""
    scored = [points for deal in file.deals if (points := deal.entry.points) is not None]
    return [sum(points[seat] for points in scored) for seat in range(len(file.players))]
