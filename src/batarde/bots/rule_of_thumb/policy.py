"""The rule of thumb as a policy of the kernel: what players do in the playouts of a search.

A player who needs no more tricks gets rid of what could win one, the most dangerous card first,
and leads what somebody will beat; trumps at once, since others must rise over them (P3). A player
who needs some tricks takes cheaply and keeps the masters. A player who needs all of them plays to
win, trumps first.
"""

from typing import Final

from batarde.kernel import CardFeatures, Policy

__all__ = ["RULE_OF_THUMB"]

_STRENGTH: Final = (1.0, 0.6, 0.35, 0.12)
"""How likely a card is to win a trick some day, by the number of stronger ones unseen."""


def _strength(card: CardFeatures) -> float:
    """Return how likely the card is to win a trick some day."""
    lone = 0.25 if card.under == 0 and card.over else 0.0
    return max(0.05, _STRENGTH[card.over] + 0.25 * card.cuts - lone)


def _shedding(card: CardFeatures) -> float:
    """Return how good the card is for somebody who needs no more tricks."""
    strength = _strength(card)
    if card.place == 3:
        return 3.0 + 3.0 * strength
    if card.place == 2:
        return 2.0 - 2.5 * strength
    if card.place == 1:
        return 2.0 * strength  # it must be taken, so with the most dangerous card
    if card.cuts:
        return 2.2 if card.over else -0.5
    return 2.0 - 4.0 * strength + 0.3 * (2 - card.length)


def _taking(card: CardFeatures) -> float:
    """Return how good the card is for somebody who needs some of the tricks left."""
    strength = _strength(card)
    if card.place == 3:
        return 2.2 - 2.6 * strength
    if card.place == 2:
        return 1.0 + 1.6 * strength
    if card.place == 1:
        return 2.6 - 0.8 * strength
    return 0.8 + 1.2 * strength if card.over == 0 else 1.0 - 0.6 * strength


def _sweeping(card: CardFeatures) -> float:
    """Return how good the card is for somebody who needs all tricks left, or more."""
    strength = _strength(card)
    if card.place == 3:
        return 1.5 - 3.0 * strength
    if card.place == 2:
        return 1.0 + 3.5 * strength
    if card.place == 1:
        return 4.0 - strength
    return 3.5 * strength + 0.4 * card.cuts


_SHARPNESS: Final = 1.6
"""How much the better card is preferred."""


def _score(card: CardFeatures) -> float:
    return _SHARPNESS * (_shedding, _taking, _sweeping)[card.want](card)


RULE_OF_THUMB: Final = Policy.of_scores(_score)
