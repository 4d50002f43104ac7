"""Reasons are true: every fact is checked again by trying out all worlds and all tricks.

The endings have at most three cards and are drawn by dice, a thousand of them; four players with
three cards have up to 1,680 worlds, so those are fewer.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest

from batarde.kernel import knowledge_of
from batarde.rules import Card, Play, View, pack_of
from batarde.rules.tricks import playable, winning_card
from batarde.study.reasons import CardFacts, Reason, ReasonCode, card_reasons
from batarde.study.reasons.cards import TELLERS
from batarde.study.reasons.tricks import TrickBits
from batarde.study.reasons.worlds import fitting_worlds
from batarde.study.same_cards import same_cards
from tests.study.endings import World, all_worlds, drawn_ending

KINDS = ((3, 3), (3, 2), (4, 2))
"""Players and cards left, of which all worlds are soon looked through."""
DRAWN = 1_002
"""How many endings are drawn for each test, in equal parts of all kinds."""
FEWEST = dict.fromkeys(TELLERS, 20) | {ReasonCode.OTHERS_SHORT: 1}
"""How many reasons of each kind are met there at least."""


def endings(about: str, drawn: int = DRAWN) -> Iterator[View]:
    for number in range(drawn):
        yield drawn_ending(f"{about} {number}", *KINDS[number % len(KINDS)])


def legal_cards(view: View) -> list[Card]:
    return [action.card for action in view.legal if isinstance(action, Play)]


class Truth:
    """What is true of a view, by enumeration."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.worlds = [World(view, hands) for hands in all_worlds(view)]
        assert view.seat is not None
        self.need = (view.bids[view.seat] or 0) - view.tricks[view.seat]

    def share(self, *holds: bool) -> float:
        return sum(holds) / len(self.worlds)

    def wins_now(self, card: Card) -> bool:
        return all(world.is_taken(card) == {True} for world in self.worlds)

    def loses_now(self, card: Card) -> bool:
        return all(world.is_taken(card) == {False} for world in self.worlds)

    def kept_wins(self, card: Card) -> float:
        if len(self.view.hand) < 2:
            return 0.0
        return self.share(*(world.is_taken_if_led(card) == {True} for world in self.worlds))

    def gives_lead(self, card: Card) -> float:
        return self.share(*(world.is_taken_if_led(card) == {False} for world in self.worlds))

    def risen(self, card: Card) -> float:
        assert self.view.standing is not None
        if self.view.trick or not self.view.standing.trump.rules(card.suit):
            return 0.0
        return self.share(*(world.is_risen_over(card) == {True} for world in self.worlds))

    def is_master(self, card: Card) -> bool:
        return not any(world.holds_stronger(card) for world in self.worlds)

    def empties(self, card: Card) -> bool:
        assert self.view.standing is not None
        cut, suits = self.view.standing.trump.suit, [c.suit for c in self.view.hand]
        is_last = cut in suits and card.suit is not cut and suits.count(card.suit) == 1
        return is_last and any(world.others_hold(card.suit) for world in self.worlds)

    def leaves_exit(self, card: Card) -> bool:
        rest = [other for other in self.view.hand if other is not card]
        return any(self.gives_lead(other) >= 0.8 for other in rest)

    def is_safe(self, card: Card) -> bool:
        return all(world.forces(card) for world in self.worlds)

    def surplus(self, card: Card) -> int:
        """Return how many tricks too many the table wants, once *card* has ended the trick."""
        view = self.view
        assert len(view.trick) == view.players - 1
        assert view.standing is not None
        trick = (*view.trick, card)
        best = winning_card(trick, view.standing.contract)
        winner = (view.leader + trick.index(best)) % view.players
        wanted = 0
        for seat, bid in enumerate(view.bids):
            wanted += max(0, (bid or 0) - view.tricks[seat] - (seat == winner))
        return wanted - (len(view.hand) - 1)

    def holds(self, reason: Reason, card: Card) -> bool:
        """Return whether what *reason* says is true of playing *card*."""
        match reason.code:
            case ReasonCode.ONLY_SAFE:
                groups = same_cards(self.view, legal_cards(self.view))
                return self.is_safe(card) and sum(self.is_safe(one[0]) for one in groups) == 1
            case ReasonCode.WINS_NOW:
                return self.wins_now(card)
            case ReasonCode.LOSES_NOW:
                return self.loses_now(card)
            case ReasonCode.MUST_LOSE_IT:
                return self.need <= 0 and self.kept_wins(card) >= 0.5
            case ReasonCode.KEEP_WINNER:
                masters = sum(map(self.is_master, self.view.hand))
                return self.need >= masters > 0 and not self.is_master(card)
            case ReasonCode.KEEP_EXIT:
                return self.leaves_exit(card)
            case ReasonCode.FORCES_RISE:
                return self.risen(card) >= 0.5
            case ReasonCode.CUT_DANGER:
                return self.need <= 0 and not self.empties(card)
            case ReasonCode.CUT_CHANCE:
                return self.need > 0 and self.empties(card)
            case ReasonCode.OTHERS_SHORT:
                side = 1 if reason.detail == "more" else -1
                return self.surplus(card) * side > 0
        raise AssertionError(f"{reason.code} is no reason for a card")


def pairs(view: View) -> Iterator[tuple[Card, Card]]:
    """Yield every card that may be played with every other that does not come to the same."""
    groups = [group[0] for group in same_cards(view, legal_cards(view))]
    yield from permutations(groups, 2)


@pytest.mark.parametrize("code", TELLERS)
def test_a_reason_is_true_of_the_better_card_and_not_of_the_other(code: ReasonCode) -> None:
    told = 0
    for view in endings(code):
        facts, truth = CardFacts(view), Truth(view)
        for better, other in pairs(view):
            reason = TELLERS[code](facts, better, other)
            if reason is not None:
                assert reason.code is code
                assert truth.holds(reason, better), (view, reason)
                assert not truth.holds(reason, other), (view, reason, other)
                told += 1
    assert told >= FEWEST[code]


def test_at_most_two_are_shown_in_their_order_and_none_for_both_cards() -> None:
    order = list(ReasonCode)
    for view in endings("shown"):
        facts, truth = CardFacts(view), Truth(view)
        for better, other in pairs(view):
            reasons = card_reasons(facts, better, other)
            codes = [reason.code for reason in reasons]
            assert len(codes) <= 2
            assert codes == sorted(codes, key=order.index)
            for reason in reasons:
                assert truth.holds(reason, better)
                assert not truth.holds(reason, other)
                assert reason not in card_reasons(facts, other, better)


def test_what_a_reason_says_in_per_cent_is_what_enumeration_counts() -> None:
    counted = Counter[ReasonCode]()
    for view in endings("percent"):
        facts, truth = CardFacts(view), Truth(view)
        counts = {
            ReasonCode.MUST_LOSE_IT: truth.kept_wins,
            ReasonCode.KEEP_EXIT: truth.gives_lead,
            ReasonCode.FORCES_RISE: truth.risen,
        }
        for better, other in pairs(view):
            for code, count in counts.items():
                reason = TELLERS[code](facts, better, other)
                if reason is not None and reason.card is not None:
                    assert reason.percent == round(100 * count(reason.card))
                    counted[code] += 1
    assert len(counted) == 3


def test_every_fact_is_what_enumeration_says() -> None:
    for view in endings("facts"):
        facts, truth = CardFacts(view), Truth(view)
        assert facts.worlds.is_complete
        assert len(facts.worlds.worlds) == len(truth.worlds)
        for card in legal_cards(view):
            assert facts.loses_now(card) == truth.loses_now(card)
            assert facts.share_kept_wins(card) == pytest.approx(truth.kept_wins(card))
            assert facts.share_risen(card) == pytest.approx(truth.risen(card))
            if len(view.hand) > 1:
                assert facts.share_gives_lead(card) == pytest.approx(truth.gives_lead(card))
            assert facts.wins_now(card) == truth.wins_now(card)
            assert facts.is_master(card) == truth.is_master(card)
            assert facts.empties(card) == truth.empties(card)


def test_the_only_safe_card_is_the_only_one_that_forces_the_number_everywhere() -> None:
    found = 0
    for view in endings("safe"):
        facts, truth = CardFacts(view), Truth(view)
        groups = same_cards(view, legal_cards(view))
        safe = [group for group in groups if truth.is_safe(group[0])]
        assert facts.only_safe == (safe[0] if len(safe) == 1 < len(groups) else ())
        found += bool(facts.only_safe)
    assert found > 20


@pytest.mark.parametrize("number", range(6))
def test_four_players_with_three_cards_have_all_their_worlds_looked_at(number: int) -> None:
    view = drawn_ending(str(number), 4, 3)
    facts, truth = CardFacts(view), Truth(view)
    assert len(facts.worlds.worlds) == len(truth.worlds) > 20
    for card in legal_cards(view):
        assert facts.loses_now(card) == truth.loses_now(card)
        assert facts.share_kept_wins(card) == pytest.approx(truth.kept_wins(card))
        assert facts.wins_now(card) == truth.wins_now(card)


def test_worlds_are_all_that_fit_and_no_others() -> None:
    for number in range(40):
        view = drawn_ending(str(number), 4, 2)
        found = fitting_worlds(view).packed()
        assert {tuple(map(frozenset, hands)) for hands in found} == {
            tuple(map(frozenset, hands)) for hands in all_worlds(view)
        }


def test_where_there_are_too_many_worlds_a_sample_is_taken_that_the_view_decides() -> None:
    view = drawn_ending("0", 4, 6)
    once, again = fitting_worlds(view), fitting_worlds(view)
    assert not once.is_complete
    assert once == again


@pytest.mark.parametrize("kind", KINDS)
def test_the_duties_on_bits_are_those_of_the_rules(kind: tuple[int, int]) -> None:
    for number in range(60):
        view = drawn_ending(str(number), *kind)
        if not view.trick or view.standing is None:
            continue
        contract = view.standing.contract
        bits = TrickBits(contract, knowledge_of(view).places, pack_of(view.players))
        best, led = winning_card(view.trick, contract), view.trick[0].suit
        for hands in all_worlds(view)[:40]:
            for hand in hands:
                duty = playable(hand, view.trick, contract)
                assert bits.playable(bits.of(hand), best, led) == bits.of(duty)


def test_cards_come_to_the_same_unless_an_unseen_card_or_one_on_the_table_parts_them() -> None:
    for number in range(200):
        view = drawn_ending(str(number), 3, 3)
        groups = same_cards(view, view.hand)
        assert sorted(card for group in groups for card in group) == sorted(view.hand)
        assert view.standing is not None
        gone = {card for _, card in view.plays} - set(view.trick)
        for group in groups:
            powers = view.standing.contract.powers(group[0].suit)
            assert len({card.suit for card in group}) == 1
            low, high = powers[group[-1]], powers[group[0]]
            between = [c for c in pack_of(3) if c.suit is group[0].suit and low < powers[c] < high]
            assert set(between) <= gone | set(view.hand)
