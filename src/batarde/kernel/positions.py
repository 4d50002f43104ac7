"""From the rules to the kernel and back: deals, views and records as positions."""

from collections.abc import Sequence

from batarde.kernel.engines import Build, engine
from batarde.kernel.numbering import PACKS, TRUMPS, action_number, action_of, card_number, card_of
from batarde.kernel.playing import AUCTION, Position
from batarde.rules import (
    PASS,
    Card,
    Contract,
    Deal,
    MalformedError,
    Phase,
    View,
    play,
)

__all__ = ["ending", "position_of", "to_deal", "with_hands"]

Hands = Sequence[Sequence[Card]]


def position_of(deal: Deal, build: Build | None = None) -> Position:
    """Return *deal* as a position. A record's deals are deals, so this serves records too.

    Who is ready and who waved a double through (A1, A10) are left out: they are about people
    and time.

    >>> deal = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
    >>> position = position_of(deal)
    >>> [action_of(number) for number in position.legal()] == list(deal.legal_actions(0))
    True
    """
    position = _dealt(deal.dealt, deal.dealer, build)
    for seat, call in deal.calls:
        position.apply(action_number(call), seat)
    if deal.phase in {Phase.PLAY, Phase.OVER} and position.factor == 2:
        position.apply(action_number(PASS), position.author)  # declining is not a call (A9)
    for seat, card in deal.plays:
        position.apply(card_number(card), seat)
    return position


def with_hands(view: View, hands: Hands, build: Build | None = None) -> Position:
    """Return the position that *view* shows if the players now hold *hands*.

    >>> deal = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
    >>> position = with_hands(deal.view(0), deal.hands)
    >>> position.turn
    0

    :raises MalformedError: if those hands cannot be.
    :raises IllegalActionError: if with those hands the cards could not have been played so.
    """
    if len(hands) != view.players:
        raise MalformedError(f"{len(hands)} hands for {view.players} players")
    dealt = [
        [*hand, *(card for player, card in view.plays if player == seat)]
        for seat, hand in enumerate(hands)
    ]
    position = _dealt(dealt, view.dealer, build)
    for seat, call in view.calls:
        position.apply(action_number(call), seat)
    if view.phase in {Phase.PLAY, Phase.OVER} and position.factor == 2:
        position.apply(action_number(PASS), position.author)
    for seat, card in view.plays:
        position.apply(card_number(card), seat)
    return position


def ending(
    hands: Hands,
    leader: int,
    contract: Contract,
    needs: Sequence[int],
    build: Build | None = None,
) -> Position:
    """Return the position in which *leader* leads and each seat still needs so many tricks.

    A need below 0 is that many tricks too many won already.

    >>> from batarde.rules import Trump, cards
    >>> hands = [cards("RS TH"), cards("DS FH"), cards("CS MH")]
    >>> position = ending(hands, 0, Contract(Trump.HEARTS), [1, 1, 0])
    >>> [str(card_of(number)) for number in position.legal()]
    ['RS', 'TH']

    :raises MalformedError: if there is no such position.
    """
    numbers = [[card_number(card) for card in hand] for hand in hands]
    trump, pack = TRUMPS.index(contract.trump), PACKS.index(contract.pack)
    return engine(len(hands), build).position.in_play(numbers, leader, trump, pack, list(needs))


def to_deal(position: Position) -> Deal:
    """Return *position* as a deal of the rules.

    >>> deal = Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32))
    >>> to_deal(position_of(deal)) == deal
    True

    :raises MalformedError: if it began without an auction, as an :func:`ending` does.
    """
    hands = [[card_of(number) for number in hand] for hand in position.dealt]
    deal = Deal.start(hands, position.dealer)
    for seat, number in position.calls:
        deal, _ = deal.apply(seat, action_of(number))
    if position.phase != AUCTION and position.author < 0:
        raise MalformedError("an ending has no auction, so it is not a deal of the rules")
    if position.phase >= 2 and deal.phase is Phase.REDOUBLE and deal.turn is not None:
        deal, _ = deal.apply(deal.turn, PASS)
    for number in position.played:
        assert deal.turn is not None
        deal, _ = deal.apply(deal.turn, play(card_of(number)))
    return deal


def _dealt(hands: Hands, dealer: int, build: Build | None) -> Position:
    numbers = [[card_number(card) for card in hand] for hand in hands]
    return engine(len(hands), build).position(numbers, dealer)
