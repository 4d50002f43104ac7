"""Which card is stronger: the two orders of the ranks (C3, C4).

Carnival turns twelve pairs round, each of the artists with each of the court: these are asked as
trumps and not as trumps, as two skills. Eight more pairs stand the same way in both orders.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

from batarde.rules.cards import Card, Pack, Rank, Suit
from batarde.rules.trumps import Contract, Trump
from batarde.study.drills.collecting import QUESTIONS
from batarde.study.drills.dice import Dice
from batarde.study.drills.questions import OrderQuestion, OrderSkill

__all__ = ["order_skills"]

Case = tuple[Suit, Trump]

_TURNED: Final = tuple(product("FMJ", "RDCV"))
_LEFT: Final = ("RD", "DC", "CV", "VN", "FM", "MJ", "JN", "NT")


def order_skills(seed: str) -> Iterator[OrderSkill]:
    """Return the skills of the drill, those of the trump order first."""
    dice = Dice(seed, "order")
    for artist, courtier in _TURNED:
        questions = _questions(artist + courtier, _RULING, dice)
        yield OrderSkill(f"order.trump.{artist}{courtier}", "C4", questions)
    for artist, courtier in _TURNED:
        questions = _questions(courtier + artist, _PLAIN, dice)
        yield OrderSkill(f"order.plain.{courtier}{artist}", "C3", questions)
    for pair in _LEFT:
        yield OrderSkill(f"order.both.{pair}", "C4", _questions(pair, _RULING + _PLAIN, dice))


_CASES: Final = tuple(product(Suit, Trump))
_RULING: Final = tuple((suit, trump) for suit, trump in _CASES if trump.rules(suit))
_PLAIN: Final = tuple((suit, trump) for suit, trump in _CASES if not trump.rules(suit))


def _questions(pair: str, cases: tuple[Case, ...], dice: Dice) -> tuple[OrderQuestion, ...]:
    """Return questions about two ranks: with one pack first, which everybody plays with."""
    one = [_question(pair, case, ("", ""), None, dice) for case in dice.shuffled(cases)]
    marks = product(("", "_"), ("", "_"))
    two = [
        _question(pair, case, mark, pack, dice)
        for case, mark, pack in dice.shuffled(product(cases, marks, Pack))
    ]
    return tuple([*one, *two][:QUESTIONS])


def _question(
    pair: str, case: Case, marks: tuple[str, str], pack: Pack | None, dice: Dice
) -> OrderQuestion:
    suit, trump = case
    cards = [Card(f"{Rank(rank)}{suit}{mark}") for rank, mark in zip(pair, marks, strict=True)]
    powers = Contract(trump, pack).powers(suit)
    return OrderQuestion(
        trump=trump,
        pack=pack,
        cards=tuple(dice.shuffled(cards)),
        answer=max(cards, key=powers.__getitem__),
    )
