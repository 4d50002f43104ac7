"""Refusals and changes in five languages."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from batarde.pad import (
    Entry,
    PadCode,
    PadRefusal,
    changes,
)
from batarde.pad.history import Change
from batarde.words import LANGUAGES, VOCABULARIES, pad_change, pad_refusal, words
from tests.pad.vectors.lines import Line, plain


def sentences() -> Iterator[Line]:
    """Return every refusal and every kind of change, in all languages and vocabularies."""
    names = ["Ana", "Bo", "Chi", "Dev"]
    for why in refusals():
        yield {"refusal": plain(why), "names": names, "texts": spoken(why, names)}
    for change in differences():
        yield {"change": plain(change), "names": names, "texts": spoken(change, names)}


def spoken(what: PadRefusal | Change, names: list[str]) -> dict[str, str]:
    say: Callable[..., str] = pad_refusal if isinstance(what, PadRefusal) else pad_change
    return {
        f"{language}-{edition}": say(words(language, edition), what, names)
        for language in LANGUAGES
        for edition in VOCABULARIES
    }


DETAILS: Final = {
    PadCode.PLAYERS: ("", "seat"),
    PadCode.NAME: ("empty", "long", "twice"),
    PadCode.SCHEDULE: ("", "order", "single", "file"),
    PadCode.CALL_RANGE: ("", "count", "author"),
    PadCode.DOUBLE: ("author", "single", "stranger"),
    PadCode.AUCTION_OPEN: ("bids", "trump"),
    PadCode.TRICKS_RANGE: ("", "count"),
}
"""The reasons of those codes that have several, or no plain one."""


def refusals() -> Iterator[PadRefusal]:
    for code in PadCode:
        for detail in DETAILS.get(code, ("",)):
            yield PadRefusal(code, "A1", detail, 1, 2, 5)
    yield PadRefusal(PadCode.FORBIDDEN_SUM, "A6", total=5)
    yield PadRefusal(PadCode.CALL_RANGE, "A1", seat=9, number=5)


def differences() -> tuple[Change, ...]:
    blank: Any = {"bids": (2, 0, 1, 1), "note": "so"}
    full: Any = {
        "author": 1,
        "trump": "H",
        "pack": "marked",
        "bids": (2, 3, 1, None),
        "multiplier": 2,
        "doubled_by": 3,
        "tricks": (1, 2, 1, 1),
        "irregular": True,
        "note": "",
    }
    one, other = msgspec.convert(blank, Entry), msgspec.convert(full, Entry)
    return changes(one, other)
