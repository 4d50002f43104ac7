"""One game of a match, in one rotation of the seats."""

import time
from collections.abc import Sequence

import msgspec

from batarde.arena.driver import Driver
from batarde.arena.plans import Plan
from batarde.arena.seeds import bot_seed, game_seed
from batarde.bots import SECONDS, Bot, bot
from batarde.rules.actions import Action
from batarde.rules.deal import Deal
from batarde.rules.views import View

__all__ = ["Played", "play_round"]


class Played(msgspec.Struct, frozen=True):
    """How a game went, by place: the bot at place p sat at seat p + rotation."""

    game: int
    rotation: int
    misses: tuple[tuple[int, ...], ...]
    """For each deal, how far each place ended from its bid."""
    points: tuple[tuple[int, ...], ...]
    """The same times 2 or 4 where it was doubled or redoubled (S1)."""
    decisions: tuple[int, ...]
    """How often each place had a choice."""
    seconds: tuple[float, ...]
    """How long it took for all of them."""
    mishaps: tuple[int, ...]
    """How many answers of each place had to be replaced."""
    complaint: str = ""
    """Why the first of them was."""


class _Timed:
    """A bot with a clock beside it."""

    def __init__(self, inner: Bot, limit: float | None) -> None:
        self._inner = inner
        self._limit = limit
        self.decisions = 0
        self.seconds = 0.0

    def choose(self, view: View, deadline: float | None = None) -> Action:  # noqa: ARG002
        """Return what the bot inside chooses."""
        start = time.perf_counter()
        end = None if self._limit is None else time.monotonic() + self._limit
        try:
            return self._inner.choose(view, end)
        finally:
            if len(view.legal) > 1:
                self.decisions += 1
                self.seconds += time.perf_counter() - start


def play_round(plan: Plan, number: int) -> Played:
    """Return round *number* of *plan*, played; without deadlines it follows from the plan."""
    game_number, rotation = divmod(number, plan.players)
    seed = game_seed(bytes.fromhex(plan.seed), game_number)
    seats = [(place + rotation) % plan.players for place in range(plan.players)]
    bots = [_timed(plan, name, bot_seed(seed, place)) for place, name in enumerate(plan.lineup)]
    driver = Driver([bots[seats.index(seat)] for seat in range(plan.players)])
    game = driver.play_game(seed)
    failed = [mishap.seat for mishap in driver.mishaps]
    return Played(
        game_number,
        rotation,
        tuple(_misses(deal, seats) for deal in game.deals),
        tuple(_points(deal, seats) for deal in game.deals),
        tuple(each.decisions for each in bots),
        tuple(each.seconds for each in bots),
        tuple(failed.count(seat) for seat in seats),
        driver.mishaps[0].reason if failed else "",
    )


def _timed(plan: Plan, name: str, seed: bytes) -> _Timed:
    return _Timed(bot(name, seed), SECONDS.get(name) if plan.is_timed else None)


def _misses(deal: Deal, seats: Sequence[int]) -> tuple[int, ...]:
    bids = deal.auction.bids
    return tuple(abs((bids[seat] or 0) - deal.tricks[seat]) for seat in seats)


def _points(deal: Deal, seats: Sequence[int]) -> tuple[int, ...]:
    assert deal.points is not None
    return tuple(deal.points[seat] for seat in seats)
