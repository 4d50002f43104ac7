"""Slow and obvious twins of what the kernel computes cleverly."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random

from batarde.rules import Card, Contract, Pack, Trump, pack_of
from batarde.rules.tricks import playable, winning_card

Hands = tuple[tuple[Card, ...], ...]
Vector = tuple[int, ...]
CONTRACTS = tuple(Contract(trump) for trump in Trump)
TWO_PACK_CONTRACTS = tuple(Contract(trump, pack) for trump in Trump for pack in Pack)


def random_contract(chance: Random, players: int) -> Contract:
    return chance.choice(TWO_PACK_CONTRACTS if players >= 5 else CONTRACTS)


def random_hands(chance: Random, players: int, cards: int) -> Hands:
    pack = chance.sample(pack_of(players), players * cards)
    return tuple(tuple(pack[seat::players]) for seat in range(players))


class Ending:
    """Every line of play of an ending, tried one after the other."""

    def __init__(self, contract: Contract, needs: Sequence[int], opener: int) -> None:
        self.contract = contract
        self.needs = tuple(needs)
        self.order = [(opener + step) % len(needs) for step in range(len(needs))]

    def penalties(self, tricks: Vector) -> Vector:
        return tuple(abs(need - won) for need, won in zip(self.needs, tricks, strict=True))

    def likes(self, seat: int, tricks: Vector) -> Vector:
        """The stated order: own penalty, then everybody's from the opener on."""
        found = self.penalties(tricks)
        return (found[seat], *(found[other] for other in self.order))

    def moves(
        self, hands: Hands, trick: tuple[Card, ...], leader: int, tricks: Vector
    ) -> Iterator[tuple[Card, tuple[Hands, tuple[Card, ...], int, Vector]]]:
        players = len(hands)
        seat = (leader + len(trick)) % players
        for card in playable(hands[seat], trick, self.contract):
            hand = tuple(held for held in hands[seat] if held is not card)
            after = (*hands[:seat], hand, *hands[seat + 1 :])
            table = (*trick, card)
            if len(table) < players:
                yield card, (after, table, leader, tricks)
                continue
            winner = (leader + table.index(winning_card(table, self.contract))) % players
            won = tuple(count + (other == winner) for other, count in enumerate(tricks))
            yield card, (after, (), winner, won)

    def max_n(self, hands: Hands, leader: int) -> dict[Card, Vector]:
        """The penalties that each lead comes to."""

        @cache
        def value(hands: Hands, trick: tuple[Card, ...], leader: int, tricks: Vector) -> Vector:
            if not any(hands) and not trick:
                return tricks
            seat = (leader + len(trick)) % len(hands)
            outcomes = [value(*after) for _, after in self.moves(hands, trick, leader, tricks)]
            return min(outcomes, key=lambda outcome: self.likes(seat, outcome))

        start = (hands, (), leader, (0,) * len(hands))
        return {card: self.penalties(value(*after)) for card, after in self.moves(*start)}

    def can_force(
        self, hands: Hands, leader: int, hero: int, is_wanted: Callable[[int], bool]
    ) -> bool:
        @cache
        def answer(hands: Hands, trick: tuple[Card, ...], leader: int, tricks: Vector) -> bool:
            if not any(hands) and not trick:
                return is_wanted(tricks[hero])
            seat = (leader + len(trick)) % len(hands)
            answers = (answer(*after) for _, after in self.moves(hands, trick, leader, tricks))
            return any(answers) if seat == hero else all(answers)

        return answer(hands, (), leader, (0,) * len(hands))


def worlds(
    hidden: Sequence[Card], sizes: Sequence[int], may_hold: Callable[[int, Card], bool]
) -> Iterator[tuple[frozenset[Card], ...]]:
    """Every way to deal *hidden* cards to seats of these *sizes*."""

    def deal(seat: int, rest: frozenset[Card]) -> Iterator[tuple[frozenset[Card], ...]]:
        if seat == len(sizes):
            yield ()
            return
        allowed = sorted(card for card in rest if may_hold(seat, card))
        for hand in combinations(allowed, sizes[seat]):
            for others in deal(seat + 1, rest - set(hand)):
                yield (frozenset(hand), *others)

    yield from deal(0, frozenset(hidden))
