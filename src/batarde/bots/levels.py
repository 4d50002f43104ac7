"""The five levels, from a kind beginner to one that is hard to beat.

Each is what a player of that kind does, not the same machine with a handicap: the weaker two make
the mistakes that people make (:mod:`.rule_of_thumb.mistakes`). The two strongest have learned from
self-play how others bid and play.
"""

from collections.abc import Callable
from typing import Final

from batarde.bots.interface import Bot
from batarde.bots.models.weights import learned_model
from batarde.bots.rule_of_thumb.mistakes import CasualBot, NoviceBot
from batarde.bots.search.bot import SearchBot
from batarde.bots.search.settings import DoublingRule, Evidence, SearchSettings

__all__ = ["LEVELS", "LEVEL_SECONDS", "MASTER", "ClubBot", "ExpertBot", "MasterBot"]

_CLUB: Final = SearchSettings(
    worlds=16,
    bid_worlds=30,
    evidence=Evidence(drawn_per_world=1, bid_doubt=1e9),
    doubling=DoublingRule(margin=0.1),
    advice_tolerance=1.0,
)
_EXPERT: Final = SearchSettings(
    worlds=40,
    bid_worlds=60,
    evidence=Evidence(bid_stretch=1.4),
    model=learned_model,
    exact_cards=3,
    exact_worlds=30,
    advice_tolerance=0.05,
)
MASTER: Final = SearchSettings(
    worlds=4000,
    bid_worlds=1200,
    two_pack_share=0.25,
    evidence=Evidence(bid_stretch=1.4, drawn_per_world=4, card_power=0.7, reads_erased_bids=True),
    model=learned_model,
    exact_cards=3,
    exact_worlds=100,
    exploration=1.0,
    finalists=3,
    advice_tolerance=0.05,
    opponent_weight=1.0,
    announce_bonus=0.03,
    double_threshold=0.003,
    redouble_threshold=-0.012,
)
"""How the strongest level searches; the coach tells the same search instead of playing it."""


class ClubBot(SearchBot):
    """Thinks all trumps through, looks at a few worlds, and follows the author's advice."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, _CLUB)


class ExpertBot(SearchBot):
    """Has learned how others bid and play; solves the last three cards exactly."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, _EXPERT)


class MasterBot(SearchBot):
    """Reads erased bids and every card too, searches more worlds, and plays for the game."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, MASTER)


LEVELS: Final[dict[str, Callable[[bytes], Bot]]] = {
    "novice": NoviceBot,
    "casual": CasualBot,
    "club": ClubBot,
    "expert": ExpertBot,
    "master": MasterBot,
}
"""How to make each level from a seed, weakest first."""

LEVEL_SECONDS: Final = {"novice": 0.05, "casual": 0.05, "club": 0.05, "expert": 0.05, "master": 0.3}
"""How long a decision may take."""
