"""Worlds as a player would guess them: what is possible, weighted by what the bids tell.

A bid says what a hand is worth to its owner. Of the worlds that the kernel draws, those in which
the hands fit the bids are kept more often: a world's weight is how likely its hands would have
made the bids that were made.
"""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from msgspec.structs import replace

from batarde.bots.habits import Habits, Telling, tellings
from batarde.bots.minds import PLAIN, Mind
from batarde.kernel import (
    Hint,
    Position,
    Worlds,
    bid_likelihoods,
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

    stretch: float = 1.0
    """How much further a bid may be from the hand than the habits say: strangers have others."""
    doubt: float = 0.03
    """The weight that any bid has, whatever the hand."""
    share: int = 4
    """How many worlds are drawn for each that is kept; 1 does not read bids at all."""
    cards: float = 0.0
    """How much the cards that were played tell: the power to which their likelihood is raised."""
    erased: bool = False
    """Whether bids in other trumps than the one looked at are read too."""
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
    view: View, contract: Contract, count: int, seed: int, reading: Reading, mind: Mind = PLAIN
) -> Guess:
    """Return *count* worlds for the seat of *view* under *contract*."""
    knowledge = knowledge_of(_under(view, contract))
    table = mind.habits.table(view.players, view.cards, contract.trump)
    told = _told(view, contract, reading)
    drawn = count * reading.share if told else count
    packed, log_weights = sampler_of(knowledge).deal(seed & _WORDS, 0, drawn)
    worlds = Worlds(packed, (), knowledge)
    position = _position(view, contract, worlds[0])
    if not told and not len(log_weights):
        return Guess(worlds, position, table)
    parts: list[Sequence[float]] = [log_weights] if len(log_weights) else []
    for under, tellings_of in told.items():
        key = mind.habits.table(view.players, view.cards, under.trump)
        hints = [_hint(telling, view.cards, mind.habits, reading) for telling in tellings_of]
        parts.append(bid_likelihoods(position, worlds, key, hints, reading.doubt, under))
    if reading.cards and view.plays:
        logs = likelihoods(position, view.seat or 0, worlds, mind.policy, reading.dice)
        parts.append([reading.cards * log for log in logs])
    logs = list(map(sum, zip(*parts, strict=True)))
    heaviest = max(logs)
    weights = [exp(log - heaviest) for log in logs]
    kept = _resampled(packed, weights, count, 16 * view.players)
    return Guess(Worlds(kept, (), knowledge), position, table)


def _told(view: View, contract: Contract, reading: Reading) -> dict[Contract, list[Telling]]:
    """Return the bids of the others that are read, by the contracts they were made in."""
    found: dict[Contract, list[Telling]] = {}
    for place, (under, telling) in enumerate(all_told := tellings(view)):
        is_erased = any(other != under for other, _ in all_told[place:])
        is_read = reading.erased or (under == contract and not is_erased)
        if telling.seat != view.seat and is_read:
            found.setdefault(under, []).append(telling)
    return found


def _under(view: View, contract: Contract) -> View:
    """Return *view* as if *contract* stood."""
    if view.standing is not None and view.standing.contract == contract:
        return view
    assert view.seat is not None
    return replace(view, standing=Announcement(view.seat, 0, contract.trump, contract.pack))


def _position(view: View, contract: Contract, hands: Sequence[Sequence[Card]]) -> Position:
    """Return where *view* stands, or would when the opener leads under *contract*."""
    if view.plays:
        return with_hands(view, hands)
    bids = [bid or 0 for bid in view.bids]
    return ending(hands, (view.dealer + 1) % view.players, contract, bids)


def _hint(telling: Telling, cards: int, habits: Habits, reading: Reading) -> Hint:
    """Return what a bid tells of the hand it was made with."""
    spread = habits.author_spread if telling.is_author else habits.spread
    worth = telling.bid - habits.expected(0.0, cards, telling)
    return Hint(telling.seat, worth, spread * reading.stretch)


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
