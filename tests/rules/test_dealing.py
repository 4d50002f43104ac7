"""From a seed to hands: a shuffle that anybody can repeat in any language (G3).

``tests/data/shuffle.json`` holds the results for other people's programs; ``shuffled`` below is
written from the text of the module alone.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from batarde.rules import (
    Card,
    MalformedError,
    cards,
    deal_hands,
    deal_seed,
    dealing,
    first_dealer,
    pack_of,
    shuffled_pack,
)
from batarde.rules.dealing import misdealt_seat, stock
from tests.rules.notation import hands

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "shuffle.json").read_text(encoding="utf-8")
)


def words(label: bytes, seed: bytes) -> Iterator[int]:
    """Yield the 32-bit words of SHA-256 in counter mode."""
    for block in count():
        digest = sha256(label + seed + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))


def drawn(source: Iterator[int], bound: int) -> int:
    """Return the next fair number below *bound*."""
    largest_multiple = 2**32 // bound * bound
    while (word := next(source)) >= largest_multiple:
        pass
    return word % bound


def shuffled(seed: bytes, players: int) -> list[str]:
    packs = ("",) if players < 5 else ("", "_")
    pack = [rank + suit + mark for mark in packs for suit in "SHDC" for rank in "RDCVFMJNT"]
    source = words(b"batarde/shuffle/1", seed)
    for last in reversed(range(1, len(pack))):
        other = drawn(source, last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return pack


# The shuffle


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['players']} from {v['seed'][:4]}")
def test_the_published_vectors_hold(vector: dict[str, Any]) -> None:  # G3
    seed, players = bytes.fromhex(vector["seed"]), vector["players"]
    pack = shuffled_pack(seed, players)
    assert " ".join(pack[:12]) == vector["first_cards"]
    assert sha256(" ".join(pack).encode()).hexdigest() == vector["sha256_of_pack"]
    assert first_dealer(seed, players) == vector["first_dealer"]
    assert deal_seed(seed, 0).hex() == vector["seed_of_deal_0"]
    assert deal_seed(seed, 11).hex() == vector["seed_of_deal_11"]


def test_there_are_vectors_for_every_number_of_players() -> None:
    assert {vector["players"] for vector in VECTORS} == {3, 4, 5, 6, 7}


@pytest.mark.parametrize("players", range(3, 8))
def test_a_second_shuffle_written_from_the_text_gives_the_same_packs(players: int) -> None:  # G3
    for number in range(25):
        seed = sha256(f"{players} {number}".encode()).digest()
        assert list(shuffled_pack(seed, players)) == shuffled(seed, players)


def test_a_shuffle_keeps_every_card_once() -> None:  # C1, C6
    for players in range(3, 8):
        assert sorted(shuffled_pack(bytes(32), players)) == sorted(pack_of(players))


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_a_seed_has_256_bits(length: int) -> None:
    seed = bytes(length)
    for use in (
        lambda: shuffled_pack(seed, 4),
        lambda: deal_seed(seed, 0),
        lambda: first_dealer(seed, 4),
    ):
        with pytest.raises(MalformedError, match="32 bytes"):
            use()


def test_words_that_would_favour_a_card_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    # 2**32 = 4 modulo 36: the last four words are one short round, and 36 must not draw from it.
    unfair = [2**32 - 1, 2**32 - 4, 2**32 - 5]
    monkeypatch.setattr(dealing, "_random_words", lambda _: iter([*unfair, *range(40)]))
    pack = shuffled_pack(bytes(32), 4)
    assert pack[35] == pack_of(4)[(2**32 - 5) % 36] == Card.TC
    # With the first two skipped, the third word made the first swap, and 0, 1, 2 … the others.
    assert pack[34] == pack_of(4)[0]


def test_the_largest_word_is_fair_for_a_power_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "_random_words", lambda _: iter([2**32 - 1]))
    assert first_dealer(bytes(32), 4) == 3


def test_every_card_comes_as_often_to_every_place() -> None:  # G3
    # Chi-square over 36 cards × 36 places. With 35 × 35 degrees of freedom its mean is 1225 and its
    # deviation √2450 ≈ 49.5; the seeds are fixed, so this passes always or never.
    rounds, cells = 1800, [[0] * 36 for _ in range(36)]
    place = {card: index for index, card in enumerate(pack_of(4))}
    for number in range(rounds):
        for at, card in enumerate(shuffled_pack(number.to_bytes(32, "big"), 4)):
            cells[place[card]][at] += 1
    expected = rounds / 36
    chi_square = sum((cell - expected) ** 2 / expected for row in cells for cell in row)
    assert abs(chi_square - 1225) < 3 * 49.5


def test_every_seat_deals_first_as_often() -> None:  # G3
    for players in range(3, 8):
        dealers = [first_dealer(number.to_bytes(32, "big"), players) for number in range(2100)]
        expected = 2100 / players
        squares = [(dealers.count(seat) - expected) ** 2 / expected for seat in range(players)]
        assert sum(squares) < 20  # the 99.9th percentile of 6 degrees of freedom is 22.5


def test_every_deal_of_a_game_has_its_own_seed() -> None:  # G3
    seeds = {deal_seed(bytes(32), number) for number in range(12)}
    assert len(seeds) == 12
    assert bytes(32) not in seeds


def test_the_uses_of_a_seed_are_kept_apart() -> None:
    draws = {
        label: next(words(label, bytes(32)))
        for label in (b"batarde/shuffle/1", b"batarde/dealer/1")
    }
    assert first_dealer(bytes(32), 7) == draws[b"batarde/dealer/1"] % 7
    assert len(set(draws.values())) == 2


# Dealing


def test_cards_are_dealt_one_by_one_from_the_dealers_left() -> None:  # G3
    pack = cards("RS DS CS VS FS MS JS NS")
    assert deal_hands(pack, 4, 2, dealer=3) == hands("RS FS | DS MS | CS JS | VS NS")
    assert deal_hands(pack, 4, 2, dealer=0) == hands("VS NS | RS FS | DS MS | CS JS")
    assert deal_hands(pack, 3, 2, dealer=1) == hands("DS FS | CS MS | RS VS")


@pytest.mark.parametrize(("players", "cards_each"), [(3, 13), (4, 10), (4, 0), (3, -1), (0, 3)])
def test_a_pack_gives_no_more_than_it_holds_and_no_less_than_a_card(
    players: int, cards_each: int
) -> None:
    with pytest.raises(MalformedError, match="36 cards cannot give"):
        deal_hands(pack_of(4), players, cards_each, dealer=0)


def test_what_is_left_over_is_the_stock() -> None:  # G3
    dealt = deal_hands(pack_of(4), 4, 8, dealer=3)
    assert stock(dealt) == cards("MC JC NC TC")
    assert stock(deal_hands(pack_of(4), 4, 9, dealer=0)) == ()


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("RS | DS | CS", None),
        ("RS | DS | RS", 2),  # met before: the seat where it is met again
        ("RS | RS | RS", 1),
        ("RS | DS_ | CS", 1),  # not in one pack
        ("RS DS | CS | VS FS", 0),  # a wrong size is seat 0's fault
        ("RS | RS_ | DS | DS_ | RS", 4),
        ("RS | RS_ | DS | DS_ | CS", None),
    ],
)
def test_the_first_seat_whose_hand_cannot_be_is_found(text: str, seat: int | None) -> None:  # C6
    assert misdealt_seat(hands(text), 1) == seat


def test_a_card_that_does_not_exist_cannot_be_dealt() -> None:
    assert misdealt_seat([[Card.RS], [None], [Card.DS]], 1) == 1
    assert misdealt_seat([[], [], []], 0) == 0
