"""From events back to the game: a game is a fold of what happened.

Only what a player did, the cards dealt and the end of a double window move a game. What follows
from those, such as who took a trick, is told for the sake of whoever watches.
"""

from batarde.rules import events as ev
from batarde.rules.actions import DOUBLE, PASS, READY, REDOUBLE, Action, Bid, play
from batarde.rules.game import Game

__all__ = ["action_of", "fold"]


def action_of(event: ev.BaseEvent) -> tuple[int, Action] | None:
    """Return who did what, if *event* is the mark of an action.

    >>> action_of(ev.CardPlayed("everybody", 2, ev.Card.FS))
    (2, Play(card=<Card.FS: 'FS'>))
    """
    match event:
        case ev.CardPlayed(seat=seat, card=card):
            return seat, play(card)
        case ev.BidMade(seat=seat, tricks=tricks, trump=trump, pack=pack):
            return seat, Bid(tricks, trump, pack)
        case ev.Doubled(seat=seat):
            return seat, DOUBLE
        case ev.Redoubled(seat=seat):
            return seat, REDOUBLE
        case ev.RedoubleDeclined(seat=seat) | ev.Waved(seat=seat):
            return seat, PASS
        case ev.Readied(seat=seat):
            return seat, READY
        case _:
            return None


def fold(game: Game, event: ev.BaseEvent) -> Game:
    """Return *game* after *event*; dealing is left to :meth:`Game.next_deal`."""
    if isinstance(event, ev.WindowClosed):
        return game.close_window()[0]
    done = action_of(event)
    return game if done is None else game.apply(*done)[0]
