"""How much the coach looks at: worlds, never seconds, so that it says the same everywhere."""

from typing import Final

from batarde.bots.levels import MASTER

__all__ = ["DOUBLE_GAIN", "SEED", "SETTINGS"]

SETTINGS: Final = MASTER._replace(
    worlds=1_000,
    bid_worlds=300,
    two_pack_share=0.5,
    exact_cards=0,  # with open cards solved, a card would be worth what nobody can know
    finalists=None,  # every card gets its price
    opponent_weight=0.0,  # and the price is the own misses
)
"""The strongest bot's search, with fewer worlds: a person waits."""

DOUBLE_GAIN: Final = 0.003
"""A double is worth it if it raises the chance to win by so much, as for the strongest bot."""

SEED: Final = b"coach"
"""What is left to chance follows from this and from the view."""
