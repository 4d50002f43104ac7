"""What happened, and who may see it.

Every event says in ``seen_by`` which seats may know it; nothing is public by default. An event
that somebody may not see becomes :class:`Hidden` for them, so that counts and order stay whole.
"""

from typing import Final, Literal, TypeVar

import msgspec

from batarde.rules.cards import Card, Pack
from batarde.rules.trumps import Trump

__all__ = [
    "EVERYBODY",
    "AuctionClosed",
    "Audience",
    "BaseEvent",
    "BidMade",
    "CardPlayed",
    "DealBegan",
    "DealScored",
    "Doubled",
    "Event",
    "GameEnded",
    "HandDealt",
    "Hidden",
    "Readied",
    "RedoubleDeclined",
    "Redoubled",
    "TrickTaken",
    "Waved",
    "WindowClosed",
    "redacted",
]

Audience = tuple[int, ...] | Literal["everybody"]
"""The seats that may see an event, or everybody, watchers included."""

EVERYBODY: Final = "everybody"


class BaseEvent(msgspec.Struct, frozen=True, gc=False, tag_field="event", omit_defaults=True):
    """Anything that happens; what is not said to be seen by somebody is seen by nobody."""

    seen_by: Audience


E = TypeVar("E", bound=BaseEvent)


class DealBegan(BaseEvent, frozen=True, tag="deal-began"):
    """A deal starts; *number* counts from 0 (G1)."""

    number: int
    cards: int
    dealer: int


class HandDealt(BaseEvent, frozen=True, tag="hand-dealt"):
    """A seat has got its cards."""

    seat: int
    hand: tuple[Card, ...]


class Readied(BaseEvent, frozen=True, tag="readied"):
    """A seat has seen its cards (A1)."""

    seat: int


class BidMade(BaseEvent, frozen=True, tag="bid-made"):
    """A seat spoke in turn; *announces* is true if it set a new trump (A1 to A4)."""

    seat: int
    tricks: int
    trump: Trump
    pack: Pack | None
    announces: bool


class Waved(BaseEvent, frozen=True, tag="waved"):
    """A seat waved the double window through (A10)."""

    seat: int


class WindowClosed(BaseEvent, frozen=True, tag="window-closed"):
    """The double window is over: bids are taken again (A10)."""


class Doubled(BaseEvent, frozen=True, tag="doubled"):
    """A seat doubled the standing announcement (A8)."""

    seat: int


class Redoubled(BaseEvent, frozen=True, tag="redoubled"):
    """The author redoubled (A9)."""

    seat: int


class RedoubleDeclined(BaseEvent, frozen=True, tag="redouble-declined"):
    """The author declined to redouble (A9)."""

    seat: int


class AuctionClosed(BaseEvent, frozen=True, tag="auction-closed"):
    """Everybody has a bid in the standing trump, which *seat* announced (A5)."""

    seat: int
    trump: Trump
    pack: Pack | None
    bids: tuple[int, ...]


class CardPlayed(BaseEvent, frozen=True, tag="card-played"):
    """A seat played a card (P1); *wins* says that it beats all before it in the trick (P9)."""

    seat: int
    card: Card
    wins: bool = False


class TrickTaken(BaseEvent, frozen=True, tag="trick-taken"):
    """A trick is complete and goes to *seat*, who leads the next (P1, P9)."""

    seat: int
    card: Card
    """The card that won it."""


class DealScored(BaseEvent, frozen=True, tag="deal-scored"):
    """A deal is over: everything may be seen now, the cards left over included (G3, S1)."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


class GameEnded(BaseEvent, frozen=True, tag="game-ended"):
    """The last deal is scored (G5)."""

    totals: tuple[int, ...]
    places: tuple[int, ...]


class Hidden(BaseEvent, frozen=True, tag="hidden"):
    """Something happened that its receiver may not see."""


Event = (
    DealBegan
    | HandDealt
    | Readied
    | BidMade
    | Waved
    | WindowClosed
    | Doubled
    | Redoubled
    | RedoubleDeclined
    | AuctionClosed
    | CardPlayed
    | TrickTaken
    | DealScored
    | GameEnded
    | Hidden
)


def redacted(event: E, seat: int | None) -> "E | Hidden":
    """Return *event* as *seat* may see it; ``None`` is a watcher.

    >>> redacted(HandDealt((1,), 1, (Card.RS,)), 0)
    Hidden(seen_by=(1,))
    """
    if event.seen_by == EVERYBODY or (seat is not None and seat in event.seen_by):
        return event
    return Hidden(event.seen_by)
