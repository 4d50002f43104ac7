"""Cards that come to the same: no card that is still to come, or lies on the table, parts them."""

from collections.abc import Iterable, Sequence

from batarde.rules.cards import Card, pack_of
from batarde.rules.trumps import Contract
from batarde.rules.views import View

__all__ = ["same_cards"]


def same_cards(view: View, cards: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """Return *cards* of the hand of *view* by classes, the strongest of each first.

    Two cards of a suit are one action if no card that the seat has not seen stands between them,
    nor one in the trick on the table. What was taken in earlier tricks is gone.

    >>> from batarde.rules import Bid, Deal, Trump, cards, play
    >>> hands = [cards("RH DH CH"), cards("VH MH RS"), cards("DS CS VS")]
    >>> deal = Deal.start(hands, dealer=2)
    >>> for seat in range(3):
    ...     deal, _ = deal.apply(seat, Bid(0 if seat else 2, Trump.NONE))
    >>> [" ".join(group) for group in same_cards(deal.view(0), hands[0])]
    ['RH DH CH']
    """
    assert view.standing is not None
    contract = view.standing.contract
    parting = _parting(view)
    groups: list[list[Card]] = []
    for card in sorted(cards, key=lambda card: _height(contract, card), reverse=True):
        if groups and not _are_parted(contract, groups[-1][-1], card, parting):
            groups[-1].append(card)
        else:
            groups.append([card])
    return tuple(map(tuple, groups))


def _parting(view: View) -> Sequence[Card]:
    """Return the cards that make a difference: unseen, or in the trick on the table."""
    gone = {card for _, card in view.plays} - set(view.trick)
    return [card for card in pack_of(view.players) if card not in gone and card not in view.hand]


def _height(contract: Contract, card: Card) -> tuple[str, int]:
    return card.suit.value, contract.powers(card.suit)[card]


def _are_parted(contract: Contract, high: Card, low: Card, parting: Sequence[Card]) -> bool:
    if high.suit is not low.suit:
        return True
    powers = contract.powers(high.suit)
    return any(
        card.suit is high.suit and powers[low] < powers[card] < powers[high] for card in parting
    )
