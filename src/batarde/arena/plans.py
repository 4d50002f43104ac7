"""What is to be played: which bots, how often, on which cards."""

import math

import msgspec

from batarde.rules.errors import MalformedError
from batarde.rules.game import schedule

__all__ = ["Plan"]


class Plan(msgspec.Struct, frozen=True):
    """A match on duplicate deals: every game is played in all rotations of the seats.

    >>> plan = Plan(("simple", "random"), players=3, deals=20, seed="00" * 32)
    >>> plan.lineup, plan.games, plan.rounds, plan.entry(2)
    (('simple', 'random', 'simple'), 2, 6, 0)
    """

    bots: tuple[str, ...]
    """The names as they were given; taken in turn until every place has one."""
    players: int
    deals: int
    """At least so many; whole games are played."""
    seed: str
    """256 bits in hexadecimal digits."""
    is_timed: bool = False
    """Whether the bots have deadlines; without them all follows from the seed."""

    def __post_init__(self) -> None:
        """Check that it can be played."""
        schedule(self.players)
        if not 1 <= len(self.bots) <= self.players or self.deals < 1:
            raise MalformedError(f"{len(self.bots)} bots for {self.players} players")

    @property
    def lineup(self) -> tuple[str, ...]:
        """The bot at each place; places move round the seats."""
        return tuple(self.bots[self.entry(place)] for place in range(self.players))

    @property
    def games(self) -> int:
        """How many games have enough deals."""
        return math.ceil(self.deals / len(schedule(self.players)))

    @property
    def rounds(self) -> int:
        """How many games are played in all: each once in every rotation."""
        return self.games * self.players

    def entry(self, place: int) -> int:
        """Return which of the bots given is at *place*."""
        return place % len(self.bots)

    def places(self, entry: int) -> range:
        """Return the places of one of the bots given."""
        return range(entry, self.players, len(self.bots))
