"""What the player of a seat is asked now, as one question with its answers (A1, A8, A9).

A table lets people do several things at once: whoever is in turn may bid, and may double too. A
program, or the clock that plays for somebody, gets one question at a time: a view whose ``legal``
holds the answers to this question alone. It is asked the same wherever it plays: in the arena, at a
live table, and over the lines of JSON.

The free moment of the double (A8) is put in order where nobody plays in real time: after every bid,
while the auction is open and nobody has doubled, each player but the author of the standing
announcement is asked once, clockwise from the bidder's left, the bidder last; the first double ends
the asking. When the auction has closed on a doubled contract, its author is asked once whether to
redouble (A9).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from batarde.rules.actions import DOUBLE, PASS, READY, REDOUBLE, Action, Bid, Play
from batarde.rules.deal import Deal
from batarde.rules.game import Game
from batarde.rules.views import View

__all__ = ["answers", "double_question", "doublers", "question"]


def question(game: Game | Deal, seat: int) -> View | None:
    """Return what *seat* is asked now, or ``None`` if the game does not wait for it.

    >>> deal = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
    >>> asked = question(deal, 0)
    >>> asked is not None and len(asked.legal), question(deal, 1)
    (36, None)
    """
    view = game.view(seat)
    if view.window:
        return double_question(game, seat) if seat in view.window else None
    is_asked = view.turn == seat or seat in view.unready
    return replace(view, legal=answers(view)) if is_asked else None


def double_question(game: Game | Deal, seat: int) -> View | None:
    """Return the question whether *seat* doubles, or ``None`` if it may not (A8)."""
    view = game.view(seat)
    return replace(view, legal=(PASS, DOUBLE)) if DOUBLE in view.legal else None


def doublers(deal: Deal, bidder: int) -> Iterator[int]:
    """Return who may double after *bidder* spoke, in the order in which they are asked."""
    for step in range(1, deal.players + 1):
        seat = (bidder + step) % deal.players
        if deal.auction.refuse_double(seat) is None:
            yield seat


def answers(view: View) -> tuple[Action, ...]:
    """Return the answers to the one question that *view* asks: the bid before the double.

    >>> len(answers(Deal.shuffled(4, 5, 3, bytes(32)).view(0)))
    36
    """
    if view.legal == (READY,):
        return view.legal
    for kind in (Play, Bid):
        if found := tuple([action for action in view.legal if isinstance(action, kind)]):
            return found
    raises = tuple([action for action in view.legal if action in (DOUBLE, REDOUBLE)])
    return (PASS, *raises[:1]) if PASS in view.legal and raises else ()
