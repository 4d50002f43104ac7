"""Why a card is better than another."""

from collections.abc import Callable
from typing import Final

from batarde.rules.cards import Card
from batarde.study.reasons.card_facts import CardFacts
from batarde.study.reasons.codes import Reason, ReasonCode

__all__ = ["MOST_REASONS", "TELLERS", "card_reasons"]

MOST_REASONS: Final = 2
"""For one action over another."""
_OFTEN: Final = 0.5
_MOSTLY: Final = 0.8


def card_reasons(facts: CardFacts, better: Card, other: Card) -> tuple[Reason, ...]:
    """Return why to play *better* rather than *other*: two reasons at most.

    Each holds for *better* and does not for *other*.
    """
    found: list[Reason] = []
    for tell in TELLERS.values():
        found += [reason for reason in [tell(facts, better, other)] if reason is not None]
        if len(found) == MOST_REASONS:
            break
    return tuple(found)


def _only_safe(facts: CardFacts, better: Card, other: Card) -> Reason | None:
    if better not in facts.only_safe or other in facts.only_safe:
        return None
    return Reason(ReasonCode.ONLY_SAFE, card=better, number=len(facts.worlds.worlds))


def _wins_now(facts: CardFacts, better: Card, other: Card) -> Reason | None:
    if not facts.wins_now(better) or facts.wins_now(other):
        return None
    return Reason(ReasonCode.WINS_NOW, card=better)


def _loses_now(facts: CardFacts, better: Card, other: Card) -> Reason | None:
    if not facts.loses_now(better) or facts.loses_now(other):
        return None
    detail = "beaten" if facts.is_beaten(better) else ""
    return Reason(ReasonCode.LOSES_NOW, card=better, detail=detail)


def _must_lose_it(facts: CardFacts, better: Card, other: Card) -> Reason | None:
    if facts.need > 0:
        return None
    share = facts.share_kept_wins(better)
    if share < _OFTEN or facts.share_kept_wins(other) >= _OFTEN:
        return None
    return Reason(ReasonCode.MUST_LOSE_IT, card=better, percent=_percent(share))


def _keep_winner(facts: CardFacts, better: Card, other: Card) -> Reason | None:
    """Return that *other* is a master which is needed, and *better* is none."""
    if not facts.is_master(other) or facts.is_master(better) or facts.need < facts.masters:
        return None
    return Reason(ReasonCode.KEEP_WINNER, card=other)


def _keep_exit(facts: CardFacts, better: Card, other: Card) -> Reason | None:
    kept, lost = facts.best_exit(better), facts.best_exit(other)
    if kept is None or lost is None or kept[1] < _MOSTLY or lost[1] >= _MOSTLY:
        return None
    return Reason(ReasonCode.KEEP_EXIT, card=kept[0], percent=_percent(kept[1]))


def _forces_rise(facts: CardFacts, better: Card, other: Card) -> Reason | None:
    share = facts.share_risen(better)
    if share < _OFTEN or facts.share_risen(other) >= _OFTEN:
        return None
    return Reason(ReasonCode.FORCES_RISE, card=better, percent=_percent(share))


def _cut_danger(facts: CardFacts, better: Card, other: Card) -> Reason | None:
    """Return that *other* would empty a suit, and *better* does not."""
    if facts.need > 0 or not facts.empties(other) or facts.empties(better):
        return None
    return Reason(ReasonCode.CUT_DANGER, card=other)


def _cut_chance(facts: CardFacts, better: Card, other: Card) -> Reason | None:
    if facts.need <= 0 or not facts.empties(better) or facts.empties(other):
        return None
    return Reason(ReasonCode.CUT_CHANCE, card=better)


def _others_short(facts: CardFacts, better: Card, other: Card) -> Reason | None:
    mine, theirs = facts.surplus_after(better), facts.surplus_after(other)
    if mine is None or theirs is None or mine == 0 or mine * theirs > 0:
        return None
    return Reason(ReasonCode.OTHERS_SHORT, detail="more" if mine > 0 else "fewer")


def _percent(share: float) -> int:
    return round(100 * share)


TELLERS: Final[dict[ReasonCode, Callable[[CardFacts, Card, Card], Reason | None]]] = {
    ReasonCode.ONLY_SAFE: _only_safe,
    ReasonCode.WINS_NOW: _wins_now,
    ReasonCode.LOSES_NOW: _loses_now,
    ReasonCode.MUST_LOSE_IT: _must_lose_it,
    ReasonCode.KEEP_WINNER: _keep_winner,
    ReasonCode.KEEP_EXIT: _keep_exit,
    ReasonCode.FORCES_RISE: _forces_rise,
    ReasonCode.CUT_DANGER: _cut_danger,
    ReasonCode.CUT_CHANCE: _cut_chance,
    ReasonCode.OTHERS_SHORT: _others_short,
}
"""What tells each reason for a card over another, in the order in which reasons are given."""
