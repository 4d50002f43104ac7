# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# cython: annotation_typing=False, initializedcheck=False, auto_pickle=False
"""Dealing hidden cards at random, uniformly over all worlds that what is known allows.

A world says which hidden card lies with whom. What a seat has shown (P2 to P4) only ever says
that it holds none of certain cards, so a world is consistent if every card lies where it may and
every hand has its size. The seats that some hidden card is forbidden to are *bins*; the others
and the stock take whatever is left, so they are one heap here, shared out at the end.

Cards that some b may not hold are placed one by one. A table says, for every card in turn and
every room left in the bins, how many worlds remain; a card goes to a b with the share of worlds
that has it there, so every world is equally likely. Cards that may lie anywhere are counted in
closed form and shuffled. Where the table would be too large, cards are placed by the room that
is left, without ever running into a dead end (Hall's condition is kept for every set of bins),
and each world gets its weight: one over the chance of having drawn it.
"""

from collections.abc import Sequence

import batarde.kernel.bits as bits
from batarde.rules import MalformedError

COMPILED: bool = not __file__.endswith(".py")

LARGEST_TABLE = 1 << 21
"""Entries, of 8 bytes, in the largest table that is made to sample uniformly."""


class Sampler:
    """Deals the *hidden* cards, given as a set of bits, among the seats but *seat*.

    *sizes* says how many cards each seat holds and *allowed* which of the hidden cards it may
    hold; those of *seat* itself are not looked at, it holds *hand*.

    :raises MalformedError: if no world is consistent.
    """

    def __init__(
        self,
        seat: int,
        hand: int,
        hidden: int,
        sizes: Sequence[int],
        allowed: Sequence[int],
        largest_table: int = LARGEST_TABLE,
    ) -> None:
        self._make_room()
        self.players = len(sizes)
        others = [other for other in range(self.players) if other != seat]
        if not 3 <= self.players <= 7 or len(allowed) != self.players or hand & hidden:
            raise MalformedError("these are not the hands of a table")
        if not 0 <= seat < self.players or max(hand, hidden).bit_length() > 128:
            raise MalformedError("these are not the cards of a seat")
        if any(sizes[other] < 0 for other in others):
            raise MalformedError("a hand cannot hold fewer cards than none")
        self.seat = seat
        self.own_low = hand & (1 << 64) - 1
        self.own_high = hand >> 64
        cards = [place for place in range(128) if hidden >> place & 1]
        if len(cards) > 72 or sum(sizes[other] for other in others) > len(cards):
            raise MalformedError("more cards are held than there are")
        self._sort_seats(others, hidden, sizes, allowed)
        self._sort_cards(cards, allowed)
        self.states = 1
        for j in range(self.bins):
            self.step[j] = self.states
            self.states *= self.bin_size[j] + 1
        self.is_uniform = self.states * (self.levels + 1) <= largest_table
        self.heap_room = self._heap_size() - self.pool_count
        self._find_slack()
        self.factorials = bits.reals(73)
        self.factorials[0] = 1.0
        for j in range(1, 73):
            self.factorials[j] = self.factorials[j - 1] * j
        self.count = 0.0
        if self.is_uniform:
            self.table = bits.reals(self.states * (self.levels + 1))
            self._count_worlds()
            self.count = self.table[self.states - 1] * self._heap_ways()
        if min(self.slack[subset] for subset in range(2 << self.bins)) < 0:
            raise MalformedError("no cards could have been dealt so")

    def __dealloc__(self) -> None:
        """Give the tables back; only the compiled class has to."""
        bits.free(self.table)
        bits.free(self.factorials)

    def _make_room(self) -> None:
        self.bin_seat = [0] * 8
        self.bin_size = [0] * 8
        self.step = [0] * 8
        self.open_seat = [0] * 8
        self.open_size = [0] * 8
        self.slack = [0] * 256
        self.level_bins = [0] * 72
        self.level_place = [0] * 72
        self.free_place = [0] * 72
        self.pool_place = [0] * 72

    def _sort_seats(
        self, others: Sequence[int], hidden: int, sizes: Sequence[int], allowed: Sequence[int]
    ) -> None:
        self.bins = 0
        self.open_count = 0
        for other in others:
            if hidden & ~allowed[other]:
                self.bin_seat[self.bins] = other
                self.bin_size[self.bins] = sizes[other]
                self.bins += 1
            else:
                self.open_seat[self.open_count] = other
                self.open_size[self.open_count] = sizes[other]
                self.open_count += 1

    def _sort_cards(self, cards: Sequence[int], allowed: Sequence[int]) -> None:
        everywhere = (1 << self.bins) - 1
        sorted_cards = []
        self.levels = 0
        self.free_count = 0
        self.pool_count = 0
        for place in cards:
            where = 0
            for j in range(self.bins):
                where |= (allowed[self.bin_seat[j]] >> place & 1) << j
            if where == everywhere:
                self.free_place[self.free_count] = place
                self.free_count += 1
            elif where == 0:
                self.pool_place[self.pool_count] = place
                self.pool_count += 1
            else:
                sorted_cards.append((where, place))
        # Alike cards side by side: the table is then read along its lines.
        for where, place in sorted(sorted_cards):
            self.level_bins[self.levels] = where
            self.level_place[self.levels] = place
            self.levels += 1

    def _heap_size(self) -> int:
        """Return the room of the heap: what the bins cannot hold."""
        total = self.levels + self.free_count + self.pool_count
        return total - sum(self.bin_size[j] for j in range(self.bins))

    def _heap_ways(self) -> float:
        """Return in how many ways the heap can be shared among the open seats and the stock."""
        rest = self._heap_size()
        if rest < 0:
            return 0.0
        ways: float = self.factorials[rest]
        for j in range(self.open_count):
            ways /= self.factorials[self.open_size[j]]
            rest -= self.open_size[j]
        return ways / self.factorials[rest] if rest >= 0 else 0.0

    def _find_slack(self) -> None:
        """Note for every set of bins, the heap being the last, the room that its cards leave."""
        heap = 1 << self.bins
        for subset in range(2 * heap):
            room = self._heap_size() if subset & heap else 0
            for j in range(self.bins):
                room += self.bin_size[j] if subset >> j & 1 else 0
            for level in range(self.levels):
                # The heap may always be chosen, so a set without it confines no card.
                room -= 1 if (self.level_bins[level] | heap) & ~subset == 0 else 0
            room -= self.pool_count if subset & heap else 0
            self.slack[subset] = room - (self.free_count if subset == 2 * heap - 1 else 0)

    # The table

    def _count_worlds(self) -> None:
        room = [0] * 8
        level = self.levels
        while level >= 0:
            for j in range(8):
                room[j] = 0
            held = 0
            rest = self.levels - level + self.free_count
            for index in range(self.states):
                spare = rest - held  # what goes to the heap in the end
                here = level * self.states + index
                ways = 0.0
                if spare >= 0 and level == self.levels:
                    ways = self._free_ways(room, spare)
                elif spare >= 0:
                    if spare > 0:
                        ways = self.table[here + self.states]
                    for b in range(self.bins):
                        if self.level_bins[level] >> b & 1 and room[b]:
                            ways += self.table[here + self.states - self.step[b]]
                self.table[here] = ways
                # The next index: count on, as an odometer does.
                b = 0
                while b < self.bins and room[b] == self.bin_size[b]:
                    held -= room[b]
                    room[b] = 0
                    b += 1
                if b < self.bins:
                    room[b] += 1
                    held += 1
            level -= 1

    def _free_ways(self, room: list[int], spare: int) -> float:
        ways = self.factorials[self.free_count] / self.factorials[spare]
        for b in range(self.bins):
            ways /= self.factorials[room[b]]
        return ways

    # Dealing

    def deal(self, seed: int, first: int, last: int) -> tuple[bytes, bytes]:
        """Return worlds *first* to *last* - 1 of *seed*, and their weights if they need any.

        A world is two words of bits for each seat; a weight is the logarithm of a real number.
        """
        if self.players < 3 or not 0 <= first <= last:
            raise MalformedError("worlds are dealt a number of times")
        number = last - first
        worlds = bits.words(number * self.players * 2)
        weights = bits.reals(number)
        thread = bits.unlock()
        self._deal(seed, first, last, worlds, weights)
        bits.lock(thread)
        hands = bits.packed(worlds, number * self.players * 2)
        logs = b"" if self.is_uniform else bits.packed_reals(weights, number)
        bits.free(worlds)
        bits.free(weights)
        return hands, logs

    def _deal(
        self, seed: int, first: int, last: int, worlds: list[int], weights: list[float]
    ) -> None:
        state = [0]
        room = [0] * 8
        choice = [0] * 72
        pool = [0] * 72
        free = [0] * 72
        one = 1
        for index in range(first, last):
            state[0] = bits.seeded(seed, index)
            world = (index - first) * self.players * 2
            worlds[world + 2 * self.seat] = self.own_low
            worlds[world + 2 * self.seat + 1] = self.own_high
            for j in range(self.bins):
                room[j] = self.bin_size[j]
            if self.is_uniform:
                weight = self._place_uniformly(state, room, choice)
            else:
                weight = self._place_by_weight(state, room, choice)
            weights[index - first] = weight
            n = self.pool_count
            for j in range(n):
                pool[j] = self.pool_place[j]
            for j in range(self.levels):
                place = self.level_place[j]
                if choice[j] == self.bins:
                    pool[n] = place
                    n += 1
                else:
                    seat = self.bin_seat[choice[j]]
                    worlds[world + 2 * seat + (place >> 6)] |= one << (place & 63)
            for j in range(self.free_count):
                free[j] = self.free_place[j]
            k = self.free_count
            for b in range(self.bins):
                seat = self.bin_seat[b]
                size = room[b]
                while size:
                    state[0] = bits.advance(state[0])
                    j = bits.below(state[0], k)
                    place = free[j]
                    k -= 1
                    free[j] = free[k]
                    worlds[world + 2 * seat + (place >> 6)] |= one << (place & 63)
                    size -= 1
            for j in range(k):
                pool[n] = free[j]
                n += 1
            for b in range(self.open_count):
                seat = self.open_seat[b]
                size = self.open_size[b]
                while size:
                    state[0] = bits.advance(state[0])
                    j = bits.below(state[0], n)
                    place = pool[j]
                    n -= 1
                    pool[j] = pool[n]
                    worlds[world + 2 * seat + (place >> 6)] |= one << (place & 63)
                    size -= 1

    def _place_uniformly(self, state: list[int], room: list[int], choice: list[int]) -> float:
        index = self.states - 1
        for level in range(self.levels):
            state[0] = bits.advance(state[0])
            there = (level + 1) * self.states + index
            share = bits.fraction(state[0]) * self.table[there - self.states]
            # The heap is the last resort, so that rounding cannot choose a bin without room.
            choice[level] = self.bins
            for b in range(self.bins):
                if self.level_bins[level] >> b & 1 and room[b]:
                    share -= self.table[there - self.step[b]]
                    if share < 0.0:
                        choice[level] = b
                        room[b] -= 1
                        index -= self.step[b]
                        break
        return 0.0

    def _place_by_weight(self, state: list[int], room: list[int], choice: list[int]) -> float:
        slack = [0] * 256
        shares = [0.0] * 8
        for subset in range(2 << self.bins):
            slack[subset] = self.slack[subset]
        room[self.bins] = self.heap_room
        weight = 0.0
        for level in range(self.levels):
            wanted = self.level_bins[level] | 1 << self.bins
            total = 0.0
            for b in range(self.bins + 1):
                shares[b] = 0.0
                is_open = wanted >> b & 1 and room[b]
                if is_open:
                    for subset in range(2 << self.bins):
                        if subset >> b & 1 and wanted & ~subset and slack[subset] < 1:
                            is_open = 0
                            break
                if is_open:
                    shares[b] = room[b]
                    total += shares[b]
            state[0] = bits.advance(state[0])
            share = bits.fraction(state[0]) * total
            b = 0
            while shares[b] <= share:
                share -= shares[b]
                b += 1
            choice[level] = b
            room[b] -= 1
            weight += bits.log(total / shares[b])
            for subset in range(2 << self.bins):
                if subset >> b & 1 and wanted & ~subset:
                    slack[subset] -= 1
        spare = self.free_count
        for b in range(self.bins):
            spare -= room[b]
        return weight + bits.log(self._free_ways(room, spare))
