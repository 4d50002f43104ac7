"""What a player can do. An action never says who does it: the seat comes from the session.

The same values serve the rules, the store and the wire, where ``act`` tells them apart.
"""

from typing import Final

import msgspec

from batarde.rules.cards import Card, Pack
from batarde.rules.trumps import Trump

__all__ = [
    "DOUBLE",
    "PASS",
    "READY",
    "REDOUBLE",
    "Action",
    "Bid",
    "Call",
    "Double",
    "Pass",
    "Play",
    "Ready",
    "Redouble",
    "play",
]


class Ready(msgspec.Struct, frozen=True, gc=False, tag_field="act", tag="ready"):
    """Answer the opener's question: yes, I have seen my cards (A1)."""


class Bid(msgspec.Struct, frozen=True, gc=False, tag_field="act", tag="bid"):
    """Speak in turn: announce a trump, or follow with a number in the standing one (A1, A2)."""

    tricks: int
    trump: Trump
    pack: Pack | None = None


class Double(msgspec.Struct, frozen=True, gc=False, tag_field="act", tag="double"):
    """Double the standing announcement, in turn or out of turn (A8)."""


class Redouble(msgspec.Struct, frozen=True, gc=False, tag_field="act", tag="redouble"):
    """Redouble one's own doubled announcement (A9)."""


class Pass(msgspec.Struct, frozen=True, gc=False, tag_field="act", tag="pass"):
    """Wave the double window through (A10), or decline to redouble (A9)."""


class Play(msgspec.Struct, frozen=True, gc=False, tag_field="act", tag="play"):
    """Play a card (P1)."""

    card: Card


Action = Ready | Bid | Double | Redouble | Pass | Play

Call = tuple[int, Bid | Double | Redouble]
"""A seat and what it said: the calls are what a record keeps of an auction."""

READY: Final = Ready()
DOUBLE: Final = Double()
REDOUBLE: Final = Redouble()
PASS: Final = Pass()
_PLAYS: Final = {card: Play(card) for card in Card}


def play(card: Card) -> Play:
    """Return the action of playing *card*; there is one object for each card."""
    return _PLAYS[card]
