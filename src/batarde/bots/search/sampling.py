"""Worlds as a player would guess them: what is possible, weighted by what bids and cards tell.

A bid says what a hand is worth to its owner. Of the worlds that the kernel draws, those in which
the hands fit the bids are kept more often: a world's weight is how likely its hands would have
made the bids that were made, and played the cards that were played.
"""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from msgspec.structs import replace

from batarde.bots.models.bids import BidModel, HeardBid, heard_bids
from batarde.bots.models.players import UNLEARNED, PlayerModel
from batarde.bots.search.settings import Evidence
from batarde.kernel import (
    BidClue,
    Position,
    Worlds,
    bid_likelihoods,
    ending,
    hand_values,
    knowledge_of,
    play_likelihoods,
    sampler_of,
    with_hands,
)
from batarde.rules.auction import Announcement
from batarde.rules.cards import Card
from batarde.rules.trumps import Contract
from batarde.rules.views import View

__all__ = ["LikelyWorlds", "likely_worlds"]

_SEEDS = (1 << 64) - 1


class LikelyWorlds(NamedTuple):
    """Worlds for one contract, all of the same weight."""

    worlds: Worlds
    position: Position
    """The position under that contract, with the hands of any of the worlds."""
    table: bytes
    """What each card is worth to those who bid."""

    def hand_values(self) -> list[float]:
        """Return what all hands are worth, seat by seat for each world."""
        return hand_values(self.position, self.worlds, self.table)


def likely_worlds(
    view: View,
    contract: Contract,
    count: int,
    seed: int,
    evidence: Evidence,
    model: PlayerModel = UNLEARNED,
) -> LikelyWorlds:
    """Return *count* worlds for the seat of *view* under *contract*."""
    knowledge = knowledge_of(_under(view, contract))
    table = model.bids.table(view.players, view.cards, contract.trump)
    heard = _bids_to_read(view, contract, evidence)
    drawn = count * evidence.drawn_per_world if heard else count
    packed, log_weights = sampler_of(knowledge).deal(seed & _SEEDS, 0, drawn)
    worlds = Worlds(packed, (), knowledge)
    position = _position(view, contract, worlds[0])
    if not heard and not len(log_weights):
        return LikelyWorlds(worlds, position, table)
    parts: list[Sequence[float]] = [log_weights] if len(log_weights) else []
    for under, bids in heard.items():
        values = model.bids.table(view.players, view.cards, under.trump)
        clues = [_clue(bid, view.cards, model.bids, evidence) for bid in bids]
        parts.append(bid_likelihoods(position, worlds, values, clues, evidence.bid_doubt, under))
    if evidence.card_power and view.plays:
        seat, doubt = view.seat or 0, evidence.card_doubt
        logs = play_likelihoods(position, seat, worlds, model.policy, doubt)
        parts.append([evidence.card_power * log for log in logs])
    logs = list(map(sum, zip(*parts, strict=True)))
    heaviest = max(logs)
    weights = [exp(log - heaviest) for log in logs]
    kept = _resampled(packed, weights, count, 16 * view.players)
    return LikelyWorlds(Worlds(kept, (), knowledge), position, table)


def _bids_to_read(
    view: View, contract: Contract, evidence: Evidence
) -> dict[Contract, list[HeardBid]]:
    """Return the bids of the others that are read, by the contracts they were made in."""
    found: dict[Contract, list[HeardBid]] = {}
    for place, (under, bid) in enumerate(heard := heard_bids(view)):
        is_erased = any(other != under for other, _ in heard[place:])
        is_read = evidence.reads_erased_bids or (under == contract and not is_erased)
        if bid.seat != view.seat and is_read:
            found.setdefault(under, []).append(bid)
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


def _clue(bid: HeardBid, cards: int, model: BidModel, evidence: Evidence) -> BidClue:
    """Return what a bid tells of the hand it was made with."""
    spread = model.author_spread if bid.is_author else model.spread
    value = bid.bid - model.expected(0.0, cards, bid)
    return BidClue(bid.seat, value, spread * evidence.bid_stretch)


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
