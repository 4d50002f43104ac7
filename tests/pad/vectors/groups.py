"""Groups with their events, and the statistics of their games."""

import random
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from batarde.pad import (
    Entry,
    Played,
    Role,
    figures,
    fold,
    fold_group,
    played_pad,
    statistics,
    with_erased,
)
from batarde.pad import groupevents as ge
from batarde.pad.model import Pad
from tests.pad.entries import regular_entry
from tests.pad.logs import (
    DEVICES,
    LETTERS,
    NAMES,
    PAD,
    draw_log,
    encoded,
    moment,
)
from tests.pad.vectors.lines import AT, Line, plain

PEOPLE: Final = (*[f"p{n}" for n in range(6)], "__proto__", "constructor")


def groups() -> Iterator[Line]:
    for seed in range(60):
        dice = random.Random(seed)
        events = group_events(dice)
        group = fold_group("friends", events)
        line: Line = {"id": "friends", "events": encoded(events), "group": group and plain(group)}
        pad = fold(PAD, draw_log(seed, 0))
        if group is not None and pad is not None:
            shown = with_erased(pad, group, lambda number: f"Player {number}")
            line |= {"pad": plain(pad), "shown": shown.names}
        if group is not None and seed % 2 == 0:
            games = [game(dice) for _ in range(dice.randint(1, 6))]
            found = statistics(games, group)
            line |= {
                "games": plain(games),
                "statistics": plain(found),
                "figures": {name: plain(figures(one.all)) for name, one in found.persons.items()},
            }
        yield line


def group_events(dice: random.Random) -> list[ge.GroupEvent]:
    drawn: list[ge.GroupEvent] = []
    for clock in range(1, dice.randint(2, 40)):
        envelope: Any = {
            "id": f"{dice.choice(DEVICES)}:{clock}",
            "clock": dice.choice((clock, dice.randint(1, 40))),
            "role": dice.choice((Role.KEEPER, Role.KEEPER, Role.HELPER, Role.VIEWER)),
            "by": "Ana",
            "at": moment(dice),
        }
        person, other = dice.choices(PEOPLE, k=2)
        name = dice.choice((*NAMES, "", "y" * 25))
        match dice.randrange(14):
            case 0:
                drawn.append(ge.GroupOpened(**envelope, name=name))
            case 1:
                drawn.append(ge.PersonRenamed(**envelope, person=person, name=name))
            case 2 | 3:
                drawn.append(ge.PersonsMerged(**envelope, person=person, into=other))
            case 4:
                drawn.append(ge.PersonsSplit(**envelope, person=person))
            case 5 if dice.random() < 0.5:
                drawn.append(ge.PersonErased(**envelope, person=person))
            case 6 | 7:
                pad = "".join(dice.choices(LETTERS[:2], k=2)) + "CDEFGH23"
                drawn.append(ge.PadAdded(**envelope, pad=pad))
            case _:
                drawn.append(ge.PersonAdded(**envelope, person=person, name=name))
    first: Any = {"id": "AAAAAAAA:0", "clock": 1, "role": Role.KEEPER, "by": "", "at": AT}
    opened = ge.GroupOpened(**first, name="Thursday")
    return drawn if dice.random() < 0.1 else [*drawn, opened]


def game(dice: random.Random) -> Played:
    """Return a game of a group, with strangers, whole or not."""
    log = draw_log(dice.randrange(10_000), dice.randrange(60))
    pad = fold(PAD, log)
    assert pad is not None
    filled = whole(dice, pad) if dice.random() < 0.6 else pad
    persons = dice.sample([*PEOPLE, None, None], len(pad.players))
    evening = f"2026-11-{dice.randint(17, 19)}"
    return msgspec.structs.replace(played_pad(filled), evening=evening, persons=tuple(persons))


def whole(dice: random.Random, pad: Pad) -> Pad:
    """Return *pad* with every deal complete; some games are perfect for somebody."""
    players = len(pad.players)
    seat = dice.randrange(players) if dice.random() < 0.3 else None
    entries = []
    for deal in range(pad.deals):
        entry = regular_entry(dice, players, pad.schedule[deal])
        if seat is not None and entry.tricks is not None:
            entry = perfected(entry, seat, pad.schedule[deal])
        irregular = seat is None and dice.random() < 0.1
        entries.append(msgspec.structs.replace(entry, irregular=irregular))
    points = tuple(entry.points for entry in entries)
    return msgspec.structs.replace(pad, entries=tuple(entries), points=points)


def perfected(entry: Entry, seat: int, cards: int) -> Entry:
    """Return *entry* with tricks as *seat* has bid."""
    bid = entry.bids[seat] or 0
    other = (seat + 1) % len(entry.bids)
    tricks = [0] * len(entry.bids)
    tricks[seat], tricks[other] = bid, cards - bid
    return msgspec.structs.replace(entry, tricks=tuple(tricks))
