"""Keen policies, the likelihood of cards and the worth of hands: on every build, and as defined."""

from array import array
from collections.abc import Sequence
from math import exp, log
from random import Random

import pytest

from batarde.kernel import (
    KEEN,
    BidClue,
    Learner,
    Policy,
    Position,
    bid_likelihoods,
    card_classes,
    card_number,
    card_of,
    ending,
    hand_values,
    play_each,
    play_likelihoods,
    play_out,
    position_of,
    sample,
    with_hands,
)
from batarde.kernel.engines import BUILDS, Build, engine, is_available
from batarde.kernel.playing import WORTHS_SIZE
from batarde.rules import Bid, Card, Contract, Deal, MalformedError, Trump, cards
from tests.kernel.brute_force import random_contract

AVAILABLE = [build for build in BUILDS if is_available(build)]


def keen_policy(seed: int = 1) -> Policy:
    chance = Random(seed)
    return Policy.keen(chance.uniform(-1.0, 1.0) for _ in range(KEEN))


def played_deal(players: int, count: int, seed: int = 0) -> Deal:
    """Return a deal under a random contract with *count* random cards played."""
    chance = Random(f"{players} {seed}")
    deal = Deal.shuffled(players, 7, players - 1, bytes([seed]) * 32)
    contract = random_contract(chance, players)
    for seat in range(players):
        deal, _ = deal.apply(seat, Bid(min(seat, 3), contract.trump, contract.pack))
    for _ in range(count):
        assert deal.turn is not None
        deal, _ = deal.apply(deal.turn, chance.choice(deal.legal_actions(deal.turn)))
    return deal


@pytest.mark.parametrize("build", AVAILABLE)
@pytest.mark.parametrize("players", range(3, 8))
def test_builds_agree(build: Build, players: int) -> None:
    policy, chance = keen_policy(), Random(f"keen {players}")
    table = array("d", [chance.random() for _ in range(WORTHS_SIZE)]).tobytes()
    hints = array("d", [0, 1.5, -0.4, players - 1, 0.5, -2.0]).tobytes()
    stakes = array("d", [1.0, *[-0.2] * (players - 1)]).tobytes()
    places = bytes(reversed(range(4 << (4 if players < 5 else 5)))).ljust(128, b"\0")
    for seed in range(3):
        deal = played_deal(players, 2 * players + seed, seed)
        assert deal.turn is not None
        view = deal.view(deal.turn)
        worlds = sample(view, 8)
        found = []
        lesson = (deal.turn, stakes, 0.5)
        builds: tuple[Build, Build] = ("pure", build)
        for each in builds:
            position, kernel = with_hands(view, worlds[0], each), engine(players, each)
            found.append(
                (
                    kernel.looks(position),
                    kernel.likelihoods(position, deal.turn, worlds.packed, policy.packed(), 0.1),
                    kernel.hand_worths(position, worlds.packed, table),
                    kernel.bid_likelihoods(
                        position, worlds.packed, table, hints, 0.1, places, True
                    ),
                    kernel.play_out(position, 5, 0, 16, worlds.packed, policy.packed()),
                    kernel.play_out(
                        position, 5, 0, 64, worlds.packed, policy.packed(), b"", False, *lesson
                    ),
                )
            )
        assert found[0][0] == found[1][0]
        assert found[0][1] == pytest.approx(found[1][1])
        assert found[0][2] == pytest.approx(found[1][2])
        assert found[0][3] == pytest.approx(found[1][3])
        assert found[0][4:] == found[1][4:]


def chance_of(position: Position, number: int, policy: Policy) -> float:
    """Return how likely the seat in turn plays a card, card by card and table by table."""
    weights = []
    for look in card_classes(position):
        weight = 1.0
        for place in look:
            weight *= policy.weights[place]
        weights.append(weight)
    return weights[position.legal().index(number)] / sum(weights)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_likelihood_is_that_of_every_card_that_the_others_chose(players: int) -> None:
    policy, doubt = keen_policy(), 0.2
    deal = played_deal(players, 3 * players + 1)
    assert deal.turn is not None
    assert deal.standing is not None
    view = deal.view(deal.turn)
    worlds = sample(view, 5)
    found = play_likelihoods(with_hands(view, worlds[0]), deal.turn, worlds, policy, doubt)
    for world, told in zip(worlds, found, strict=True):
        end = with_hands(view, world)
        start = ending(
            [[*hand, *(c for s, c in view.plays if s == seat)] for seat, hand in enumerate(world)],
            0,
            deal.standing.contract,
            end.standing_bids,
        )
        total = 0.0
        for number in end.played:
            legal = start.legal()
            if start.turn != deal.turn and len(legal) > 1:
                chance = chance_of(start, number, policy)
                total += log((1 - doubt) * chance + doubt / len(legal))
            start.apply(number)
        assert told == pytest.approx(total)


DICE = Policy([1.0] * KEEN)


def best_cost(position: Position, seat: int) -> float:
    """Return what *seat* must miss by on average if it plays best and all others by dice."""
    if position.is_over:
        return position.score[seat]
    costs = []
    for number in position.legal():
        after = position.copy()
        after.apply(number)
        costs.append(best_cost(after, seat))
    return min(costs) if position.turn == seat else sum(costs) / len(costs)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_who_learns_in_playouts_comes_near_the_best_answer(players: int) -> None:
    for seed in range(3):
        deal = played_deal(players, 4 * players, seed)
        position = position_of(deal)
        for seat in range(players):
            stakes = tuple(float(other == seat) for other in range(players))
            learner = Learner(seat, stakes, 0.3)
            learned = play_out(position, 20_000, policy=DICE, learner=learner).points[seat]
            best = best_cost(position, seat)
            assert best - 0.05 < learned < best + 0.1
            assert learned < play_out(position, 20_000, policy=DICE).points[seat] + 0.05


def test_who_learns_does_not_see_the_hidden_hands() -> None:
    # Seat 0 wants both tricks and leads a jack. In one world seat 1 beats the heart, in the other
    # the club. Whoever knows which one leads the other, and wins both if seat 1 throws its king
    # away; whoever does not leads the wrong one every other time, and wins none.
    hands = (cards("VH VC"), cards("RH TS"), cards("NS TD"))
    other = (cards("VH VC"), cards("RC TS"), cards("NS TD"))
    contract = Contract(Trump.NONE)
    position = ending(hands, 0, contract, [2, 0, 0])
    first, second = packed_hands(hands, contract), packed_hands(other, contract)
    chance = Random(1)
    mixed = [word for _ in range(4000) for word in chance.choice((first, second))]
    stakes = array("d", [1.0, 0.0, 0.0]).tobytes()
    run = engine(3).play_out
    for worlds, tricks in ((first, 1.5), (second, 1.5), (mixed, 0.75)):
        packed = array("Q", worlds).tobytes()
        counts = run(position, 1, 0, 4000, packed, DICE.packed(), b"", False, 0, stakes, 0.2)
        assert sum(n * counts[n] for n in range(3)) / 2000 == pytest.approx(tricks, abs=0.05)


def packed_hands(hands: Sequence[Sequence[Card]], contract: Contract) -> list[int]:
    """Return the words of *hands*, two for each."""
    found = ending(hands, 0, contract, [0] * len(hands)).hand_sets
    return [word for hand in found for word in (hand, 0)]


def test_playouts_one_by_one_are_those_that_are_counted() -> None:
    deal = played_deal(4, 9)
    assert deal.turn is not None
    worlds = sample(deal.view(deal.turn), 10)
    position = with_hands(deal.view(deal.turn), worlds[0])
    bids, policy = [1, 2, 0, 3] * 10, keen_policy()
    ends = play_each(position, 40, seed=3, policy=policy, worlds=worlds, bids=bids)
    tally = play_out(position, 40, seed=3, policy=policy, worlds=worlds, bids=bids)
    for seat in range(4):
        won = [end[seat] for end in ends]
        assert [won.count(n) for n in range(8)] == list(tally.counts[seat])
    assert {sum(end) for end in ends} == {7}


def test_a_hand_is_worth_what_its_cards_add() -> None:
    hands = (cards("FS RS TH"), cards("MS DH CH"), cards("JS TD TC"))
    position = ending(hands, 0, Contract(Trump.SPADES), [0, 0, 0])
    table = array("d", bytes(8 * WORTHS_SIZE))
    # The king of trumps: two trumps in the hand, two of the others' above and five below.
    table[((16 + 2) * 19 + 2) * 19 + 5] = 0.5
    # The cat of hearts: eight above, none below.
    table[(2 * 19 + 8) * 19 + 0] = 0.25
    deal = Deal.start(hands, dealer=2)
    for seat in range(3):
        deal, _ = deal.apply(seat, Bid(0, Trump.SPADES))
    worlds = sample(deal.view(0), 1)
    found = hand_values(position, worlds, table.tobytes())
    assert found[0] == pytest.approx(0.75)


def test_a_bid_makes_hands_likely_that_are_worth_it() -> None:
    hands = (cards("FS RS TH"), cards("MS DH CH"), cards("JS TD TC"))
    position = ending(hands, 0, Contract(Trump.SPADES), [0, 0, 0])
    deal = Deal.start(hands, dealer=2)
    for seat in range(3):
        deal, _ = deal.apply(seat, Bid(0, Trump.SPADES))
    worlds = sample(deal.view(0), 20)
    table = array("d", [Random(1).random() for _ in range(WORTHS_SIZE)]).tobytes()
    hints, doubt = [BidClue(1, 1.5, 0.7), BidClue(2, 0.5, 2.0)], 0.05
    for contract in (Contract(Trump.SPADES), Contract(Trump.HEARTS), Contract(Trump.ALL)):
        found = bid_likelihoods(position, worlds, table, hints, doubt, contract)
        for world, told in zip(worlds, found, strict=True):
            other = ending(world, 0, contract, [0, 0, 0])
            packed = array("Q", packed_hands(world, contract)).tobytes()
            worths = engine(3).hand_worths(other, packed, table)
            total = 0.0
            for seat, worth, spread in hints:
                total += log(doubt + exp(-0.5 * ((worths[seat] - worth) / spread) ** 2))
            assert told == pytest.approx(total)


def test_what_does_not_fit_is_refused() -> None:
    deal = played_deal(4, 5)
    assert deal.turn is not None
    worlds = sample(deal.view(deal.turn), 3)
    position, policy = with_hands(deal.view(deal.turn), worlds[0]), keen_policy()
    kernel = engine(4)
    with pytest.raises(MalformedError):
        kernel.likelihoods(position, 0, worlds.packed, policy.packed(), 0.0)
    with pytest.raises(MalformedError):
        kernel.likelihoods(position, 0, worlds.packed, b"", 0.1)
    with pytest.raises(MalformedError):
        kernel.likelihoods(position, 0, worlds.packed[8:], policy.packed(), 0.1)
    with pytest.raises(MalformedError):
        kernel.hand_worths(position, worlds.packed, b"")
    table = bytes(8 * WORTHS_SIZE)
    for hints, doubt, places in (
        (bytes(8), 0.1, b""),
        (array("d", [4, 0, -1]).tobytes(), 0.1, b""),
        (b"", 0.0, b""),
        (b"", 0.1, bytes([64] * 128)),
        (b"", 0.1, bytes(4)),
    ):
        with pytest.raises(MalformedError):
            kernel.bid_likelihoods(position, worlds.packed, table, hints, doubt, places)
    for learner, stakes in ((0, (1.0,) * 3), (4, (1.0,) * 4), (-1, (1.0,) * 4)):
        with pytest.raises(MalformedError):
            play_out(position, 9, policy=policy, learner=Learner(learner, stakes))
    with pytest.raises(MalformedError):
        play_out(position, 9, learner=Learner(0, (1.0,) * 4))
    with pytest.raises(MalformedError):
        card_classes(position_of(Deal.shuffled(3, 5, 2, bytes(32))))
    with pytest.raises(MalformedError):
        Policy([1.0] * 865)


def test_whoever_has_shown_a_void_is_a_threat_to_leads_of_that_suit() -> None:
    hands = tuple(map(cards, ("DH JD TC NC", "TS TD NS RC", "CH RD VH VC", "FH ND MC JC")))
    position = ending(hands, 3, Contract(Trump.SPADES), [1, 1, 1, 1])

    def threats() -> dict[Card, int]:
        """The last bit of the third class says whether somebody behind may cut."""
        found = zip(position.legal(), card_classes(position), strict=True)
        return {card_of(number): look[2] % 2 for number, look in found}

    assert set(threats().values()) == {0}
    for card in cards("FH DH TS CH TD RD ND JD"):  # seat 1 cuts a heart; seat 2 leads again
        position.apply(card_number(card))
    assert threats() == {Card.VH: 1, Card.VC: 0}
