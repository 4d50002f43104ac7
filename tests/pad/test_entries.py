"""What an entry may be, by itself (§3, §4)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from batarde.pad import Entry, Setting, entry_fault, forbidden, last_to_speak, next_to_speak
from batarde.rules.cards import Pack
from batarde.rules.game import SCHEDULES
from batarde.rules.trumps import Trump
from tests.pad.desk import E4

FIVE = Setting(players=4, cards=5, opener=0)
NO_TRUMPS = replace(E4, trump=Trump.NONE, bids=(3, 0, 1, 3))


def fault(entry: Entry, setting: Setting = FIVE) -> tuple[str, str, int | None] | None:
    found = entry_fault(entry, setting)
    return None if found is None else (found.code.value, found.detail, found.seat)


def test_the_example_of_the_books_is_right() -> None:  # E4
    assert fault(E4) is None
    assert E4.points == (2, 0, 2, 4)
    assert replace(E4, multiplier=4).points == (4, 0, 4, 8)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (replace(E4, bids=(2, 2, 0, 6)), ("call-range", "", 3)),
        (replace(E4, bids=(2, -1, 0, None), tricks=None), ("call-range", "", 1)),
        (replace(E4, bids=(2, 2, 0)), ("call-range", "count", None)),
        (replace(E4, author=4), ("call-range", "author", 4)),
        (replace(E4, author=-1), ("call-range", "author", -1)),
        (replace(E4, pack=Pack.SIMPLE), ("call-pack", "", None)),
        (replace(NO_TRUMPS, author=1), ("call-too-weak", "", 1)),
        (replace(E4, bids=(2, 2, 0, 1)), ("forbidden-sum", "", 3)),
        (replace(E4, bids=(2, 2, 0, 1), author=None), ("forbidden-sum", "", None)),
        (replace(E4, doubled_by=0), ("double", "author", 0)),
        (replace(E4, multiplier=1), ("double", "single", 2)),
        (replace(E4, doubled_by=4), ("double", "stranger", 4)),
        (replace(E4, trump=None), ("auction-open", "trump", None)),
        (replace(E4, bids=(2, 2, 0, None)), ("auction-open", "bids", None)),
        (replace(E4, tricks=(6, -1, 0, 0)), ("tricks-range", "", 0)),
        (replace(E4, tricks=(5, 0, 0)), ("tricks-range", "count", None)),
        (replace(E4, tricks=(1, 2, 1, 2)), ("tricks-sum", "", None)),
    ],
)
def test_a_fault_is_found(entry: Entry, expected: tuple[str, str, int | None]) -> None:
    assert fault(entry) == expected


def test_the_first_fault_in_the_order_of_the_tests_is_told() -> None:
    everything = Entry(
        author=4, pack=Pack.MARKED, bids=(9, 2, 0, 1), doubled_by=9, tricks=(9, 9, 9, 9)
    )
    steps = [
        replace(everything, bids=(2, 2, 0, 1)),
        replace(everything, bids=(2, 2, 0, 1), author=0),
        replace(everything, bids=(2, 2, 0, 1), author=0, pack=None),
        replace(everything, bids=(2, 2, 0, 3), author=0, pack=None),
        replace(everything, bids=(2, 2, 0, 3), author=0, pack=None, doubled_by=None),
        replace(E4, tricks=(9, 9, 9, 9)),
        replace(E4, tricks=(2, 2, 2, 2)),
    ]
    codes = [found[0] if (found := fault(entry)) else None for entry in [everything, *steps]]
    assert codes == [
        "call-range",
        "call-range",
        "call-pack",
        "forbidden-sum",
        "double",
        "auction-open",
        "tricks-range",
        "tricks-sum",
    ]


def test_a_keeper_may_enter_what_was_played_all_the_same() -> None:
    irregular = replace(E4, bids=(2, 2, 0, 1), irregular=True)
    assert fault(irregular) == ("forbidden-sum", "", 3)
    assert fault(irregular, replace(FIVE, may_override=True)) is None


def test_what_nobody_remembers_may_be_left_out() -> None:
    assert fault(replace(E4, author=None, doubled_by=None)) is None
    assert fault(Entry(bids=(None,) * 4)) is None


def test_the_opener_may_announce_0_no_trumps() -> None:  # G4
    assert fault(replace(NO_TRUMPS, author=1), replace(FIVE, opener=1)) is None
    assert fault(replace(NO_TRUMPS, author=1), replace(FIVE, opener=None)) is None
    assert fault(replace(NO_TRUMPS, author=1, trump=Trump.CLUBS)) is None


def test_two_packs_may_be_told_apart_or_not_noted() -> None:  # A7
    five = Setting(players=5, cards=9, opener=0)
    entry = Entry(author=0, trump=Trump.SPADES, bids=(2, 2, 2, 2, 2))
    for pack in (None, *Pack):
        assert fault(replace(entry, pack=pack), five) is None


# Speaking


def test_who_speaks_next_and_last() -> None:
    entry = Entry(author=2, bids=(None, None, 3, None))
    assert next_to_speak(entry, opener=0) == 3
    assert next_to_speak(replace(entry, bids=(1, None, 3, 0)), opener=0) == 1
    assert next_to_speak(replace(entry, bids=(1, 1, 3, 0)), opener=0) is None
    assert next_to_speak(Entry(bids=(None,) * 4), opener=3) == 3
    assert last_to_speak(2, 4) == 1


def test_the_last_to_speak_has_a_forbidden_number() -> None:  # E2, E3
    assert forbidden((3, 0, None), 2, 5) == 2
    assert forbidden((2, 0, 1, None), 3, 5) == 2
    assert forbidden((3, 3, None), 2, 5) is None


tables = st.sampled_from([(players, cards) for players, run in SCHEDULES.items() for cards in run])


@st.composite
def complete_entries(draw: st.DrawFn) -> tuple[Entry, Setting]:
    players, cards = draw(tables)
    bids = draw(st.tuples(*[st.integers(0, cards)] * players))
    cuts = sorted(draw(st.lists(st.integers(0, cards), min_size=players - 1, max_size=players - 1)))
    tricks = tuple(b - a for a, b in zip([0, *cuts], [*cuts, cards], strict=True))
    author = draw(st.none() | st.integers(0, players - 1))
    multiplier: Any = draw(st.sampled_from((1, 2, 4)))
    entry = Entry(author=author, trump=Trump.HEARTS, bids=bids, tricks=tricks)
    return replace(entry, multiplier=multiplier), Setting(players, cards)


@given(complete_entries())
def test_somebody_has_points_and_their_parity_is_that_of_the_bids(
    drawn: tuple[Entry, Setting],
) -> None:  # §3
    entry, setting = drawn
    bids, points = entry.full_bids, entry.points
    assert bids is not None
    assert points is not None
    found = entry_fault(entry, setting)
    assert (found is not None) == (sum(bids) == setting.cards)
    if found is None:
        assert any(points)
        assert (sum(points) // entry.multiplier - (sum(bids) - setting.cards)) % 2 == 0
