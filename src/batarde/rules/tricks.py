"""Which cards may be played to a trick, and who wins it (P2 to P9).

Follow the suit led; where that suit is trumps, rise if you can. If you have none of it, trump if
you can, and over-trump if you can. Otherwise play what you like.
"""

from batarde.rules.cards import Card
from batarde.rules.refusals import Code, Refusal
from batarde.rules.trumps import Contract

__all__ = ["playable", "refuse_card", "winning_card"]

Cards = tuple[Card, ...]


def winning_card(trick: Cards, contract: Contract) -> Card:
    """Return the card that wins *trick* as it lies (P9).

    >>> from batarde.rules.cards import cards
    >>> from batarde.rules.trumps import Trump
    >>> str(winning_card(cards("RD NS FS TD"), Contract(Trump.SPADES)))
    'FS'
    """
    return max(trick, key=contract.powers(trick[0].suit).__getitem__)


def playable(hand: Cards, trick: Cards, contract: Contract) -> Cards:
    """Return the cards of *hand* that may be played to *trick* (P2 to P8).

    >>> from batarde.rules.cards import cards
    >>> from batarde.rules.trumps import Trump
    >>> playable(cards("MS NS TH"), cards("RD JS"), Contract(Trump.SPADES)) == cards("MS")
    True
    """
    if not trick:
        return hand
    led = trick[0].suit
    following = tuple([card for card in hand if card.suit is led])
    if following:
        return _rising(following, trick, contract) if contract.trump.rules(led) else following
    cut = contract.trump.suit  # none at all trumps and at no trumps (P7, P8)
    cutting = tuple([card for card in hand if card.suit is cut])
    return _rising(cutting, trick, contract) if cutting else hand


def refuse_card(card: Card, hand: Cards, trick: Cards, contract: Contract) -> Refusal | None:
    """Return why *card* may not be played to *trick* from *hand*, or ``None`` if it may."""
    if card not in hand:
        return Refusal(Code.NOT_IN_HAND, "P1")
    duty = playable(hand, trick, contract)
    if card in duty:
        return None
    led, asked = trick[0].suit, duty[0].suit
    if card.suit is not asked:
        if asked is led:
            return Refusal(Code.MUST_FOLLOW, "P2", suit=led, cards=duty)
        return Refusal(Code.MUST_TRUMP, "P4", suit=asked, cards=duty)
    return Refusal(
        Code.MUST_RISE,
        _rising_rule(asked is led, contract),
        suit=asked,
        cards=duty,
        beat=winning_card(trick, contract),
    )


def _rising(candidates: Cards, trick: Cards, contract: Contract) -> Cards:
    """Return those of *candidates* that beat the whole trick, or all of them if none does."""
    powers = contract.powers(trick[0].suit)
    best = max([powers[card] for card in trick])
    return tuple([card for card in candidates if powers[card] > best]) or candidates


def _rising_rule(follows: bool, contract: Contract) -> str:
    if not follows:
        return "P4"
    return "P3" if contract.trump.suit else "P8"
