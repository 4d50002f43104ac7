"""What every seat may do, and since when: what was chosen before that is stale.

An action is stale if the legal actions of its own seat have changed since, not if anything has
happened: the talk of others does not spoil a bid.
"""

from typing import TYPE_CHECKING

from batarde.rules.actions import Action, Double
from batarde.table import commands as do
from batarde.table.errors import TableCode, TableError
from batarde.table.state import TableState

if TYPE_CHECKING:
    from batarde.rules.auction import Announcement

__all__ = ["Freshness"]


class Freshness:
    """The legal actions of a table's seats, and since which event they are what they are."""

    def __init__(self, state: TableState) -> None:
        self.legal: list[tuple[Action, ...]] = []
        self.changed: list[int] = []
        self._seq = state.seq
        self._standing: Announcement | None = None
        self._announced = state.seq
        """Since which event the standing announcement is what it is."""
        self.note(state)

    def note(self, state: TableState) -> None:
        """List what every seat may do now, and note where that has changed."""
        game, seq = state.game, state.seq
        self._seq = seq
        if game is None:
            self.legal, self.changed = [], []
            return
        standing = game.deals[-1].auction.standing if game.deals else None
        if standing is not self._standing and standing != self._standing:
            self._standing, self._announced = standing, seq
        players = game.players
        before, self.legal = self.legal, game.legal_by_seat()
        if state.is_paused:
            self.legal = [()] * players
        if not self.changed:
            self.changed = [seq] * players
            return
        for seat in range(players):
            if self.legal[seat] != before[seat]:
                self.changed[seat] = seq

    def check(self, seat: int, command: do.Act) -> None:
        """Refuse an action that was chosen before what the seat may do has changed.

        A double is aimed at an announcement (A8): it stays fresh as long as that stands, whoever
        bids meanwhile, and it never hits the next one.

        :raises TableError: if it is stale.
        """
        if not self.legal:
            return  # there is no game: that is refused for a better reason
        since = self._announced if type(command.action) is Double else self.changed[seat]
        if not since <= command.seq <= self._seq:
            raise TableError(TableCode.STALE)
