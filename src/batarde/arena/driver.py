"""Plays deals and games with a bot on every seat.

What the bots are asked, and in which order, is told in :mod:`batarde.rules.questions`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from batarde.bots import Bot, safe_move
from batarde.rules.actions import DOUBLE, Action
from batarde.rules.deal import Deal
from batarde.rules.errors import MalformedError
from batarde.rules.game import Game
from batarde.rules.questions import double_question, doublers, question
from batarde.rules.views import Phase, View

__all__ = ["Driver", "Mishap"]


class Mishap(msgspec.Struct, frozen=True):
    """A bot that failed to answer: a safe move was made in its place."""

    seat: int
    view: View
    reason: str


class Driver:
    """Asks the bots, seat by seat, and applies their answers.

    >>> from batarde.bots import bot
    >>> driver = Driver([bot("simple")] * 4)
    >>> driver.play_game(seed=bytes(32)).is_over, driver.mishaps
    (True, [])
    """

    def __init__(self, bots: Sequence[Bot]) -> None:
        self.bots = tuple(bots)
        self.mishaps: list[Mishap] = []
        """Every answer that had to be replaced, in order."""

    def play_game(self, seed: bytes) -> Game:
        """Return a whole game whose first dealer and cards follow from the 256-bit *seed*."""
        game = Game.from_seed(len(self.bots), seed)
        while not game.is_over:
            dealt, _ = game.deal_from(seed)
            deal = self.play_deal(dealt.deal, len(game.deals), game.totals)
            game = replace(game, deals=(*game.deals, deal))
        return game

    def play_deal(self, deal: Deal, number: int = 0, scores: tuple[int, ...] = ()) -> Deal:
        """Return *deal* played to its end; *number* and *scores* are what the game says of it."""
        if deal.players != len(self.bots):
            raise MalformedError(f"{len(self.bots)} bots for {deal.players} players")
        place = _Place(number, scores or (0,) * deal.players)
        while (seat := deal.turn) is not None:
            deal, _ = deal.apply(seat, self._answer(question(deal, seat), place))
            if deal.phase is Phase.AUCTION:
                deal = self._asked_to_double(deal, bidder=seat, place=place)
        return deal

    def _asked_to_double(self, deal: Deal, bidder: int, place: "_Place") -> Deal:
        for seat in doublers(deal, bidder):
            if self._answer(double_question(deal, seat), place) == DOUBLE:
                return deal.apply(seat, DOUBLE)[0]
        return deal

    def _answer(self, asked: View | None, place: "_Place") -> Action:
        """Return what the bot that is *asked* chooses, or a safe move if it fails."""
        assert asked is not None
        assert asked.seat is not None
        view = replace(asked, number=place.number, scores=place.scores)
        seat, legal = asked.seat, asked.legal
        try:
            answer = self.bots[seat].choose(view)
            if answer in legal:
                return legal[legal.index(answer)]  # not one that merely equals it
            reason = f"{answer!r} is not among the answers"
        except Exception as error:  # noqa: BLE001 - whatever a bot does, the game goes on
            reason = f"{type(error).__name__}: {error}"
        self.mishaps.append(Mishap(seat, view, reason))
        return safe_move(view)


class _Place(NamedTuple):
    """Where in a game a deal is."""

    number: int
    scores: tuple[int, ...]
