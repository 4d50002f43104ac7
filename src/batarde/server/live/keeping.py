"""What is kept, and for how long: the rules are in docs/store.md.

Rooms tell nobody when somebody looks in, so the keeper goes round, notes where people are, and
lets the store forget what nobody has used for long.
"""

import asyncio
import logging
from typing import Final

from batarde.server.live.archive import CLOSED_AFTER
from batarde.server.live.hall import Hall
from batarde.store import Store, StoreError
from batarde.table.clocks import Clock

__all__ = ["LOBBY_TIME", "Keeper"]

LOBBY_TIME: Final = 120_000
"""Milliseconds that a listed table in which nobody is stays in the lobby."""
_DAY: Final = 24 * 3600 * 1_000
_UNUSED_TABLE: Final = CLOSED_AFTER + _DAY
"""A day more, so that nothing is forgotten that somebody is just opening."""
_UNSEEN_PLAYER: Final = 365 * _DAY
_ROUND_SECONDS: Final = 30.0
_ROUNDS_TO_CLEANING: Final = 120
_AT_ONCE: Final = 100
"""How many are forgotten in one transaction: moves wait for it."""
_log = logging.getLogger("batarde.keeping")


class Keeper:
    """Goes round the rooms, and cleans up."""

    def __init__(self, store: Store, hall: Hall, clock: Clock) -> None:
        self._store = store
        self._hall = hall
        self._clock = clock
        self._round_at = 0
        """When the last round was, by the steady clock."""

    async def run(self) -> None:
        """Go round until it is called off, and clean up every hour."""
        number = 0
        while True:
            try:
                await self.go_round()
                if number % _ROUNDS_TO_CLEANING == 0:
                    await self.clean()
            except StoreError as error:  # the next round comes soon
                _log.warning("could not be noted: %s", error)
            except Exception:  # noqa: BLE001 - it must go on
                _log.exception("a round broke off")
            number += 1
            await asyncio.sleep(_ROUND_SECONDS)

    async def go_round(self) -> None:
        """Note which tables somebody is at, or was since the last round."""
        since, self._round_at = self._round_at, self._clock.now()
        rooms = self._hall.rooms.items()
        visited = [code for code, room in rooms if room.guests or room.left_at >= since]
        if visited:
            await self._store.visit(visited, self._clock.calendar())

    async def clean(self) -> None:
        """Forget what nobody has used for long, a little at a time."""
        now = self._clock.calendar()
        tables, players = now - _UNUSED_TABLE, now - _UNSEEN_PLAYER
        is_more = True
        while is_more:
            gone = await self._store.clean(tables=tables, players=players, limit=_AT_ONCE)
            if gone.tables or gone.players:
                _log.info("forgot %d unused tables, %d people", gone.tables, gone.players)
            is_more = _AT_ONCE in (gone.tables, gone.players)
