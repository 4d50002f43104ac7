"""The score file ``batarde-score/1``: a game without its cards (docs/record.md, §11).

Here is its shape; whether it follows the rules, :mod:`batarde.pad.scorecheck` tells.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from batarde.pad.fields import Multiplier, Text
from batarde.pad.model import Entry
from batarde.pad.refusals import PadCode, PadRefusal
from batarde.rules.cards import Pack
from batarde.rules.errors import BatardeError
from batarde.rules.trumps import Trump

__all__ = [
    "SCORE_FORMAT",
    "ScoreDeal",
    "ScoreError",
    "ScoreFault",
    "ScoreFile",
    "score_refusal",
    "shaped_score",
]

SCORE_FORMAT: Final = "batarde-score/1"

Seat = Annotated[int, Meta(ge=0)]


class ScoreDeal(msgspec.Struct, frozen=True):
    """A deal as a file holds it: its bids are complete."""

    cards: Annotated[int, Meta(ge=1)]
    dealer: Seat
    trump: Trump
    bids: tuple[int, ...]
    multiplier: Multiplier
    author: int | None = None
    pack: Pack | None = None
    doubled_by: int | None = None
    tricks: tuple[int, ...] | UnsetType = UNSET
    points: tuple[int, ...] | UnsetType = UNSET
    irregular: bool = False
    note: Text = ""

    @property
    def entry(self) -> Entry:
        """The deal as a pad holds it."""
        return Entry(
            author=self.author,
            trump=self.trump,
            pack=self.pack,
            bids=self.bids,
            multiplier=self.multiplier,
            doubled_by=self.doubled_by,
            tricks=None if self.tricks is UNSET else self.tricks,
            irregular=self.irregular,
            note=self.note,
        )


class ScoreFile(msgspec.Struct, frozen=True):
    """A game, or a single deal, as a file holds it."""

    format: Literal["batarde-score/1"]
    kind: Literal["game", "deal"]
    players: tuple[str, ...]
    deals: tuple[ScoreDeal, ...]
    rules: str = "2023"
    first_dealer: Seat | UnsetType = UNSET
    planned: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    """How many deals are to be played, if fewer than G1 says."""
    totals: tuple[int, ...] | UnsetType = UNSET
    id: str | UnsetType = UNSET
    started: str | UnsetType = UNSET


class ScoreFault(msgspec.Struct, frozen=True):
    """The first fault of a score file, and where it is; *deal* is -1 where no deal is meant."""

    rule: PadCode
    deal: int
    section: str
    index: int
    refusal: PadRefusal | None = None


class ScoreError(BatardeError):
    """A score file that does not follow the rules; :attr:`fault` says where."""

    def __init__(self, fault: ScoreFault) -> None:
        super().__init__(f"{fault.rule.value}: deal {fault.deal}, {fault.section} {fault.index}")
        self.fault = fault


def shaped_score(data: Mapping[str, Any] | None) -> ScoreFile:
    """Return what *data* holds, of the right shape but not yet checked.

    :raises ScoreError: with the code ``schema`` if it has another.
    """
    try:
        return msgspec.convert(data, ScoreFile)
    except (msgspec.MsgspecError, BatardeError):
        raise ScoreError(ScoreFault(PadCode.SCHEMA, -1, "record", 0)) from None


def score_refusal(fault: ScoreFault) -> PadRefusal:
    """Return what is wrong, to be put into words."""
    if fault.refusal is not None:
        return fault.refusal
    detail = "file" if fault.rule is PadCode.SCHEDULE else ""
    return PadRefusal(fault.rule, detail=detail, number=fault.index)
