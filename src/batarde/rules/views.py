"""What one seat may know of a deal, and nothing more.

Bots and clients are given views, never deals. As long as the deal runs, the view of a seat is the
same whatever cards the other seats and the stock hold.
"""

from enum import StrEnum

import msgspec

from batarde.rules.actions import Action, Call
from batarde.rules.auction import Announcement
from batarde.rules.cards import Card

__all__ = ["Phase", "View"]


class Phase(StrEnum):
    """Where a deal stands."""

    READY = "ready"
    """The opener has asked whether everybody has seen their cards (A1)."""
    AUCTION = "auction"
    REDOUBLE = "redouble"
    """The auction closed on a doubled contract: its author redoubles or declines (A9)."""
    PLAY = "play"
    OVER = "over"


class View(msgspec.Struct, frozen=True):
    """A deal as *seat* may see it; a watcher has seat ``None`` and no hand."""

    seat: int | None
    players: int
    cards: int
    dealer: int
    phase: Phase
    turn: int | None
    """Whose bid, answer or card the table waits for; in the ready question nobody's alone."""
    hand: tuple[Card, ...]
    legal: tuple[Action, ...]
    calls: tuple[Call, ...]
    plays: tuple[tuple[int, Card], ...]
    unready: tuple[int, ...]
    window: tuple[int, ...]
    """Who may still wave the double window through; empty when bids are taken (A10)."""
    standing: Announcement | None
    bids: tuple[int | None, ...]
    doubled_by: int | None
    redoubled: bool
    trick: tuple[Card, ...]
    """The cards on the table, the leader's first."""
    winning: int | None
    """Whose card wins the trick as it lies (P9)."""
    leader: int
    """Who led the trick on the table, or leads the next one."""
    tricks: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...] | None = None
    """All hands as dealt, once the deal is over (G3)."""
    number: int = 0
    """Which deal of the game this is, from 0."""
    scores: tuple[int, ...] = ()
    """The totals before this deal."""
