"""A table's state as bytes, so that what led to it need not be folded again.

A checkpoint saves time and nothing else: it can be thrown away, and is, whenever it was made by
code that may have folded the same events to something else.
"""

from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from batarde.table.state import TableState

__all__ = ["FORM", "packed", "unpacked"]

_FOLDING: Final = 1
"""Raise it if the same events fold to another state of the same structure; a test tells."""


def packed(state: TableState) -> bytes:
    """Return *state* as bytes, for :func:`unpacked`."""
    return _encode(state)


def unpacked(form: str, kept: bytes) -> TableState | None:
    """Return the state that was packed, or ``None`` if it is of another form, or no state."""
    if form != FORM:
        return None
    try:
        state = _decode(kept)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    if state.game is None:
        return state
    deals = tuple(deal.shared() for deal in state.game.deals)
    return replace(state, game=replace(state.game, deals=deals))


def _structure(schema: Any) -> Any:
    """Return *schema* without its prose."""
    if isinstance(schema, dict):
        return {key: _structure(value) for key, value in schema.items() if key != "description"}
    return [_structure(value) for value in schema] if isinstance(schema, list) else schema


def _form() -> str:
    structure = _structure(msgspec.json.schema(TableState))
    digest = sha256(msgspec.json.encode(structure, order="sorted")).hexdigest()
    return f"{_FOLDING}-{digest[:16]}"


FORM: Final = _form()
"""What this code makes: how it folds, and the structure of what it folds to."""

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(TableState).decode
