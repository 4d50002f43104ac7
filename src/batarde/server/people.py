"""People without accounts: a name and a secret make a player.

The secret lives in a cookie; the server keeps only its hash. Losing the cookie is losing the seat,
and whoever has it on another device is the same person there.
"""

import re
import secrets
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from typing import Final

from batarde.store import PlayerRow, Store

__all__ = ["COOKIE", "People", "secret_in"]

COOKIE: Final = "batarde"
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_CACHED: Final = 10_000


class People:
    """Who is who, by the hash of their secret."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[bytes, PlayerRow] = {}

    async def add(self, name: str) -> tuple[PlayerRow, str]:
        """Return a new person and the secret that is theirs."""
        secret = secrets.token_urlsafe(32)
        player = PlayerRow(secrets.token_hex(8), clean_name(name))
        await self._store.add_player(player, _hash(secret))
        self._remember(_hash(secret), player)
        return player, secret

    async def rename(self, secret: str, name: str) -> PlayerRow | None:
        """Return the person with this secret under another name."""
        player = await self.find(secret)
        if player is None:
            return None
        renamed = PlayerRow(player.id, clean_name(name))
        await self._store.rename_player(player.id, renamed.name)
        self._remember(_hash(secret), renamed)
        return renamed

    async def find(self, secret: str) -> PlayerRow | None:
        """Return the person with this secret, or ``None``."""
        hashed = _hash(secret)
        player = self._known.get(hashed) or await self._store.player(hashed)
        if player is not None:
            self._remember(hashed, player)
        return player

    def _remember(self, hashed: bytes, player: PlayerRow) -> None:
        self._known.pop(hashed, None)
        self._known[hashed] = player
        if len(self._known) > _CACHED:
            del self._known[next(iter(self._known))]


def clean_name(name: str) -> str:
    """Return *name* as it is shown: printable, on one line, without spaces around it."""
    printable = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(printable.split())


def secret_in(cookie_header: str) -> str | None:
    """Return the secret in a ``Cookie`` header, if a well-formed one is there."""
    try:
        morsel = SimpleCookie(cookie_header).get(COOKIE)
    except CookieError:
        return None
    if morsel is None or not _SECRET.fullmatch(morsel.value):
        return None
    return morsel.value


def _hash(secret: str) -> bytes:
    # A secret of 256 random bits needs no slow hash: nobody can guess it.
    return sha256(b"batarde/player/1" + secret.encode()).digest()
