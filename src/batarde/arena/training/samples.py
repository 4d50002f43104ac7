"""What is kept of a game that was played to learn from."""

from collections.abc import Iterator

import msgspec

from batarde.bots.models.bids import card_kind, heard_bids
from batarde.bots.rule_of_thumb.hand_values import hand_tricks
from batarde.kernel import card_number, contract_places
from batarde.rules.actions import Bid
from batarde.rules.cards import Card, has_two_packs
from batarde.rules.deal import Deal
from batarde.rules.trumps import Contract, Trump

__all__ = ["BidSample", "DoubleSample", "Lesson", "PlaySample", "bid_samples"]


class PlaySample(msgspec.Struct, frozen=True, array_like=True):
    """One decision about a card, as a search saw it."""

    classes: list[list[int]]
    """The classes of each card that could be played (:func:`batarde.kernel.card_classes`)."""
    costs: list[float]
    """What the search says that each costs."""


class BidSample(msgspec.Struct, frozen=True, array_like=True):
    """One bid, and the hand it was made with."""

    kinds: list[int]
    """Of the cards in hand (:func:`batarde.bots.models.bids.card_kind`)."""
    worth: float
    """By the rule of thumb."""
    cards: int
    is_author: bool
    room: float
    bid: int


class DoubleSample(msgspec.Struct, frozen=True, array_like=True):
    """What a search expected of a contract when it was asked to double, and what came of it."""

    own: float
    others: float
    """Expected of those who had bid, on average; 0 if nobody had."""
    silent: int
    """How many had not."""
    own_miss: float
    others_miss: float


class Lesson(msgspec.Struct, frozen=True, array_like=True):
    """All that is kept of one game."""

    number: int
    plays: list[PlaySample]
    bids: list[BidSample]
    doubles: list[DoubleSample]
    points: list[list[int]]
    """Of each deal, by seat."""


def bid_samples(deal: Deal) -> Iterator[BidSample]:
    """Yield every bid that was made in *deal*, which is over, also those that were erased."""
    running = Deal.start(deal.dealt, deal.dealer)
    for seat, call in deal.calls:
        running, _ = running.apply(seat, call)
        if isinstance(call, Bid) and running.standing is not None:
            view = running.view(seat)
            told = heard_bids(view)[-1][1]
            kinds = _kinds(deal.dealt[seat], deal.players, running.standing.contract)
            worth = hand_tricks(deal.dealt[seat], deal.players, running.standing.contract)
            yield BidSample(
                kinds, round(worth, 4), deal.cards, told.is_author, round(told.room, 4), call.tricks
            )


def _kinds(hand: tuple[Card, ...], players: int, contract: Contract) -> list[int]:
    """Return the kinds of the cards in *hand*."""
    cut, two_packs = contract.trump.suit, has_two_packs(players)
    trumps = sum(card.suit is cut for card in hand)
    places = contract_places(players, contract)
    width = 18 if two_packs else 9
    held = {card: places[card_number(card)] for card in hand}
    found = []
    for card, place in held.items():
        shift = 5 if two_packs else 4
        lane = [other for other in held.values() if other >> shift == place >> shift]
        height = place & (1 << shift) - 1
        below = height - sum(other < place for other in lane)
        above = width - 1 - height - sum(other > place for other in lane)
        uncut = 2 if contract.trump is Trump.ALL else 3
        kind = uncut if cut is None else int(card.suit is cut)
        found.append(card_kind(kind, trumps, above, below, two_packs=two_packs))
    return found
