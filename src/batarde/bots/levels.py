"""The five levels, from a kind beginner to one that is hard to beat.

Each is what a player of that kind does, not the same machine with a handicap: see also
:mod:`.people`. The two strongest have learned from self-play how others bid and play.
"""

from collections.abc import Callable
from typing import Final

from batarde.bots.daring import Daring
from batarde.bots.guessing import Reading
from batarde.bots.minds import learned_mind
from batarde.bots.people import CasualBot, NoviceBot
from batarde.bots.protocol import Bot
from batarde.bots.searching import SearchBot, Skill

__all__ = ["LEVELS", "LEVEL_SECONDS", "ClubBot", "ExpertBot", "MasterBot"]

_CLUB: Final = Skill(
    worlds=16,
    bid_worlds=30,
    reading=Reading(share=1, doubt=1e9),
    daring=Daring(margin=0.1),
    heed=1.0,
)
_EXPERT: Final = Skill(
    worlds=40,
    bid_worlds=60,
    reading=Reading(stretch=1.4),
    minds=learned_mind,
    exact_cards=3,
    exact_worlds=30,
    heed=0.05,
)
_MASTER: Final = Skill(
    worlds=4000,
    bid_worlds=1200,
    two_packs=0.25,
    reading=Reading(stretch=1.4, share=4, cards=0.7, erased=True),
    minds=learned_mind,
    exact_cards=3,
    exact_worlds=100,
    curiosity=1.0,
    finalists=3,
    heed=0.05,
    spite=1.0,
    pride=0.03,
    races=0.003,
    redoubles=-0.012,
)


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
        super().__init__(seed, _MASTER)


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
