"""How likely somebody will announce something stronger."""

from typing import Final

from batarde.bots.rule_of_thumb.hand_values import hand_tricks
from batarde.bots.search.sampling import likely_worlds
from batarde.bots.search.task import SearchTask
from batarde.rules.auction import Announcement
from batarde.rules.cards import Card, Pack, has_two_packs
from batarde.rules.trumps import Contract, Trump

__all__ = ["chance_of_stronger"]

_WORLDS: Final = 100


def chance_of_stronger(task: SearchTask) -> float:
    """Return in which share of the worlds somebody still to speak would announce another trump.

    They would if their hand is worth enough tricks there (A3), and more than in the trump that
    stands, both by the rule of thumb.
    """
    view, standing = task.view, task.view.standing
    if standing is None or view.doubled_by is not None:
        return 0.0
    silent = [seat for seat, bid in enumerate(view.bids) if bid is None and seat != task.seat]
    evidence, chance = task.settings.evidence, task.chance
    drawn = likely_worlds(view, standing.contract, _WORLDS, chance, evidence, task.model)
    found = [
        any(_has_stronger(hands[seat], standing, view.players) for seat in silent)
        for hands in drawn.worlds
    ]
    return sum(found) / len(found)


def _has_stronger(hand: tuple[Card, ...], standing: Announcement, players: int) -> bool:
    pack = Pack.SIMPLE if has_two_packs(players) else None
    here = hand_tricks(hand, players, standing.contract)
    for trump in Trump:
        tricks = hand_tricks(hand, players, Contract(trump, pack))
        if trump is not standing.trump and tricks > here and tricks + 0.5 >= standing.least(trump):
            return True
    return False
