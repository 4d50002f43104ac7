"""Who takes this trick (P5, P7 to P9)."""

from collections.abc import Iterator
from typing import Final

from batarde.rules.cards import Card
from batarde.rules.tricks import winning_card
from batarde.rules.trumps import NORMAL_ORDER, Contract, Trump
from batarde.study.drills.collecting import QUESTIONS, collected
from batarde.study.drills.dice import Dice
from batarde.study.drills.positions import contract_for, played, tricks_of, twin
from batarde.study.drills.questions import WinnerQuestion, WinnerSkill

__all__ = ["kind_of_trick", "winner_skills"]

Cards = tuple[Card, ...]

_RULES: Final = {
    "trump": "P9",
    "cut": "P9",
    "overcut": "P9",
    "discard": "P5",
    "all": "P8",
    "none": "P7",
    "twin": "P9",
}


def winner_skills(seed: str) -> Iterator[WinnerSkill]:
    """Return the skills of the drill."""
    dice = Dice(seed, "winner")
    found = collected(dict.fromkeys(_RULES, QUESTIONS), _offers(dice))
    for kind, rule in _RULES.items():
        yield WinnerSkill(f"winner.{kind}", rule, tuple(found[kind]))


def _offers(dice: Dice) -> Iterator[tuple[str, WinnerQuestion]]:
    while True:
        players, cards = dice.one_of(((3, 12), (4, 9), (4, 9), (5, 14)))
        contract = contract_for(players, dice)
        *_, deal = played(players, cards, contract, dice)
        for _, trick in tricks_of(deal):
            if kind := kind_of_trick(trick, contract):
                yield kind, _asked(trick, contract)


def _asked(trick: Cards, contract: Contract) -> WinnerQuestion:
    return WinnerQuestion(
        trump=contract.trump,
        pack=contract.pack,
        trick=trick,
        answer=winning_card(trick, contract),
    )


def kind_of_trick(trick: Cards, contract: Contract) -> str | None:
    """Return what there is to see in *trick*, if it is worth a question."""
    led, best = trick[0].suit, winning_card(trick, contract)
    if contract.pack:
        return "twin" if twin(best) in trick else None
    cuts = [card for card in trick if card.suit is contract.trump.suit]
    if contract.trump is Trump.NONE or contract.trump is Trump.ALL:
        following = [card for card in trick if card.suit is led]
        name = "all" if contract.trump is Trump.ALL else "none"
        return name if len(following) > 1 else None
    if led is contract.trump.suit:
        return "trump" if len(cuts) > 1 else None
    if cuts:
        return "cut" if len(cuts) == 1 else "overcut"
    return "discard" if _tempts(trick, best) else None


def _tempts(trick: Cards, best: Card) -> bool:
    """Return whether a discard looks stronger than the card that wins."""
    others = [card for card in trick if card.suit is not best.suit]
    return any(_height(card) < _height(best) for card in others)


def _height(card: Card) -> int:
    return NORMAL_ORDER.index(card.rank)
