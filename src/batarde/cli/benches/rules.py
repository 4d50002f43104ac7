"""``batarde bench rules``: the plain engine on one core."""

import random
from collections.abc import Iterator

import click

from batarde.cli.benches.figures import (
    Figure,
    json_option,
    rate,
    report,
    rounds_option,
    seconds_option,
)
from batarde.rules import Deal

__all__ = ["rules"]


@click.command()
@json_option
@rounds_option
@seconds_option
def rules(as_json: bool, rounds: int = 5, seconds: float = 1.0) -> None:
    """The plain engine: whole random deals a second.

    4 players with 9 cards each, from the shuffle through the auction to the points; at every step
    all legal actions are listed and one is taken by chance. One core, time of the processor.
    """
    report(_figures(rounds, seconds), as_json=as_json)


def _figures(rounds: int, seconds: float) -> Iterator[Figure]:
    games = _Playouts()
    rates = [rate(games.play, seconds) for _ in range(rounds)]
    yield Figure("rules", "random deals, 4 players, 9 cards", "deals/s", tuple(rates))
    actions = games.actions / games.deals
    steps = tuple(deals * actions for deals in rates)
    yield Figure("rules", "the same, single actions", "actions/s", steps)


class _Playouts:
    """Plays random deals, each from another shuffle, and counts the actions."""

    def __init__(self) -> None:
        self.deals = self.actions = 0
        self._chance = random.Random(1)

    def play(self) -> int:
        """Play one deal, and return that it is one."""
        deal = Deal.shuffled(4, 9, self.deals % 4, self.deals.to_bytes(32, "big"))
        while (seat := deal.turn) is not None:
            deal, _ = deal.apply(seat, self._chance.choice(deal.legal_actions(seat)))
            self.actions += 1
        self.deals += 1
        return 1
