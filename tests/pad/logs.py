"""Logs of pads, drawn by dice: several devices write, with a line between them or without.

What is drawn looks like an evening: deals are entered, corrected, undone, disputed and settled;
but some events are faulty, some come from roles that may not write them, and some name bases that
nobody knows.
"""

import random
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from batarde.pad import events as ev
from batarde.pad.fields import Role
from batarde.pad.folding import Folded, fold_log
from batarde.pad.model import Player
from batarde.pad.writing import Pen, clear, enter, settle, stamp, undo
from batarde.rules.game import schedule
from tests.pad.entries import any_entry, regular_entry

PAD: Final = "QK7M2XPA24"
DEVICES: Final = ("QK7M2XPA", "B3CDEFGH", "ZZ9Y8X7W")
NAMES: Final = ("Ana", "Bo", "Chi", "Dev", "Élodie", "Φως", "=SUM(1)")
LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def moment(dice: random.Random) -> str:
    return f"2026-11-18T{dice.randrange(24):02}:{dice.randrange(60):02}:00+01:00"


def opening(
    dice: random.Random, pen: Pen, players: int, folded: Folded | None = None
) -> ev.PadOpened:
    deals = dice.choice((len(schedule(players)), dice.randint(1, 5)))
    people = [Player(name, dice.choice((None, f"p{n}"))) for n, name in enumerate(NAMES[:players])]
    dice.shuffle(people)
    return ev.PadOpened(
        **stamp(folded, pen, moment(dice)),
        players=tuple(people),
        first_dealer=dice.randrange(players),
        deals=deals,
        seats=dice.choice(("lot", "chosen")),
        drawn=dice.choice(("cards", "lot", "chosen")),
        group=dice.choice((None, "friends")),
        words=dice.choice(("2015", "2023")),
    )


class Evening:
    """Three devices at one pad, each with what it has heard of."""

    def __init__(self, dice: random.Random, players: int) -> None:
        self.dice = dice
        self.known: dict[str, dict[str, ev.PadEvent]] = {device: {} for device in DEVICES}
        roles = (Role.KEEPER, dice.choice((Role.KEEPER, Role.HELPER)), dice.choice(list(Role)))
        self.pens = [
            Pen(device, role, dice.choice((*NAMES, "")))
            for device, role in zip(DEVICES, roles, strict=True)
        ]
        first = opening(dice, self.pens[0], players)
        for device in DEVICES:
            self.known[device][first.id] = first

    @property
    def events(self) -> list[ev.PadEvent]:
        """Everything that any device has written."""
        return list(
            {event.id: event for known in self.known.values() for event in known.values()}.values()
        )

    def step(self) -> None:
        """Let a device write something, or two exchange what they know."""
        dice = self.dice
        pen = dice.choice(self.pens)
        if dice.random() < 0.25:
            other = dice.choice(self.pens)
            both = self.known[pen.device] | self.known[other.device]
            self.known[pen.device], self.known[other.device] = dict(both), dict(both)
            return
        folded = fold_log(PAD, self.known[pen.device].values())
        assert folded is not None
        for event in draw_act(dice, folded, pen):
            self.known[pen.device][event.id] = event


def draw_act(  # noqa: PLR0912 - one branch for each act
    dice: random.Random, folded: Folded, pen: Pen
) -> list[ev.PadEvent]:
    """Return what somebody writes who knows *folded*: mostly the next deal."""
    pad, at = folded.pad, moment(dice)
    players = len(pad.players)
    envelope = stamp(folded, pen, at)
    deal = dice.choice((min(pad.next_deal, pad.deals - 1), dice.randrange(pad.deals)))
    cards = pad.schedule[deal]
    match dice.randrange(24):
        case 0:
            return [clear(folded, pen, at, deal)]
        case 1:
            undone = undo(folded, pen, at, deal)
            return [] if undone is None else [undone]
        case 2:
            return [settle(folded, pen, at, deal, regular_entry(dice, players, cards))]
        case 3 if pad.disputed:
            deal = dice.choice(pad.disputed)
            entry = regular_entry(dice, players, pad.schedule[deal])
            return [settle(folded, pen, at, deal, entry)]
        case 4:
            name = dice.choice((*NAMES, "", "  ", "Ω" * 24, "x" * 25))
            seat = dice.choice((*range(players), -1, players))
            return [
                ev.PlayerRenamed(**envelope, seat=seat, name=name, person=dice.choice((None, "p9")))
            ]
        case 5:
            one, other = dice.sample(range(players), 2)
            first = ev.PlayerRenamed(**envelope, seat=one, name=pad.names[other])
            second = {**envelope, "id": f"{pen.device}:{first.nth + 1}", "clock": first.clock + 1}
            return [first, ev.PlayerRenamed(**second, seat=other, name=pad.names[one])]  # type: ignore[arg-type]
        case 6:
            seat = dice.choice((*range(players), players))
            return [ev.DealerSet(**envelope, seat=seat, drawn=dice.choice(("cards", "lot")))]
        case 7:
            return [ev.GameEnded(**envelope, why=dice.choice(("complete", "stopped")))]
        case 8:
            return [ev.GameReopened(**envelope)]
        case 9:
            number = dice.randrange(3)
            given: Any = dice.choice(("keeper", "helper", "viewer"))
            return [
                ev.LinkMade(**envelope, number=number, role_given=given, key_hash=f"{number}" * 64)
            ]
        case 10:
            return [ev.LinkRevoked(**envelope, number=dice.randrange(3))]
        case 11:
            return [opening(dice, pen, dice.choice((players, 3, 7)), folded)]
        case 12:
            entry = any_entry(dice, players, cards)
            return [replace(enter(folded, pen, at, deal, entry), deal=dice.choice((-1, pad.deals)))]
        case 13:
            entry = regular_entry(dice, players, cards)
            base = dice.choice((None, "B3CDEFGH:999", *[event.id for event in folded.log]))
            return [
                replace(enter(folded, pen, at, deal, entry), base=base, depth=dice.randrange(4))
            ]
        case 14 | 15 | 16 | 17:
            return [enter(folded, pen, at, deal, any_entry(dice, players, cards))]
        case _:
            is_complete = dice.random() < 0.8
            opener = pad.opener(deal)
            entry = regular_entry(dice, players, cards, is_complete=is_complete, opener=opener)
            return [enter(folded, pen, at, deal, entry)]


def draw_log(seed: int, steps: int, players: int | None = None) -> list[ev.PadEvent]:
    """Return everything that three devices wrote in so many steps."""
    dice = random.Random(seed)
    evening = Evening(dice, players or dice.randint(3, 7))
    for _ in range(steps):
        evening.step()
    return evening.events


def tangled(seed: int, size: int) -> list[ev.PadEvent]:
    """Return events whose bases, depths, clocks and even ids are drawn without any sense.

    Bases run in circles, events name themselves, and one id may stand for two events.
    """
    dice = random.Random(seed)
    log = draw_log(seed, size // 2)
    ids = [f"{dice.choice(DEVICES)}:{dice.randrange(8)}" for _ in range(size)]
    wild: list[ev.PadEvent] = [event for event in log if isinstance(event, ev.PadOpened)]
    entries = [event for event in log if isinstance(event, ev.DealEvent)]
    for name in ids if entries else ():
        event = dice.choice(entries)
        changed = replace(
            event,
            id=name,
            clock=dice.randint(1, 6),
            role=dice.choice(list(Role)),
            base=dice.choice((None, *ids)),
            depth=dice.randrange(4),
            deal=dice.randrange(2),
        )
        if isinstance(changed, ev.DisputeSettled):
            changed = replace(changed, over=tuple(dice.sample(ids, min(3, size))))
        wild.append(changed)  # one of the three
    return [*wild, *log]


def encoded(events: Iterable[msgspec.Struct]) -> list[Any]:
    """Return events as JSON would hold them."""
    return [msgspec.to_builtins(event) for event in events]


def jumbled(dice: random.Random, events: Sequence[ev.PadEvent]) -> list[ev.PadEvent]:
    """Return the same set in another order, some of it several times."""
    return dice.sample(
        [*events, *dice.choices(events, k=len(events) // 2)], k=len(events) + len(events) // 2
    )
