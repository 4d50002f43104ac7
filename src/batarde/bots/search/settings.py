"""The knobs of a searching bot, named by what they do."""

from collections.abc import Callable
from typing import NamedTuple

from batarde.bots.models.players import PlayerModel, unlearned_model

__all__ = ["DoublingRule", "Evidence", "SearchSettings"]


class Evidence(NamedTuple):
    """How much bids and cards tell of the hands that are not seen."""

    drawn_per_world: int = 4
    """How many worlds are drawn for each that is kept; 1 does not read bids at all."""
    bid_stretch: float = 1.0
    """How much further a bid may be from the hand than the model says: strangers bid otherwise."""
    bid_doubt: float = 0.03
    """The weight that any bid has, whatever the hand."""
    reads_erased_bids: bool = False
    """Whether bids in other trumps than the one looked at are read too (A4)."""
    card_power: float = 0.0
    """How much the cards that were played tell: the power to which their likelihood is raised."""
    card_doubt: float = 0.1
    """The share of the others' cards that no policy explains."""


class DoublingRule(NamedTuple):
    """How easily a bot doubles that plays for the points of a deal, not for the game."""

    margin: float = 0.05
    """By how much more the others must miss, on average."""
    others_share: float = 0.6
    """What the others will really miss by, of what the playouts say: there they play worse than
    at a table, and worse than a player who chose the number to be near it."""
    largest_own_miss: float = 0.5
    """The most that the bot may expect to miss by itself."""
    silent_miss: float = 0.75
    """What the playouts would say of somebody who has not bid yet."""
    caution: float = 0.06
    """How much the margin grows with the lead, in spreads of what is still to come."""


class SearchSettings(NamedTuple):
    """How well a searching bot plays, and how long it takes."""

    worlds: int = 200
    """Worlds for each decision about a card."""
    bid_worlds: int = 200
    """Worlds for each contract that it thinks through."""
    two_pack_share: float = 1.0
    """The share of them that it looks at where two packs are played: they take twice as long."""
    evidence: Evidence = Evidence()
    """How it weighs the worlds."""
    model: Callable[[int], PlayerModel] = unlearned_model
    """What it believes of players, for each number of them."""
    exploration: float | None = None
    """How long it goes on trying its own worse cards in the playouts, where it then learns what
    they come to (PUCT: Rosin 2011); ``None``: it plays by the policy in them, like everybody."""
    finalists: int | None = None
    """Of more cards than these, a quarter of the worlds says which ones are looked at in all."""
    exact_cards: int = 0
    """From so many cards in hand on, endings are solved exactly (max^n: Luckhardt and Irani 1986)
    instead of played out."""
    exact_worlds: int = 60
    """The worlds in which they are."""
    advice_tolerance: float | None = None
    """What following the author's sixth advice may cost at most; ``None``: it does not know it."""
    opponent_weight: float = 0.0
    """What the others' points count against its own."""
    announce_bonus: float = 0.0
    """What setting the trump is worth, in points, beyond what the hand should miss less."""
    doubling: DoublingRule | None = DoublingRule()
    """When it doubles; never if ``None``."""
    double_threshold: float | None = None
    """If given, it plays for the game: it doubles if that raises its chance to win by so much."""
    redouble_threshold: float = 0.0
    """The same for redoubling."""
