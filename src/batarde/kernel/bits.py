"""Sets of bits, chance and memory: what the compiled kernel takes from C, in plain Python.

The hot files say ``bits.count(hand)``. Compiled, that is the inline function of ``bits.h`` (bound
in ``bits.pxd``); uncompiled, the one below, with the same result. So the hot files hold no
compiler's tricks and no masks for words that wrap: whatever differs between C and Python is here.
"""

from array import array
from collections.abc import Sequence
from math import exp, log
from math import sqrt as root

__all__ = [
    "advance",
    "below",
    "byte_sum",
    "checked",
    "count",
    "counts",
    "exp",
    "fraction",
    "free",
    "grown",
    "has_fast_bits",
    "hashed",
    "hashed64",
    "high",
    "join",
    "lock",
    "log",
    "low",
    "lowest",
    "nth",
    "packed",
    "packed_reals",
    "plus",
    "reals",
    "root",
    "seeded",
    "squeezed",
    "top",
    "unlock",
    "unpacked",
    "unpacked_reals",
    "wide",
    "words",
]

_WORD = (1 << 64) - 1
_HALF = (1 << 32) - 1

# Sets of bits.


def count(members: int) -> int:
    """Return how many bits are set.

    >>> count(0b1011)
    3
    """
    return members.bit_count()


def nth(members: int, n: int) -> int:
    """Return the *n*-th set bit, counted from the lowest, as a set of its own.

    >>> nth(0b1011, 2) == 0b1000
    True
    """
    for _ in range(n):
        members &= members - 1
    return members & -members


def lowest(members: int) -> int:
    """Return the index of the lowest set bit.

    >>> lowest(0b1000)
    3
    """
    return (members & -members).bit_length() - 1


def top(members: int) -> int:
    """Return the highest set bit, as a set of its own.

    >>> top(0b1011) == 0b1000
    True
    """
    return 1 << members.bit_length() - 1


def squeezed(members: int, gone: int, lane: int) -> int:
    """Return *members* without the cards of one lane that are *gone*, the lane closed up.

    The place above a lane is always empty.

    >>> squeezed(0b10101, 0b00010, 0b00111) == 0b10011
    True
    """
    while gone:
        card = top(gone)
        gone ^= card
        above = lane & ~(card - 1)
        members = members & ~above | members >> 1 & above
    return members


def byte_sum(members: int) -> int:
    """Return the sum of the bytes of a word; it is below 256."""
    return sum(members.to_bytes(8, "little"))


def wide(number: int) -> int:
    """Return *number*, as a word that can be shifted by more than a C int."""
    return number


def low(members: int) -> int:
    """Return the lower 64 bits."""
    return members & _WORD


def high(members: int) -> int:
    """Return the bits above the lower 64; there are none with one pack."""
    return members >> 64


def join(low_bits: int, high_bits: int) -> int:
    """Return the set whose halves these are."""
    return high_bits << 64 | low_bits


# Chance.


def _scramble(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & _WORD
    return x ^ x >> 31


def seeded(seed: int, index: int) -> int:
    """Return the state from which draw number *index* of *seed* starts.

    Each playout and each world has its own, so results do not depend on how they are spread over
    threads.
    """
    return _scramble(_scramble(seed) + index * 0x9E3779B97F4A7C15 & _WORD)


def advance(state: int) -> int:
    """Return the next state."""
    return state * 6364136223846793005 + 1442695040888963407 & _WORD


def _draw(state: int) -> int:
    return (state >> 22 ^ state) >> (state >> 61) + 22 & _HALF


def below(state: int, bound: int) -> int:
    """Return a number below *bound*, which is small beside 2³², so that none is favoured.

    >>> {below(seeded(1, i), 3) for i in range(20)}
    {0, 1, 2}
    """
    return _draw(state) * bound >> 32


def fraction(state: int) -> float:
    """Return a number from 0 up to, but not including, 1."""
    return _draw(state) / 4294967296.0


def hashed(hash_value: int, members: int) -> int:
    """Return *hash_value* with a set mixed in."""
    if members >> 64:
        # Compiled for two packs this is done for every set; a hash needs not agree between builds.
        hash_value = (hash_value ^ members >> 64) * 0x9E3779B97F4A7C15 & _WORD
        hash_value ^= hash_value >> 32
    hash_value = (hash_value ^ members & _WORD) * 0xD6E8FEB86659FD93 & _WORD
    return hash_value ^ hash_value >> 32


def checked(check: int, members: int) -> int:
    """Return a second hash, independent of the first, with a set mixed in."""
    return (check ^ check >> 29) * 0xC2B2AE3D27D4EB4F + (members ^ members >> 64) & _WORD


def plus(x: int, y: int) -> int:
    """Return the sum of two words, of 64 bits like them."""
    return x + y & _WORD


def hashed64(hash_value: int, word: int) -> int:
    """Return *hash_value* with a word of 64 bits mixed in."""
    hash_value = (hash_value ^ word) * 0xD6E8FEB86659FD93 & _WORD
    return hash_value ^ hash_value >> 32


# Memory, which C must ask for and give back, and the interpreter's lock, which C can let go.


def counts(n: int) -> list[int]:
    """Return room for *n* counters, all 0."""
    return [0] * n


def reals(n: int) -> list[float]:
    """Return room for *n* real numbers, all 0."""
    return [0.0] * n


def words(n: int) -> list[int]:
    """Return room for *n* words of 64 bits, all 0."""
    return [0] * n


def packed(numbers: Sequence[int], n: int) -> bytes:
    """Return the first *n* words as bytes, in the order of this machine."""
    return array("Q", numbers[:n]).tobytes()


def packed_reals(numbers: Sequence[float], n: int) -> bytes:
    """Return the first *n* real numbers as bytes, in the order of this machine."""
    return array("d", numbers[:n]).tobytes()


def unpacked(data: bytes) -> Sequence[int]:
    """Return the words that :func:`packed` wrote."""
    return array("Q", data)


def unpacked_reals(data: bytes) -> Sequence[float]:
    """Return the real numbers in *data*, in the order of this machine."""
    return array("d", data)


def grown(table: list[int], size: int) -> list[int]:
    """Return a table of keys and values that has four times the room of 2 to the power *size*."""
    larger = [0] * (8 << size)
    for place in range(0, len(table), 2):
        target = 2 * (table[place] & (4 << size) - 1)
        larger[target : target + 2] = table[place : place + 2]
    return larger


def free(room: object) -> None:
    """Give room back; Python does that by itself."""


def unlock() -> object:
    """Let other threads of the interpreter run; returns what :func:`lock` needs to come back."""
    return None


def lock(thread: object) -> None:
    """Take the interpreter's lock again."""


def has_fast_bits() -> bool:
    """Return whether the processor has fast popcnt and pdep; only compiled code can tell."""
    return False
