"""Games that are played to learn from: what happens in them is written down."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from batarde.arena.driver import Driver
from batarde.arena.seeds import bot_seed, game_seed
from batarde.arena.training.samples import DareSample, Lesson, PlaySample, bid_samples
from batarde.bots import Bot, bot
from batarde.bots.guessing import Reading
from batarde.bots.minds import Mind
from batarde.bots.searching import SearchBot, Skill
from batarde.kernel import card_number, looks, sample, with_hands
from batarde.rules.actions import Play
from batarde.rules.deal import Deal
from batarde.rules.trumps import Contract
from batarde.rules.views import View

__all__ = ["play_lesson", "pupil_skill"]

MATES: Final = ("pupil",) * 7 + ("pimc", "club", "simple")
"""Who sits at the table; the pupils among strangers too, so that they learn to read these."""

_SLIPS: Final = 0.04
"""How often a pupil plays any card, so that positions come up that good players avoid."""

Promise = tuple[int, int, Contract, float, float, int]
"""Deal, seat, contract, own miss, mean miss of those who have bid, and how many have not."""


def pupil_skill(minds: Callable[[int], Mind], worlds: int, *, is_learned: bool) -> Skill:
    """Return how pupils play; *is_learned* says whether *minds* can read cards already."""
    reading = Reading(stretch=1.4, cards=0.7, erased=True) if is_learned else Reading()
    return Skill(worlds=worlds, bid_worlds=worlds, minds=minds, reading=reading, spite=0.15)


class Pupil(SearchBot):
    """Plays by search, and writes down what the search said."""

    def __init__(self, seed: bytes, skill: Skill, dice: Random) -> None:
        super().__init__(seed, skill)
        self._dice = dice
        self.plays: list[PlaySample] = []
        self.promises: list[Promise] = []

    def best_play(self, view: View, plays: Sequence[Play], deadline: float | None) -> Play:
        """Return the best card, but now and then any."""
        costs = self.costs(view, plays, deadline)
        position = with_hands(view, sample(view, 1)[0])
        by_number = {card_number(play.card): cost for play, cost in costs.items()}
        told = [round(by_number[number], 4) for number in position.legal()]
        if max(told) > min(told):
            self.plays.append(PlaySample([list(look) for look in looks(position)], told))
        if self._dice.random() < _SLIPS:
            return self._dice.choice(plays)
        return min(plays, key=lambda play: costs[play])

    def dares(self, view: View) -> bool:
        """Return whether to double, as always, and write down what was expected."""
        assert view.standing is not None
        assert view.seat is not None
        outlook = self.outlook(view, view.standing.contract)
        own = view.bids[view.seat]
        number = outlook.best(range(view.cards + 1)) if own is None else own
        found = outlook.prospect(number)
        others = sum(found.others) / max(1, len(found.others))
        silent = view.players - 1 - len(found.others)
        self.promises.append(
            (view.number, view.seat, view.standing.contract, found.miss, others, silent)
        )
        return super().dares(view)


def play_lesson(players: int, number: int, seed: bytes, skill: Skill) -> Lesson:
    """Return game *number* of the run of *seed*, written down."""
    own_seed = game_seed(seed, number)
    dice = Random(own_seed)
    bots: list[Bot] = []
    for seat in range(players):
        name, seat_seed = dice.choice(MATES), bot_seed(own_seed, seat)
        bots.append(Pupil(seat_seed, skill, dice) if name == "pupil" else bot(name, seat_seed))
    pupils = [player for player in bots if isinstance(player, Pupil)]
    game = Driver(bots).play_game(own_seed)
    return Lesson(
        number,
        [made for pupil in pupils for made in pupil.plays],
        [made for deal in game.deals for made in bid_samples(deal)],
        [found for pupil in pupils for made in pupil.promises for found in _kept(made, game.deals)],
        [list(deal.points or ()) for deal in game.deals],
    )


def _kept(promise: Promise, deals: Sequence[Deal]) -> Iterator[DareSample]:
    """Yield what came of *promise*, if that contract was played."""
    number, seat, contract, own, others, silent = promise
    deal = deals[number]
    if deal.standing is None or deal.standing.contract != contract:
        return
    pairs = zip(deal.auction.bids, deal.tricks, strict=True)
    misses = [abs((bid or 0) - won) for bid, won in pairs]
    rest = (sum(misses) - misses[seat]) / (deal.players - 1)
    yield DareSample(round(own, 4), round(others, 4), silent, misses[seat], round(rest, 4))
