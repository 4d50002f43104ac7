"""What each role may do (§7): the server asks before it takes an event, the fold asks again."""

from collections.abc import Mapping
from typing import Final

from batarde.pad.events import BaseEvent, kind
from batarde.pad.fields import Role

__all__ = ["may"]

_ALL: Final = frozenset({"*"})
_NONE: Final[frozenset[str]] = frozenset()

MAY: Final[Mapping[Role, frozenset[str]]] = {
    Role.ARBITER: _ALL,
    Role.KEEPER: _ALL,
    Role.HELPER: frozenset({"deal-entered", "deal-cleared", "person-added", "pad-added"}),
    Role.VIEWER: _NONE,
}
"""By role the events it may write. Who opens a pad for a group puts it and its people there, so a
helper of a group may do that."""


def may(role: Role, event: BaseEvent) -> bool:
    """Return whether *role* may write *event*.

    >>> from batarde.pad.events import GameReopened
    >>> over = GameReopened("QK7M2XPA:0", 1, Role.HELPER, "", "2026-11-18T21:40Z")
    >>> may(Role.KEEPER, over), may(Role.HELPER, over)
    (True, False)
    """
    allowed = MAY[role]
    return allowed is _ALL or kind(event) in allowed
