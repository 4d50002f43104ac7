"""From what a person types as a seed to the 256 bits that a shuffle needs."""

import secrets
from hashlib import sha256
from typing import Final

__all__ = ["SEED_HELP", "read_seed"]

SEED_HELP: Final = "Any number or text: the same seed gives the same cards [default: by chance]."

_HEX_DIGITS: Final = frozenset("0123456789abcdefABCDEF")


def read_seed(text: str | None) -> bytes:
    """Return the seed that *text* means: 64 hexadecimal digits themselves, else its SHA-256.

    >>> read_seed("1").hex()[:8], read_seed("00" * 32) == bytes(32)
    ('6b86b273', True)
    """
    if text is None:
        return secrets.token_bytes(32)
    if len(text) == 64 and _HEX_DIGITS.issuperset(text):
        return bytes.fromhex(text)
    return sha256(text.encode("utf-8", "surrogateescape")).digest()
