"""Playouts: counted right, the same on every build and with any number of threads."""

import sys
import threading
from array import array
from itertools import product
from math import sqrt
from random import Random

import pytest

from batarde.kernel import CardFeatures, Policy, ending, play_out, position_of, sample
from batarde.kernel.engines import BUILDS, Build, engine, is_available
from batarde.kernel.policies import SIZE, all_features
from batarde.rules import Bid, Contract, Deal, MalformedError, Pack, Trump, cards
from batarde.rules.tricks import playable, winning_card
from tests.kernel.brute_force import random_contract, random_hands

AVAILABLE = [build for build in BUILDS if is_available(build)]


def random_policy(chance: Random) -> Policy:
    return Policy(chance.uniform(0.1, 3.0) for _ in range(SIZE))


@pytest.mark.parametrize("build", AVAILABLE)
@pytest.mark.parametrize("players", range(3, 8))
def test_builds_agree(build: Build, players: int) -> None:
    chance = Random(f"builds {players}")
    for size, weights in product((1, 5, 36 // players), (b"", random_policy(chance).packed())):
        hands = random_hands(chance, players, size)
        contract = random_contract(chance, players)
        needs = [chance.randint(0, size) for _ in range(players)]
        runs = []
        builds: tuple[Build, Build] = ("pure", build)
        for other in builds:
            position = ending(hands, 1, contract, needs, other)
            position.apply(position.legal()[0])
            runs.append(engine(players, other).play_out(position, 5, 0, 30, b"", weights))
        assert runs[0] == runs[1]


def test_threads_change_nothing_but_the_time() -> None:
    hands = random_hands(Random(3), 4, 9)
    position = ending(hands, 0, Contract(Trump.SPADES), [2, 2, 2, 2])
    one = play_out(position, 5000, seed=9)
    assert play_out(position, 5000, seed=9, threads=3) == one
    assert play_out(position, 5000, seed=10) != one
    assert one.playouts == 5000
    assert sum(one.means) == pytest.approx(9)


def test_the_lock_is_released() -> None:
    position = ending(random_hands(Random(3), 4, 9), 0, Contract(Trump.SPADES), [2, 2, 2, 2])
    if engine(4).build == "pure":
        pytest.skip("only compiled code can")
    gate, went_on = threading.Event(), threading.Event()

    def other() -> None:
        gate.wait()
        went_on.set()

    thread = threading.Thread(target=other)
    thread.start()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(600)  # from here on threads change only where the lock is let go
    try:
        gate.set()
        for _ in range(200):
            play_out(position, 20_000)
            if went_on.is_set():
                break
        assert went_on.is_set()
    finally:
        sys.setswitchinterval(interval)
        thread.join()


def test_random_play_is_uniform_over_legal_cards() -> None:
    """The chance of each result, found by adding up all lines of play."""
    chance = Random("uniform")
    for _ in range(12):
        players = chance.choice([3, 4, 5])
        hands = random_hands(chance, players, 2 if players == 5 else 3)
        contract = random_contract(chance, players)
        exact = chances(hands, contract)
        number = 40_000
        tally = play_out(ending(hands, 0, contract, [0] * players), number, seed=1)
        for seat in range(players):
            for tricks, share in enumerate(exact[seat]):
                spread = sqrt(max(number * share * (1 - share), 0.0))
                assert abs(tally.counts[seat][tricks] - number * share) <= 5 * spread + 1e-6


def chances(hands: tuple[tuple, ...], contract: Contract) -> list[list[float]]:  # type: ignore[type-arg]
    players = len(hands)
    found = [[0.0] * (len(hands[0]) + 1) for _ in range(players)]

    def go(hands, trick, leader, tricks, share) -> None:  # type: ignore[no-untyped-def]
        if not trick and not any(hands):
            for seat in range(players):
                found[seat][tricks[seat]] += share
            return
        seat = (leader + len(trick)) % players
        legal = playable(hands[seat], trick, contract)
        for card in legal:
            hand = tuple(held for held in hands[seat] if held is not card)
            after = (*hands[:seat], hand, *hands[seat + 1 :])
            table = (*trick, card)
            if len(table) < players:
                go(after, table, leader, tricks, share / len(legal))
                continue
            winner = (leader + table.index(winning_card(table, contract))) % players
            won = tuple(count + (other == winner) for other, count in enumerate(tricks))
            go(after, (), winner, won, share / len(legal))

    go(hands, (), 0, (0,) * players, 1.0)
    return found


def test_a_policy_is_followed() -> None:
    def avoids(sight: CardFeatures) -> float:
        return 0.0 if sight.place in (1, 2) else 20.0

    def takes(sight: CardFeatures) -> float:
        return 20.0 - 20.0 * (sight.place == 3) - sight.over

    # One card wins and one loses; the last to play decides the trick by the policy.
    hands = [cards("CS TD"), cards("VS TC"), cards("RS NS")]
    position = ending(hands, 0, Contract(Trump.NONE), [0, 0, 0])
    position.apply(position.hand(0)[0])
    position.apply(position.legal()[0])
    low = play_out(position, 2000, policy=Policy.of_scores(avoids))
    high = play_out(position, 2000, policy=Policy.of_scores(takes))
    assert low.counts[2][0] > 1950 or low.counts[2][1] > 1950
    assert low.means[2] < high.means[2]


def test_players_do_not_know_the_stock() -> None:
    """What was left out of the deal may not change how the others are seen to play."""
    # Seat 0 leads to a trick in which only the number of unseen higher spades could matter.
    policy = Policy.of_scores(lambda sight: 10.0 * (sight.over == 0))
    hands = [cards("RS DS"), cards("TS NS"), cards("TH NH")]
    first = play_out(ending(hands, 0, Contract(Trump.NONE), [1, 1, 0]), 500, policy=policy)
    # The Knight of spades is in nobody's hand in both: dealt or not, seat 1 cannot tell.
    hands = [cards("RS DS"), cards("TS NS"), cards("CS NH")]
    second = play_out(ending(hands, 0, Contract(Trump.NONE), [1, 1, 0]), 500, policy=policy)
    assert first.counts[1] == second.counts[1]


def test_policies_are_checked() -> None:
    assert len(list(all_features())) == SIZE
    for weights in ([1.0], [0.0] * SIZE, [float("nan")] * SIZE, [-1.0] * SIZE, [1e301] * SIZE):
        with pytest.raises(MalformedError):
            Policy(weights)


def test_worlds_are_played_out_and_checked() -> None:
    deal = Deal.shuffled(players=4, cards=6, dealer=3, seed=bytes(32))
    for seat, number in enumerate([1, 1, 1, 1]):
        deal, _ = deal.apply(seat, Bid(number, Trump.HEARTS))
    for _ in range(9):
        assert deal.turn is not None
        deal, _ = deal.apply(deal.turn, deal.legal_actions(deal.turn)[0])
    position = position_of(deal)
    worlds = sample(deal.view(deal.turn), 50)
    tally = play_out(position, 500, worlds=worlds)
    assert tally.playouts == 500
    assert play_out(position, 500, worlds=worlds, threads=2) == tally
    # A card played since is taken out of the worlds.
    position.apply(position.legal()[0])
    assert play_out(position, 500, worlds=worlds).playouts == 500
    run = engine(4).play_out
    for wrong in (b"x", worlds.packed[:-8], bytes(len(worlds.packed)), b"\xff" * 64):
        with pytest.raises(MalformedError):
            run(position, 0, 0, 10, wrong)
    with pytest.raises(MalformedError):
        run(position, 0, 0, 10, b"", b"12345678")


def test_there_must_be_cards_to_play() -> None:
    deal = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
    with pytest.raises(MalformedError):
        play_out(position_of(deal), 10)
    position = ending([cards("RS"), cards("DS"), cards("CS")], 0, Contract(Trump.NONE), [0] * 3)
    for count, threads in ((-1, 1), (10, 0)):
        with pytest.raises(MalformedError):
            play_out(position, count, threads=threads)
    for _ in range(3):
        position.apply(position.legal()[0])
    with pytest.raises(MalformedError):
        play_out(position, 10)


@pytest.mark.parametrize("build", AVAILABLE)
@pytest.mark.parametrize("players", [3, 4, 6])
def test_every_world_may_have_its_own_bids(build: Build, players: int) -> None:
    chance = Random(f"bids {players}")
    deal = Deal.shuffled(players, 5, players - 1, bytes(32))
    pack = Pack.MARKED if players > 4 else None
    for seat, tricks in enumerate([1, 2, 0, 1, 0, 2][:players]):
        deal, _ = deal.apply(seat, Bid(tricks, Trump.HEARTS, pack))
    worlds = sample(deal.view(0), 6)
    weights = random_policy(chance).packed()
    position = position_of(deal, build)
    run = engine(players, build).play_out
    same = array("Q", position.standing_bids * 6).tobytes()
    assert run(position, 3, 0, 60, worlds.packed, weights, same) == run(
        position, 3, 0, 60, worlds.packed, weights
    )
    other = array("Q", [chance.randint(0, 5) for _ in range(6 * players)]).tobytes()
    found = run(position, 3, 0, 60, worlds.packed, weights, other)
    pure = engine(players, "pure").play_out
    assert found == pure(position_of(deal, "pure"), 3, 0, 60, worlds.packed, weights, other)
    assert found != run(position, 3, 0, 60, worlds.packed, weights, same)


def test_bids_must_be_as_many_as_the_worlds_have_seats() -> None:
    deal = Deal.shuffled(3, 5, 2, bytes(32))
    for seat in range(3):
        deal, _ = deal.apply(seat, Bid(1, Trump.HEARTS))
    worlds, policy = sample(deal.view(0), 4), random_policy(Random(1))
    position = position_of(deal)
    assert play_out(position, 8, worlds=worlds, policy=policy, bids=[1] * 12).playouts == 8
    with pytest.raises(MalformedError):
        play_out(position, 8, worlds=worlds, policy=policy, bids=[1] * 11)
    with pytest.raises(MalformedError):
        play_out(position, 8, worlds=worlds, bids=[1] * 12)
    with pytest.raises(MalformedError):
        play_out(position, 8, policy=policy, bids=[1] * 3)
