"""Positions and actions written as text, as players would note them down.

- Cards: ``RS FH NC_``; hands: ``RS FH | DS JH | NC MH``, seat 0 first.
- Actions: ``2D`` bids two diamonds, ``4S+marked`` also says the pack, ``FS`` plays a card;
  ``ready``, ``double``, ``redouble`` and ``pass`` are themselves.
- Steps: ``0:2D 1:3C 0:double`` says who does what, in order.

Unless a dealer is given, the last seat deals, so that seat 0 opens (G4).
"""

import re
from typing import Final

from batarde.rules import (
    DOUBLE,
    PASS,
    READY,
    REDOUBLE,
    Action,
    Auction,
    Bid,
    Card,
    Deal,
    Event,
    Pack,
    Refusal,
    Trump,
    cards,
    pack_of,
    play,
)

Hands = tuple[tuple[Card, ...], ...]
Step = tuple[int, Action]

_WORDS: Final[dict[str, Action]] = {
    "ready": READY,
    "double": DOUBLE,
    "redouble": REDOUBLE,
    "pass": PASS,
}
_BID: Final = re.compile(r"(-?\d+)([ASHDCN])(?:\+(simple|marked))?")


def hands(text: str) -> Hands:
    """Return the hands in *text*, by seat."""
    return tuple(cards(hand) for hand in text.split("|"))


def action(text: str) -> Action:
    """Return the action that *text* means."""
    if text in _WORDS:
        return _WORDS[text]
    if (bid := _BID.fullmatch(text)) is not None:
        tricks, trump, pack = bid.groups()
        return Bid(int(tricks), Trump(trump), Pack(pack) if pack else None)
    return play(Card(text))


def steps(text: str) -> list[Step]:
    """Return the steps in *text*."""
    pairs = [step.split(":") for step in text.split()]
    return [(int(seat), action(what)) for seat, what in pairs]


def written(what: Action) -> str:
    """Return *what* in the notation that :func:`action` reads."""
    match what:
        case Bid(tricks, trump, pack):
            return f"{tricks}{trump}" + (f"+{pack}" if pack else "")
        case _ if what in _WORDS.values():
            return next(word for word, meant in _WORDS.items() if meant == what)
        case _:
            return str(getattr(what, "card", what))


def legal(position: Deal, seat: int) -> str:
    """Return what *seat* may do in *position*."""
    return " ".join(written(what) for what in position.legal_actions(seat))


def after(position: Deal, text: str) -> Deal:
    """Return *position* after the steps in *text*, all of which must be legal."""
    for seat, what in steps(text):
        position, _ = position.apply(seat, what)
    return position


def events_of(position: Deal, text: str) -> tuple[Event, ...]:
    """Return the events of the last step in *text*."""
    *before, last = text.split()
    return after(position, " ".join(before)).apply(*steps(last)[0])[1]


def refusal(position: Deal, text: str) -> Refusal | None:
    """Return why the one step in *text* is refused."""
    [(seat, what)] = steps(text)
    return position.refuse(seat, what)


def code(position: Deal, text: str) -> str:
    """Return the code with which the one step in *text* is refused, or ``legal``."""
    refused = refusal(position, text)
    return refused.code.value if refused else "legal"


def deal(
    text: str,
    happened: str = "",
    *,
    dealer: int | None = None,
    asks_ready: bool = False,
    has_windows: bool = False,
) -> Deal:
    """Return the deal of these hands after the steps that *happened*."""
    dealt = hands(text)
    last = len(dealt) - 1 if dealer is None else dealer
    started = Deal.start(dealt, last, asks_ready=asks_ready, has_windows=has_windows)
    return after(started, happened)


def auction(
    happened: str,
    *,
    players: int = 4,
    cards: int = 5,
    dealer: int | None = None,
    asks_ready: bool = False,
    has_windows: bool = False,
) -> Deal:
    """Return a deal in which these calls were made; whose cards are whose does not matter."""
    pack = pack_of(players)
    dealt = [pack[cards * seat : cards * (seat + 1)] for seat in range(players)]
    last = players - 1 if dealer is None else dealer
    started = Deal.start(dealt, last, asks_ready=asks_ready, has_windows=has_windows)
    return after(started, happened)


def bids(position: Deal | Auction) -> str:
    """Return the standing bids by seat, ``-`` where there is none."""
    standing = position.auction if isinstance(position, Deal) else position
    return " ".join("-" if bid is None else str(bid) for bid in standing.bids)
