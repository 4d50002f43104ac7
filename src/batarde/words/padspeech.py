"""What the score pad refuses, and what was changed in it, in words."""

from collections.abc import Sequence

from batarde.pad.history import Change, Value
from batarde.pad.refusals import PadRefusal
from batarde.rules.cards import Pack
from batarde.rules.trumps import Trump
from batarde.words.speech import Words

__all__ = ["pad_change", "pad_refusal"]


def pad_refusal(words: Words, refusal: PadRefusal, players: Sequence[str] = ()) -> str:
    """Return why the pad refuses something.

    >>> from batarde.pad.refusals import PadCode
    >>> from batarde.words import words
    >>> last = PadRefusal(PadCode.FORBIDDEN_SUM, "A6", seat=1, number=2, total=5)
    >>> pad_refusal(words("en"), last, ["Ana", "Bo"])
    'Bo speaks last and cannot say 2: the bids would add up to 5, the number of cards.'
    """
    detail = refusal.detail
    if refusal.code.value == "forbidden-sum" and refusal.seat is None:
        detail = "anybody"
    number = refusal.number
    if detail == "order" and number is not None:
        number += 1  # people count deals from 1
    return words.say(
        f"pad.refusal.{refusal.code}.{detail}" if detail else f"pad.refusal.{refusal.code}",
        player="" if refusal.seat is None else words.player(refusal.seat, players),
        number=number,
        total=refusal.total,
    )


def pad_change(words: Words, change: Change, players: Sequence[str]) -> str:
    """Return what was changed.

    >>> from batarde.words import words
    >>> pad_change(words("en"), Change("bid", 1, 2, 3), ["Ana", "Bo"])
    'bid of Bo 2 → 3'
    """
    player = "" if change.seat is None else words.player(change.seat, players)
    what = words.say(f"pad.field.{change.field}", player=player)
    before, after = (
        _value(words, change, value, players) for value in (change.before, change.after)
    )
    return words.say("pad.change", what=what, before=before, after=after)


def _value(words: Words, change: Change, value: Value, players: Sequence[str]) -> str:
    match change.field, value:
        case _, None:
            return words.say("pad.value.none")
        case "irregular", bool():
            return words.say("pad.value.true" if value else "pad.value.false")
        case (("author" | "doubled_by"), int()):
            return words.player(value, players)
        case "trump", str():
            return words.trump(Trump(value))
        case "pack", str():
            return words.pack(Pack(value))
        case "multiplier", _:
            return f"×{value}"
        case "note", _:
            return words.say("pad.value.note", text=value)
        case _:
            return str(value)
