"""Games reduced to what statistics need: from pads, and from records of games with cards (§10)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import msgspec

from batarde.pad.model import Entry, Pad
from batarde.rules.deal import Deal
from batarde.rules.game import schedule
from batarde.rules.record import Record

if TYPE_CHECKING:
    from batarde.pad.fields import Multiplier

__all__ = ["Played", "PlayedDeal", "played_pad", "played_record", "reduced"]


class PlayedDeal(msgspec.Struct, frozen=True, gc=False):
    """A complete deal: how many cards each had, and its entry."""

    cards: int
    entry: Entry


class Played(msgspec.Struct, frozen=True):
    """A game of persons; a seat without one is a stranger, who has no figures."""

    id: str
    evening: str
    """The day on which it was begun, as the device wrote it: ``2026-11-18``."""
    persons: tuple[str | None, ...]
    deals: tuple[PlayedDeal, ...]
    """The complete deals, irregular ones too: totals count them."""
    is_complete: bool
    """Whether no deal is missing: only then it counts as a game won or lost."""


def played_pad(pad: Pad) -> Played:
    """Return the complete deals of *pad*."""
    deals = [
        PlayedDeal(cards, entry)
        for cards, entry in zip(pad.schedule, pad.entries, strict=False)
        if entry is not None and entry.tricks is not None
    ]
    persons = tuple(player.person for player in pad.players)
    return Played(pad.id, pad.started[:10], persons, tuple(deals), pad.is_complete)


def played_record(
    record: Record, game_id: str, started: str, persons: Sequence[str | None]
) -> Played:
    """Return the complete deals of a game with cards, whose seats belong to *persons*."""
    deals = [PlayedDeal(deal.cards, reduced(deal)) for deal in record.deals if deal.is_over]
    is_complete = record.kind == "game" and len(deals) == len(schedule(len(record.players)))
    return Played(game_id, started[:10], tuple(persons), tuple(deals), is_complete)


def reduced(deal: Deal) -> Entry:
    """Return the entry of a complete *deal*: the author made the announcement that stood."""
    auction = deal.auction
    assert auction.standing is not None
    return Entry(
        author=auction.standing.seat,
        trump=auction.standing.trump,
        pack=auction.standing.pack,
        bids=auction.bids,
        multiplier=cast("Multiplier", auction.factor),
        doubled_by=auction.doubled_by,
        tricks=deal.tricks,
    )
