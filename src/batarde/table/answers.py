"""What was answered: a command whose key was seen before is answered again, not carried out."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from batarde.table.errors import TableCode, TableError

__all__ = ["DONE", "Answers", "Outcome", "Reply", "tell"]

_KEYS_KEPT: Final = 64
"""For each person: more than a client sends before it knows what came of the first."""
_PEOPLE_KEPT: Final = 64
_log = logging.getLogger("batarde.table")


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The answer to a command: what is wrong, or nothing."""

    error: TableError | None = None
    is_repeated: bool = False
    """Whether nothing happened now: it had been carried out before, or all was so already."""


DONE: Final = Outcome()

Reply = Callable[[Outcome], None]


class Answers:
    """The last answers to each person, by the keys of their commands."""

    def __init__(self) -> None:
        self._given: OrderedDict[str, OrderedDict[str, Outcome]] = OrderedDict()
        self._awaited: dict[tuple[str, str], list[Reply]] = {}
        """By person and key: who waits besides the first that asked."""

    def expect(self, player: str, key: str, reply: Reply) -> Reply | None:
        """Return whom to tell the outcome of a new command; one that was seen is answered."""
        given = self._given.get(player)
        if given is not None and key in given:
            tell(reply, replace(given[key], is_repeated=True))
            return None
        if (player, key) in self._awaited:
            self._awaited[player, key].append(reply)
            return None
        self._awaited[player, key] = []
        return lambda outcome: self._give(player, key, reply, outcome)

    def _give(self, player: str, key: str, reply: Reply, outcome: Outcome) -> None:
        """Answer a command, and all that came with the same key meanwhile."""
        repeated = self._awaited.pop((player, key))
        if outcome.error is None or outcome.error.code is not TableCode.STORE:
            self._keep(player, key, outcome)  # what could not be stored may be tried again
        tell(reply, outcome)
        for again in repeated:
            tell(again, replace(outcome, is_repeated=True))

    def _keep(self, player: str, key: str, outcome: Outcome) -> None:
        given = self._given.setdefault(player, OrderedDict())
        self._given.move_to_end(player)
        given[key] = outcome
        if len(given) > _KEYS_KEPT:
            given.popitem(last=False)
        if len(self._given) > _PEOPLE_KEPT:
            self._given.popitem(last=False)


def tell(call: Callable[..., None], *what: Any) -> None:
    """Tell somebody something: whatever they do with it, the table goes on."""
    try:
        call(*what)
    except Exception:  # noqa: BLE001
        _log.exception("a table could not tell what happened")
