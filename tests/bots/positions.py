"""Positions and questions for the tests of bots, written as text."""

from msgspec.structs import replace

from batarde.rules import DOUBLE, Action, Bid, Deal, Trump, View, cards, play


def drawn(hands: str, calls: str, plays: str = "") -> Deal:
    """Return the deal of these *hands*, the first seat opening, after *calls* and *plays*.

    Hands are parted by slashes; a call is ``2S``; everything in turn.
    """
    dealt = [cards(hand) for hand in hands.split("/")]
    deal = Deal.start(dealt, dealer=len(dealt) - 1)
    for call in calls.split():
        assert deal.turn is not None
        deal, _ = deal.apply(deal.turn, Bid(int(call[:-1]), Trump(call[-1])))
    for card in cards(plays):
        assert deal.turn is not None
        deal, _ = deal.apply(deal.turn, play(card))
    return deal


def question(deal: Deal, to: tuple[Action, ...]) -> View:
    view = deal.view(deal.turn)
    legal = to or tuple(action for action in view.legal if action != DOUBLE)
    return replace(view, legal=legal)
