"""The fold is a function of the set of events (§8, §14.1, §14.2, §15.3 to §15.5)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from batarde.pad import (
    DealCleared,
    DealerSet,
    DealEvent,
    DisputeSettled,
    Entry,
    GameEnded,
    GameReopened,
    PadCode,
    PadEvent,
    Pen,
    PlayerRenamed,
    Role,
    enter,
    fold,
    fold_log,
    history,
    other_history,
)
from batarde.rules.trumps import Trump
from tests.pad.desk import ANA, ARI, AT, BO, E4, HAL, PAD, entered, folded, opened
from tests.pad.logs import draw_log, jumbled, tangled

OTHER = replace(E4, tricks=(2, 2, 1, 0))
THIRD = replace(E4, tricks=(0, 2, 1, 2))
seeds = st.integers(0, 2**48)


def ignored(*events: PadEvent) -> list[str]:
    return [one.code.value for one in folded(*events).pad.ignored]


# Any order, any repetition


@settings(max_examples=10_000)
@given(seeds, st.integers(0, 24))
def test_every_order_and_repetition_gives_the_same_state(seed: int, size: int) -> None:
    events = tangled(seed, size)
    assert fold(PAD, events) == fold(PAD, jumbled(random.Random(seed), events))


@settings(max_examples=300)
@given(seeds, st.integers(40, 60))
def test_an_evening_of_three_devices_gives_the_same_state(seed: int, size: int) -> None:
    events = draw_log(seed, size)
    state = fold(PAD, events)
    for again in range(3):
        assert fold(PAD, jumbled(random.Random(seed + again), events)) == state


@settings(max_examples=200)
@given(seeds, st.integers(0, 40))
def test_no_event_is_lost_from_the_histories(seed: int, size: int) -> None:
    log = fold_log(PAD, draw_log(seed, size))
    assert log is not None
    deals = {event.deal for event in log.log if isinstance(event, DealEvent)}
    told = [note.id for deal in deals for note in history(log, deal)]
    told += [note.id for note in other_history(log)]
    assert sorted(told) == sorted(event.id for event in log.log)
    shown = {note.id: note.ignored for deal in deals for note in history(log, deal)}
    shown |= {note.id: note.ignored for note in other_history(log)}
    assert {name: code for name, code in shown.items() if code} == log.ignored


@settings(max_examples=200)
@given(seeds, st.integers(0, 40), st.integers(0, 11))
def test_writing_a_deal_changes_no_other_deal(seed: int, size: int, number: int) -> None:
    log = fold_log(PAD, draw_log(seed, size, players=4))
    assert log is not None
    deal = number % log.pad.deals
    cards = log.pad.schedule[deal]
    entry = Entry(author=0, trump=Trump.SPADES, bids=(cards, 1, 0, 0), tricks=(cards, 0, 0, 0))
    after = fold(PAD, [*log.log, enter(log, ANA, AT, deal, entry)])
    assert after is not None
    assert after.points[:deal] == log.pad.points[:deal]
    assert after.points[deal + 1 :] == log.pad.points[deal + 1 :]
    assert after.points[deal] == (0, 1, 0, 0) or deal in after.disputed


# The conflict rule


def test_a_correction_replaces_its_base() -> None:
    first = entered(BO, 0, 2)
    second = entered(BO, 1, 3, OTHER, base=first.id, depth=1)
    pad = folded(first, second).pad
    assert (pad.entries[0], pad.disputed) == (OTHER, ())


def test_two_entries_of_one_base_compete_and_the_deeper_counts() -> None:
    first = entered(BO, 0, 2)
    deeper = entered(ANA, 1, 3, OTHER, base=first.id, depth=1)
    later = entered(BO, 1, 9, THIRD)
    pad = folded(first, deeper, later).pad
    assert (pad.entries[0], pad.disputed) == (OTHER, (0,))


@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        (entered(ARI, 1, 2), entered(BO, 1, 9, OTHER, depth=5)),
        (entered(BO, 1, 2), entered(HAL, 1, 9, OTHER, depth=5)),
        (entered(BO, 1, 2, depth=2), entered(ANA, 1, 9, OTHER, depth=1)),
        (entered(ANA, 1, 9), entered(BO, 1, 2, OTHER)),
        (entered(BO, 1, 5), entered(ANA, 9, 5, OTHER)),
        (entered(BO, 10, 5), entered(BO, 9, 5, OTHER)),
    ],
    ids=["arbiter", "keeper", "depth", "clock", "device", "number"],
)
def test_leaves_are_weighed_by_role_depth_clock_device_and_number(
    winner: PadEvent, loser: PadEvent
) -> None:
    pad = folded(winner, loser).pad
    assert (pad.entries[0], pad.disputed) == (E4, (0,))


def test_leaves_of_the_same_content_do_not_compete() -> None:
    assert folded(entered(BO, 0, 2), entered(HAL, 0, 2)).pad.disputed == ()


def test_a_note_is_part_of_the_content() -> None:
    noted = replace(E4, note="Dev was asleep")
    assert folded(entered(BO, 0, 2), entered(HAL, 0, 2, noted)).pad.disputed == (0,)


def test_a_cleared_deal_competes_with_an_entered_one() -> None:
    first = entered(BO, 0, 2)
    cleared = DealCleared(f"{HAL.device}:0", 3, Role.HELPER, "", AT, 0, None, 4)
    pad = folded(first, cleared).pad
    assert (pad.entries[0], pad.disputed) == (E4, (0,))


def test_a_settled_dispute_replaces_what_it_names() -> None:
    one, two = entered(BO, 0, 2), entered(ANA, 1, 2, OTHER)
    settled = DisputeSettled(
        f"{ANA.device}:2", 3, Role.KEEPER, "", AT, 0, one.id, 1, (two.id,), THIRD
    )
    pad = folded(one, two, settled).pad
    assert (pad.entries[0], pad.disputed) == (THIRD, ())


def test_a_base_counts_only_within_its_deal() -> None:
    first = entered(BO, 0, 2)
    cards = folded().pad.schedule[1]
    elsewhere = replace(E4, bids=(cards, 1, 0, 0), tricks=(cards, 0, 0, 0))
    stray = entered(BO, 1, 3, elsewhere, deal=1, base=first.id, depth=1)
    assert folded(first, stray).pad.entries[:2] == (E4, elsewhere)


def test_entries_that_hide_each_other_leave_nothing() -> None:
    one = entered(BO, 0, 2, base="BBBBBBBB:1", depth=1)
    two = entered(BO, 1, 2, OTHER, base="BBBBBBBB:0", depth=1)
    pad = folded(one, two).pad
    assert (pad.entries[0], pad.disputed) == (None, ())


def test_an_event_that_names_itself_does_not_hide_itself() -> None:
    assert folded(entered(BO, 0, 2, base="BBBBBBBB:0")).pad.entries[0] == E4


def test_unknown_bases_and_gaps_do_not_matter() -> None:
    assert folded(entered(BO, 7, 2, base="ZZZZZZZZ:9", depth=3)).pad.entries[0] == E4


def test_an_ignored_event_replaces_nothing() -> None:
    first = entered(BO, 0, 2)
    wrong = entered(BO, 1, 3, replace(E4, tricks=(5, 5, 0, 0)), base=first.id, depth=1)
    pad = folded(first, wrong).pad
    assert (pad.entries[0], pad.disputed) == (E4, ())
    assert [(one.id, one.code) for one in pad.ignored] == [(wrong.id, PadCode.TRICKS_SUM)]


def test_of_two_events_of_one_id_everybody_keeps_the_same() -> None:
    one, two = entered(BO, 0, 2), entered(BO, 0, 2, OTHER)
    assert folded(one, two).pad == folded(two, one).pad


# Registers


def renamed(pen: Pen, number: int, clock: int, name: str, seat: int = 1) -> PlayerRenamed:
    return PlayerRenamed(f"{pen.device}:{number}", clock, pen.role, "", AT, seat, name, "p1")


def test_a_name_and_its_person_are_one_register() -> None:
    pad = folded(renamed(ANA, 1, 9, "Bob"), renamed(BO, 0, 3, "Bobby")).pad
    assert (pad.players[1].name, pad.players[1].person) == ("Bob", "p1")


def test_an_arbiters_name_outweighs_a_later_one() -> None:
    assert folded(renamed(ARI, 0, 2, "Bob"), renamed(BO, 0, 9, "Bobby")).pad.names[1] == "Bob"


def test_the_dealer_and_how_they_were_drawn_are_one_register() -> None:
    at_first = folded().pad
    corrected = DealerSet("BBBBBBBB:0", 2, Role.KEEPER, "", AT, 1, "cards")
    pad = folded(corrected).pad
    assert (at_first.first_dealer, at_first.drawn) == (3, "chosen")
    assert (pad.first_dealer, pad.drawn, pad.dealer(2), pad.opener(2)) == (1, "cards", 3, 0)


def test_a_game_ends_and_goes_on() -> None:
    ended = GameEnded("BBBBBBBB:0", 2, Role.KEEPER, "", AT, "stopped")
    reopened = GameReopened("BBBBBBBB:1", 3, Role.KEEPER, "", AT)
    assert folded(ended).pad.ended == "stopped"
    assert folded(ended, reopened).pad.ended is None


# Opening


def test_without_an_opening_there_is_no_state() -> None:
    assert fold(PAD, []) is None
    assert fold(PAD, [entered(BO, 0, 2)]) is None


def test_of_two_openings_the_older_counts_and_the_other_is_not_ignored() -> None:
    late = opened(3, id="BBBBBBBB:0", clock=1, first_dealer=0)
    pad = folded(late).pad
    assert (len(pad.players), pad.ignored) == (4, ())


def test_of_a_faulty_opening_and_a_later_one_the_later_counts() -> None:
    faulty = opened(players=2, first_dealer=0)
    pad = fold(PAD, [faulty, opened(3, id="BBBBBBBB:0", clock=2)])
    assert pad is not None
    assert len(pad.players) == 3
    assert [(one.id, one.code) for one in pad.ignored] == [(faulty.id, PadCode.PLAYERS)]


def test_fewer_deals_are_the_first_of_the_schedule() -> None:
    pad = fold(PAD, [opened(deals=3)])
    assert pad is not None
    assert (pad.deals, pad.entries, len(pad.schedule)) == (3, (None, None, None), 10)


# What the fold ignores


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (entered(BO, 0, 2, deal=10), "schedule"),
        (entered(BO, 0, 2, deal=-1), "schedule"),
        (renamed(BO, 0, 2, "Bob", seat=4), "players"),
        (renamed(BO, 0, 2, ""), "name"),
        (renamed(BO, 0, 2, "x" * 25), "name"),
        (DealerSet("BBBBBBBB:0", 2, Role.KEEPER, "", AT, -1, "lot"), "players"),
        (DealerSet("BBBBBBBB:0", 2, Role.HELPER, "", AT, 0, "lot"), "not-role"),
        (replace(entered(BO, 0, 2), role=Role.VIEWER), "not-role"),
    ],
)
def test_what_has_a_fault_by_itself_is_ignored(event: PadEvent, code: str) -> None:
    assert ignored(event) == [code]


def test_a_helpers_irregular_overrides_nothing_but_a_keepers_does() -> None:
    forbidden = replace(E4, bids=(2, 2, 0, 1), irregular=True)
    assert ignored(entered(HAL, 0, 2, forbidden)) == ["forbidden-sum"]
    assert ignored(entered(BO, 0, 2, forbidden)) == []
    assert ignored(entered(HAL, 0, 2, replace(E4, irregular=True))) == []


def test_what_another_event_may_still_change_is_not_tested() -> None:
    beyond = entered(BO, 0, 2, replace(E4, bids=(5, 5, 5, 5), tricks=None), deal=9)
    ended = GameEnded("BBBBBBBB:1", 2, Role.KEEPER, "", AT, "complete")
    twin = renamed(BO, 2, 2, "Ana")
    assert ignored(beyond, ended, twin, entered(BO, 3, 4)) == []


# Totals


def test_points_totals_and_places_follow_from_complete_entries() -> None:  # S1, G5
    pad = folded(entered(BO, 0, 2)).pad
    assert pad.points[0] == (2, 0, 2, 4)
    assert (pad.totals, pad.places) == ((2, 0, 2, 4), (2, 1, 2, 4))
    assert (pad.next_deal, pad.is_complete, pad.perfect) == (1, False, ())


def test_a_game_without_a_point_is_perfect() -> None:
    log = fold_log(PAD, [opened(deals=1), entered(BO, 0, 2)])
    assert log is not None
    assert (log.pad.is_complete, log.pad.perfect) == (True, (1,))
