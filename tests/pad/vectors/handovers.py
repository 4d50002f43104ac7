"""Pads in links, and what is no such link."""

import random
from base64 import urlsafe_b64encode
from collections.abc import Iterator

from batarde.pad import (
    BadEventError,
    HeldKey,
    Role,
    fold_log,
    hand_over,
    read_hand_over,
    write_hand_over,
)
from tests.pad.logs import (
    PAD,
    draw_log,
    encoded,
)
from tests.pad.vectors.lines import Line, plain


def handovers() -> Iterator[Line]:
    for seed in range(60):
        dice = random.Random(seed)
        events = draw_log(seed, dice.randrange(60))
        folded = fold_log(PAD, events)
        assert folded is not None
        keys = tuple(HeldKey(role, key(dice)) for role in dice.sample(list(Role), 3))
        handed = hand_over(folded, keys)
        yield {
            "id": PAD,
            "events": encoded(events),
            "keys": plain(keys),
            "handed": [event.id for event in handed.events],
            "fragment": write_hand_over(handed),
        }


def key(dice: random.Random) -> str:
    return urlsafe_b64encode(dice.randbytes(16)).decode().rstrip("=")


def broken() -> Iterator[Line]:
    """Return what is no hand-over, though it may have been one."""
    for number, line in enumerate(handovers()):
        dice = random.Random(number)
        text = line["fragment"]
        at = dice.randrange(2, len(text))
        other = dice.choice(
            (text[:at], text[:at] + dice.choice("Ax_é =") + text[at + 1 :], text + "A")
        )
        try:
            read_hand_over(other)
        except BadEventError:
            yield {"fragment": other}
    yield from ({"fragment": text} for text in ("", "s=", "s=AAAA", "k=1", "s=" + "A" * 5000))
