"""What a contract promises a hand: how many tricks it wins, whatever number it plays for."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from batarde.bots.guessing import Reading, guess
from batarde.bots.minds import PLAIN, Mind
from batarde.bots.worths import worths
from batarde.kernel import Learner, card_number, play_each, play_out
from batarde.kernel.numbering import PACKS, TRUMPS, bit_places
from batarde.rules.actions import Bid
from batarde.rules.trumps import Contract, Trump
from batarde.rules.views import View

__all__ = ["Outlook", "Prospect", "contracts_to_try"]


class Prospect(NamedTuple):
    """What comes of playing for a number of tricks."""

    odds: tuple[float, ...]
    """How likely 0, 1, 2 … tricks are."""
    miss: float
    """How far from the number the hand ends, on average (S1)."""
    others: tuple[float, ...]
    """The same for the others who have bid, clockwise from the left."""


class Outlook:
    """A hand's outlook under one contract, over sampled worlds."""

    def __init__(
        self,
        view: View,
        contract: Contract,
        worlds: int,
        seed: int,
        reading: Reading,
        mind: Mind = PLAIN,
        curiosity: float | None = None,
    ) -> None:
        assert view.seat is not None
        self._seat, self._players, self._seed = view.seat, view.players, seed
        self._mind = mind
        self._learner = None
        if curiosity is not None:
            alone = [float(seat == view.seat) for seat in range(view.players)]
            self._learner = Learner(view.seat, tuple(alone), curiosity)
        found = guess(view, contract, worlds, seed, reading, mind)
        self._worlds = found.worlds
        is_standing = view.standing is not None and view.standing.contract == contract
        self._known = view.bids if is_standing else (None,) * view.players
        self._position = found.position
        worths = found.worths()
        expected = [mind.habits.expected(worth, view.cards) for worth in worths]
        self._goals = self._guessed_goals(expected, Random(seed))
        self._prospects: dict[int, Prospect] = {}
        self.worth = expected[self._seat]
        """The number that somebody with this hand would be expected to bid."""

    def prospect(self, number: int) -> Prospect:
        """Return what comes of playing for *number* tricks."""
        if number not in self._prospects:
            self._prospects[number] = self._played_for(number)
        return self._prospects[number]

    def best(self, numbers: Sequence[int]) -> int:
        """Return which of *numbers* to bid: the one that the hand should end nearest to."""

        def costs(number: int) -> float:
            return self.prospect(number).miss

        near = sorted(numbers, key=lambda number: abs(number - self.worth))[:2]
        best = min(near, key=costs)
        while True:  # downhill from there; the misses have one valley
            beside = [number for number in (best - 1, best + 1) if number in numbers]
            better = min([best, *beside], key=costs)
            if better == best:
                return best
            best = better

    def _guessed_goals(self, expected: Sequence[float], dice: Random) -> list[int]:
        """Return what everybody plays for in each world: their bid, or what they would bid."""
        known, players, stray = self._known, self._players, self._mind.habits.stray
        goals = []
        for number, near in enumerate(expected):
            bid = known[number % players]
            if bid is None:
                bid = max(0, int(near + 0.5 + dice.uniform(-stray, stray)))
            goals.append(bid)
        return goals

    def misses(self, number: int) -> list[tuple[int, ...]]:
        """Return how far everybody ended from what they played for, playout by playout."""
        goals, players = self._goals_with(number), self._players
        ends = play_each(
            self._position,
            len(self._worlds),
            seed=self._seed,
            policy=self._mind.policy,
            worlds=self._worlds,
            bids=goals,
        )
        return [
            tuple(abs(goals[place * players + seat] - won) for seat, won in enumerate(end))
            for place, end in enumerate(ends)
        ]

    def _goals_with(self, number: int) -> list[int]:
        goals = self._goals
        goals[self._seat :: self._players] = [number] * len(self._worlds)
        return goals

    def _played_for(self, number: int) -> Prospect:
        tally = play_out(
            self._position,
            len(self._worlds),
            seed=self._seed,
            policy=self._mind.policy,
            worlds=self._worlds,
            bids=self._goals_with(number),
            learner=self._learner,
        )
        odds = [[count / tally.playouts for count in counts] for counts in tally.counts]
        seats = [(self._seat + step) % self._players for step in range(1, self._players)]
        others = [
            _miss(odds[seat], bid) for seat in seats if (bid := self._known[seat]) is not None
        ]
        own = odds[self._seat]
        return Prospect(tuple(own), _miss(own, number), tuple(others))


def contracts_to_try(view: View, bids: Sequence[Bid]) -> list[Contract]:
    """Return the contracts of *bids* worth thinking through: of two packs, the hand's better one.

    Those that need far more tricks than the hand is worth are left out, unless all do.
    """
    found: dict[Trump, tuple[float, Contract]] = {}
    fit = []
    for contract in dict.fromkeys(Contract(bid.trump, bid.pack) for bid in bids):
        worth = _worth(view, contract)
        if contract.trump not in found or worth > found[contract.trump][0]:
            found[contract.trump] = (worth, contract)
    for worth, contract in found.values():
        least = min(bid.tricks for bid in bids if bid.trump is contract.trump)
        if least <= worth + 1.5:
            fit.append(contract)
    return fit or [contract for _, contract in found.values()]


def _worth(view: View, contract: Contract) -> float:
    """Return what the rule of thumb says that the hand is worth."""
    trump, pack = TRUMPS.index(contract.trump), PACKS.index(contract.pack)
    places = bit_places(view.players, trump, pack)
    hand = sum(1 << places[card_number(card)] for card in view.hand)
    return worths(view.players, view.cards, cuts=contract.trump.suit is not None).of(hand)


def _miss(odds: Sequence[float], number: int) -> float:
    return sum([likely * abs(tricks - number) for tricks, likely in enumerate(odds)])
