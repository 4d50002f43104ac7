"""Fair cards: a deal that nobody at the table, the server included, could choose.

1. Before a deal the server publishes a *commitment* to its secret.
2. Every person's client commits to a share of its own, before any share is opened.
3. The shares are opened, the seed of the shuffle follows from the secret and all shares.
4. After the deal the secret is published, and anybody can repeat every step.

All hashes are SHA-256 over length-prefixed parts, so no two inputs run together. What this proves
and what it does not is said in docs/fairness.md.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

import msgspec

__all__ = ["SHARE_BYTES", "Proof", "Share", "commit_secret", "commit_share", "shared_seed"]

SHARE_BYTES: Final = 32

_pack: Final = msgspec.msgpack.Encoder().encode
_unpack: Final = msgspec.msgpack.Decoder().decode
_raw: Final = bytes.fromhex


class Share(msgspec.Struct, frozen=True, gc=False):
    """What one seat gave to a deal, in hexadecimal; an empty *value* was never opened."""

    seat: int
    commitment: str
    value: str = ""


class Proof(msgspec.Struct, frozen=True, gc=False):
    """All that is needed to repeat the shuffle of one deal."""

    table: str
    deal: int
    commitment: str
    secret: str
    shares: tuple[Share, ...]

    def seed(self) -> bytes:
        """Return the seed that follows from the secret and the opened shares."""
        opened = {share.seat: bytes.fromhex(share.value) for share in self.shares if share.value}
        return shared_seed(self.table, self.deal, bytes.fromhex(self.secret), opened)

    def fault(self) -> str | None:
        """Return what does not hold, ``secret`` or ``share``, or ``None`` if all hashes agree."""
        if commit_secret(self.table, self.deal, bytes.fromhex(self.secret)) != self.commitment:
            return "secret"
        return None if all(self._holds(share) for share in self.shares) else "share"

    def packed(self) -> bytes:
        """Return it in a third of the space, to be kept: a game has a dozen of them."""
        given = [(share.seat, _raw(share.commitment), _raw(share.value)) for share in self.shares]
        return _pack((self.table, self.deal, _raw(self.commitment), _raw(self.secret), given))

    @classmethod
    def unpacked(cls, kept: bytes) -> "Proof":
        """Return what was :meth:`packed`."""
        table, deal, commitment, secret, given = _unpack(kept)
        shares = tuple(Share(seat, made.hex(), value.hex()) for seat, made, value in given)
        return cls(table, deal, commitment.hex(), secret.hex(), shares)

    def _holds(self, share: Share) -> bool:
        value = bytes.fromhex(share.value)
        made = commit_share(self.table, self.deal, share.seat, value)
        return not value or made == share.commitment


def commit_secret(table: str, deal: int, secret: bytes) -> str:
    """Return the server's commitment to its *secret* for one deal."""
    return _hash("batarde/commit/1", table, deal, secret).hex()


def commit_share(table: str, deal: int, seat: int, share: bytes) -> str:
    """Return a client's commitment to its *share* for one deal."""
    return _hash("batarde/share/1", table, deal, seat, share).hex()


def shared_seed(table: str, deal: int, secret: bytes, shares: Mapping[int, bytes]) -> bytes:
    """Return the 256-bit seed of a deal; *shares* are the opened ones, by seat."""
    given: list[int | bytes] = []
    for seat in sorted(shares):
        given += [seat, shares[seat]]
    return _hash("batarde/seed/1", table, deal, secret, *given)


def _hash(domain: str, *parts: str | int | bytes) -> bytes:
    return sha256(b"".join(_prefixed(part) for part in (domain, *parts))).digest()


def _prefixed(part: str | int | bytes) -> bytes:
    """Return *part* as bytes behind its length; numbers are written in decimal."""
    data = part if isinstance(part, bytes) else str(part).encode()
    return len(data).to_bytes(4, "big") + data
