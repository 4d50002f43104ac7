"""What a searching bot believes of the players at a table: how they bid, play, and win games."""

from typing import Final, NamedTuple

from batarde.bots.models.bids import BidModel
from batarde.bots.models.race import Race
from batarde.bots.rule_of_thumb.policy import RULE_OF_THUMB
from batarde.kernel import Policy

__all__ = ["UNLEARNED", "PlayerModel", "unlearned_model"]


class PlayerModel(NamedTuple):
    """Models of a table of one size."""

    policy: Policy = RULE_OF_THUMB
    """How players choose their cards."""
    bids: BidModel = BidModel()
    """How players come to their bids."""
    race: Race = Race()
    """How games are won."""


UNLEARNED: Final = PlayerModel()
"""Nothing learned: the rules of thumb."""


def unlearned_model(players: int) -> PlayerModel:  # noqa: ARG001 - the same for every table
    """Return what everybody knows without having learned anything."""
    return UNLEARNED
