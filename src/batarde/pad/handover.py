"""A whole pad in a link, for another phone to go on without any line (§7).

It holds the keys, and of every deal and register the event that stands, whole. What was replaced
stays on the first phone and joins when both have a line.
"""

import zlib
from base64 import b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from batarde.pad.events import (
    BaseEvent,
    DealerSet,
    GameEnded,
    GameReopened,
    PadEvent,
    PadOpened,
    PlayerRenamed,
)
from batarde.pad.fields import Key, PadId, Role
from batarde.pad.folding import Folded, greatest
from batarde.pad.packing import pack, unpack
from batarde.pad.refusals import BadEventError
from batarde.pad.shapes import shape_of
from batarde.rules.errors import MalformedError

__all__ = ["HandOver", "HeldKey", "hand_over", "read_hand_over", "write_hand_over"]

VERSION: Final = 1
"""The first byte, before all else."""
LARGEST: Final = 65_536
"""The bytes of a pad before it is deflated: some thirty times those of a long game."""


MOST_SIDES: Final = 8
"""Of a disputed deal: nobody reads more, and a link has to end."""


class HeldKey(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A key that the device holds, and its role."""

    role: Role
    key: Key


class HandOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one phone gives another."""

    id: PadId
    keys: Annotated[tuple[HeldKey, ...], Meta(max_length=16)]
    events: Annotated[tuple[PadEvent, ...], Meta(max_length=200)]


_SHAPE: Final = shape_of(HandOver)


def hand_over(folded: Folded, keys: tuple[HeldKey, ...]) -> HandOver:
    """Return what must be handed over for the same state.

    Of a disputed deal that is every entry that competes, within reason.
    """
    deals = range(folded.pad.deals)
    ids = {event.id for deal in deals for event in folded.sides(deal)[:MOST_SIDES]}
    ids |= {event.id for event in _registers(folded)}
    events = tuple(event for event in folded.log if event.id in ids)
    return HandOver(folded.pad.id, keys, events)


def _registers(folded: Folded) -> list[BaseEvent]:
    heard = [event for event in folded.log if event.id not in folded.ignored]
    opened = next(event for event in heard if isinstance(event, PadOpened))
    dealer = greatest(event for event in heard if isinstance(event, DealerSet))
    end = greatest(event for event in heard if isinstance(event, GameEnded | GameReopened))
    renamed = [event for event in heard if isinstance(event, PlayerRenamed)]
    seats = range(len(folded.pad.players))
    names = [greatest(event for event in renamed if event.seat == seat) for seat in seats]
    return [event for event in (opened, dealer, end, *names) if event is not None]


def write_hand_over(handed: HandOver) -> str:
    """Return *handed* as the fragment of a link, without its ``#``."""
    packed = bytes([VERSION]) + pack(_SHAPE, msgspec.to_builtins(handed))
    deflater = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    deflated = deflater.compress(packed) + deflater.flush()
    return "s=" + urlsafe_b64encode(deflated).decode().rstrip("=")


def read_hand_over(fragment: str) -> HandOver:
    """Return what was handed over in *fragment*.

    :raises BadEventError: if it is not one, or one of its events has a wrong shape.
    """
    try:
        packed = _inflated(fragment.removeprefix("s="))
        if packed[:1] != bytes([VERSION]):
            raise MalformedError("of a version that is not known")
        return msgspec.convert(unpack(_SHAPE, packed[1:]), HandOver)
    except (MalformedError, msgspec.MsgspecError, Base64Error, zlib.error, ValueError) as error:
        raise BadEventError(f"not a pad: {error}") from None


def _inflated(text: str) -> bytes:
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    deflated = b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    packed = inflater.decompress(deflated, LARGEST)
    if not inflater.eof or inflater.unused_data:
        raise MalformedError("cut short, or too long")
    return packed
