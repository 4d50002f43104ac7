"""What is wrong with an entry, by itself (§4): the first fault in a fixed order."""

from collections.abc import Sequence

import msgspec

from batarde.pad.model import Entry
from batarde.pad.refusals import PadCode, PadRefusal
from batarde.pad.speaking import last_to_speak
from batarde.rules.cards import has_two_packs
from batarde.rules.trumps import Trump

__all__ = ["Setting", "entry_fault"]


class Setting(msgspec.Struct, frozen=True, gc=False):
    """What an entry is held against."""

    players: int
    cards: int
    may_override: bool = False
    """Whether an irregular entry may have bids that add up to the cards: a keeper's may."""
    opener: int | None = None
    """Who opens, where that is certain: the first dealer may still be corrected (§4, †)."""


def entry_fault(entry: Entry, setting: Setting) -> PadRefusal | None:
    """Return the first fault of *entry*, or ``None``.

    >>> sums_up = Entry(author=0, trump=Trump.HEARTS, bids=(2, 2, 0, 1))
    >>> entry_fault(sums_up, Setting(players=4, cards=5))
    PadRefusal(code=<PadCode.FORBIDDEN_SUM: 'forbidden-sum'>, rule='A6', detail='', seat=3, ...)
    """
    return (
        _bids_fault(entry, setting)
        or _contract_fault(entry, setting)
        or _sum_fault(entry, setting)
        or _double_fault(entry, setting)
        or _tricks_fault(entry, setting)
    )


def _bids_fault(entry: Entry, setting: Setting) -> PadRefusal | None:
    wrong = _out_of_range(entry.bids, setting)
    if wrong is not None:
        return PadRefusal(PadCode.CALL_RANGE, "A1", *wrong, number=setting.cards)
    if entry.author is not None and not 0 <= entry.author < setting.players:
        return PadRefusal(PadCode.CALL_RANGE, "A1", "author", entry.author)
    return None


def _out_of_range(numbers: Sequence[int | None], setting: Setting) -> tuple[str, int | None] | None:
    """Return what is wrong with a number for each seat: how many there are, or whose is."""
    if len(numbers) != setting.players:
        return ("count", None)
    for seat, number in enumerate(numbers):
        if number is not None and not 0 <= number <= setting.cards:
            return ("", seat)
    return None


def _contract_fault(entry: Entry, setting: Setting) -> PadRefusal | None:
    if entry.pack is not None and not has_two_packs(setting.players):
        return PadRefusal(PadCode.CALL_PACK, "A7")
    if setting.opener is None or entry.author in (None, setting.opener):
        return None
    if entry.trump is Trump.NONE and entry.bids[entry.author] == 0:
        return PadRefusal(PadCode.CALL_TOO_WEAK, "A3", seat=entry.author)
    return None


def _sum_fault(entry: Entry, setting: Setting) -> PadRefusal | None:
    bids = entry.full_bids
    if bids is None or sum(bids) != setting.cards:
        return None
    if entry.irregular and setting.may_override:
        return None
    last = last_to_speak(entry.author, setting.players)
    number = None if last is None else bids[last]
    return PadRefusal(PadCode.FORBIDDEN_SUM, "A6", "", last, number, setting.cards)


def _double_fault(entry: Entry, setting: Setting) -> PadRefusal | None:
    doubler = entry.doubled_by
    if doubler is None:
        return None
    if not 0 <= doubler < setting.players:
        return PadRefusal(PadCode.DOUBLE, "A8", "stranger", doubler)
    if doubler == entry.author:
        return PadRefusal(PadCode.DOUBLE, "A8", "author", doubler)
    if entry.multiplier == 1:
        return PadRefusal(PadCode.DOUBLE, "A8", "single", doubler)
    return None


def _tricks_fault(entry: Entry, setting: Setting) -> PadRefusal | None:
    if entry.tricks is None:
        return None
    if entry.full_bids is None or entry.trump is None:
        missing = "trump" if entry.full_bids is not None else "bids"
        return PadRefusal(PadCode.AUCTION_OPEN, "A5", missing)
    wrong = _out_of_range(entry.tricks, setting)
    if wrong is not None:
        return PadRefusal(PadCode.TRICKS_RANGE, "P1", *wrong, number=setting.cards)
    if (won := sum(entry.tricks)) != setting.cards:
        return PadRefusal(PadCode.TRICKS_SUM, "P1", number=won, total=setting.cards)
    return None
