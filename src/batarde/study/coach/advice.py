"""What the coach says, as values: they go over the wire as they stand (docs/protocol.md)."""

from typing import Literal

import msgspec

from batarde.rules.actions import Action, Bid
from batarde.rules.cards import Card, Pack
from batarde.rules.trumps import Trump
from batarde.study.reasons.codes import Reason

__all__ = ["Advice", "CardCost", "Cell", "Lens", "LensRow", "Need", "Raise", "Step"]

Step = Literal[1, 2, 3]
"""The need, the reasons, the action with what every other one costs."""


class Need(msgspec.Struct, frozen=True, gc=False):
    """Where the seat stands, which anybody could count."""

    left: int
    """The tricks that are left to win, the one on the table among them."""
    tricks: int | None = None
    """How many of them the seat still needs, below 0 if it has too many; nothing before its bid."""
    table: int = 0
    """How many tricks all want who have bid: what they bid, or in play what they still need."""
    silent: int = 0
    """How many have no bid yet, the seat itself among them."""
    forbidden: int | None = None
    """The number that the seat may not follow with (A6)."""
    is_forced: bool = False
    """Whether there is but one card to play, or several that come to the same."""


class Cell(msgspec.Struct, frozen=True, gc=False):
    """One number in one trump."""

    misses: float
    """How far from the number the hand should end."""
    error: float = 0.0
    """One standard error of that."""
    exact: float = 0.0
    """How likely the number is met."""
    is_bound: bool = False
    """Whether *misses* is only a lower bound, for the number was not played out."""
    is_open: bool = False
    """Whether the seat could say it as the auction stands (A2, A3, A6)."""


class LensRow(msgspec.Struct, frozen=True, gc=False):
    """One trump of the lens."""

    trump: Trump
    best: int
    """The number with the fewest misses, whether it may be said or not."""
    cells: tuple[Cell, ...]
    """One for each number of tricks, from 0 on."""
    pack: Pack | None = None
    least: int | None = None
    """The fewest tricks that it takes now (A3); nothing if it cannot be announced any more."""
    is_standing: bool = False
    forbidden: int | None = None
    """The number that the seat may not follow with, or most likely not (A6)."""
    forbidden_chance: float = 0.0
    """How likely that is; 1 if it is certain."""
    gain: float = 0.0
    """By how much a double of somebody else's announcement would raise the chance to win."""
    is_worth_double: bool = False


class Lens(msgspec.Struct, frozen=True, gc=False):
    """The six trumps of a hand, strong to weak; with two packs each with one of them."""

    rows: tuple[LensRow, ...]
    worlds: int
    has_other_packs: bool = False
    """Whether there is a lens of the other packs too."""
    is_other_packs: bool = False


class CardCost(msgspec.Struct, frozen=True, gc=False):
    """Cards that come to the same, and how far from the bid the seat should end after one."""

    cards: tuple[Card, ...]
    misses: float
    error: float = 0.0
    exact: float = 0.0


class Raise(msgspec.Struct, frozen=True, gc=False):
    """A double or a redouble."""

    points: tuple[float, ...]
    """What everybody should score if it is left at that, by seat."""
    raised: tuple[float, ...]
    """The same with the double, or the redouble."""
    chance: float
    """The seat's chance to win the game if it is left at that."""
    gain: float
    """What the double or the redouble adds to it."""
    is_worth: bool = False
    is_redouble: bool = False


class Advice(msgspec.Struct, frozen=True, gc=False):
    """The answer to one request; each step holds those before it."""

    step: Step
    need: Need
    reasons: tuple[Reason, ...] = ()
    best: Action | None = None
    """What a strong player would do."""
    over: Bid | Card | None = None
    """What the reasons compare it with."""
    cards: tuple[CardCost, ...] = ()
    """In play: all that may be played, the cheapest first."""
    lens: Lens | None = None
    """While bids are made."""
    double: Raise | None = None
    """Where the seat may double or redouble."""
