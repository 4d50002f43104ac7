"""The links of a pad: which keys give which role, and which give nothing any more (§7)."""

import msgspec

from batarde.pad.events import LinkMade, LinkRevoked
from batarde.pad.fields import Role
from batarde.pad.folding import Folded

__all__ = ["Link", "links", "next_link"]


class Link(msgspec.Struct, frozen=True, gc=False):
    """A link, known by its number; of its key only the hash is kept."""

    number: int
    role: Role
    hash: str
    revoked: bool


def links(folded: Folded) -> tuple[Link, ...]:
    """Return all links ever made, by number.

    A link that was revoked stays so, whatever comes later. Two devices without a line may make
    links of one number: both are good, and who revokes the number revokes both.
    """
    heard = [event for event in folded.log if event.id not in folded.ignored]
    revoked = {event.number for event in heard if isinstance(event, LinkRevoked)}
    made = [event for event in heard if isinstance(event, LinkMade)]
    return tuple(
        Link(link.number, Role(link.role_given), link.key_hash, link.number in revoked)
        for link in sorted(made, key=lambda link: (link.number, link.age))
    )


def next_link(folded: Folded) -> int:
    """Return the number of the next link to be made."""
    return 1 + max((link.number for link in links(folded)), default=-1)
