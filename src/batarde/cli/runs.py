"""A run of whole games between bots, from one seed."""

from collections.abc import Iterator, Sequence

from batarde.arena import Driver, Mishap
from batarde.arena.seeds import bot_seed, game_seed
from batarde.bots import bot
from batarde.rules.game import Game

__all__ = ["Run"]


class Run:
    """Plays games with the bots of these *names*, one for each seat, and keeps the score.

    >>> run = Run(["simple", "random", "random"], seed=bytes(32))
    >>> [len(game.deals) for _, game in run.play(games=2)], run.deals, run.mishaps
    ([12, 12], 24, [])
    """

    def __init__(self, names: Sequence[str], seed: bytes) -> None:
        self.names = tuple(names)
        self.seed = seed
        self.deals = 0
        """How many deals have been played so far."""
        self.totals = [0] * len(names)
        """The points of each seat over all of them."""
        self.mishaps: list[Mishap] = []

    def play(self, games: int) -> Iterator[tuple[bytes, Game]]:
        """Return so many games, each with its own seed; every one is played when it is asked for.

        :raises MalformedError: if a name is no bot's.
        """
        for number in range(games):
            seed = game_seed(self.seed, number)
            bots = [bot(name, bot_seed(seed, seat)) for seat, name in enumerate(self.names)]
            driver = Driver(bots)
            game = driver.play_game(seed)
            self._count(game, driver.mishaps)
            yield seed, game

    def _count(self, game: Game, mishaps: Sequence[Mishap]) -> None:
        self.deals += len(game.deals)
        self.totals = [sum(pair) for pair in zip(self.totals, game.totals, strict=True)]
        self.mishaps += mishaps
