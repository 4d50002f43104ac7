"""A whole pad in a link (§7)."""

import random
import string
import zlib
from base64 import urlsafe_b64encode
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from batarde.pad import (
    BadEventError,
    Folded,
    HeldKey,
    Pen,
    Player,
    Role,
    enter,
    fold,
    fold_log,
    hand_over,
    read_hand_over,
    write_hand_over,
)
from batarde.pad.packing import pack, unpack
from batarde.rules.errors import MalformedError
from batarde.rules.game import schedule
from tests.pad.desk import BO, E4, PAD, entered, opened
from tests.pad.entries import regular_entry
from tests.pad.logs import draw_log
from tests.pad.vectors.handovers import key

LETTERS = string.ascii_letters + "éàüç "


def long_game(seed: int) -> Folded:
    """Return 7 players with names of 20 characters, 12 deals, each of them corrected."""
    dice = random.Random(seed)
    names = ["".join(dice.choices(LETTERS, k=20)) for _ in range(7)]
    players = tuple(Player(name) for name in names)
    first = replace(opened(7, deals=12, by=names[0]), players=players)
    pens = [
        Pen("QK7M2XPA", Role.KEEPER, names[1]),
        Pen("B3CDEFGH", Role.HELPER, names[2]),
    ]
    log = fold_log(PAD, [first])
    for deal, cards in enumerate(schedule(7)):
        for _ in range(2):
            assert log is not None
            entry = replace(regular_entry(dice, 7, cards, opener=log.pad.opener(deal)), note="")
            minute, milli = divmod(dice.randrange(60_000_000), 1_000_000)
            at = f"2026-11-18T{20 + deal // 4}:{minute:02}:{milli % 60:02}.{milli % 1000:03}Z"
            log = fold_log(PAD, [*log.log, enter(log, dice.choice(pens), at, deal, entry)])
    assert log is not None
    return log


def keys(seed: int) -> tuple[HeldKey, ...]:
    dice = random.Random(seed)
    return tuple(HeldKey(role, key(dice)) for role in (Role.KEEPER, Role.HELPER, Role.VIEWER))


@pytest.mark.parametrize("seed", range(20))
def test_a_game_of_7_with_long_names_takes_at_most_1200_characters(seed: int) -> None:
    log = long_game(seed)
    fragment = write_hand_over(hand_over(log, keys(seed)))
    assert len(fragment) <= 1_200
    assert fold(PAD, read_hand_over(fragment).events) == log.pad


@settings(max_examples=300)
@given(st.integers(0, 2**48), st.integers(0, 60))
def test_what_is_handed_over_gives_the_same_state(seed: int, size: int) -> None:
    log = fold_log(PAD, draw_log(seed, size))
    assert log is not None
    handed = hand_over(log, keys(seed))
    read = read_hand_over(write_hand_over(handed))
    assert read == handed
    assert fold(read.id, read.events) == replace(log.pad, ignored=())
    assert fold(PAD, [*log.log, *read.events]) == log.pad


def test_a_deal_about_which_hundreds_differ_still_fits_a_link() -> None:
    rivals = [entered(BO, n, 2, replace(E4, note=f"version {n}")) for n in range(300)]
    log = fold_log(PAD, [opened(), *rivals])
    assert log is not None
    handed = read_hand_over(write_hand_over(hand_over(log, ())))
    state = fold(PAD, handed.events)
    assert state == log.pad
    assert (log.pad.disputed, len(handed.events)) == ((0,), 1 + 8)


@given(st.integers(0, 20), st.data())
def test_a_link_that_was_changed_is_read_or_refused(seed: int, data: st.DataObject) -> None:
    log = fold_log(PAD, draw_log(seed, 12))
    assert log is not None
    text = write_hand_over(hand_over(log, keys(seed)))
    at = data.draw(st.integers(2, len(text) - 1))
    other = text[:at] + data.draw(st.sampled_from(LETTERS)) + text[at + 1 :]
    with suppress(BadEventError):
        read_hand_over(other)


def deflated(packed: bytes) -> str:
    deflater = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return urlsafe_b64encode(deflater.compress(packed) + deflater.flush()).decode().rstrip("=")


@pytest.mark.parametrize(
    "fragment",
    ["", "s=", "s=!", "s=AAAA", deflated(b""), deflated(b"\x02"), deflated(b"\x01" + bytes(10**6))],
)
def test_what_is_no_hand_over_is_refused(fragment: str) -> None:
    with pytest.raises(BadEventError):
        read_hand_over(fragment)


@pytest.mark.parametrize("number", [0, 1, -1, 63, 64, 127, 128, -128, 999_999, -999_999])
def test_numbers_are_packed_and_unpacked(number: int) -> None:
    shape = ["int", None, None]
    assert unpack(shape, pack(shape, number)) == number


@pytest.mark.parametrize("data", [b"", b"\x80\x80\x80\x80\x01", b"\x00\x00"])
def test_bytes_that_hold_no_number_are_refused(data: bytes) -> None:
    with pytest.raises(MalformedError):
        unpack(["int", None, None], data)
