"""Golden results of the kernel: playouts, worlds and endings that were computed once.

A change of form must not change what the kernel computes: the same seed gives the same playouts,
whichever build plays them. ``test_goldens`` computes all of it again and compares. After a change
that is meant, write it anew from the root of the project, and say in the change why it differs::

    python -m tests.kernel.goldens
"""

import json
from array import array
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

from batarde.kernel import KEEN, Policy, knowledge_of, sample, sampler_of, with_hands
from batarde.kernel.engines import Build, best_build, engine
from batarde.rules import Bid, Deal
from tests.kernel.brute_force import random_contract

FILE: Final = Path(__file__).parents[1] / "data" / "kernel.json"
PLAYERS: Final = range(3, 8)
SEEDS: Final = range(4)

_PLAIN_SIZE: Final = 864
_WORTHS_SIZE: Final = 2 * 16 * 19 * 19


def results(players: int, build: Build, playouts: int) -> dict[str, Any]:
    """Return what *build* computes of some deals, each as one short digest."""
    return {str(seed): _of_deal(players, seed, build, playouts) for seed in SEEDS}


def _of_deal(players: int, seed: int, build: Build, playouts: int) -> dict[str, str]:
    chance = Random(f"golden {players} {seed}")
    deal = _deal(chance, players, seed)
    assert deal.turn is not None
    seat, view = deal.turn, deal.view(deal.turn)
    worlds = sample(view, 40, seed=seed)
    kernel, position = engine(players, build), with_hands(view, deal.hands, build)
    plain = array("d", [chance.uniform(0.1, 3.0) for _ in range(_PLAIN_SIZE)]).tobytes()
    keen = Policy.keen(chance.uniform(-1.0, 1.0) for _ in range(KEEN)).packed()
    table = array("d", [chance.random() for _ in range(_WORTHS_SIZE)]).tobytes()
    bids = array("d", [0, 1.5, -0.4, players - 1, 0.5, -2.0]).tobytes()
    stakes = array("d", [1.0, *[-0.2] * (players - 1)]).tobytes()
    packed = worlds.packed
    found: dict[str, Any] = {
        "at random": kernel.play_out(position, 5, 0, playouts, packed),
        "by a policy": kernel.play_out(position, 5, 0, playouts, packed, plain),
        "by a keen policy": kernel.play_out(position, 5, 0, playouts, packed, keen, b"", True),
        "learning": kernel.play_out(
            position, 5, 0, playouts, packed, keen, b"", False, seat, stakes, 0.5
        ),
        "likelihoods": _rounded(kernel.likelihoods(position, seat, packed, keen, 0.1)),
        "worths": _rounded(kernel.hand_worths(position, packed, table)),
        "bids": _rounded(kernel.bid_likelihoods(position, packed, table, bids, 0.1)),
        "worlds": sampler_of(knowledge_of(view), build).deal(seed, 0, 40)[0].hex(),
    }
    return {
        name: sha256(json.dumps(value).encode()).hexdigest()[:16] for name, value in found.items()
    }


def _deal(chance: Random, players: int, seed: int) -> Deal:
    """Return a deal under a contract by lot, with a few cards played by lot."""
    cards = 7 if players == 7 else 8
    deal = Deal.shuffled(players, cards, players - 1, bytes([seed]) * 32)
    contract = random_contract(chance, players)
    for seat in range(players):
        deal, _ = deal.apply(seat, Bid(min(seat, 3), contract.trump, contract.pack))
    for _ in range(seed * (players + 1)):
        assert deal.turn is not None
        deal, _ = deal.apply(deal.turn, chance.choice(deal.legal_actions(deal.turn)))
    return deal


def _rounded(numbers: list[float]) -> list[float]:
    return [round(number, 6) for number in numbers]


def main() -> None:
    """Write all of them anew."""
    build = best_build()
    found = {
        str(count): {str(players): results(players, build, count) for players in PLAYERS}
        for count in (20, 2_000)
    }
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
