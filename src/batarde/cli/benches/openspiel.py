"""OpenSpiel's ``oh_hell``, the nearest peer: random rollouts inside C++, and steps from Python.

It comes with the extra ``batarde[bench]``; without it the peer is left out.
"""

import random
from importlib import import_module
from importlib.util import find_spec
from typing import Any

__all__ = ["OpenSpiel", "openspiel"]

_GAME = "oh_hell(players=4,num_suits=4,num_cards_per_suit=9,num_tricks_fixed=8)"


class OpenSpiel:
    """One dealt hand of ``oh_hell``: 4 players, 36 cards, 8 tricks."""

    def __init__(self) -> None:
        self._spiel: Any = import_module("pyspiel")
        self._game = self._spiel.load_game(_GAME)
        self._chance = random.Random(1)
        self._dealt = self._game.new_initial_state()
        while self._dealt.is_chance_node():
            cards = [card for card, _ in self._dealt.chance_outcomes()]
            self._dealt.apply_action(self._chance.choice(cards))
        self.actions = self.step()

    def roll_out(self, count: int, seed: int) -> int:
        """Play *count* random rollouts inside C++, and return the actions in them.

        The wheel has no other door to them: a search of two simulations, each worth half.
        """
        evaluator = self._spiel.RandomRolloutEvaluator(max(count // 2, 1), seed)
        bot = self._spiel.MCTSBot(self._game, evaluator, 1.0, 2, 10, False, seed, False)
        bot.step(self._dealt)
        return 2 * max(count // 2, 1) * self.actions

    def step(self) -> int:
        """Play one deal from Python, action by action, and return how many there were."""
        state, actions = self._dealt.clone(), 0
        while not state.is_terminal():
            state.apply_action(self._chance.choice(state.legal_actions()))
            actions += 1
        return actions


def openspiel() -> OpenSpiel | None:
    """Return the peer, or ``None`` where it is not installed."""
    return OpenSpiel() if find_spec("pyspiel") else None
