"""``batarde bench sampling``: worlds drawn for a seat, consistent with all it knows."""

import random
from collections.abc import Iterator

import click

from batarde.cli.benches.figures import Figure, json_option, rate, report
from batarde.kernel import knowledge_of, sampler_of
from batarde.kernel.sampling import Sampler
from batarde.rules import Bid, Deal, Trump, View

__all__ = ["sampling"]

_VIEWS = 20
_WORLDS = 200


@click.command()
@json_option
@click.option(
    "--rounds", type=click.IntRange(1), default=5, show_default=True, help="How many times."
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=0.5,
    show_default=True,
    help="How long each round takes.",
)
def sampling(as_json: bool, rounds: int = 5, seconds: float = 0.5) -> None:
    """The kernel: hidden hands drawn for a seat.

    Worlds consistent with all that the seat knows: 4 players with 9 cards each, three tricks
    played at random. One core, time of the processor.
    """
    report(_figures(rounds, seconds), as_json=as_json)


def _figures(rounds: int, seconds: float) -> Iterator[Figure]:
    chance = random.Random(1)
    views = [_view(chance) for _ in range(_VIEWS)]
    samplers = [sampler_of(knowledge_of(view)) for view in views]
    rates = [rate(lambda: _worlds(samplers), seconds) for _ in range(rounds)]
    yield Figure(
        "sampling", "worlds, 4 players, 9 cards, 3 tricks played", "worlds/s", tuple(rates)
    )
    made = [rate(lambda: _samplers(views), seconds) for _ in range(rounds)]
    yield Figure("sampling", "views turned into samplers", "views/s", tuple(made))


def _worlds(samplers: list[Sampler]) -> int:
    for number, sampler in enumerate(samplers):
        sampler.deal(number, 0, _WORLDS)
    return len(samplers) * _WORLDS


def _samplers(views: list[View]) -> int:
    for view in views:
        sampler_of(knowledge_of(view))
    return len(views)


def _view(chance: random.Random) -> View:
    """A view of the seat in turn after three tricks of random play."""
    deal = Deal.shuffled(4, 9, 3, chance.randbytes(32))
    trump = chance.choice(list(Trump))
    for seat, tricks in enumerate([2, 2, 2, 2]):
        deal, _ = deal.apply(seat, Bid(tricks, trump))
    for _ in range(12):
        assert deal.turn is not None
        deal, _ = deal.apply(deal.turn, chance.choice(deal.legal_actions(deal.turn)))
    return deal.view(deal.turn)
