"""People without accounts: a secret makes a player, who may have a name.

The secret lives in a cookie; the server keeps only its hash. Losing the cookie is losing the seat,
and whoever has it on another device is the same person there.
"""

import re
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Final

from batarde.store import PlayerRow, Store, StoreError
from batarde.table.names import clean_name

__all__ = ["COOKIE", "People", "secret_in"]

COOKIE: Final = "batarde"
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_CACHED: Final = 10_000
_DAY: Final = 24 * 3600 * 1_000


def wall_time() -> int:
    """Return the milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class People:
    """Who is who, by the hash of their secret."""

    def __init__(self, store: Store, now: Callable[[], int] = wall_time) -> None:
        self._store = store
        self._now = now
        self._known: dict[bytes, PlayerRow] = {}

    async def add(self, name: str) -> tuple[PlayerRow, str]:
        """Return a new person and the secret that is theirs."""
        secret = secrets.token_urlsafe(32)
        player = PlayerRow(secrets.token_hex(8), clean_name(name), self._now())
        await self._store.add_player(player, _hash(secret))
        self._remember(_hash(secret), player)
        return player, secret

    async def rename(self, secret: str, name: str) -> PlayerRow | None:
        """Return the person with this secret under another name."""
        player = await self.find(secret)
        if player is None:
            return None
        renamed = PlayerRow(player.id, clean_name(name), player.seen)
        await self._store.rename_player(player.id, renamed.name)
        self._remember(_hash(secret), renamed)
        return renamed

    async def find(self, secret: str) -> PlayerRow | None:
        """Return the person with this secret, or ``None``."""
        hashed = _hash(secret)
        player = self._known.get(hashed)
        if player is None or self._is_long_ago(player):
            player = await self._store.player(hashed)  # who was away for long may be forgotten
            player = player and await self._seen(_cleaned(player))
        if player is not None:
            self._remember(hashed, player)
        return player

    def _is_long_ago(self, player: PlayerRow) -> bool:
        return self._now() - player.seen > _DAY

    async def _seen(self, player: PlayerRow) -> PlayerRow:
        """Note, once a day, that somebody is here; who plays need not wait for a full disk."""
        if not self._is_long_ago(player):
            return player
        now = self._now()
        with suppress(StoreError):
            await self._store.see_player(player.id, now)
        return PlayerRow(player.id, player.name, now)

    def _remember(self, hashed: bytes, player: PlayerRow) -> None:
        self._known.pop(hashed, None)
        self._known[hashed] = player
        if len(self._known) > _CACHED:
            del self._known[next(iter(self._known))]


def _cleaned(player: PlayerRow) -> PlayerRow:
    """Return a person under the name that they would be given today: older versions were laxer."""
    return PlayerRow(player.id, clean_name(player.name), player.seen)


def secret_in(cookie_header: str) -> str | None:
    """Return the secret in a ``Cookie`` header, whatever stands beside it.

    Other programs at the same address write cookies that no grammar knows, and the library's parser
    stops at the first of them. Of several secrets the first well-formed one counts: the browser
    sends the most specific one first.

    >>> secret_in('prefs={"dark":1}; flag; batarde="' + "x" * 43 + '"') == "x" * 43
    True
    """
    for part in cookie_header.split(";"):
        name, _, value = part.partition("=")
        if name.strip() == COOKIE and (found := _SECRET.fullmatch(value.strip().strip('"'))):
            return found[0]
    return None


def _hash(secret: str) -> bytes:
    # A secret of 256 random bits needs no slow hash: nobody can guess it.
    return sha256(b"batarde/player/1" + secret.encode()).digest()
