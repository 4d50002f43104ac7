"""Worlds as a player would guess them: what is possible, weighted by what the bids tell.

A bid says what a hand is worth to its owner. Of the worlds that the kernel draws, those in which
the hands fit the bids are kept more often: a world's weight is how likely its hands would have
made the bids that were made.
"""

from array import array
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from msgspec.structs import replace

from batarde.bots.worths import Worths, worths
from batarde.kernel import Knowledge, Worlds, knowledge_of, sampler_of
from batarde.kernel.numbering import card_number
from batarde.rules.auction import Announcement
from batarde.rules.trumps import Contract
from batarde.rules.views import View

__all__ = ["Guess", "Reading", "guess"]

_WORDS = (1 << 64) - 1


class Reading(NamedTuple):
    """How bids are read."""

    spread: float = 0.7
    """How far a bid may be from what the hand is worth to us, as a standard deviation."""
    doubt: float = 0.03
    """The weight that any bid has, whatever the hand."""
    share: int = 4
    """How many worlds are drawn for each that is kept; 1 does not read bids at all."""


class Guess(NamedTuple):
    """Worlds for one contract, all of the same weight."""

    worlds: Worlds
    worths: Worths

    def hands(self) -> list[int]:
        """Return the sets of bits that the seats hold, seat by seat for each world."""
        words = array("Q", self.worlds.packed)
        return [low | high << 64 for low, high in zip(words[::2], words[1::2], strict=True)]


def guess(view: View, contract: Contract, count: int, seed: int, reading: Reading) -> Guess:
    """Return *count* worlds for the seat of *view* under *contract*."""
    seen = _under(view, contract)
    knowledge = knowledge_of(seen)
    cuts = contract.trump.suit is not None
    table = worths(view.players, view.cards, cuts=cuts)
    bids = _bids(view, contract)
    drawn = count * reading.share if bids else count
    packed, log_weights = sampler_of(knowledge).deal(seed & _WORDS, 0, drawn)
    if not bids and not len(log_weights):
        return Guess(Worlds(packed, (), knowledge), table)
    heaviest = max(log_weights, default=0.0)
    weights = [exp(weight - heaviest) for weight in log_weights] or [1.0] * drawn
    _weigh(weights, packed, _played(seen, knowledge), bids, table, reading)
    kept = _resampled(packed, weights, count, 16 * view.players)
    return Guess(Worlds(kept, (), knowledge), table)


def _under(view: View, contract: Contract) -> View:
    """Return *view* as if *contract* stood."""
    if view.standing is not None and view.standing.contract == contract:
        return view
    assert view.seat is not None
    return replace(view, standing=Announcement(view.seat, 0, contract.trump, contract.pack))


def _bids(view: View, contract: Contract) -> dict[int, int]:
    """Return what the others have bid under *contract*."""
    if view.standing is None or view.standing.contract != contract:
        return {}
    return {
        seat: bid for seat, bid in enumerate(view.bids) if bid is not None and seat != view.seat
    }


def _played(view: View, knowledge: Knowledge) -> list[int]:
    """Return the cards that each seat has played, as sets of bits."""
    played = [0] * view.players
    for seat, card in view.plays:
        played[seat] |= 1 << knowledge.places[card_number(card)]
    return played


def _weigh(
    weights: list[float],
    packed: bytes,
    played: Sequence[int],
    bids: dict[int, int],
    table: Worths,
    reading: Reading,
) -> None:
    """Multiply the weight of each world by how likely its hands would have made the *bids*."""
    words = array("Q", packed)
    players, scale, doubt = len(played), -0.5 / reading.spread**2, reading.doubt
    known: dict[int, float] = {}
    for seat, bid in bids.items():
        known.clear()
        lows = words[2 * seat :: 2 * players]
        highs = words[2 * seat + 1 :: 2 * players]
        base = played[seat]
        for number, (low, high) in enumerate(zip(lows, highs, strict=True)):
            hand = base | low | high << 64
            likely = known.get(hand)
            if likely is None:
                likely = known[hand] = doubt + exp(scale * (table.of(hand) - bid) ** 2)
            weights[number] *= likely


def _resampled(packed: bytes, weights: Sequence[float], count: int, size: int) -> bytes:
    """Return *count* worlds drawn by their *weights*, as evenly as can be."""
    step = sum(weights) / count
    if not step > 0.0:
        return packed[: count * size]
    kept: list[bytes] = []
    reached, wanted = 0.0, step / 2
    for number, weight in enumerate(weights):
        reached += weight
        while wanted < reached and len(kept) < count:
            kept.append(packed[number * size : (number + 1) * size])
            wanted += step
    kept += kept[-1:] * (count - len(kept))
    return b"".join(kept)
