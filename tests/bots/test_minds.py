"""Learned models: stored and read alike, refused when they are of another version."""

import msgspec
import pytest

from batarde.bots.habits import CARD_KINDS, Habits, card_kind, tellings
from batarde.bots.minds import FORMAT, Weights, learned_mind, weights_path
from batarde.bots.winning import Race
from batarde.kernel import KEEN
from batarde.rules import Bid, Deal, MalformedError, Trump


def some_weights() -> Weights:
    habits = Habits(base=-0.5, worth=1.2, cards=(0.25,) * CARD_KINDS)
    return Weights.of(4, {"seed": "01"}, [0.5, -0.25] * (KEEN // 2), habits, Race(heat=1.5))


def test_weights_are_read_as_they_were_written() -> None:
    weights = some_weights()
    again = Weights.read(weights.write())
    assert again == weights
    mind = again.mind()
    assert mind.habits.cards[7] == 0.25
    assert mind.race.heat == 1.5
    assert mind.policy.weights[1] == pytest.approx(0.7788, abs=1e-4)


def test_another_version_is_refused_by_name() -> None:
    other = msgspec.structs.replace(some_weights(), format="batarde-weights/0")
    with pytest.raises(MalformedError, match=f"batarde-weights/0; this version reads {FORMAT}"):
        Weights.read(other.write())


@pytest.mark.parametrize("data", [b"", b"[]", b'{"format": "batarde-weights/1"}'])
def test_what_is_no_weights_is_refused(data: bytes) -> None:
    with pytest.raises(MalformedError, match="no weights"):
        Weights.read(data)


def test_a_table_too_short_is_refused() -> None:
    short = msgspec.structs.replace(some_weights(), policy=[0])
    with pytest.raises(MalformedError, match="classes"):
        Weights.read(short.write())


@pytest.mark.parametrize("players", range(3, 8))
def test_every_table_has_learned_weights_that_are_small(players: int) -> None:
    assert learned_mind(players).habits.cards
    assert weights_path(players).stat().st_size < 200_000


def test_every_kind_of_card_has_its_number() -> None:
    found = {
        card_kind(kind, trumps, above, below, two_packs=False)
        for kind in range(4)
        for trumps in range(10)
        for above in range(9)
        for below in range(9)
    }
    assert found == set(range(CARD_KINDS))


def test_erased_bids_are_told_with_the_contract_they_were_made_in() -> None:  # A4
    deal = Deal.shuffled(players=4, cards=8, dealer=3, seed=bytes(32))
    for seat, bid in enumerate([Bid(2, Trump.CLUBS), Bid(1, Trump.CLUBS), Bid(2, Trump.HEARTS)]):
        deal, _ = deal.apply(seat, bid)
    told = tellings(deal.view(3))
    assert [(contract.trump, telling.bid) for contract, telling in told] == [
        (Trump.CLUBS, 2),
        (Trump.CLUBS, 1),
        (Trump.HEARTS, 2),
    ]
    assert [telling.is_author for _, telling in told] == [True, False, True]
    # The second spoke after 2 of 8: with a fair share of 2 for each of the others, 2 are left.
    assert told[1][1].room == pytest.approx((8 - 2 - 4) / 3)
