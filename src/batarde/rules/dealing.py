"""From a seed to hands: a shuffle that anybody can repeat in any language (G3).

Random words come from SHA-256 in counter mode: block *i* is
``SHA-256("batarde/shuffle/1" ‖ seed ‖ i)`` with *i* as 8 bytes, big-endian, from 0; each block
gives eight 32-bit big-endian words. A number below *n* is ``word mod n``, after skipping every
word at or above the largest multiple of *n* that 32 bits hold, so no card is favoured.
The pack starts in the order of :data:`~batarde.rules.cards.PACKS` and is shuffled by Fisher and
Yates from the end: for *k* = last … 1, swap card *k* with card *below(k + 1)*. Cards are then dealt
one by one, clockwise from the dealer's left; what is left over is the stock.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Final

from batarde.rules.cards import Card, pack_of
from batarde.rules.errors import MalformedError

__all__ = [
    "SEED_BYTES",
    "Hands",
    "deal_hands",
    "deal_seed",
    "first_dealer",
    "misdealt_seat",
    "shuffled_pack",
    "stock",
]

SEED_BYTES: Final = 32
_WORDS: Final = 1 << 32

Hands = tuple[tuple[Card, ...], ...]


def shuffled_pack(seed: bytes, players: int) -> tuple[Card, ...]:
    """Return the pack of a table of *players*, shuffled by *seed*, top card first.

    >>> " ".join(shuffled_pack(bytes(32), 4)[:5])
    'CD NC NS VC JC'

    :raises MalformedError: if the seed is not 256 bits long.
    """
    below = _numbers_below(seed, b"batarde/shuffle/1")
    pack = list(pack_of(players))
    for last in range(len(pack) - 1, 0, -1):
        chosen = below(last + 1)
        pack[last], pack[chosen] = pack[chosen], pack[last]
    return tuple(pack)


def deal_hands(pack: Sequence[Card], players: int, cards: int, dealer: int) -> Hands:
    """Return the hands by seat after dealing one by one from the dealer's left (G3).

    :raises MalformedError: if the pack does not hold that many cards.
    """
    if not 0 < players * cards <= len(pack):
        raise MalformedError(f"{len(pack)} cards cannot give {players} hands of {cards}")
    opener = (dealer + 1) % players
    return tuple(
        tuple(pack[(seat - opener) % players : players * cards : players])
        for seat in range(players)
    )


def stock(hands: Hands) -> tuple[Card, ...]:
    """Return the cards that were not dealt, which nobody sees until the deal is over (G3)."""
    dealt = {card for hand in hands for card in hand}
    return tuple(card for card in pack_of(len(hands)) if card not in dealt)


def misdealt_seat(hands: Sequence[Sequence[Card | None]], cards: int) -> int | None:
    """Return the first seat whose hand cannot be, or ``None`` if *hands* could have been dealt.

    A wrong number of cards is seat 0's fault; ``None`` in a hand is a card that does not exist.
    """
    if not cards or any(len(hand) != cards for hand in hands):
        return 0
    unmet = set(pack_of(len(hands)))
    for seat, hand in enumerate(hands):
        for card in hand:
            if card is None or card not in unmet:
                return seat
            unmet.remove(card)
    return None


def deal_seed(game_seed: bytes, number: int) -> bytes:
    """Return the seed of deal *number*, from 0, of a game that has one seed for all its deals."""
    return sha256(b"batarde/deal/1" + _checked(game_seed) + number.to_bytes(8, "big")).digest()


def first_dealer(game_seed: bytes, players: int) -> int:
    """Return who deals first in a game with this seed: the lot of G3."""
    return _numbers_below(game_seed, b"batarde/dealer/1")(players)


def _numbers_below(seed: bytes, domain: bytes) -> Callable[[int], int]:
    """Return a source of numbers below a bound, without bias; *domain* keeps its uses apart."""
    words = _random_words(domain + _checked(seed))

    def below(bound: int) -> int:
        fair = _WORDS - _WORDS % bound
        word = next(words)
        while word >= fair:
            word = next(words)
        return word % bound

    return below


def _random_words(prefix: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(prefix + block.to_bytes(8, "big")).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise MalformedError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed
