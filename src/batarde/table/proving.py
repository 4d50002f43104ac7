"""Whether the cards of a record are those that its proofs lead to (docs/fairness.md).

Everything is repeated: the server's commitment from its secret, every commitment from the share
that was opened, the seed from secret and shares, the shuffle from the seed, the hands from the
shuffle. What a record cannot show is the order in which all this was published.
"""

import re
from enum import StrEnum
from typing import Any, Final

import msgspec

from batarde.rules.deal import Deal
from batarde.rules.dealing import deal_hands, shuffled_pack
from batarde.rules.record import Record
from batarde.table.fairness import Proof, Share

__all__ = ["REASONS", "ProofFault", "Verdict", "is_proven", "is_sound", "read_proof", "verify"]

_HEX32: Final = re.compile("[0-9a-f]{64}")


class ProofFault(StrEnum):
    """What can be wrong with the proof of a deal."""

    MISSING = "missing"
    """There is none."""
    MALFORMED = "malformed"
    """It is not of the form that docs/fairness.md describes."""
    OTHER = "other"
    """It is the proof of another deal or table."""
    SECRET = "secret"
    """The secret is not the one that the server was committed to."""
    SHARE = "share"
    """An opened share is not the one that its client was committed to."""
    CARDS = "cards"
    """Secret and shares lead to other hands."""


REASONS: Final = {
    ProofFault.MISSING: "it has no proof",
    ProofFault.MALFORMED: "its proof is not of the form that it should be",
    ProofFault.OTHER: "its proof is that of another deal or table",
    ProofFault.SECRET: "the secret is not the one that the server was committed to",
    ProofFault.SHARE: "an opened share is not the one that was committed to",
    ProofFault.CARDS: "secret and shares lead to other hands",
}
"""Each fault in words."""


class Verdict(msgspec.Struct, frozen=True):
    """What the proof of one deal shows."""

    deal: int
    fault: ProofFault | None = None
    shares: tuple[int, ...] = ()
    """The seats whose shares went into the shuffle."""
    unopened: tuple[int, ...] = ()
    """The seats that committed to a share and did not open it, as far as the server says."""


def verify(record: Record) -> tuple[Verdict, ...]:
    """Return the verdict on every complete deal of *record*."""
    proofs = record.data.get("proof")
    listed = proofs if isinstance(proofs, list) else []
    is_game = record.kind == "game"
    verdicts = []
    for number, deal in enumerate(record.deals):
        if not deal.is_over and number >= len(listed):
            continue  # a running deal has its secret still before it
        given = listed[number] if number < len(listed) else None
        table = record.data.get("table", record.data.get("id"))
        verdicts.append(_verdict(number, deal, given, (number if is_game else None, table)))
    return tuple(verdicts)


def is_proven(record: Record) -> bool:
    """Return whether *record* has complete deals and every one of them is proven."""
    verdicts = verify(record)
    return bool(verdicts) and all(verdict.fault is None for verdict in verdicts)


def _verdict(number: int, deal: Deal, given: Any, due: tuple[int | None, Any]) -> Verdict:
    if given is None:
        return Verdict(number, ProofFault.MISSING)
    proof = read_proof(given, deal.players)
    if proof is None:
        return Verdict(number, ProofFault.MALFORMED)
    opened = tuple(sorted(share.seat for share in proof.shares if share.value))
    unopened = tuple(sorted(share.seat for share in proof.shares if not share.value))
    return Verdict(number, _fault(deal, proof, due), opened, unopened)


def _fault(deal: Deal, proof: Proof, due: tuple[int | None, Any]) -> ProofFault | None:
    number, table = due
    if number not in (None, proof.deal) or table not in (None, proof.table):
        return ProofFault.OTHER
    wrong = proof.fault()
    if wrong is not None:
        return ProofFault(wrong)
    pack = shuffled_pack(proof.seed(), deal.players)
    hands = deal_hands(pack, deal.players, deal.cards, deal.dealer)
    # A record may list the cards of a hand in any order.
    agrees = all(set(one) == set(other) for one, other in zip(hands, deal.dealt, strict=True))
    return None if agrees else ProofFault.CARDS


def read_proof(given: Any, players: int) -> Proof | None:
    """Return the proof that a record gives for a deal of so many *players*, if it is one."""
    try:
        proof = msgspec.convert(given, Proof)
    except msgspec.ValidationError:
        return None
    return proof if is_sound(proof, players) else None


def is_sound(proof: Proof, players: int) -> bool:
    """Return whether *proof* has the form of one for so many *players*, be it true or not."""
    seats = [share.seat for share in proof.shares]
    return (
        _HEX32.fullmatch(proof.secret) is not None
        and _HEX32.fullmatch(proof.commitment) is not None
        and all(_is_sound(share) for share in proof.shares)
        and len(set(seats)) == len(seats)
        and all(0 <= seat < players for seat in seats)
    )


def _is_sound(share: Share) -> bool:
    return all(_HEX32.fullmatch(text) for text in (share.commitment, share.value or "0" * 64))
