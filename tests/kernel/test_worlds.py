"""Hidden hands: every consistent world and no other, each as likely as the next."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import exp, log, sqrt
from random import Random

import pytest

from batarde.kernel import Knowledge, knowledge_of, sample, sampler_of, with_hands
from batarde.kernel.engines import BUILDS, Build, engine, is_available
from batarde.kernel.sampling import LARGEST_TABLE
from batarde.kernel.worlds import Worlds
from batarde.rules import Bid, Card, Deal, MalformedError, Pack, Trump, View, pack_of, play
from tests.kernel.brute_force import random_hands, worlds


def random_view(chance: Random, players: int, cards: int, plays: int) -> tuple[Deal, View]:
    """A deal after some random plays, and the view of somebody who has cards left."""
    deal = Deal.start(random_hands(chance, players, cards), chance.randrange(players))
    trump = chance.choice(list(Trump))
    pack = chance.choice(list(Pack)) if players >= 5 else None
    for _ in range(players):
        assert deal.turn is not None
        bids = [Bid(number, trump, pack) for number in range(cards + 1)]
        legal = [bid for bid in bids if deal.refuse(deal.turn, bid) is None]
        deal, _ = deal.apply(deal.turn, chance.choice(legal))
    for _ in range(plays):
        assert deal.turn is not None
        deal, _ = deal.apply(deal.turn, chance.choice(deal.legal_actions(deal.turn)))
    return deal, deal.view(chance.randrange(players))


@cache
def enumerated(view: View, knowledge: Knowledge) -> list[tuple[frozenset[Card], ...]]:
    """All consistent worlds, found by trying: the rules themselves say which plays were legal."""
    gone = {card for _, card in view.plays} | set(view.hand)
    hidden = [card for card in pack_of(view.players) if card not in gone]
    sizes = [0 if seat == view.seat else knowledge.sizes[seat] for seat in range(view.players)]
    found = []
    for hands in worlds(hidden, sizes, lambda seat, card: True):
        full = [
            sorted(view.hand) if seat == view.seat else sorted(hand)
            for seat, hand in enumerate(hands)
        ]
        if is_possible(view, full):
            found.append(tuple(frozenset(hand) for hand in full))
    return found


def is_possible(view: View, hands: Sequence[Sequence[Card]]) -> bool:
    dealt = [
        [*hand, *(card for player, card in view.plays if player == seat)]
        for seat, hand in enumerate(hands)
    ]
    deal = Deal.start(dealt, view.dealer)
    for seat, call in view.calls:
        deal, _ = deal.apply(seat, call)
    for seat, card in view.plays:
        if deal.refuse(seat, play(card)) is not None:
            return False
        deal, _ = deal.apply(seat, play(card))
    return True


def chi_square_is_fair(counts: Sequence[float], expected: float) -> bool:
    """Whether counts look uniform; a fair sampler fails this once in some 30,000 times."""
    chi = sum((count - expected) ** 2 / expected for count in counts)
    freedom = len(counts) - 1
    # Wilson and Hilferty: the cube root of chi² over its freedom is nearly normal.
    spread = sqrt(2 / (9 * freedom))
    cube_root: float = (chi / freedom) ** (1 / 3)
    return (cube_root - (1 - 2 / (9 * freedom))) / spread < 4.0


def small_views() -> list[tuple[str, View]]:
    """Views with few enough worlds to list, from late in deals of few cards left out."""
    chance = Random("small views")
    found: list[tuple[str, View]] = []
    while len(found) < 10:
        players, cards = chance.choice([(3, 11), (3, 12), (4, 8), (4, 9)])
        left = 2
        plays = (cards - left) * players + chance.randrange(players)
        deal, view = random_view(chance, players, cards, plays)
        if not 20 < sampler_of(knowledge_of(view)).count < 800:
            continue
        found.append((f"{players} players, {deal.standing.trump if deal.standing else ''}", view))
    return found


@pytest.mark.parametrize(("name", "view"), small_views())
def test_worlds_are_uniform_over_all_that_enumeration_finds(name: str, view: View) -> None:
    knowledge = knowledge_of(view)
    possible = enumerated(view, knowledge)
    sampler = sampler_of(knowledge)
    assert sampler.is_uniform
    assert sampler.count == pytest.approx(len(possible))
    assert check_uniform(sample(view, 60 * len(possible), seed=1), possible)


def check_uniform(drawn: Worlds, possible: list[tuple[frozenset[Card], ...]]) -> bool:
    met = Counter(tuple(frozenset(hand) for hand in world) for world in drawn)
    assert set(met) <= set(possible)
    if len(possible) == 1:
        return True
    return chi_square_is_fair([met[world] for world in possible], len(drawn) / len(possible))


@pytest.mark.parametrize(("name", "view"), small_views())
def test_weighted_worlds_estimate_the_uniform(name: str, view: View) -> None:
    knowledge = knowledge_of(view)
    possible = enumerated(view, knowledge)
    sampler = engine(view.players).sampler(
        knowledge.seat, knowledge.hand, knowledge.hidden, knowledge.sizes, knowledge.allowed, 0
    )
    assert not sampler.is_uniform
    number = 100 * len(possible)
    packed, weights = sampler.deal(3, 0, number)
    drawn = Worlds(packed, memoryview(weights).cast("d"), knowledge)
    # One over the chance of a world is its weight: their mean is the number of worlds, and a
    # world's chance times the number of draws is how often it comes.
    met = Counter(tuple(frozenset(hand) for hand in world) for world in drawn)
    assert set(met) == set(possible)
    mean = sum(map(exp, drawn.log_weights)) / number
    splits = len(possible) / mean  # how the heap is shared out is drawn uniformly, unweighted
    assert splits == pytest.approx(round(splits), rel=0.1)
    chances = {
        tuple(frozenset(hand) for hand in world): 1 / (exp(weight) * round(splits))
        for world, weight in zip(drawn, drawn.log_weights, strict=True)
    }
    for world, chance in chances.items():
        expected = number * chance
        assert abs(met[world] - expected) < 5 * sqrt(expected) + 5


@pytest.mark.parametrize("players", range(3, 8))
def test_no_world_breaks_what_was_shown(players: int) -> None:
    chance = Random(f"shown {players}")
    for _ in range(25):
        cards = chance.randint(2, 72 // players if players >= 5 else 36 // players)
        plays = chance.randrange(players * (cards - 1) + 1)
        deal, view = random_view(chance, players, cards, plays)
        drawn = sample(view, 5, seed=chance.getrandbits(64))
        for world in drawn:
            assert set(world[view.seat or 0]) == set(view.hand)
            assert is_possible(view, world)
            assert with_hands(view, world).turn == deal.turn
        # The true world is one of them.
        knowledge = knowledge_of(view)
        for seat, hand in enumerate(deal.hands):
            if seat != view.seat:
                assert all(knowledge.may_hold(seat, card) for card in hand)


def test_a_ceiling_is_remembered() -> None:  # P3
    hands = [["MS", "RD"], ["JS", "DD"], ["NS", "CD"], ["TS", "VD"]]
    deal = Deal.start([[Card(card) for card in hand] for hand in hands], 3)
    for seat, number in enumerate([1, 0, 0, 0]):
        deal, _ = deal.apply(seat, Bid(number, Trump.SPADES))
    for seat, card in enumerate([Card.MS, Card.JS]):
        deal, _ = deal.apply(seat, play(card))
    knowledge = knowledge_of(deal.view(2))
    # Seat 1 did not rise above the Musician, so it has no Fool; it may have lower trumps.
    assert not knowledge.may_hold(1, Card.FS)
    assert knowledge.may_hold(1, Card.RS)
    assert knowledge.may_hold(3, Card.FS)


@pytest.mark.parametrize("build", [build for build in BUILDS if is_available(build)])
def test_builds_deal_the_same_worlds(build: Build) -> None:
    chance = Random("builds")
    for players in range(3, 8):
        for limit in (0, LARGEST_TABLE):
            _, view = random_view(chance, players, 5, 2 * players + 1)
            known = knowledge_of(view)
            arguments = (known.seat, known.hand, known.hidden, known.sizes, known.allowed, limit)
            first = engine(players, "pure").sampler(*arguments).deal(7, 0, 20)
            assert engine(players, build).sampler(*arguments).deal(7, 0, 20) == first


def test_seven_players_with_many_shown_stay_consistent() -> None:
    chance = Random("seven")
    _, view = random_view(chance, 7, 10, 21)
    sampler = sampler_of(knowledge_of(view))
    drawn = sample(view, 20)
    assert sampler.is_uniform == (not len(drawn.log_weights))
    assert all(is_possible(view, world) for world in drawn)


def test_what_cannot_be_is_refused() -> None:
    sampler = engine(4).sampler
    two = 0b11
    for arguments in (
        (4, 0, two, (0, 1, 1, 0), (0, two, two, two)),
        (0, 1, two, (0, 1, 1, 0), (0, two, two, two)),
        (0, 0, two, (0, 2, 1, 0), (0, two, two, two)),
        (0, 0, two, (0, 1, 1, 0), (0, 1, 1, two)),
        (0, 0, two, (0, -1, 1, 0), (0, two, two, two)),
        (0, 0, 1 << 200, (0, 1, 0, 0), (0, two, two, two)),
    ):
        with pytest.raises(MalformedError):
            sampler(*arguments)
    with pytest.raises(MalformedError):
        sampler(0, 0, two, (0, 1, 1, 0), (0, two, two, two)).deal(0, 5, 3)
    with pytest.raises(MalformedError):
        knowledge_of(Deal.shuffled(3, 5, 0, bytes(32)).view(0))


def test_evened_worlds_come_as_often_as_they_weigh() -> None:
    _, view = random_view(Random(5), 3, 4, 3)
    drawn = sample(view, 8)
    weights = [3.0, 1.0, 0.0, 2.0, 1.0, 0.0, 1.0, 0.0]
    size = len(drawn.packed) // len(drawn)
    weighted = Worlds(
        drawn.packed * 1000,
        [log(weight) if weight else -1e9 for weight in weights] * 1000,
        knowledge_of(view),
    )
    packed = weighted.evened(seed=1).packed
    counts = Counter(packed[start : start + size] for start in range(0, len(packed), size))
    expected = Counter[bytes]()
    for number, weight in enumerate(weights):
        expected[drawn.packed[size * number : size * (number + 1)]] += round(1000 * weight)
    assert all(abs(counts[world] - expected[world]) <= 2 for world in expected)
    assert sum(counts.values()) == 8000
    assert drawn.evened(seed=1).packed == drawn.packed
