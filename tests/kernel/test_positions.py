"""The kernel plays by the rules: the same actions, refusals, winners and scores as the rules."""

import pickle
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batarde.kernel import action_number, action_of, card_number, card_of, position_of, to_deal
from batarde.kernel.engines import BUILDS, Build, engine, is_available
from batarde.kernel.numbering import BID
from batarde.kernel.playing import Position
from batarde.kernel.positions import ending, with_hands
from batarde.rules import (
    PASS,
    Card,
    Contract,
    Deal,
    IllegalActionError,
    MalformedError,
    Phase,
    Record,
    Trump,
    cards,
    schedule,
)
from batarde.rules.tricks import winning_card
from tests.kernel.brute_force import random_hands

POSITIONS = 105_000
PHASES = (Phase.AUCTION, Phase.REDOUBLE, Phase.PLAY, Phase.OVER)


def random_deal(chance: Random, players: int) -> Deal:
    sizes = sorted({1, 2, *schedule(players)})
    hands = random_hands(chance, players, chance.choice(sizes))
    return Deal.start(hands, chance.randrange(players))


def random_action_number(chance: Random, position: Position) -> int:
    """Any action, legal or not, but often one that is nearly legal."""
    kind = chance.randrange(4)
    if kind == 0:
        return chance.randrange(72)
    if kind == 1:
        return chance.randrange(72, 75)
    if kind == 2:
        return BID + chance.randrange(288)
    return chance.choice(position.hand(chance.randrange(position.players)) or [0])


def assert_equal(deal: Deal, position: Position, chance: Random) -> None:
    assert PHASES[position.phase] is deal.phase
    assert position.is_over == deal.is_over
    if not deal.is_over:
        assert position.turn == deal.turn
    for seat in range(deal.players):
        actions = deal.legal_actions(seat)
        legal = [action_of(number) for number in position.legal(seat)]
        assert len(legal) == len(actions)
        assert set(legal) == set(actions)
    for _ in range(3):
        seat = chance.randrange(-1, deal.players + 1)
        number = random_action_number(chance, position)
        expected = deal.refuse(
            deal.turn if seat == -1 and deal.turn is not None else seat, action_of(number)
        )
        refusal = position.refuse(number, seat)
        assert (refusal is None) == (expected is None)
        if refusal is not None and expected is not None:
            assert (refusal.code, refusal.rule) == (expected.code, expected.rule)
    if deal.phase is Phase.PLAY:
        assert [card_of(number) for number in position.trick] == list(deal.trick)
        assert position.won == list(deal.tricks)
        assert position.leader == deal.leader
        if deal.trick and deal.standing:
            best = deal.trick.index(winning_card(deal.trick, deal.standing.contract))
            assert position.winner == (deal.leader + best) % deal.players
    if deal.points is not None:
        assert position.score == list(deal.points)
        assert position.won == list(deal.tricks)


@pytest.mark.parametrize("players", range(3, 8))
def test_kernel_equals_rules_on_random_positions(players: int) -> None:
    chance = Random(f"equal {players}")
    met: Counter[str] = Counter()
    while met.total() < POSITIONS // 5:
        deal = random_deal(chance, players)
        position = position_of(deal)
        while True:
            assert_equal(deal, position, chance)
            met[f"{deal.auction.factor} {deal.standing.trump if deal.standing else '-'}"] += 1
            if deal.is_over:
                break
            seat = deal.turn
            if chance.random() < 0.1:
                seat = chance.choice(sorted(deal.to_act))
            assert seat is not None
            action = chance.choice(deal.legal_actions(seat))
            deal, _ = deal.apply(seat, action)
            position.apply(action_number(action), seat)
        assert to_deal(position) == deal
    assert {f"{factor} {trump}" for factor in (1, 2, 4) for trump in Trump} <= set(met)


@given(st.integers(3, 7), st.randoms(use_true_random=False), st.integers(0, 60))
def test_a_deal_survives_the_way_to_the_kernel_and_back(
    players: int, chance: Random, steps: int
) -> None:
    deal = random_deal(chance, players)
    for _ in range(steps):
        if deal.is_over:
            break
        seat = chance.choice(sorted(deal.to_act))
        deal, _ = deal.apply(seat, chance.choice(deal.legal_actions(seat)))
    position = position_of(deal)
    assert to_deal(position) == deal
    assert_equal(deal, position, chance)
    assert to_deal(position.copy()) == deal
    again = with_hands(deal.view(0), deal.hands)
    assert {*map(action_of, again.legal())} == {*map(action_of, position.legal())}


def test_a_record_is_its_deals() -> None:
    deal = Deal.shuffled(players=5, cards=9, dealer=1, seed=bytes(32))
    record = Record.of_deal(deal, "ABCDE")
    assert to_deal(position_of(record.deals[0])) == deal


def test_a_refused_action_changes_nothing() -> None:
    position = position_of(Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32)))
    before = position.legal()
    with pytest.raises(IllegalActionError, match="auction-open"):
        position.apply(0)
    assert position.legal() == before


def test_a_copy_goes_its_own_way() -> None:
    hands = [cards("RS TH"), cards("DS FH"), cards("CS MH")]
    position = ending(hands, 0, Contract(Trump.HEARTS), [1, 1, 0])
    copy = position.copy()
    copy.apply(card_number(Card.RS))
    assert (position.trick, len(copy.trick)) == ([], 1)


def test_an_ending_is_no_deal() -> None:
    hands = [cards("RS TH"), cards("DS FH"), cards("CS MH")]
    with pytest.raises(MalformedError, match="auction"):
        to_deal(ending(hands, 0, Contract(Trump.HEARTS), [1, 1, 0]))


def test_every_number_is_an_action_and_back() -> None:
    for number in [*range(75), *range(BID, BID + 288)]:
        assert action_number(action_of(number)) == number
    for card in Card:
        assert card_of(card_number(card)) is card


@pytest.mark.parametrize("number", [-1, 75, 79, BID + 288, 10**9])
def test_other_numbers_are_none(number: int) -> None:
    with pytest.raises(MalformedError):
        action_of(number)
    position = position_of(Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32)))
    with pytest.raises(MalformedError):
        position.apply(number)


@pytest.mark.parametrize("build", [build for build in BUILDS if is_available(build)])
def test_hostile_hands_are_refused(build: Build) -> None:
    position = engine(4, build).position
    hostile: list[list[list[object]]] = [
        [],
        [[]] * 4,
        [[0], [1], [2]] * 3,
        [[0], [1], [2], [2]],
        [[0], [1], [2], [3, 4]],
        [[0], [1], [2], [36]],
        [[0], [1], [2], [-1]],
        [[0], [1], [2], [2**70]],
        [[0], [1], [2], ["RS"]],
        [list(range(9))] * 4,
    ]
    for hands in hostile:
        with pytest.raises(MalformedError):
            position(hands, 0)  # type: ignore[arg-type]
    for dealer in (-1, 4, 99):
        with pytest.raises(MalformedError):
            position([[0], [1], [2], [3]], dealer)
    for leader, trump, pack, bids in (
        (0, 6, 0, [0] * 4),
        (0, -1, 0, [0] * 4),
        (0, 0, 1, [0] * 4),
        (0, 0, 0, [0] * 3),
        (0, 0, 0, [99] * 4),
    ):
        with pytest.raises(MalformedError):
            position.in_play([[0], [1], [2], [3]], leader, trump, pack, bids)
    with pytest.raises((OverflowError, MalformedError)):
        position([[0], [1], [2], [3]], 0).apply(2**80)
    with pytest.raises(MalformedError):
        position([[0], [1], [2], [3]], 0).hand(7)


@pytest.mark.parametrize("build", [build for build in BUILDS if is_available(build)])
def test_what_was_never_set_up_is_refused(build: Build) -> None:
    if build == "pure":
        pytest.skip("Python itself refuses it")
    chosen = engine(4, build)
    with pytest.raises(MalformedError):
        chosen.play_out(chosen.position.__new__(chosen.position), 0, 0, 1)
    with pytest.raises(MalformedError):
        chosen.sampler.__new__(chosen.sampler).deal(0, 0, 1)
    with pytest.raises(MalformedError):
        chosen.solver.__new__(chosen.solver).load([], [], 0, [])
    with pytest.raises(MalformedError):
        chosen.solver.__new__(chosen.solver).values()


def test_positions_are_not_pickled() -> None:
    position = position_of(Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32)))
    with pytest.raises(TypeError):
        pickle.dumps(position)


def test_pass_is_only_an_answer_to_a_double() -> None:
    position = position_of(Deal.shuffled(players=4, cards=5, dealer=3, seed=bytes(32)))
    with pytest.raises(IllegalActionError, match="pass"):
        position.apply(action_number(PASS))
