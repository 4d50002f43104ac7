"""What a contract promises a hand: how many tricks it wins, whatever number it plays for."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from batarde.bots.models.players import UNLEARNED, PlayerModel
from batarde.bots.rule_of_thumb.card_chances import expected_miss
from batarde.bots.search.sampling import likely_worlds
from batarde.bots.search.settings import Evidence
from batarde.kernel import Learner, play_each, play_out
from batarde.rules.trumps import Contract
from batarde.rules.views import View

__all__ = ["BidForecast", "ContractForecast"]


class BidForecast(NamedTuple):
    """What comes of playing for a number of tricks."""

    distribution: tuple[float, ...]
    """How likely 0, 1, 2 … tricks are."""
    miss: float
    """How far from the number the hand ends, on average (S1)."""
    others_misses: tuple[float, ...]
    """The same for the others who have bid, clockwise from the left."""
    playouts: int
    """How many playouts say so."""


class ContractForecast:
    """What a hand may win under one contract, over sampled worlds.

    Players who have not bid are taken to play for what their hand in each world would bid.
    """

    def __init__(
        self,
        view: View,
        contract: Contract,
        worlds: int,
        seed: int,
        evidence: Evidence,
        model: PlayerModel = UNLEARNED,
        exploration: float | None = None,
    ) -> None:
        assert view.seat is not None
        self._seat, self._players, self._seed = view.seat, view.players, seed
        self._model = model
        self._learner = None
        if exploration is not None:
            alone = [float(seat == view.seat) for seat in range(view.players)]
            self._learner = Learner(view.seat, tuple(alone), exploration)
        found = likely_worlds(view, contract, worlds, seed, evidence, model)
        self._worlds, self._position = found.worlds, found.position
        is_standing = view.standing is not None and view.standing.contract == contract
        self._bids = view.bids if is_standing else (None,) * view.players
        expected = [model.bids.expected(value, view.cards) for value in found.hand_values()]
        self._goals = self._guessed_goals(expected, Random(seed))
        self._forecasts: dict[int, BidForecast] = {}
        self.usual_bid = expected[self._seat]
        """The number that somebody with this hand would be expected to bid."""

    def of(self, number: int) -> BidForecast:
        """Return what comes of playing for *number* tricks."""
        if number not in self._forecasts:
            self._forecasts[number] = self._played_for(number)
        return self._forecasts[number]

    def best_bid(self, numbers: Sequence[int]) -> int:
        """Return which of *numbers* to bid: the one that the hand should end nearest to."""

        def costs(number: int) -> float:
            return self.of(number).miss

        near = sorted(numbers, key=lambda number: abs(number - self.usual_bid))[:2]
        best = min(near, key=costs)
        while True:  # downhill from there; the misses have one valley
            beside = [number for number in (best - 1, best + 1) if number in numbers]
            better = min([best, *beside], key=costs)
            if better == best:
                return best
            best = better

    def misses(self, number: int) -> list[tuple[int, ...]]:
        """Return how far everybody ended from what they played for, playout by playout."""
        goals, players = self._goals_with(number), self._players
        ends = play_each(
            self._position,
            len(self._worlds),
            seed=self._seed,
            policy=self._model.policy,
            worlds=self._worlds,
            bids=goals,
        )
        return [
            tuple(abs(goals[place * players + seat] - won) for seat, won in enumerate(end))
            for place, end in enumerate(ends)
        ]

    def sums_of_others(self) -> list[int]:
        """Return what the others bid together in each world: what they said, or would say."""
        players, goals = self._players, self._goals
        worlds = range(0, len(goals), players)
        return [sum(goals[at : at + players]) - goals[at + self._seat] for at in worlds]

    def _guessed_goals(self, expected: Sequence[float], dice: Random) -> list[int]:
        """Return what everybody plays for in each world: their bid, or what they would bid."""
        stray = self._model.bids.stray
        goals = []
        for number, near in enumerate(expected):
            bid = self._bids[number % self._players]
            if bid is None:
                bid = max(0, int(near + 0.5 + dice.uniform(-stray, stray)))
            goals.append(bid)
        return goals

    def _goals_with(self, number: int) -> list[int]:
        goals = self._goals
        goals[self._seat :: self._players] = [number] * len(self._worlds)
        return goals

    def _played_for(self, number: int) -> BidForecast:
        tally = play_out(
            self._position,
            len(self._worlds),
            seed=self._seed,
            policy=self._model.policy,
            worlds=self._worlds,
            bids=self._goals_with(number),
            learner=self._learner,
        )
        shares = [[count / tally.playouts for count in counts] for counts in tally.counts]
        seats = [(self._seat + step) % self._players for step in range(1, self._players)]
        others = [
            expected_miss(shares[seat], bid)
            for seat in seats
            if (bid := self._bids[seat]) is not None
        ]
        own = shares[self._seat]
        miss = expected_miss(own, number)
        return BidForecast(tuple(own), miss, tuple(others), tally.playouts)
