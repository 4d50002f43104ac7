"""Events as they may be sent, right and wrong, and what is read of them."""

import json
import random
from collections.abc import Iterator
from typing import Any, Final

from batarde.pad import (
    BadEventError,
    read_event,
)
from tests.pad.logs import (
    draw_log,
)
from tests.pad.vectors.lines import Line, plain


def shapes() -> Iterator[Line]:
    """Return events as they may be sent, right and wrong, and what is read of them."""
    for seed in range(400):
        dice = random.Random(seed)
        event = plain(dice.choice(draw_log(seed, 12)))
        mangle(dice, event)
        text = json.dumps(event, ensure_ascii=dice.random() < 0.5)
        try:
            yield {"text": text, "event": plain(read_event(text))}
        except BadEventError:
            yield {"text": text, "event": None}


WRONG: Final[tuple[Any, ...]] = (
    *(None, True, False, -1, 0, 1, 3, 10**6, 1.5, [], [1], [None] * 21, {}),
    *("", "x", "x" * 101, "é" * 201, "N", "👍" * 24, "\ud83d"),
    *("QK7M2XPA:0", "QK7M2XPA:00", "QK7M2XPA:1000000", "QK7M2XPO:0", "QK7M2XPA:1\n", "qk7m2xpa:1"),
    *("2026-11-18T21:40Z", "2026-11-18T21:40:00.123+01:00", "2026-11-18 21:40"),
    *("2026-11-18T21:40Z\n", "2026-11-18T21:40"),
)


def mangle(dice: random.Random, event: Line) -> None:
    """Change, add or take away a field, of the event or deeper."""
    inner = [value for value in event.values() if isinstance(value, dict)]
    lists = [value for value in event.values() if isinstance(value, list)]
    inner += [value for values in lists for value in values if isinstance(value, dict)]
    target = dice.choice(inner) if inner and dice.random() < 0.6 else event
    name = dice.choice(sorted(target))
    match dice.randrange(5):
        case 0:
            del target[name]
        case 1:
            target[dice.choice(("extra", "seen_by", "__proto__", "toString"))] = "everybody"
        case 2:
            pass
        case _:
            target[name] = dice.choice(WRONG)
