"""Exact endings: what a position comes to when all hands are known.

Two models of how the others play are offered, and both are exact.

*max^n* (:func:`solve`, :func:`best_line`): everybody plays for the least penalty of their own.
Among outcomes of equal own penalty they take the one whose penalties are the least, compared seat
by seat clockwise from the opener, the dealer last. That order is complete, so every position has
one value.

*Paranoid* (:func:`paranoid`, :func:`forceable`): what a seat can bring about against all others,
whatever they do and whatever it costs them.
"""

import threading
from collections.abc import Sequence
from operator import add
from typing import NamedTuple

from batarde.kernel.engines import engine
from batarde.kernel.numbering import card_of
from batarde.kernel.playing import PLAY, Position
from batarde.kernel.solving import Solver
from batarde.rules import Card, MalformedError

__all__ = ["Choice", "best_line", "forceable", "paranoid", "paranoid_choices", "solve"]


class Choice(NamedTuple):
    """Cards that come to the same, and what they come to, by seat."""

    cards: tuple[Card, ...]
    tricks: tuple[int, ...]
    """All tricks of the deal, those won before included; where two numbers of tricks give one
    penalty to everybody, either may stand here."""
    points: tuple[int, ...]


class _Solvers(threading.local):
    """The solvers of one thread: they remember, and they work for one thread at a time."""

    def __init__(self) -> None:
        self.kept: dict[tuple[object, ...], Solver] = {}

    def of(self, position: Position) -> Solver:
        chosen = engine(position.players)
        key = (chosen.build, position.players, position.trump)
        if key not in self.kept:
            self.kept[key] = chosen.solver(position.players, position.trump)
        return self.kept[key]


_solvers = _Solvers()
_NO_BUDGET = 1 << 60


def solve(position: Position, *, budget: int = _NO_BUDGET) -> tuple[Choice, ...]:
    """Return what each card of the seat in turn comes to under max^n, the best first.

    >>> from batarde.kernel.positions import ending
    >>> from batarde.rules import Contract, Trump, cards
    >>> hands = [cards("RS TH"), cards("DS FH"), cards("CS MH")]
    >>> for choice in solve(ending(hands, 0, Contract(Trump.HEARTS), [1, 1, 0])):
    ...     print(" ".join(choice.cards), choice.tricks, choice.points)
    RS (1, 1, 0) (0, 0, 0)
    TH (1, 1, 0) (0, 0, 0)

    :raises MalformedError: if no card is to be played.
    :raises OverflowError: if that takes more than *budget* entries in a table.
    """
    solver = _loaded(position, budget)
    opener = _opener(position)
    won, bids, factor = position.won, position.standing_bids, position.factor
    ranked: list[tuple[tuple[object, ...], int, Choice]] = []
    for members, more in solver.values():
        tricks = tuple(map(add, won, _turned(more, -opener)))
        points = tuple([abs(bid - made) * factor for bid, made in zip(bids, tricks, strict=True)])
        cards = tuple(map(card_of, position.numbers_of(members)))
        likes = (points[position.turn], _turned(points, opener))
        ranked.append((likes, len(ranked), Choice(cards, tricks, points)))
    return tuple([choice for _, _, choice in sorted(ranked)])


def best_line(position: Position, *, budget: int = _NO_BUDGET) -> tuple[tuple[int, Card], ...]:
    """Return who plays which card to the end of the deal if everybody plays best.

    Of cards that come to the same the lowest is played.

    >>> from batarde.kernel.positions import ending
    >>> from batarde.rules import Contract, Trump, cards
    >>> hands = [cards("RS TH"), cards("DS FH"), cards("CS MH")]
    >>> [str(card) for _, card in best_line(ending(hands, 0, Contract(Trump.HEARTS), [1, 1, 0]))]
    ['RS', 'DS', 'CS', 'TH', 'FH', 'MH']
    """
    position = position.copy()
    played = []
    while not position.is_over:
        choice = solve(position, budget=budget)[0]
        card = choice.cards[0]
        played.append((position.turn, card))
        position.apply(_number(position, card))
    return tuple(played)


def forceable(position: Position, seat: int, *, budget: int = _NO_BUDGET) -> tuple[int, ...]:
    """Return the numbers of tricks in this deal that *seat* can force, each by itself.

    >>> from batarde.kernel.positions import ending
    >>> from batarde.rules import Contract, Trump, cards
    >>> hands = [cards("RS TH"), cards("DS FH"), cards("CS MH")]
    >>> forceable(ending(hands, 0, Contract(Trump.HEARTS), [1, 1, 0]), 0)
    (1,)
    """
    solver = _loaded(position, budget)
    rank = (seat - _opener(position)) % position.players
    if not 0 <= seat < position.players:
        raise MalformedError(f"no seat {seat} at a table of {position.players}")
    won = position.won[seat]
    return tuple(
        won + more for more in range(position.left + 1) if solver.can_force(rank, 1 << more)
    )


def paranoid(position: Position, *, budget: int = _NO_BUDGET) -> tuple[int, ...]:
    """Return, by seat, the least penalty that the seat can force against all others.

    >>> from batarde.kernel.positions import ending
    >>> from batarde.rules import Contract, Trump, cards
    >>> hands = [cards("RS TH"), cards("DS FH"), cards("CS MH")]
    >>> paranoid(ending(hands, 0, Contract(Trump.HEARTS), [1, 0, 0]))
    (0, 1, 0)
    """
    solver = _loaded(position, budget)
    opener = _opener(position)
    return tuple(
        _least_gap(solver, (seat - opener) % position.players, position, seat) * position.factor
        for seat in range(position.players)
    )


def paranoid_choices(
    position: Position, *, budget: int = _NO_BUDGET
) -> tuple[tuple[Card, int], ...]:
    """Return the cards of the seat in turn, each with the least penalty it can force after it."""
    _check(position)
    seat = position.turn
    found = []
    for number in position.legal():
        after = position.copy()
        after.apply(number)
        points = after.score[seat] if after.is_over else paranoid(after, budget=budget)[seat]
        found.append((card_of(number), points))
    return tuple(sorted(found, key=lambda pair: pair[1]))


def _check(position: Position) -> None:
    if position.phase != PLAY:
        raise MalformedError("only a position in which a card is to be played has an ending")


def _loaded(position: Position, budget: int) -> Solver:
    _check(position)
    opener = _opener(position)
    needs = [bid - won for bid, won in zip(position.standing_bids, position.won, strict=True)]
    solver = _solvers.of(position)
    solver.load(
        _turned(position.hand_sets, opener),
        position.trick_sets,
        (position.leader - opener) % position.players,
        _turned(needs, opener),
        budget=budget,
        keeps=True,
    )
    return solver


def _least_gap(solver: Solver, rank: int, position: Position, seat: int) -> int:
    need = position.standing_bids[seat] - position.won[seat]
    gap = 0
    while True:
        wanted = sum(1 << more for more in range(position.left + 1) if abs(need - more) <= gap)
        if wanted and solver.can_force(rank, wanted):
            return gap
        gap += 1


def _opener(position: Position) -> int:
    return (position.dealer + 1) % position.players


def _turned(values: Sequence[int], by: int) -> tuple[int, ...]:
    """Return *values* by seat, beginning with seat *by*."""
    by %= len(values)
    return (*values[by:], *values[:by])


def _number(position: Position, card: Card) -> int:
    return next(number for number in position.legal() if card_of(number) is card)
