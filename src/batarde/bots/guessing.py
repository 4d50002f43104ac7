"""Worlds as a player would guess them: what is possible, weighted by what the bids tell.

A bid says what a hand is worth to its owner. Of the worlds that the kernel draws, those in which
the hands fit the bids are kept more often: a world's weight is how likely its hands would have
made the bids that were made.
"""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from msgspec.structs import replace

from batarde.bots.worths import worths
from batarde.kernel import (
    Policy,
    Position,
    Worlds,
    ending,
    hand_worths,
    knowledge_of,
    likelihoods,
    sampler_of,
    with_hands,
)
from batarde.rules.auction import Announcement
from batarde.rules.cards import Card
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
    cards: float = 0.0
    """How much the cards that were played tell: the power to which their likelihood is raised."""
    dice: float = 0.1
    """The share of the others' cards that no policy explains."""


class Guess(NamedTuple):
    """Worlds for one contract, all of the same weight."""

    worlds: Worlds
    position: Position
    """The position under that contract, with the hands of any of the worlds."""
    table: bytes

    def worths(self) -> list[float]:
        """Return what all hands are worth, seat by seat for each world."""
        return hand_worths(self.position, self.worlds, self.table)


def guess(
    view: View,
    contract: Contract,
    count: int,
    seed: int,
    reading: Reading,
    policy: Policy | None = None,
) -> Guess:
    """Return *count* worlds for the seat of *view* under *contract*."""
    seen = _under(view, contract)
    knowledge = knowledge_of(seen)
    table = worths(view.players, view.cards, cuts=contract.trump.suit is not None).table
    bids = _bids(view, contract)
    drawn = count * reading.share if bids else count
    packed, log_weights = sampler_of(knowledge).deal(seed & _WORDS, 0, drawn)
    worlds = Worlds(packed, (), knowledge)
    position = _position(view, contract, worlds[0])
    if not bids and not len(log_weights):
        return Guess(worlds, position, table)
    heaviest = max(log_weights, default=0.0)
    weights = [exp(weight - heaviest) for weight in log_weights] or [1.0] * drawn
    _weigh(weights, hand_worths(position, worlds, table), bids, view.players, reading)
    if reading.cards and view.plays and policy is not None:
        _weigh_cards(weights, worlds, position, view.seat or 0, policy, reading)
    kept = _resampled(packed, weights, count, 16 * view.players)
    return Guess(Worlds(kept, (), knowledge), position, table)


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


def _position(view: View, contract: Contract, hands: Sequence[Sequence[Card]]) -> Position:
    """Return where *view* stands, or would when the opener leads under *contract*."""
    if view.plays:
        return with_hands(view, hands)
    bids = [bid or 0 for bid in view.bids]
    return ending(hands, (view.dealer + 1) % view.players, contract, bids)


def _weigh(
    weights: list[float],
    worths: Sequence[float],
    bids: dict[int, int],
    players: int,
    reading: Reading,
) -> None:
    """Multiply the weight of each world by how likely its hands would have made the *bids*."""
    scale, doubt = -0.5 / reading.spread**2, reading.doubt
    for seat, bid in bids.items():
        for number, worth in enumerate(worths[seat::players]):
            weights[number] *= doubt + exp(scale * (worth - bid) ** 2)


def _weigh_cards(
    weights: list[float],
    worlds: Worlds,
    position: Position,
    seat: int,
    policy: Policy,
    reading: Reading,
) -> None:
    """Multiply the weight of each world by how likely the others would have played so in it."""
    logs = likelihoods(position, seat, worlds, policy, reading.dice)
    highest = max(logs)
    for number, log in enumerate(logs):
        weights[number] *= exp(reading.cards * (log - highest))


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
