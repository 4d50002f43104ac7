"""Whether what is told of a deal is what was seen of it (docs/fairness.md).

A record can show that everything in it fits together; whoever rewrites all of it can make it fit.
A witness holds it against the commitment and the shares that came before the cards, and against
every card since. A deal of which only a part was seen is not witnessed; it has failed only if
something that was seen is not as it is told.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from batarde.rules.dealing import deal_hands, shuffled_pack
from batarde.rules.errors import MalformedError
from batarde.table.fairness import Proof, Share, commit_secret, commit_share
from batarde.table.proving import is_sound
from batarde.table.sightings import Fault, FaultKind, Sighting, together

__all__ = ["REASONS", "Finding", "Lack", "Outcome", "find", "judge"]

Hands = Sequence[Sequence[str]]

REASONS: Final = {
    FaultKind.OTHER: "this is the proof of another deal or game",
    FaultKind.AGAIN: "it was drawn a second time",
    FaultKind.COMMITMENT: "the server was committed to another secret before the cards",
    FaultKind.MALFORMED: "what was revealed cannot be read",
    FaultKind.SECRET: "the secret is not the one that the server was committed to",
    FaultKind.ORDER: "a share was bound when others could be open already",
    FaultKind.SHARE: "a share is not the one that was given",
    FaultKind.OWN: "your own share is not the one that you gave",
    FaultKind.CARDS: "secret and shares lead to other cards",
}
"""Each fault in words."""


class Outcome(StrEnum):
    """What a witness can say of a deal."""

    WITNESSED = "witnessed"
    """One's own share is in the shuffle, and everything is as it was seen."""
    UNWITNESSED = "unwitnessed"
    """Nothing speaks against the deal, but too little was seen to speak for it."""
    FAILED = "failed"
    """Something is not as it was seen."""


class Lack(StrEnum):
    """Why a deal is not witnessed."""

    OWN = "own"
    """One's own share is not in it: only watched, came too late, or another device gave one."""
    HALF = "half"
    """Not all shares that were bound were seen."""
    UNOPENED = "unopened"
    """One's own share was bound, and did not come to be opened in time."""
    REVEAL = "reveal"
    """The secret is not revealed yet, or was while one was away."""


class Finding(msgspec.Struct, frozen=True):
    """What a witness has to say of one deal."""

    deal: int
    outcome: Outcome
    lack: Lack | None = None
    faults: tuple[Fault, ...] = ()
    unopened: tuple[int, ...] = ()
    """The seats that were bound and never opened their share."""


def find(seen: Sighting) -> Finding:
    """Return what is to be said of a deal by what was seen of it alone."""
    if seen.revealed is not None:
        return judge(seen, seen.revealed)
    return _finding(seen.deal, seen.faults, Lack.REVEAL)


def judge(seen: Sighting, told: Proof, hands: Hands | None = None) -> Finding:
    """Return what is to be said of a deal whose proof is *told*, and the *hands* if they are.

    What was revealed at the table counts too: a record that is in order does not excuse it.
    """
    live = _faults(seen, seen.revealed) if seen.revealed not in (None, told) else ()
    faults = together((*seen.faults, *live, *_faults(seen, told, hands)))
    shares = told.shares if is_sound(told, seen.players) else ()
    unopened = tuple(sorted(share.seat for share in shares if not share.value))
    return _finding(seen.deal, faults, _lack(seen, shares), unopened)


def _finding(
    deal: int, faults: tuple[Fault, ...], lack: Lack | None, unopened: tuple[int, ...] = ()
) -> Finding:
    if faults:
        return Finding(deal, Outcome.FAILED, None, faults, unopened)
    outcome = Outcome.UNWITNESSED if lack else Outcome.WITNESSED
    return Finding(deal, outcome, lack, (), unopened)


def _lack(seen: Sighting, told: Sequence[Share]) -> Lack | None:
    if seen.own is None or not seen.has_own:
        return Lack.OWN
    if not seen.is_closed:
        return Lack.HALF
    own = _share_of(told, seen.own.seat)
    return None if own and own.value else Lack.UNOPENED


def _faults(seen: Sighting, told: Proof, hands: Hands | None = None) -> Iterator[Fault]:
    if (told.table, told.deal) != (seen.table, seen.deal):
        yield Fault(FaultKind.OTHER)
    if told.commitment != seen.commitment:
        yield Fault(FaultKind.COMMITMENT)
    if not is_sound(told, seen.players):
        yield Fault(FaultKind.MALFORMED)
        return
    if commit_secret(seen.table, seen.deal, bytes.fromhex(told.secret)) != seen.commitment:
        yield Fault(FaultKind.SECRET)
    for seat in range(seen.players):
        if not _is_as_seen(seen, _share_of(told.shares, seat), seat):
            yield Fault(_is_own(seen, seat), (seat,))
    yield from _card_faults(seen, told, hands)


def _is_own(seen: Sighting, seat: int) -> FaultKind:
    return FaultKind.OWN if seen.own and seen.own.seat == seat else FaultKind.SHARE


def _is_as_seen(seen: Sighting, told: Share | None, seat: int) -> bool:
    """Return whether the share that is told of *seat* is the one that was seen."""
    before, own = seen.share(seat), seen.own
    if before is None:
        return told is None or not seen.is_closed
    if own and own.seat == seat and own.is_sure and not seen.has_own:
        return False
    if told is None or told.commitment != before.commitment:
        return False
    if not told.value:
        return not before.value
    made = commit_share(seen.table, seen.deal, seat, bytes.fromhex(told.value))
    return before.value in ("", told.value) and made == told.commitment


def _share_of(shares: Sequence[Share], seat: int) -> Share | None:
    return next((share for share in shares if share.seat == seat), None)


def _card_faults(seen: Sighting, told: Proof, hands: Hands | None) -> Iterator[Fault]:
    """Hold every card that was seen against the shuffle, and against the *hands* of a record."""
    dealt = [_dealt(seen, told)] if seen.cards else []
    for expected in dealt if hands is None else [*dealt, hands]:
        for seat, cards in enumerate(seen.held):
            if seat >= len(expected) or not set(cards) <= set(expected[seat]):
                yield Fault(FaultKind.CARDS, (seat,))


def _dealt(seen: Sighting, told: Proof) -> Hands:
    pack = shuffled_pack(told.seed(), seen.players)
    try:
        return deal_hands(pack, seen.players, seen.cards, seen.dealer)
    except MalformedError:
        return ()  # so many cards cannot have been dealt
