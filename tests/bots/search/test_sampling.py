"""Likely worlds: possible ones, and those more often in which the hands fit bids and cards."""

import pytest

from batarde.bots.models.weights import learned_model
from batarde.bots.search.sampling import likely_worlds
from batarde.bots.search.settings import Evidence
from batarde.rules import Bid, Card, Contract, Deal, Pack, Suit, Trump, View, cards, play
from tests.bots.positions import drawn

SPADES = Contract(Trump.SPADES)
BLIND = Evidence(drawn_per_world=1, bid_doubt=1e9)


def mean_trumps(view: View, seat: int, evidence: Evidence, contract: Contract = SPADES) -> float:
    """Return how many spades *seat* holds on average over likely worlds."""
    worlds = likely_worlds(view, contract, 400, 1, evidence).worlds
    held = [sum(card.suit is Suit.SPADES for card in world[seat]) for world in worlds]
    return sum(held) / len(held)


@pytest.mark.parametrize("players", range(3, 8))
def test_every_likely_world_is_a_possible_one(players: int) -> None:
    deal = Deal.shuffled(players, 5, players - 1, bytes(32))
    pack = Pack.MARKED if players >= 5 else None
    contract = Contract(Trump.SPADES, pack)
    for seat in range(players):
        deal, _ = deal.apply(seat, Bid(1 if seat else 4, Trump.SPADES, pack))
    for _ in range(players + 1):
        assert deal.turn is not None
        deal, _ = deal.apply(deal.turn, deal.legal_actions(deal.turn)[0])
    assert deal.turn is not None
    view = deal.view(deal.turn)
    evidence = Evidence(card_power=0.7, reads_erased_bids=True)
    found = likely_worlds(view, contract, 50, 7, evidence, learned_model(players))
    assert len(found.worlds) == 50
    assert len(found.hand_values()) == 50 * players
    gone = {card for _, card in view.plays}
    for world in found.worlds:
        held = [card for hand in world for card in hand]
        assert set(world[deal.turn]) == set(view.hand)
        assert len(set(held)) == len(held)
        assert not gone & set(held)
        assert [len(hand) for hand in world] == [len(hand) for hand in deal.hands]


def test_a_high_bid_is_read_as_a_strong_hand() -> None:
    low, high = (
        drawn("TS NH TH TD TC/VS NC RC JC MC/CS ND JD MD FD/FS MS JS RS DS", calls=f"0S {n}S").view(
            2
        )
        for n in (0, 3)
    )
    assert mean_trumps(low, 1, Evidence()) < mean_trumps(low, 1, BLIND) - 0.2
    assert mean_trumps(high, 1, Evidence()) > mean_trumps(high, 1, BLIND) + 0.5


def test_an_erased_bid_is_read_only_by_those_who_read_erased_bids() -> None:  # A4
    hands = "TS NH TH TD TC/VS NC RC JC MC/CS ND JD MD FD/FS MS JS RS DS"
    view = drawn(hands, calls="1C 4S 4A").view(0)
    hearts = Contract(Trump.HEARTS)
    deaf = mean_trumps(view, 1, Evidence(), hearts)
    assert deaf == pytest.approx(mean_trumps(view, 1, BLIND, hearts), abs=0.15)
    assert mean_trumps(view, 1, Evidence(reads_erased_bids=True), hearts) > deaf + 0.3


def test_what_was_not_followed_is_held_by_nobody_who_showed_it() -> None:  # P2
    deal = drawn("RH NS TC/TH MS RC/NH RS VC/JC FS DS", calls="1S 1S 0S 0S", plays="RH TH NH")
    deal, _ = deal.apply(3, play(Card.FS))
    assert deal.turn == 3
    view = deal.view(3)
    worlds = likely_worlds(deal.view(0), SPADES, 100, 1, Evidence()).worlds
    assert view.standing is not None
    assert all(card.suit is not Suit.HEARTS for world in worlds for card in world[3])


def test_the_same_seed_draws_the_same_worlds() -> None:
    view = drawn("TS NH TH/VS NC RC/CS ND JD/FS MS JS", calls="0S 1S").view(2)
    packed = [likely_worlds(view, SPADES, 60, seed, Evidence()).worlds.packed for seed in (5, 5, 6)]
    assert packed[0] == packed[1] != packed[2]
    assert cards("CS ND JD") == view.hand
