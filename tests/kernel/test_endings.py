from random import Random

import pytest

from batarde.kernel.endings import best_line, forceable, paranoid, paranoid_choices, solve
from batarde.kernel.positions import ending
from batarde.rules import Contract, MalformedError, Trump, cards
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
