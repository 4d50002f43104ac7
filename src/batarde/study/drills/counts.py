"""After these tricks: what is still out, what is master, who has shown none (C1, P2, P9).

All cards are dealt: four players with nine cards each. Seat 0 is who is asked.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from batarde.rules.cards import Card, Suit, pack_of
from batarde.rules.deal import Deal
from batarde.rules.tricks import playable
from batarde.rules.trumps import Contract
from batarde.study.drills.collecting import mixed
from batarde.study.drills.dice import Dice
from batarde.study.drills.positions import contract_for, played, tricks_of
from batarde.study.drills.questions import (
    CountSkill,
    MasterQuestion,
    OutQuestion,
    PlayedTrick,
    Seen,
    VoidQuestion,
)

__all__ = ["count_skills", "outstanding", "shown_none", "stronger"]

Cards = tuple[Card, ...]
Count = OutQuestion | MasterQuestion | VoidQuestion

_PLAYERS: Final = 4
_CARDS: Final = 9
_MOST: Final = 4
_RULES: Final = {"out": "C1", "master": "P9", "void": "P2"}
_KINDS: Final = {
    "out": ("few", "many"),
    "master": ("yes", "no"),
    "void": ("somebody", "someone", "another", "nobody"),
}
"""How the answers of each question are spread."""


def count_skills(seed: str) -> Iterator[CountSkill]:
    """Return the skills of the drill: three questions, each over one to four tricks."""
    dice = Dice(seed, "count")
    kinds = {
        f"{ask}-{tricks}": tuple(f"{ask}-{tricks} {kind}" for kind in _KINDS[ask])
        for ask in _RULES
        for tricks in range(1, _MOST + 1)
    }
    found = mixed(kinds, _offers(dice), dice)
    for skill in kinds:
        rule = _RULES[skill.split("-")[0]]
        yield CountSkill(f"count.{skill}", rule, tuple(found[skill]))


def _offers(dice: Dice) -> Iterator[tuple[str, Count]]:
    while True:
        contract = contract_for(_PLAYERS, dice)
        deals = played(_PLAYERS, _CARDS, contract, dice)
        between = (deal for deal in deals if not deal.trick)
        tricks = dice.between(1, _MOST)
        seen = _seen(next(islice(between, tricks, None)), contract, dice.below(_PLAYERS))
        for kind, question in (_out(seen), _master(seen, dice), _void(seen, dice)):
            if question is not None:
                ask = question.__struct_config__.tag
                yield f"{ask}-{len(seen.tricks)} {kind}", question


def _seen(deal: Deal, contract: Contract, me: int) -> Seen:
    """Return what the player at *me* has seen, with the seats turned so that they sit at 0."""
    tricks = [PlayedTrick((leader - me) % _PLAYERS, cards) for leader, cards in tricks_of(deal)]
    return Seen(trump=contract.trump, tricks=tuple(tricks), hand=tuple(sorted(deal.hands[me])))


def outstanding(seen: Seen) -> Cards:
    """Return the cards that the others still hold."""
    gone = {card for trick in seen.tricks for card in trick.cards} | set(seen.hand)
    return tuple(card for card in pack_of(_PLAYERS) if card not in gone)


def stronger(card: Card, seen: Seen) -> Cards:
    """Return those cards of its suit that the others still hold and that beat *card*."""
    powers = seen.contract.powers(card.suit)
    return tuple(
        one for one in outstanding(seen) if one.suit is card.suit and powers[one] > powers[card]
    )


def shown_none(suit: Suit, seen: Seen, held: Cards) -> set[int]:
    """Return who has played a card that no card of *suit* among *held* would have allowed."""
    of_suit = [card for card in held if card.suit is suit]
    return {
        (trick.leader + place) % _PLAYERS
        for trick in seen.tricks
        for place, card in enumerate(trick.cards)
        if all(
            card not in playable((card, other), trick.cards[:place], seen.contract)
            for other in of_suit
            if other is not card
        )
    } - {0}


def _out(seen: Seen) -> tuple[str, OutQuestion | None]:
    trump = seen.contract.trump.suit
    fallen = [card for trick in seen.tricks for card in trick.cards if card.suit is trump]
    if trump is None or not fallen:
        return "", None
    answer = sum(card.suit is trump for card in outstanding(seen))
    kind = "few" if answer < 9 - len(fallen) - answer else "many"
    return kind, OutQuestion(seen=seen, answer=answer)


def _master(seen: Seen, dice: Dice) -> tuple[str, MasterQuestion | None]:
    """Ask about a card over which a stronger one has fallen: else there was nothing to see."""
    fallen = [card for trick in seen.tricks for card in trick.cards]
    worth = [card for card in seen.hand if _is_worth(card, fallen, seen)]
    if not worth:
        return "", None
    card = dice.one_of(worth)
    above = stronger(card, seen)
    question = MasterQuestion(seen=seen, card=card, answer=not above, stronger=above)
    return "no" if above else "yes", question


def _is_worth(card: Card, fallen: list[Card], seen: Seen) -> bool:
    powers = seen.contract.powers(card.suit)
    fell = any(one.suit is card.suit and powers[one] > powers[card] for one in fallen)
    return fell and len(stronger(card, seen)) <= 2


def _void(seen: Seen, dice: Dice) -> tuple[str, VoidQuestion | None]:
    """Ask about a suit of which one has shown to have none, or nobody, but that is not all out."""
    led = {trick.cards[0].suit for trick in seen.tricks}
    suit = dice.one_of(sorted(led))
    out = outstanding(seen)
    shown = shown_none(suit, seen, pack_of(_PLAYERS))
    # Who counts very closely may know more: such positions have two answers and are left out.
    is_plain = shown == shown_none(suit, seen, out) and any(card.suit is suit for card in out)
    if not is_plain or len(shown) > 1:
        return "", None
    answer = next(iter(shown), None)
    kind = "nobody" if answer is None else _KINDS["void"][answer - 1]
    return kind, VoidQuestion(seen=seen, suit=suit, answer=answer)
