"""Deals played by chance: the positions that questions about cards are taken from."""

from collections.abc import Iterator
from typing import NamedTuple

from batarde.rules.actions import Bid
from batarde.rules.cards import Card, Pack, has_two_packs
from batarde.rules.deal import Deal
from batarde.rules.trumps import Contract, Trump
from batarde.study.drills.dice import Dice

__all__ = ["Turn", "contract_for", "played", "positions", "tricks_of", "twin"]

Cards = tuple[Card, ...]


class Turn(NamedTuple):
    """Somebody is to play a card of *hand* to *trick*."""

    hand: Cards
    trick: Cards
    contract: Contract


def contract_for(players: int, dice: Dice) -> Contract:
    """Return a contract by chance; half of them in a suit would be too few."""
    trump = dice.one_of([*Trump, *(trump for trump in Trump if trump.suit)])
    return Contract(trump, dice.one_of(tuple(Pack)) if has_two_packs(players) else None)


def played(players: int, cards: int, contract: Contract, dice: Dice) -> Iterator[Deal]:
    """Return a deal before each of its cards and after the last, played by chance."""
    deal = Deal.shuffled(players, cards, dealer=players - 1, seed=dice.seed())
    opening = Bid(1, contract.trump, contract.pack)
    deal, _ = deal.apply(0, opening)
    for seat in range(1, players):
        deal, _ = deal.apply(seat, deal.auction.bids_open()[0])
    while not deal.is_over:
        yield deal
        seat = (deal.leader + len(deal.trick)) % players
        choices = deal.legal_actions(seat)
        deal, _ = deal.apply(seat, dice.one_of(choices))
    yield deal


def positions(players: int, cards: int, dice: Dice) -> Iterator[Turn]:
    """Return turns of endless deals."""
    while True:
        contract = contract_for(players, dice)
        for deal in played(players, cards, contract, dice):
            if not deal.is_over:
                seat = (deal.leader + len(deal.trick)) % players
                yield Turn(tuple(sorted(deal.hands[seat])), deal.trick, contract)


def tricks_of(deal: Deal) -> list[tuple[int, Cards]]:
    """Return the complete tricks of *deal*: who led each, and its cards in order."""
    plays, size = deal.plays, deal.players
    whole = [plays[at : at + size] for at in range(0, len(plays) - size + 1, size)]
    return [(trick[0][0], tuple(card for _, card in trick)) for trick in whole]


def twin(card: Card) -> Card:
    """Return the same card of the other pack."""
    return Card(card[:2] if card.pack is Pack.MARKED else f"{card}_")
