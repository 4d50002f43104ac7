"""What a table writes down before anybody sees it."""

from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from batarde.rules import events as rules
from batarde.table import events as ev
from batarde.table.state import TableState

__all__ = ["Batch", "Journal"]

_MOVES: Final = frozenset({rules.BidMade, rules.CardPlayed, rules.TrickTaken, rules.AuctionClosed})


class Batch(msgspec.Struct, frozen=True, gc=False):
    """What happened at once: stored together, shown together."""

    seq: int
    """The sequence number of the first event."""
    at: int
    events: tuple[ev.TableEvent, ...]
    json: bytes
    """The events as they are stored, and sent to everybody who may see all of them."""

    @property
    def is_move(self) -> bool:
        """Whether it is a bid or a card and what follows from it within the deal: most are."""
        return type(self.events[-1]) in _MOVES


class Journal(Protocol):
    """Where a table writes what happens."""

    def append(
        self, state: TableState, batch: Batch, done: Callable[[Exception | None], None]
    ) -> None:
        """Store *batch*, then call *done*; *state* is the table after it.

        A :class:`~batarde.store.ConflictError` says that somebody else has written to the table.
        """
