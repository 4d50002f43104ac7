"""Playouts: thousands of ways a position may go on, counted.

They run in C without the interpreter's lock, spread over threads if asked to. Each playout has
its own source of chance, drawn from the seed and its number, so a result depends on the seed
alone and never on the number of threads.
"""

from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

from batarde.kernel.engines import engine
from batarde.kernel.numbering import bit_places, contract_places
from batarde.kernel.playing import STRIDE, Position
from batarde.kernel.policies import Policy
from batarde.kernel.worlds import Worlds
from batarde.rules import Contract, MalformedError

__all__ = [
    "BidClue",
    "Learner",
    "Tally",
    "bid_likelihoods",
    "hand_values",
    "play_each",
    "play_likelihoods",
    "play_out",
]

_SEEDS = (1 << 64) - 1


class Learner(NamedTuple):
    """A seat that finds out in the playouts which cards cost it least."""

    seat: int
    stakes: tuple[float, ...]
    """What a point of each seat costs it."""
    exploration: float = 1.0
    """How long it goes on trying cards that have cost more."""


class Tally(NamedTuple):
    """How often each seat ended with how many tricks."""

    counts: tuple[tuple[int, ...], ...]
    """By seat, then by tricks in the whole deal: in how many playouts."""
    bids: tuple[int, ...]
    factor: int

    @property
    def playouts(self) -> int:
        """The number of playouts."""
        return sum(self.counts[0])

    @property
    def means(self) -> tuple[float, ...]:
        """The mean number of tricks, by seat."""
        return tuple(
            sum(tricks * count for tricks, count in enumerate(counts)) / max(self.playouts, 1)
            for counts in self.counts
        )

    @property
    def points(self) -> tuple[float, ...]:
        """The mean penalty, by seat (S1)."""
        return tuple(
            self.factor
            * sum(abs(tricks - bid) * count for tricks, count in enumerate(counts))
            / max(self.playouts, 1)
            for counts, bid in zip(self.counts, self.bids, strict=True)
        )

    def chance(self, seat: int, tricks: int) -> float:
        """Return in what share of the playouts *seat* won so many tricks."""
        counts = self.counts[seat]
        return counts[tricks] / max(self.playouts, 1) if 0 <= tricks < len(counts) else 0.0


def play_out(
    position: Position,
    count: int,
    *,
    seed: int = 0,
    policy: Policy | None = None,
    worlds: Worlds | None = None,
    bids: Sequence[int] = (),
    threads: int = 1,
    learner: Learner | None = None,
) -> Tally:
    """Return how *count* playouts of *position* ended: at random, or by a *policy*.

    With *worlds* the hidden hands are taken from them in turn, each as often as it weighs, instead
    of the position's own. *bids*, seat by seat for each world, are then what a policy plays for.
    A *learner* leaves the policy where it has seen something better in the playouts before; it
    learns in the first half of them, and the second half is counted.

    >>> from batarde.kernel.positions import ending
    >>> from batarde.rules import Contract, Trump, cards
    >>> hands = [cards("RS TH"), cards("DS FH"), cards("CS MH")]
    >>> tally = play_out(ending(hands, 0, Contract(Trump.HEARTS), [1, 1, 0]), 1000)
    >>> tally.playouts, tally.counts[0]
    (1000, (0, 1000, 0))

    :raises MalformedError: if no card is to be played, or if the worlds do not fit.
    """
    if threads < 1 or count < 0 or (learner is not None and threads > 1):
        raise MalformedError("playouts are counted from 0, and threads from 1; one learns alone")
    run = engine(position.players).play_out
    hands = b"" if worlds is None else worlds.evened(seed).packed
    if worlds is not None and (not len(worlds) or worlds.players != position.players):
        raise MalformedError("these are no worlds for this position")
    if bids and worlds is not None and len(worlds.log_weights):
        raise MalformedError("bids go with worlds that all weigh the same")
    weights = b"" if policy is None else policy.packed()
    goals = array("Q", bids).tobytes()

    lesson = () if learner is None else (learner.seat, _reals(learner.stakes), learner.exploration)

    def part(number: int) -> list[int]:
        first, last = count * number // threads, count * (number + 1) // threads
        return run(position, seed & _SEEDS, first, last, hands, weights, goals, False, *lesson)

    if threads == 1:
        return _tally(position, [part(0)])
    with ThreadPoolExecutor(threads) as pool:
        return _tally(position, list(pool.map(part, range(threads))))


def play_each(
    position: Position,
    count: int,
    *,
    seed: int = 0,
    policy: Policy,
    worlds: Worlds,
    bids: Sequence[int],
) -> list[tuple[int, ...]]:
    """Return the tricks of each seat in each of the playouts that :func:`play_out` counts.

    :raises MalformedError: if no card is to be played, or if the worlds do not fit.
    """
    run = engine(position.players).play_out
    goals, weights = array("Q", bids).tobytes(), policy.packed()
    ends = run(position, seed & _SEEDS, 0, count, worlds.packed, weights, goals, True)
    won = position.won
    return [
        tuple(before + (end >> 4 * seat & 15) for seat, before in enumerate(won)) for end in ends
    ]


def _tally(position: Position, parts: Sequence[Sequence[int]]) -> Tally:
    sums = [sum(column) for column in zip(*parts, strict=True)]
    counts = []
    for seat, won in enumerate(position.won):
        further = sums[seat * STRIDE : seat * STRIDE + position.left + 1]
        rest = position.cards - won - position.left
        counts.append((*(0,) * won, *further, *(0,) * rest))
    return Tally(tuple(counts), tuple(position.standing_bids), position.factor)


def play_likelihoods(
    position: Position, seat: int, worlds: Worlds, policy: Policy, doubt: float
) -> list[float]:
    """Return, for each world, the logarithm of how likely all but *seat* would have played so.

    They are taken to play by *policy*, but for a share *doubt* of the cards, played by dice.

    :raises MalformedError: if no card is to be played, or if the worlds do not fit.
    """
    run = engine(position.players).likelihoods
    return run(position, seat, worlds.packed, policy.packed(), doubt)


def hand_values(position: Position, worlds: Worlds, table: bytes) -> list[float]:
    """Return what the hands were worth before the play, seat by seat for each world.

    *table* says what each card adds (see :mod:`batarde.bots.rule_of_thumb.hand_values`).

    :raises MalformedError: if there is no trump yet, or if the worlds do not fit.
    """
    return engine(position.players).hand_worths(position, worlds.packed, table)


class BidClue(NamedTuple):
    """What a bid tells of a hand: how much it should be worth."""

    seat: int
    value: float
    spread: float
    """How far from that it may be, as a standard deviation."""


def bid_likelihoods(
    position: Position,
    worlds: Worlds,
    table: bytes,
    clues: Sequence[BidClue],
    doubt: float,
    contract: Contract,
) -> list[float]:
    """Return, for each world, the logarithm of how likely its hands would have made the bids.

    *table* prices hands under *contract*, which the bids were made in; the position may have
    another. *doubt* is how likely any bid is with any hand.

    :raises MalformedError: if there is no trump yet, or if the worlds do not fit.
    """
    run = engine(position.players).bid_likelihoods
    bids = _reals([x for seat, value, spread in clues for x in (seat, value, -0.5 / spread**2)])
    places = _moved(position.players, position.trump, position.pack, contract)
    cuts = contract.trump.suit is not None
    return run(position, worlds.packed, table, bids, doubt, places, cuts)


def _reals(numbers: Sequence[float]) -> bytes:
    return array("d", numbers).tobytes()


@cache
def _moved(players: int, trump: int, pack: int, contract: Contract) -> bytes:
    """Return where each bit under one contract stands under another; nothing if it is the same."""
    before = bit_places(players, trump, pack)
    after = contract_places(players, contract)
    if before == after:
        return b""
    places = bytearray(128)
    for old, new in zip(before, after, strict=True):
        places[old] = new
    return bytes(places)
