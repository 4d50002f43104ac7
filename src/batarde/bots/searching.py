"""Search over sampled worlds: bid, double and play what turns out best in most of them.

Everything is a mean over worlds that fit what the seat knows. A number of tricks is worth what the
playouts end from it; a card, what they end from the bid after it. In the playouts everybody plays
by a policy that knows no hidden card.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from math import inf
from typing import NamedTuple

from batarde.bots.advice import trump_to_lead
from batarde.bots.daring import Daring, is_worth_doubling, number_if_frozen
from batarde.bots.guessing import Reading, guess
from batarde.bots.minds import Mind, plain_mind
from batarde.bots.outlooks import Outlook, contracts_to_try
from batarde.bots.winning import gain_of_doubling, stakes
from batarde.kernel import (
    Learner,
    Position,
    Tally,
    Worlds,
    card_number,
    play_out,
    solve,
    with_hands,
)
from batarde.rules.actions import DOUBLE, PASS, REDOUBLE, Action, Bid, Play
from batarde.rules.actions import play as play_of
from batarde.rules.cards import has_two_packs
from batarde.rules.trumps import Contract
from batarde.rules.views import View

__all__ = ["SearchBot", "Skill"]


class Skill(NamedTuple):
    """How well a searching bot plays, and how long it takes."""

    worlds: int = 200
    """Worlds for each decision about a card."""
    bid_worlds: int = 200
    """Worlds for each contract that it thinks through."""
    two_packs: float = 1.0
    """The share of them that it looks at where two packs are played: they take twice as long."""
    reading: Reading = Reading()
    daring: Daring | None = Daring()
    """When it doubles; never if ``None``."""
    minds: Callable[[int], Mind] = plain_mind
    """What it has learned, for each number of players."""
    curiosity: float | None = None
    """How curious it is in the playouts, where it then learns what its own cards come to; with
    ``None`` it plays by the policy in them, like everybody else."""
    finalists: int | None = None
    """Of more cards than these, a quarter of the worlds says which ones are looked at in all."""
    exact_cards: int = 0
    """From so many cards in hand on, endings are solved exactly instead of played out."""
    exact_worlds: int = 60
    heed: float | None = None
    """What following the author's sixth advice may cost at most; ``None`` does not know it."""
    spite: float = 0.0
    """What the others' points count against its own."""
    pride: float = 0.0
    """What setting the trump is worth beyond what the hand should miss less."""
    races: float | None = None
    """Doubles for the game's result, if that raises the chance to win by so much."""
    redoubles: float = 0.0
    """The same for redoubling."""


class SearchBot:
    """Chooses by playouts; it has no memory, and what it leaves to chance follows from its seed."""

    def __init__(self, seed: bytes, skill: Skill | None = None) -> None:
        self._seed = seed
        self.skill = skill or Skill()

    def choose(self, view: View, deadline: float | None = None) -> Action:
        """Return the action that should cost the fewest points."""
        if len(view.legal) == 1:
            return view.legal[0]
        if plays := [action for action in view.legal if isinstance(action, Play)]:
            return self.best_play(view, plays, deadline)
        if bids := [action for action in view.legal if isinstance(action, Bid)]:
            return self.best_bid(view, bids, deadline)
        raises = [action for action in view.legal if action in (DOUBLE, REDOUBLE)]
        if raises and self.dares(view):
            return raises[0]
        return PASS if PASS in view.legal else view.legal[0]

    # The auction

    def best_bid(self, view: View, bids: Sequence[Bid], deadline: float | None) -> Bid:
        """Return the bid that the hand should come nearest to, in whatever trump."""
        ranked: list[tuple[float, int, Bid]] = []
        for contract in contracts_to_try(view, bids):
            if ranked and _is_late(deadline):
                break
            offers = [bid for bid in bids if Contract(bid.trump, bid.pack) == contract]
            outlook = self.outlook(view, contract)
            number = outlook.best([bid.tricks for bid in offers])
            chosen = next(bid for bid in offers if bid.tricks == number)
            standing = view.standing is not None and view.standing.contract == contract
            pride = 0.0 if standing else self.skill.pride
            ranked.append((outlook.prospect(number).miss - pride, len(ranked), chosen))
        return min(ranked)[2]

    def outlook(self, view: View, contract: Contract) -> Outlook:
        """Return what *contract* promises the hand."""
        skill = self.skill
        return Outlook(
            view,
            contract,
            self._share(view, skill.bid_worlds),
            self._chance(view),
            skill.reading,
            skill.minds(view.players),
            skill.curiosity,
        )

    def dares(self, view: View) -> bool:
        """Return whether to double, or to redouble."""
        if self.skill.daring is None or view.standing is None:
            return False
        outlook = self.outlook(view, view.standing.contract)
        if self.skill.races is not None:
            # Who set the trump does better than playouts say, so it redoubles sooner.
            least = self.skill.races if view.doubled_by is None else self.skill.redoubles
            return self._gain(view, outlook) > least
        return is_worth_doubling(view, outlook, self.skill.daring)

    def _gain(self, view: View, outlook: Outlook) -> float:
        """Return by how much a double, or a redouble, raises the chance to win."""
        assert view.seat is not None
        number = number_if_frozen(view, outlook)
        race = self.skill.minds(view.players).race
        return gain_of_doubling(view, outlook.misses(number), race, self._chance(view))

    # The play

    def best_play(self, view: View, plays: Sequence[Play], deadline: float | None) -> Play:
        """Return the card after which the playouts end nearest to the bid."""
        costs = self.costs(view, plays, deadline)
        best = min(costs, key=lambda play: costs[play])
        if self.skill.heed is None or (advised := trump_to_lead(view, plays)) is None:
            return best
        return advised if costs.get(advised, inf) <= costs[best] + self.skill.heed else best

    def costs(self, view: View, plays: Sequence[Play], deadline: float | None) -> dict[Play, float]:
        """Return what each card costs on average; those that are not worth a look are left out."""
        assert view.standing is not None
        assert view.seat is not None
        skill = self.skill
        worlds = self._worlds(view)
        if len(view.hand) <= skill.exact_cards:
            return self._solved(view, plays, worlds, deadline)
        if skill.finalists is not None and len(plays) > skill.finalists:
            count = max(1, len(worlds) // 4)
            rough = self._priced(view, self._played_out(view, plays, worlds, count, deadline))
            if _is_late(deadline):  # a shorter second look would know less than the first
                return rough
            plays = sorted(plays, key=lambda play: rough[play])[: skill.finalists]
        return self._priced(view, self._played_out(view, plays, worlds, len(worlds), deadline))

    def _priced(self, view: View, tallies: Mapping[Play, Tally]) -> dict[Play, float]:
        return {play: self._cost(view, tally.points) for play, tally in tallies.items()}

    def tallies(
        self, view: View, plays: Sequence[Play], deadline: float | None = None
    ) -> dict[Play, Tally]:
        """Return how the playouts after each card end."""
        assert view.standing is not None
        worlds = self._worlds(view)
        return self._played_out(view, plays, worlds, len(worlds), deadline)

    def _worlds(self, view: View) -> Worlds:
        assert view.standing is not None
        skill, contract = self.skill, view.standing.contract
        mind = skill.minds(view.players)
        count = self._share(view, skill.worlds)
        return guess(view, contract, count, self._chance(view), skill.reading, mind).worlds

    def _share(self, view: View, worlds: int) -> int:
        return round(worlds * self.skill.two_packs) if has_two_packs(view.players) else worlds

    def _played_out(
        self,
        view: View,
        plays: Sequence[Play],
        worlds: Worlds,
        count: int,
        deadline: float | None,
    ) -> dict[Play, Tally]:
        """Return how so many playouts after each card end, each in the next of the worlds."""
        position = with_hands(view, worlds[0])
        chance = self._chance(view)
        policy = self.skill.minds(view.players).policy
        learner = self._learner(view)
        found = {}
        for play in plays:
            after = position.copy()
            after.apply(card_number(play.card))
            if after.is_over:  # the very last card
                return dict.fromkeys(plays, _end(after))
            playouts = count if not _is_late(deadline) else max(1, len(worlds) // 8)
            found[play] = play_out(
                after, playouts, seed=chance, policy=policy, worlds=worlds, learner=learner
            )
        return found

    def _learner(self, view: View) -> Learner | None:
        if self.skill.curiosity is None:
            return None
        return Learner(view.seat or 0, self._worth(view), self.skill.curiosity)

    def _solved(
        self, view: View, plays: Sequence[Play], worlds: Worlds, deadline: float | None
    ) -> dict[Play, float]:
        """Return what each card costs if everybody plays best, knowing all cards."""
        costs = dict.fromkeys(plays, 0.0)
        step = max(1, len(worlds) // self.skill.exact_worlds)
        for number in range(0, len(worlds), step):
            for choice in solve(with_hands(view, worlds[number])):
                for card in choice.cards:
                    costs[play_of(card)] += self._cost(view, choice.points)
            if _is_late(deadline):
                break
        return costs

    def _cost(self, view: View, points: Sequence[float]) -> float:
        return sum([stake * point for stake, point in zip(self._worth(view), points, strict=True)])

    def _worth(self, view: View) -> tuple[float, ...]:
        """Return what a point of each seat costs: the others' count against its own."""
        skill, own = self.skill, view.seat or 0
        if skill.races is None:
            rest = -1.0 / (view.players - 1)
            found = [1.0 if seat == own else rest for seat in range(view.players)]
        else:
            found = stakes(view, skill.minds(view.players).race)
        return tuple(x if seat == own else skill.spite * x for seat, x in enumerate(found))

    def _chance(self, view: View) -> int:
        """Return what stands for chance in this question: the same whenever it is asked."""
        told = (view.seat, view.number, view.hand, view.calls, view.plays)
        return int.from_bytes(sha256(self._seed + repr(told).encode()).digest()[:8], "big")


def _end(position: Position) -> Tally:
    """Return the tally of a deal that is over."""
    counts = [[int(n == won) for n in range(position.cards + 1)] for won in position.won]
    return Tally(tuple(map(tuple, counts)), tuple(position.standing_bids), position.factor)


def _is_late(deadline: float | None) -> bool:
    return deadline is not None and time.monotonic() >= deadline
