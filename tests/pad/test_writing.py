"""Events as a device writes them, and undo (§5, §14.2)."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from batarde.pad import (
    DealCleared,
    DealEntered,
    PadEvent,
    clear,
    enter,
    fold_log,
    settle,
    stamp,
    undo,
)
from batarde.pad.fields import CLOCK_LIMIT
from tests.pad.desk import ANA, AT, BO, E4, HAL, PAD, entered, folded, opened
from tests.pad.logs import draw_log

OTHER = replace(E4, tricks=(2, 2, 1, 0))


def test_the_first_event_of_a_device_is_number_0_at_clock_1() -> None:
    assert stamp(None, ANA, AT) == {
        "id": "AAAAAAAA:0",
        "clock": 1,
        "role": ANA.role,
        "by": "Ana",
        "at": AT,
    }


def test_the_clock_is_one_more_than_the_greatest_that_is_known() -> None:
    log = folded(entered(BO, 4, 17))
    assert stamp(log, ANA, AT)["id"] == "AAAAAAAA:1"
    assert stamp(log, BO, AT)["id"] == "BBBBBBBB:5"
    assert stamp(log, HAL, AT)["clock"] == 18


def test_a_clock_at_its_limit_leaves_room_for_those_after_it() -> None:
    log = folded(entered(BO, 0, CLOCK_LIMIT))
    corrected = enter(log, ANA, AT, 0, OTHER)
    assert corrected.clock == CLOCK_LIMIT
    assert folded(*log.log, corrected).pad.entries[0] == OTHER


def test_a_correction_names_what_stood() -> None:
    log = folded()
    first = enter(log, ANA, AT, 0, E4)
    assert (first.base, first.depth) == (None, 0)
    log = folded(first)
    second = enter(log, BO, AT, 0, OTHER)
    assert (second.base, second.depth) == (first.id, 1)
    third = clear(folded(first, second), HAL, AT, 0)
    assert (third.base, third.depth) == (second.id, 2)


def test_a_dispute_is_settled_over_all_that_compete() -> None:
    one, two, three = entered(BO, 0, 2), entered(ANA, 1, 3, OTHER), entered(HAL, 0, 3)
    log = folded(one, two, three)
    assert log.pad.disputed == (0,)
    settled = settle(log, ANA, AT, 0, OTHER)
    assert (settled.base, set(settled.over)) == (two.id, {one.id, three.id})
    assert folded(one, two, three, settled).pad.disputed == ()


def test_undo_gives_back_what_stood_before() -> None:
    log = folded()
    assert undo(log, ANA, AT, 0) is None
    events: list[PadEvent] = [enter(log, ANA, AT, 0, E4)]
    events.append(enter(folded(*events), ANA, AT, 0, OTHER))
    back = undo(folded(*events), ANA, AT, 0)
    assert isinstance(back, DealEntered)
    assert back.entry == E4
    again = undo(folded(*events, back), ANA, AT, 0)
    assert isinstance(again, DealEntered)
    assert again.entry == OTHER


def test_undo_of_a_first_entry_clears_the_deal_and_undo_of_that_enters_it() -> None:
    first = entered(ANA, 1, 2)
    cleared = undo(folded(first), ANA, AT, 0)
    assert isinstance(cleared, DealCleared)
    assert folded(first, cleared).pad.entries[0] is None
    again = undo(folded(first, cleared), ANA, AT, 0)
    assert isinstance(again, DealEntered)
    assert folded(first, cleared, again).pad.entries[0] == E4


@given(st.integers(0, 2**48), st.integers(0, 40), st.integers(0, 11))
def test_undo_of_undo_is_the_entry_before(seed: int, size: int, number: int) -> None:
    log = fold_log(PAD, draw_log(seed, size))
    assert log is not None
    deal = number % log.pad.deals
    before = log.pad.entries[deal]
    for _ in range(2):
        undone = undo(log, ANA, AT, deal)
        if undone is None:
            assert before is None
            return
        # Other entries may compete and weigh more; the undo itself is a leaf of what it replaced.
        log = fold_log(PAD, [*log.log, undone])
        assert log is not None
        if log.standing(deal) != undone:
            return
    assert log.pad.entries[deal] == before


def test_an_opening_can_be_stamped_too() -> None:
    assert fold_log(PAD, [opened(**stamp(None, BO, AT))]) is not None
