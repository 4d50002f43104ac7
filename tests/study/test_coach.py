"""The coach: what is needed, what every number and card should cost, and what to do."""

from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import replace

from batarde.bots.search.task import SearchTask
from batarde.rules import DOUBLE, PASS, Bid, Deal, MalformedError, Phase, Play, Trump
from batarde.rules.trumps import Contract
from batarde.study.coach import Advice, LensRow, advise, as_far_as, is_askable
from batarde.study.coach.budget import SEED, SETTINGS
from batarde.study.estimates import estimate
from batarde.study.reasons import ReasonCode
from tests.bots.positions import drawn, question
from tests.bots.test_no_peeking import Position, other_world, positions

EASY = "FS MS JS RS DS/TC NC JC MC FC/TD ND JD MD FD/TH NH JH MH FH"
"""The first of four has five sure tricks in spades."""


def row(advice: Advice, trump: Trump) -> LensRow:
    assert advice.lens is not None
    return next(one for one in advice.lens.rows if one.trump is trump)


# Invariant 4: what was known


def asked(players: int) -> list[Position]:
    """Return questions of every kind of two deals: bids, doubles, redoubles, cards."""
    found = [*positions(players, 4, players), *positions(players, 6, players + 1)]
    return found[:: 1 + len(found) // 24]


@pytest.mark.parametrize("players", range(3, 8))
def test_the_hidden_cards_change_nothing_bit_for_bit(players: int) -> None:
    for start, path, view in asked(players):
        twin = other_world(start, path, view, number=7).view(view.seat)
        twin = replace(twin, legal=view.legal, scores=view.scores)
        assert msgspec.json.encode(advise(twin)) == msgspec.json.encode(advise(view))


@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_same_question_gets_the_same_answer_over_the_wire(step: int) -> None:
    for _, _, view in asked(4)[::3]:
        again = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
        told = msgspec.json.encode(advise(view, step))  # type: ignore[arg-type]
        assert msgspec.json.encode(advise(again, step)) == told  # type: ignore[arg-type]
        assert msgspec.json.decode(told, type=Advice) == advise(view, step)  # type: ignore[arg-type]


# The three steps


def test_each_step_tells_what_those_before_it_tell_and_no_more() -> None:
    for _, _, view in asked(4):
        need, reasons, whole = advise(view, 1), advise(view, 2), advise(view, 3)
        assert need == Advice(1, whole.need)
        assert reasons == as_far_as(whole, 2)
        assert (reasons.reasons, reasons.best, reasons.lens, reasons.cards, reasons.double) == (
            whole.reasons,
            None,
            None,
            (),
            None,
        )


def test_who_has_nothing_to_think_about_is_told_so() -> None:
    deal = drawn(EASY, calls="5S 0S 0S 1S")
    for view in (deal.view(2), deal.view(None), replace(deal.view(0), phase=Phase.READY)):
        assert not is_askable(view)
        with pytest.raises(MalformedError):
            advise(view, 1)
    assert is_askable(Deal.shuffled(4, 5, 3, bytes(32)).view(2)), "a trump is thought of ahead"


def test_the_need_counts_what_is_missing_and_what_the_table_wants() -> None:
    deal = drawn("RH DH/TH NS/NH TS/JH MS", calls="1S 1S 0S 1S", plays="RH TH NH JH")
    need = advise(deal.view(0), 1).need
    assert (need.tricks, need.left, need.table, need.silent) == (0, 1, 2, 0)
    assert need.is_forced


def test_the_need_of_the_last_to_speak_names_the_forbidden_number() -> None:
    """A6, E3: 2N 0N 1N leave 2 of 5, which may not be said."""
    deal = drawn(EASY, calls="2N 0N 1N")
    need = advise(deal.view(3), 1).need
    assert (need.table, need.silent, need.forbidden, need.tricks) == (3, 1, 2, None)
    assert advise(deal.view(0), 1).need.forbidden is None


# The lens


@pytest.mark.parametrize("players", range(3, 8))
def test_the_lens_has_a_row_for_each_trump_and_a_cell_for_each_number(players: int) -> None:
    deal = Deal.shuffled(players, 5, 0, bytes(32))
    lens = advise(deal.view(1)).lens
    assert lens is not None
    assert [one.trump for one in lens.rows] == list(Trump)
    assert lens.has_other_packs == (players > 4)
    for one in lens.rows:
        assert len(one.cells) == 6
        assert (one.pack is not None) == (players > 4)
        played = [number for number, cell in enumerate(one.cells) if not cell.is_bound]
        assert played == [number for number in range(6) if abs(number - one.best) <= 2]
        best = one.cells[one.best]
        assert best.misses == min(one.cells[number].misses for number in played)
        assert all(0 < cell.error < 0.5 or cell.exact in (0, 1) for cell in one.cells[:1])


def test_what_may_be_said_now_is_what_the_rules_say() -> None:
    for _, _, view in asked(4) + asked(6):
        advice = advise(view)
        bids = [action for action in view.legal if isinstance(action, Bid)]
        if advice.lens is None or not bids:
            continue
        for one in advice.lens.rows:
            for number, cell in enumerate(one.cells):
                assert cell.is_open == (Bid(number, one.trump, one.pack) in bids)
            least = [bid.tricks for bid in bids if bid.trump is one.trump]
            if not one.is_standing:
                assert one.least == min(least, default=None)


def test_five_sure_trumps_are_five_tricks() -> None:
    advice = advise(drawn(EASY, calls="").view(0))
    spades = row(advice, Trump.SPADES)
    assert advice.best in (Bid(5, Trump.SPADES), Bid(5, Trump.ALL)), "either is certain"
    assert (spades.best, spades.cells[5].misses, spades.cells[5].exact) == (5, 0.0, 1.0)
    assert spades.cells[5].error == 0.0
    assert spades.is_worth_double, "somebody else who announced it would be sorry"


def test_numbers_far_from_the_best_miss_by_no_less_than_their_bound() -> None:
    """The bound comes from the nearest number that was played out; here all are played out."""
    over = []
    for number in range(6):
        view = Deal.shuffled(4, 9, 3, bytes([number]) * 32).view(0)
        task = SearchTask(view, SETTINGS, SEED)
        for one in advise(view).lens.rows:  # type: ignore[union-attr]
            forecast = task.forecast(Contract(one.trump))
            for tricks, cell in enumerate(one.cells):
                if cell.is_bound:
                    found = forecast.of(tricks)
                    played = estimate(found.distribution, tricks, found.playouts)
                    over.append((cell.misses - played.misses) / max(played.error, 0.01))
    assert len(over) > 100
    assert max(over) < 3, "in standard errors of what was played out"
    assert sum(errors > 0 for errors in over) < 0.03 * len(over)


def test_bounds_grow_with_the_distance() -> None:
    for _, _, view in asked(3):
        lens = advise(view).lens
        for one in () if lens is None else lens.rows:
            below = [cell.misses for cell in one.cells[: one.best] if cell.is_bound]
            above = [cell.misses for cell in one.cells[one.best :] if cell.is_bound]
            assert all(far >= near for far, near in pairwise(below))
            assert all(near <= far for near, far in pairwise(above))


def test_the_forbidden_number_is_marked_when_it_is_known_and_when_it_is_likely() -> None:
    """A6: the last to speak, before and after the one before them has spoken."""
    deal = drawn(EASY, calls="2N 0N")
    ahead = row(advise(deal.view(3)), Trump.NONE)
    assert ahead.forbidden is not None
    assert 0 < ahead.forbidden_chance < 1
    assert ahead.cells[ahead.forbidden].is_open, "nobody has forbidden it yet"
    deal, _ = deal.apply(2, Bid(1, Trump.NONE))
    now = row(advise(deal.view(3)), Trump.NONE)
    assert (now.forbidden, now.forbidden_chance) == (2, 1.0)
    assert not now.cells[2].is_open
    assert row(advise(deal.view(3)), Trump.SPADES).forbidden is None, "a new trump is free of it"


def test_with_two_packs_the_other_pack_is_told_on_demand() -> None:
    view = Deal.shuffled(5, 6, 4, bytes(32)).view(0)
    better, other = advise(view).lens, advise(view, other_packs=True).lens
    assert better is not None
    assert other is not None
    assert other.is_other_packs
    for one, two in zip(better.rows, other.rows, strict=True):
        assert {one.pack, two.pack} == {"simple", "marked"}
    deal, _ = Deal.shuffled(5, 6, 4, bytes(32)).apply(0, Bid(1, Trump.HEARTS, better.rows[0].pack))
    followed = [advise(deal.view(1), other_packs=one).lens for one in (False, True)]
    packs = {row.pack for lens in followed if lens for row in lens.rows if row.is_standing}
    assert packs == {better.rows[0].pack}, "who follows takes the pack that stands (A7)"


# Cards


def test_every_card_that_may_be_played_has_its_price() -> None:
    for _, _, view in asked(4) + asked(5):
        if view.phase is not Phase.PLAY:
            continue
        advice = advise(view)
        priced = [card for cost in advice.cards for card in cost.cards]
        assert sorted(priced) == sorted(act.card for act in view.legal if isinstance(act, Play))
        costs = [cost.misses for cost in advice.cards]
        assert costs == sorted(costs)
        assert isinstance(advice.best, Play)
        assert advice.best.card in advice.cards[0].cards
        assert advice.need.is_forced == (len(advice.cards) == 1)


def test_the_last_card_has_a_certain_end() -> None:
    deal = drawn("RH/TH/NH/JH", calls="1S 0S 0S 1S", plays="RH TH NH")
    (cost,) = advise(deal.view(3)).cards
    assert (cost.misses, cost.error, cost.exact) == (1.0, 0.0, 0.0)


# Doubles


HARD = "RS DS RH DH RC/JS CS CH VH DC/VS NS FH MH CC/FS MS TC TD TH"


def test_a_double_doubles_the_points_of_all_and_says_what_it_does_to_the_chance() -> None:
    deal = drawn(HARD, calls="2S")
    advice = advise(question(deal, (PASS, DOUBLE)))
    assert advice.double is not None
    assert len(advice.double.points) == 4
    for once, twice in zip(advice.double.points, advice.double.raised, strict=True):
        assert twice == pytest.approx(2 * once, abs=0.011)
    assert 0 < advice.double.chance < 1
    assert advice.best == (DOUBLE if advice.double.is_worth else PASS)


def test_a_sure_thing_is_worth_a_double_and_freezes_the_trump() -> None:
    deal = drawn("TS TC NC JC MC/FS MS JS RS DS/TD ND JD MD FD/TH NH JH MH FH", calls="1S 5S")
    advice = advise(replace(deal.view(1), scores=(3, 5, 3, 3), legal=(DOUBLE,)))
    assert advice.double is not None
    assert advice.double.is_worth
    assert advice.double.gain > 0.003
    (reason,) = advice.reasons
    assert reason.code is ReasonCode.FREEZE
    assert reason.percent is not None
    assert reason.percent >= 50


def test_who_may_redouble_is_told_what_that_does() -> None:
    deal = drawn(EASY, calls="5S 0S 0S")
    deal, _ = deal.apply(3, DOUBLE)
    deal, _ = deal.apply(3, Bid(1, Trump.SPADES))
    assert deal.phase is Phase.REDOUBLE
    advice = advise(deal.view(0))
    assert advice.lens is None
    assert advice.double is not None
    assert advice.double.is_redouble
    assert advice.double.points[0] == 0.0
    assert advice.double.is_worth
    assert advice.best == deal.legal_actions(0)[1]


# Reasons for bids


def test_reasons_for_a_bid_hold_for_it_and_not_for_the_one_compared() -> None:
    met = set()
    for number in range(16):
        deal = Deal.shuffled(4, 5 + number % 5, 3, bytes([number]) * 32)
        while deal.phase is Phase.AUCTION and len(deal.calls) < 8:
            assert deal.turn is not None
            view = deal.view(deal.turn)
            advice = advise(view)
            met |= {reason.code for reason in advice.reasons}
            _check_bid_reasons(advice, deal)
            assert isinstance(advice.best, Bid)
            deal, _ = deal.apply(deal.turn, advice.best)
    assert met >= {ReasonCode.STEADY, ReasonCode.TWO_WAYS, ReasonCode.OTHERS_SHORT}


def _check_bid_reasons(advice: Advice, deal: Deal) -> None:
    best, over = advice.best, advice.over
    if not isinstance(best, Bid) or not isinstance(over, Bid):
        return
    mine, theirs = row(advice, best.trump), row(advice, over.trump)

    def has_two_ways(one: LensRow, tricks: int) -> bool:
        beside = [n for n in (tricks - 1, tricks + 1) if 0 <= n <= deal.cards]
        costs = [one.cells[n].misses for n in beside if not one.cells[n].is_bound]
        return any(cost < one.cells[tricks].misses + 0.05 for cost in costs)

    def surplus(bid: Bid) -> int:
        return sum(one or 0 for one in deal.auction.bids) + bid.tricks - deal.cards

    for reason in advice.reasons:
        if reason.code is ReasonCode.STEADY:
            exact = mine.cells[best.tricks].exact
            assert reason.percent == round(100 * exact)
            assert theirs.cells[over.tricks].exact < exact
        elif reason.code is ReasonCode.TWO_WAYS:
            assert has_two_ways(mine, best.tricks)
            assert not has_two_ways(theirs, over.tricks)
        elif reason.code is ReasonCode.OTHERS_SHORT:
            side = 1 if reason.detail == "more" else -1
            assert surplus(best) * side > 0
            assert over.trump is not best.trump or surplus(over) * side < 0
