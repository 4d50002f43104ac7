"""Games that are played to learn from: what happens in them is written down."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from batarde.arena.driver import Driver
from batarde.arena.seeds import bot_seed, game_seed
from batarde.arena.training.samples import DoubleSample, Lesson, PlaySample, bid_samples
from batarde.bots import Bot, bot
from batarde.bots.models.players import PlayerModel
from batarde.bots.search.bot import SearchBot
from batarde.bots.search.doubling import should_double
from batarde.bots.search.playing import play_costs
from batarde.bots.search.settings import Evidence, SearchSettings
from batarde.bots.search.task import SearchTask
from batarde.kernel import card_classes, card_number, sample, with_hands
from batarde.rules.actions import Play
from batarde.rules.deal import Deal
from batarde.rules.trumps import Contract

__all__ = ["play_lesson", "pupil_settings"]

MATES: Final = ("pupil",) * 7 + ("pimc", "club", "simple")
"""Who sits at the table; the pupils among strangers too, so that they learn to read these."""

_SLIPS: Final = 0.04
"""How often a pupil plays any card, so that positions come up that good players avoid."""

Promise = tuple[int, int, Contract, float, float, int]
"""Deal, seat, contract, own miss, mean miss of those who have bid, and how many have not."""


def pupil_settings(
    model: Callable[[int], PlayerModel], worlds: int, *, is_learned: bool
) -> SearchSettings:
    """Return how pupils play; *is_learned* says whether *model* can read cards already."""
    evidence = Evidence()
    if is_learned:
        evidence = Evidence(bid_stretch=1.4, card_power=0.7, reads_erased_bids=True)
    return SearchSettings(
        worlds=worlds, bid_worlds=worlds, model=model, evidence=evidence, opponent_weight=0.15
    )


class Pupil(SearchBot):
    """Plays by search, and writes down what the search said."""

    def __init__(self, seed: bytes, settings: SearchSettings, dice: Random) -> None:
        super().__init__(seed, settings)
        self._dice = dice
        self.plays: list[PlaySample] = []
        self.promises: list[Promise] = []

    def best_play(self, task: SearchTask, plays: Sequence[Play]) -> Play:
        """Return the best card, but now and then any."""
        costs = play_costs(task, plays)
        position = with_hands(task.view, sample(task.view, 1)[0])
        by_number = {card_number(play.card): cost for play, cost in costs.items()}
        told = [round(by_number[number], 4) for number in position.legal()]
        if max(told) > min(told):
            self.plays.append(PlaySample([list(card) for card in card_classes(position)], told))
        if self._dice.random() < _SLIPS:
            return self._dice.choice(plays)
        return min(plays, key=lambda play: costs[play])

    def should_double(self, task: SearchTask) -> bool:
        """Return whether to double, as always, and write down what was expected."""
        view = task.view
        assert view.standing is not None
        forecast = task.forecast(view.standing.contract)
        own = view.bids[task.seat]
        number = forecast.best_bid(range(view.cards + 1)) if own is None else own
        found = forecast.of(number)
        others = sum(found.others_misses) / max(1, len(found.others_misses))
        silent = view.players - 1 - len(found.others_misses)
        self.promises.append(
            (view.number, task.seat, view.standing.contract, found.miss, others, silent)
        )
        return should_double(task)


def play_lesson(players: int, number: int, seed: bytes, settings: SearchSettings) -> Lesson:
    """Return game *number* of the run of *seed*, written down."""
    own_seed = game_seed(seed, number)
    dice = Random(own_seed)
    bots: list[Bot] = []
    for seat in range(players):
        name, seat_seed = dice.choice(MATES), bot_seed(own_seed, seat)
        bots.append(Pupil(seat_seed, settings, dice) if name == "pupil" else bot(name, seat_seed))
    pupils = [player for player in bots if isinstance(player, Pupil)]
    game = Driver(bots).play_game(own_seed)
    return Lesson(
        number,
        [made for pupil in pupils for made in pupil.plays],
        [made for deal in game.deals for made in bid_samples(deal)],
        [found for pupil in pupils for made in pupil.promises for found in _kept(made, game.deals)],
        [list(deal.points or ()) for deal in game.deals],
    )


def _kept(promise: Promise, deals: Sequence[Deal]) -> Iterator[DoubleSample]:
    """Yield what came of *promise*, if that contract was played."""
    number, seat, contract, own, others, silent = promise
    deal = deals[number]
    if deal.standing is None or deal.standing.contract != contract:
        return
    pairs = zip(deal.auction.bids, deal.tricks, strict=True)
    misses = [abs((bid or 0) - won) for bid, won in pairs]
    rest = (sum(misses) - misses[seat]) / (deal.players - 1)
    yield DoubleSample(round(own, 4), round(others, 4), silent, misses[seat], round(rest, 4))
