"""Logs with their states and histories; acts, and why they are refused."""

import random
from collections import Counter
from collections.abc import Iterator

import msgspec

from batarde.pad import (
    Entry,
    Folded,
    PadEvent,
    Pen,
    Role,
    clear,
    corrected,
    disputes,
    enter,
    fold_log,
    history,
    links,
    next_link,
    other_history,
    refuse,
    refuse_opening,
    settle,
    undo,
)
from tests.pad.logs import (
    DEVICES,
    PAD,
    draw_act,
    draw_log,
    encoded,
    opening,
    tangled,
)
from tests.pad.vectors.lines import AT, Line, plain


def logs() -> Iterator[Line]:
    for seed in range(560):
        events = tangled(seed, 16) if seed % 7 == 0 else draw_log(seed, seed % 28)
        yield told(events, with_histories=seed % 4 == 0)
    yield told(draw_log(1, 0)[1:], with_histories=False)  # nobody has opened it


def told(events: list[PadEvent], *, with_histories: bool) -> Line:
    folded = fold_log(PAD, events)
    line: Line = {"id": PAD, "events": encoded(events), "state": folded and plain(folded.pad)}
    if folded is not None and with_histories:
        deals = sorted({event.deal for event in folded.log if hasattr(event, "deal")})
        line |= {
            "histories": {deal: plain(history(folded, deal)) for deal in deals},
            "other": plain(other_history(folded)),
            "corrected": corrected(folded),
            "disputes": plain(disputes(folded)),
            "links": plain(links(folded)),
            "next_link": next_link(folded),
            "written": plain(written(folded, events)),
        }
    return line


# Acts and why they are refused


def written(folded: Folded, events: list[PadEvent]) -> Line:
    """Return what a device would write now about a deal: the last one, or one that is disputed."""
    pen = Pen(events[0].device, Role.KEEPER, "Ana")
    deal = folded.pad.disputed[0] if folded.pad.disputed else folded.pad.deals - 1
    entry = Entry(bids=(None,) * len(folded.pad.players), note="written")
    return {
        "pen": pen,
        "deal": deal,
        "enter": enter(folded, pen, AT, deal, entry),
        "clear": clear(folded, pen, AT, deal),
        "settle": settle(folded, pen, AT, deal, entry),
        "undo": undo(folded, pen, AT, deal),
    }


def acts() -> Iterator[Line]:
    """Return acts at pads; of each reason for a refusal some, so that none is drowned."""
    seen: Counter[tuple[str, str]] = Counter()
    for seed in range(3000):
        dice = random.Random(seed)
        folded = fold_log(PAD, draw_log(seed, dice.randrange(12)))
        assert folded is not None
        pen = Pen(DEVICES[0], dice.choice((Role.KEEPER, Role.KEEPER, Role.HELPER)))
        act = draw_act(dice, folded, pen)
        why = refuse(folded.pad, *act)
        reason = (why.code, why.detail) if why else ("", "")
        seen[reason] += 1
        if act and seen[reason] <= (60 if why is None else 12):
            yield {"state": plain(folded.pad), "act": encoded(act), "refusal": plain(why)}


def openings() -> Iterator[Line]:
    for seed in range(60):
        dice = random.Random(seed)
        opened = opening(dice, Pen(DEVICES[0], dice.choice(list(Role)[:3])), dice.randint(3, 7))
        match dice.randrange(7):
            case 0:
                opened = msgspec.structs.replace(opened, players=opened.players[:2])
            case 1:
                opened = msgspec.structs.replace(opened, players=opened.players * 3)
            case 2:
                opened = msgspec.structs.replace(opened, first_dealer=len(opened.players))
            case 3:
                twins = (opened.players[0], *opened.players[:-1])
                opened = msgspec.structs.replace(opened, players=twins)
            case 4:
                opened = msgspec.structs.replace(opened, deals=dice.choice((0, 13)))
        yield {"opened": plain(opened), "refusal": plain(refuse_opening(opened))}
