"""Deals to measure the kernel with: drawn at random, bid with sense."""

from random import Random

from batarde.kernel import Position, ending, play_out
from batarde.rules import Contract, Pack, Trump, pack_of

__all__ = ["random_ending"]


def random_ending(chance: Random, players: int, cards: int, *, sensible: bool = True) -> Position:
    """Return a fresh deal of so many cards each, under a contract by lot, the opener leading.

    Everybody needs what they win on average when all play at random, and the dealer, who speaks
    last, gives way to the rule that the sum must not come out (A6). Or, if not *sensible*,
    everybody needs a number by lot.
    """
    pack = chance.sample(pack_of(players), players * cards)
    hands = [pack[seat::players] for seat in range(players)]
    favoured = chance.choice(list(Pack)) if players >= 5 else None
    contract = Contract(chance.choice(list(Trump)), favoured)
    if sensible:
        tally = play_out(ending(hands, 0, contract, [0] * players), 200, seed=1)
        needs = [min(cards, int(mean + 0.5)) for mean in tally.means]
    else:
        needs = [chance.randint(0, cards) for _ in range(players)]
    if sum(needs) == cards:
        needs[-1] += 1 if needs[-1] == 0 or chance.random() < 0.5 else -1
    return ending(hands, 0, contract, needs)
