"""A pad to try things at: names, an opening, and short ways to write."""

from typing import Any, Final

from batarde.pad import (
    DealEntered,
    Entry,
    Folded,
    PadEvent,
    PadOpened,
    Pen,
    Player,
    Role,
    fold_log,
)
from batarde.rules.trumps import Trump

PAD: Final = "QK7M2XPA24"
AT: Final = "2026-11-18T21:40:00+01:00"
ANA: Final = Pen("AAAAAAAA", Role.KEEPER, "Ana")
BO: Final = Pen("BBBBBBBB", Role.KEEPER, "Bo")
HAL: Final = Pen("HHHHHHHH", Role.HELPER, "Hal")
ARI: Final = Pen("CCCCCCCC", Role.ARBITER, "Ari")
NAMES: Final = ("Ana", "Bo", "Chi", "Dev", "Eve", "Flo", "Gus")

E4: Final = Entry(
    author=0,
    trump=Trump.HEARTS,
    bids=(2, 2, 0, 3),
    multiplier=2,
    doubled_by=2,
    tricks=(1, 2, 1, 1),
)
"""The example of the books: 5 cards, points 2 0 2 4."""


def opened(players: int = 4, **fields: Any) -> PadOpened:
    """Return the opening of a pad by Ana; seat 3 deals first, so seat 0 opens."""
    given: dict[str, Any] = {
        "id": f"{ANA.device}:0",
        "clock": 1,
        "role": Role.KEEPER,
        "by": "Ana",
        "at": AT,
        "players": tuple(Player(name) for name in NAMES[:players]),
        "first_dealer": players - 1,
        "deals": 10,
    }
    return PadOpened(**(given | fields))


def folded(*events: PadEvent, players: int = 4) -> Folded:
    """Return the pad of Ana after *events*."""
    log = fold_log(PAD, [opened(players), *events])
    assert log is not None
    return log


def entered(pen: Pen, number: int, clock: int, entry: Entry = E4, **fields: Any) -> DealEntered:
    """Return an entry of the first deal, written without a look at what is there."""
    given: dict[str, Any] = {"deal": 0, "base": None, "depth": 0, "entry": entry} | fields
    return DealEntered(f"{pen.device}:{number}", clock, pen.role, pen.by, AT, **given)
