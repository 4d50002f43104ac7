from functools import partial
from operator import eq
from random import Random

import pytest

from batarde.kernel import card_number, card_of, ending, position_of
from batarde.kernel.endings import best_line, forceable, paranoid, paranoid_choices, solve
from batarde.kernel.engines import BUILDS, Build, engine, is_available
from batarde.rules import Contract, Deal, MalformedError, Trump, cards
from tests.kernel.brute_force import Ending, random_contract, random_hands

PLAYERS = (3, 4, 5)


def random_needs(chance: Random, players: int, left: int) -> list[int]:
    return [chance.randint(-1, left + 1) for _ in range(players)]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("part", range(4))
def test_every_lead_has_the_value_of_brute_force(players: int, part: int) -> None:
    chance = Random(f"max^n {players} {part}")
    for _ in range(100 if players == 5 else 300):
        hands = random_hands(chance, players, 3)
        contract = random_contract(chance, players)
        needs = random_needs(chance, players, 3)
        leader = chance.randrange(players)
        slow = Ending(contract, needs, leader).max_n(hands, leader)
        fast = solve(ending(hands, leader, contract, needs))
        assert {card: choice.points for choice in fast for card in choice.cards} == slow


@pytest.mark.parametrize(("players", "size"), [(3, 5), (4, 4), (6, 2), (7, 2)])
def test_longer_endings_and_more_players_too(players: int, size: int) -> None:
    chance = Random(f"longer {players}")
    for _ in range(12):
        hands = random_hands(chance, players, size)
        contract = random_contract(chance, players)
        needs = random_needs(chance, players, size)
        leader = chance.randrange(players)
        slow = Ending(contract, needs, leader).max_n(hands, leader)
        fast = solve(ending(hands, leader, contract, needs))
        assert {card: choice.points for choice in fast for card in choice.cards} == slow


def is_within(need: int, gap: int, won: int) -> bool:
    return abs(won - need) <= gap


@pytest.mark.parametrize("players", PLAYERS)
def test_forcing_equals_brute_force(players: int) -> None:
    chance = Random(f"force {players}")
    for _ in range(40 if players == 5 else 120):
        size = 2 if players == 5 else 3
        hands = random_hands(chance, players, size)
        contract = random_contract(chance, players)
        needs = random_needs(chance, players, size)
        leader = chance.randrange(players)
        position = ending(hands, leader, contract, needs)
        slow = Ending(contract, needs, leader)
        for seat, need in enumerate(needs):
            numbers = [
                number
                for number in range(size + 1)
                if slow.can_force(hands, leader, seat, partial(eq, number))
            ]
            assert list(forceable(position, seat)) == numbers
            least = next(
                gap
                for gap in range(20)
                if slow.can_force(hands, leader, seat, partial(is_within, need, gap))
            )
            assert paranoid(position)[seat] == least


def test_positions_inside_a_trick_agree_with_those_before_it() -> None:
    chance = Random("inside")
    for _ in range(60):
        players = chance.choice([3, 4, 5, 6, 7])
        hands = random_hands(chance, players, 3 if players < 6 else 2)
        contract = random_contract(chance, players)
        needs = random_needs(chance, players, 2)
        position = ending(hands, chance.randrange(players), contract, needs)
        while not position.is_over:
            best = solve(position)[0]
            after = position.copy()
            after.apply(next(n for n in after.legal() if card_of(n) is best.cards[0]))
            if not after.is_over:
                assert solve(after)[0].points == best.points
            else:
                assert tuple(after.score) == best.points
            paranoid_best = paranoid_choices(position)[0][1]
            assert paranoid(position)[position.turn] == paranoid_best
            position.apply(chance.choice(position.legal()))


def test_larger_endings_keep_their_value_from_card_to_card() -> None:
    chance = Random("larger")
    for players, size in ((3, 7), (4, 6), (5, 4)):
        for _ in range(5):
            hands = random_hands(chance, players, size)
            contract = random_contract(chance, players)
            needs = [chance.randint(0, 3) for _ in range(players)]
            position = ending(hands, 0, contract, needs)
            points = solve(position)[0].points
            for seat, card in best_line(position):
                assert position.turn == seat
                position.apply(card_number(card))
            assert tuple(position.score) == points


@pytest.mark.parametrize("build", [build for build in BUILDS if is_available(build)])
@pytest.mark.parametrize("players", [3, 4, 5, 7])
def test_builds_agree(build: Build, players: int) -> None:
    chance = Random(f"agree {players}")
    for _ in range(6):
        hands = random_hands(chance, players, 3)
        trump = chance.randrange(6)
        position = engine(players, build).position.in_play(
            [[card_number(card) for card in hand] for hand in hands],
            0,
            trump,
            1 if players >= 5 else 0,
            [1] * players,
        )
        answers = []
        builds: tuple[Build, Build] = ("pure", build)
        for other in builds:
            solver = engine(players, other).solver(players, trump)
            solver.load(position.hand_sets, [], 0, [1] * players)
            forced = [solver.can_force(seat, 2) for seat in range(players)]
            answers.append((solver.values(), forced))
        assert answers[0] == answers[1]


def test_a_small_table_changes_nothing() -> None:
    chance = Random("small table")
    for _ in range(5):
        hands = random_hands(chance, 4, 6)
        position = ending(hands, 0, Contract(Trump.HEARTS), [2, 1, 2, 2])
        found = []
        for largest in (8, 20):
            solver = engine(4).solver(4, position.trump, largest)
            solver.load(position.hand_sets, [], 0, [2, 1, 2, 2])
            found.append([(cards, gaps(tricks)) for cards, tricks in solver.values()])
            assert solver.size <= largest
        assert found[0] == found[1]


def gaps(tricks: tuple[int, ...]) -> list[int]:
    return [abs(won - need) for won, need in zip(tricks, [2, 1, 2, 2], strict=True)]


def test_a_budget_is_kept() -> None:
    position = ending(random_hands(Random(1), 4, 9), 0, Contract(Trump.NONE), [2, 2, 2, 2])
    with pytest.raises(OverflowError):
        solve(position, budget=50)
    small = ending(random_hands(Random(1), 4, 4), 0, Contract(Trump.NONE), [1, 1, 1, 2])
    assert solve(small) == solve(small, budget=10**6)


def test_the_dealer_is_spared_last() -> None:
    # Seat 2 must lose to somebody; between equals the order of seats from the opener decides.
    hands = [cards("RS"), cards("DS"), cards("CS")]
    position = ending(hands, 0, Contract(Trump.NONE), [1, 1, 1])
    assert solve(position)[0].points == (0, 1, 1)


def test_what_has_no_ending_is_refused() -> None:
    deal = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
    with pytest.raises(MalformedError):
        solve(position_of(deal))
    hands = [cards("RS"), cards("DS"), cards("CS")]
    position = ending(hands, 0, Contract(Trump.NONE), [1, 1, 1])
    with pytest.raises(MalformedError):
        forceable(position, 3)
    solver = engine(4).solver
    for arguments in ((2, 0), (8, 0), (4, 6), (4, -1), (4, 0, 99)):
        with pytest.raises(MalformedError):
            solver(*arguments)
    one = solver(4, 0)
    with pytest.raises(MalformedError):
        one.values()
    with pytest.raises(MalformedError):
        one.can_force(0, 1)
    for sets, trick, leader, needs in (
        ([1, 2, 4], [], 0, [0] * 4),
        ([1, 2, 4, 4], [], 0, [0] * 4),
        ([1, 2, 4, 24], [], 0, [0] * 4),
        ([1, 2, 4, 8], [], 4, [0] * 4),
        ([1, 2, 4, 8], [], 0, [0] * 3),
        ([1, 2, 4, 8], [16], 0, [0] * 4),
        ([1, 2, 4, 8], [3], 0, [0] * 4),
        ([1, 2, 4, 1 << 15], [], 0, [0] * 4),
        ([0, 0, 0, 0], [], 0, [0] * 4),
        ([-1, 2, 4, 8], [], 0, [0] * 4),
    ):
        with pytest.raises(MalformedError):
            one.load(sets, trick, leader, needs)
