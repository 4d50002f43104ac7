"""Plays deals and games with a bot on every seat.

At a real table anybody may double at any moment (A8). Where nobody plays in real time that free
moment is put in order: after every bid, while the auction is open and nobody has doubled, each
player but the author of the standing announcement is asked once, clockwise from the bidder's left,
the bidder last; the first double ends the asking. When the auction has closed on a doubled
contract, its author is asked once whether to redouble (A9).

A question is a view whose ``legal`` holds the answers to this question alone.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from batarde.bots import Bot, safe_move
from batarde.rules.actions import DOUBLE, PASS, Action
from batarde.rules.deal import Deal
from batarde.rules.errors import MalformedError
from batarde.rules.game import Game
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
            deal = self._asked(deal, seat, _answers(deal, seat), place)
            if deal.phase is Phase.AUCTION:
                deal = self._asked_to_double(deal, bidder=seat, place=place)
        return deal

    def _asked_to_double(self, deal: Deal, bidder: int, place: "_Place") -> Deal:
        for seat in _doublers(deal, bidder):
            if self._answer(deal, seat, (PASS, DOUBLE), place) == DOUBLE:
                return deal.apply(seat, DOUBLE)[0]
        return deal

    def _asked(self, deal: Deal, seat: int, legal: tuple[Action, ...], place: "_Place") -> Deal:
        return deal.apply(seat, self._answer(deal, seat, legal, place))[0]

    def _answer(self, deal: Deal, seat: int, legal: tuple[Action, ...], place: "_Place") -> Action:
        """Return what the bot at *seat* chooses, or a safe move if it fails."""
        view = replace(deal.view(seat), legal=legal, number=place.number, scores=place.scores)
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


def _answers(deal: Deal, seat: int) -> tuple[Action, ...]:
    """Return what *seat* may answer in turn: whether to double is a question of its own."""
    if deal.phase is Phase.AUCTION:
        return deal.auction.bids_open()
    return deal.legal_actions(seat)


def _doublers(deal: Deal, bidder: int) -> Iterator[int]:
    """Return who may double after *bidder* spoke, in the order in which they are asked."""
    for step in range(1, deal.players + 1):
        seat = (bidder + step) % deal.players
        if deal.auction.refuse_double(seat) is None:
            yield seat
