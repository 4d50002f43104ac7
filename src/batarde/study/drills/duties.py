"""Which cards may be played, and which one must be (P1 to P9).

Every branch of :func:`batarde.rules.tricks.playable` is a skill.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from batarde.rules.cards import Card
from batarde.rules.tricks import playable, refuse_card, winning_card
from batarde.rules.trumps import Trump
from batarde.study.drills.collecting import QUESTIONS, collected
from batarde.study.drills.dice import Dice
from batarde.study.drills.positions import Turn, positions, twin
from batarde.study.drills.questions import Barred, DutySkill, MustSkill, PlayingQuestion

if TYPE_CHECKING:
    from batarde.rules.refusals import Refusal

__all__ = ["duty_of", "duty_skills", "must_of", "must_skills"]

Cards = tuple[Card, ...]

_DUTIES: Final = {
    "lead": "P1",
    "follow": "P2",
    "follow-cut": "P6",
    "rise": "P3",
    "low": "P3",
    "no-trump-left": "P3",
    "cut": "P4",
    "overcut": "P4",
    "undertrump": "P4",
    "discard": "P5",
    "none-follow": "P7",
    "none-discard": "P7",
    "all-rise": "P8",
    "all-low": "P8",
    "all-discard": "P8",
    "twin": "P9",
}
_FREE: Final = {"lead", "no-trump-left", "discard", "none-discard", "all-discard"}
"""Where every card may be played: small hands will do."""

_MUSTS: Final = {"rise": "P3", "overcut": "P4", "undertrump": "P4", "last-trump": "P4"}


def duty_skills(seed: str) -> Iterator[DutySkill]:
    """Return the skills of the drill."""
    dice = Dice(seed, "duty")
    offers = ((duty_of(turn), asked(turn)) for turn in _turns(dice) if is_worth_asking(turn))
    found = collected(dict.fromkeys(_DUTIES, QUESTIONS), offers)
    for duty, rule in _DUTIES.items():
        yield DutySkill(f"duty.{duty}", rule, tuple(found[duty]))


def must_skills(seed: str) -> Iterator[MustSkill]:
    """Return the skills of the drill with one answer."""
    dice = Dice(seed, "must")
    offers = ((must, asked(turn)) for turn in _turns(dice, two_packs=0) if (must := must_of(turn)))
    found = collected(dict.fromkeys(_MUSTS, QUESTIONS), offers)
    for must, rule in _MUSTS.items():
        yield MustSkill(f"must.{must}", rule, tuple(found[must]))


def asked(turn: Turn) -> PlayingQuestion:
    """Return the question which cards may be played, with the rules' answer."""
    hand, trick, contract = turn
    return PlayingQuestion(
        trump=contract.trump,
        pack=contract.pack,
        trick=trick,
        hand=hand,
        answer=playable(hand, trick, contract),
        refused=_refused(turn),
    )


def duty_of(turn: Turn) -> str:
    """Return the branch of the rules that *turn* falls into."""
    hand, trick, contract = turn
    if not trick:
        return "lead"
    if _is_about_twins(turn):
        return "twin"
    led = trick[0].suit
    follows = any(card.suit is led for card in hand)
    if contract.trump is Trump.NONE:
        return "none-follow" if follows else "none-discard"
    if contract.trump is Trump.ALL:
        return ("all-rise" if _rises(turn) else "all-low") if follows else "all-discard"
    if led is contract.trump.suit:
        return ("rise" if _rises(turn) else "low") if follows else "no-trump-left"
    is_cut = any(card.suit is contract.trump.suit for card in trick)
    if follows:
        return "follow-cut" if is_cut else "follow"
    if all(card.suit is not contract.trump.suit for card in hand):
        return "discard"
    return ("overcut" if _rises(turn) else "undertrump") if is_cut else "cut"


def must_of(turn: Turn) -> str | None:
    """Return why only one card may be played, if that is so and there is something to see."""
    hand, trick, contract = turn
    trump = contract.trump.suit
    if not 4 <= len(hand) <= 7 or not trick or trump is None:
        return None
    if len(playable(hand, trick, contract)) != 1:
        return None
    duty = duty_of(turn)
    trumps = sum(card.suit is trump for card in hand)
    if duty in {"rise", "overcut"}:
        return duty if trumps > 1 else None
    return {"undertrump": "undertrump", "cut": "last-trump"}.get(duty)


def is_worth_asking(turn: Turn) -> bool:
    """Return whether something may be played and something not, in a hand that is seen at once."""
    duty = duty_of(turn)
    if duty in _FREE:
        return 3 <= len(turn.hand) <= 5
    free = len(playable(*turn))
    if not 4 <= len(turn.hand) <= 7 or free == len(turn.hand):
        return False
    # A duty to rise is seen where a lower card is held too, the freedom not to where there are two.
    asked_for = turn.trick[0].suit if "cut" not in duty else turn.contract.trump.suit
    held = sum(card.suit is asked_for for card in turn.hand)
    if duty in {"rise", "all-rise", "overcut"}:
        return free < held
    return free > 1 or duty in {"undertrump", "twin"}


def _turns(dice: Dice, two_packs: int = 1) -> Iterator[Turn]:
    tables = [positions(3, 9, dice), positions(4, 9, dice), positions(5, 10, dice)]
    while True:
        turn = next(dice.one_of(tables[: 2 + two_packs]))
        # Two packs are asked about where they make a difference.
        if turn.contract.pack is None or (turn.trick and _is_about_twins(turn)):
            yield turn


def _is_about_twins(turn: Turn) -> bool:
    """Return whether a card is held whose twin must be beaten."""
    hand, trick, contract = turn
    best = winning_card(trick, contract)
    asked = playable(hand, trick, contract)[0].suit
    rising = contract.trump.rules(best.suit) and asked is best.suit
    return contract.pack is not None and rising and twin(best) in hand


def _rises(turn: Turn) -> bool:
    """Return whether the hand can beat what lies there."""
    hand, trick, contract = turn
    return winning_card((*trick, *playable(hand, trick, contract)), contract) not in trick


def _refused(turn: Turn) -> tuple[Barred, ...]:
    reasons: dict[Refusal, list[Card]] = {}
    for card in turn.hand:
        refusal = refuse_card(card, *turn)
        if refusal is not None:
            reasons.setdefault(refusal, []).append(card)
    return tuple(Barred(tuple(cards), refusal) for refusal, cards in reasons.items())
