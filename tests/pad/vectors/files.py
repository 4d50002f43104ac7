"""Pads as tables for spreadsheets and as score files; score files, and what is wrong with them."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from batarde.pad import (
    PadEvent,
    PadRefusal,
    Score,
    ScoreError,
    csv_text,
    export_score,
    fold,
    import_score,
    played_pad,
)
from batarde.pad.model import Pad
from tests.pad.logs import (
    DEVICES,
    PAD,
    draw_log,
    encoded,
)
from tests.pad.vectors.groups import whole
from tests.pad.vectors.lines import AT, Line, plain


def tables() -> Iterator[Line]:
    """Return pads as tables for spreadsheets and as score files."""
    for pad in drawn_pads(60):
        yield {
            "state": plain(pad),
            "perfect": pad.perfect,
            "played": plain(played_pad(pad)),
            "csv": csv_text(pad),
            "score": export_score(pad).write(),
        }


def drawn_pads(count: int) -> Iterator[Pad]:
    for seed in range(count):
        dice = random.Random(seed)
        pad = fold(PAD, draw_log(seed, dice.randrange(40)))
        assert pad is not None
        if seed % 3 == 0:
            pad = fold(PAD, import_events(whole(dice, pad)))
        assert pad is not None
        yield pad


def import_events(pad: Pad) -> tuple[PadEvent, ...]:
    made = import_score(export_score(pad), DEVICES[1], AT)
    assert not isinstance(made, PadRefusal)
    return made


def scores() -> Iterator[Line]:
    """Return score files, most of them with a fault, and the pads made of those without."""
    for seed, pad in enumerate(drawn_pads(260)):
        dice = random.Random(seed)
        data = json.loads(export_score(pad).write())
        spoil(dice, data)
        text = json.dumps(data, ensure_ascii=False)
        yield scored(text)
    for text in ("", "[]", "null", '{"format": "batarde-score/1"}', "{", '"\\ud800"'):
        yield scored(text)


def scored(text: str) -> Line:
    try:
        score = Score.read(text)
    except ScoreError as error:
        return {"text": text, "fault": plain(error.fault)}
    made = import_score(score, DEVICES[2], AT)
    if isinstance(made, PadRefusal):
        return {"text": text, "fault": None, "refusal": plain(made)}
    return {"text": text, "fault": None, "events": encoded(made)}


def spoil(dice: random.Random, data: Line) -> None:
    """Change something in a score file that may be a fault."""
    deal: Line = dice.choice(data["deals"]) if data["deals"] else {}
    players = len(data["players"])
    seat = dice.randrange(players)
    changes_: list[Callable[[], Any]] = [
        lambda: deal.update(cards=dice.choice((0, 5, 1, 40, "5"))),
        lambda: deal.update(dealer=dice.choice((-1, 0, 9))),
        lambda: deal.update(author=dice.choice((None, -1, players, 0, 1))),
        lambda: deal.update(trump=dice.choice(("N", "X", None))),
        lambda: deal.update(pack=dice.choice(("simple", "other"))),
        lambda: deal.update(multiplier=dice.choice((1, 2, 3, True))),
        lambda: deal.update(doubled_by=dice.choice((0, 1, players, -2))),
        lambda: deal.update(tricks=dice.choice((None, [], [1] * players, [-1] * players))),
        lambda: deal.update(points=dice.choice((None, [], [0] * players))),
        lambda: deal.update(note=dice.choice(("n" * 201, 3, "fine"))),
        lambda: deal.update(irregular=dice.choice((True, False, None, 1))),
        lambda: deal.pop("points", None),
        lambda: deal.pop("tricks", None),
        lambda: deal.pop("author", None),
        lambda: data.update(totals=dice.choice((None, [], [0] * players))),
        lambda: data.update(kind=dice.choice(("deal", "match")), deals=data["deals"][:1]),
        lambda: data.update(kind="deal"),
        lambda: data.update(first_dealer=dice.choice((None, 0, 2, 9))),
        lambda: data.pop("first_dealer"),
        lambda: data.update(players=data["players"][: dice.randrange(2, 4)]),
        lambda: data.update(players=["", *data["players"][1:]]),
        lambda: data.update(players=["z" * 25, *data["players"][1:]]),
        lambda: data.update(started=dice.choice((3, "yesterday", "2024-05-01T20:15Z"))),
        lambda: data.update(rules=dice.choice(("1999", 2023, "2015"))),
        lambda: data.update(planned=dice.choice((0, 2, 99))),
        lambda: data.update(unknown={"kept": [1.5]}),
        lambda: deal.update(bids=[*deal.get("bids", [])][:-1]),
        lambda: deal.get("bids", [0] * 7).__setitem__(seat, dice.choice((-1, 99, None, 0, 1))),
        lambda: deal.get("tricks", [0] * 7).__setitem__(seat, dice.choice((-1, 99, 0))),
        lambda: deal.get("points", [0] * 7).__setitem__(seat, dice.choice((-1, 99, 1))),
        lambda: None,
    ]
    dice.choice(changes_)()
