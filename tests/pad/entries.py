"""Entries drawn by dice: what an auction and a play may bring, and what they may not."""

import random
from typing import Any

from msgspec.structs import replace

from batarde.pad.model import Entry
from batarde.rules.cards import Pack
from batarde.rules.trumps import Trump


def split(dice: random.Random, whole: int, parts: int) -> tuple[int, ...]:
    """Return how *whole* tricks may fall to so many players."""
    won = [0] * parts
    for _ in range(whole):
        won[dice.randrange(parts)] += 1
    return tuple(won)


def regular_entry(
    dice: random.Random, players: int, cards: int, *, is_complete: bool = True, opener: int = 0
) -> Entry:
    """Return a deal that some auction and play could have brought."""
    author, trump = dice.randrange(players), dice.choice(list(Trump))
    bids = [dice.randint(0, max(1, 2 * cards // players)) for _ in range(players)]
    last = (author - 1) % players
    if sum(bids) == cards:
        bids[last] += -1 if bids[last] else 1
    if trump is Trump.NONE and bids[author] == 0:
        author = opener
    doubler = dice.choice([seat for seat in range(players) if seat != author])
    multiplier: Any = dice.choice((1, 1, 2, 4))
    tricks = tuple(bids) if sum(bids) == cards else split(dice, cards, players)
    return Entry(
        author=dice.choice((author, author, author, None)),
        trump=trump,
        pack=dice.choice((None, *Pack)) if players >= 5 else None,
        bids=tuple(bids),
        multiplier=multiplier,
        doubled_by=dice.choice((doubler, None)) if multiplier > 1 else None,
        tricks=tricks if is_complete else None,
        note=dice.choice(("", "", "", "“at last”", "a,b\n")),
    )


def any_entry(  # noqa: PLR0912 - one branch for each fault
    dice: random.Random, players: int, cards: int
) -> Entry:
    """Return an entry that may well have a fault, or be open."""
    entry = regular_entry(dice, players, cards, is_complete=dice.random() < 0.7)
    bids: list[int | None] = list(entry.bids)
    seat = dice.randrange(players)
    match dice.randrange(14):
        case 0:
            bids[seat] = dice.choice((-1, cards + 1))
        case 1:
            bids[seat] = None
        case 2:
            bids = bids[:-1]
        case 3:
            return replace(entry, author=dice.choice((-1, players)))
        case 4:
            return replace(entry, pack=Pack.MARKED)
        case 5:
            bids = list(split(dice, cards, players))
            return replace(entry, bids=tuple(bids), irregular=dice.random() < 0.5)
        case 6:
            return replace(entry, author=1, doubled_by=1, multiplier=2)
        case 7:
            return replace(entry, doubled_by=dice.choice((0, players)), multiplier=1)
        case 8:
            return replace(entry, trump=None)
        case 9:
            return replace(entry, tricks=(cards + 1, -1, *[0] * (players - 2)))
        case 10:
            return replace(entry, tricks=(cards,) * players)
        case 11:
            return replace(entry, tricks=(cards,))
        case 12:
            return replace(entry, author=2, trump=Trump.NONE, bids=(1, 0, 0, *[2] * (players - 3)))
        case _:
            return replace(entry, irregular=dice.random() < 0.2)
    return replace(entry, bids=tuple(bids))
