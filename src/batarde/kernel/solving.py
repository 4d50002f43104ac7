# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# cython: annotation_typing=False, initializedcheck=False, auto_pickle=False
"""Exact endings: what every seat gets when all hands are known and all play for themselves.

*max^n*: whoever plays chooses, among the outcomes that their cards lead to, the one with the
least penalty of their own. Between outcomes of equal own penalty they choose the one whose
penalties are the least, compared seat by seat clockwise from the opener, the dealer last. That
orders the penalties completely, so the value of a position is one vector, whatever the order in
which cards are tried, and tables and the merging of like cards cannot change it.

Everybody breaking ties in the same order is also what makes the search quick: most of the time
the seats agree on the best they can hope for, and whoever reaches it looks no further.

*Forcing*: whether a seat can bring its own number of tricks into a given set against all others.
The paranoid value follows from it: the least penalty that a seat can force.

Cards are kept by relative rank: when a trick is over its cards are taken out and the lanes close
up. So positions that differ only in cards long gone are the same position in the table, and two
cards of one hand with nothing between them are one move.
"""

from collections.abc import Sequence

import batarde.kernel.bits as bits
from batarde.rules import MalformedError

COMPILED: bool = not __file__.endswith(".py")

# Penalties and tricks are vectors of bytes in one word, the opener's on top, so that comparing
# words compares seat by seat. These are a 1, the top bit, and the other bits of every byte.
ONES = 0x0101010101010101
HIGHS = 0x8080808080808080
SEVENS = 0x7F7F7F7F7F7F7F7F


class Solver:
    """Solves positions of one number of *players* under one *trump*, and remembers them.

    Its seats count from the opener. Its table grows with the work, up to 2 to the power of
    *largest* entries of 16 bytes; then new entries replace old ones.
    """

    def __init__(self, players: int, trump: int, largest: int = 22) -> None:
        if not 3 <= players <= 7 or not 0 <= trump <= 5 or not 8 <= largest <= 28:
            raise MalformedError("a solver has 3 to 7 players, a trump, and room for 8 to 28")
        self._make_room()
        self.players = players
        self.largest = largest
        self.size = 0
        self.shift = 5 if players >= 5 else 4
        self._set_lanes(trump)
        self.salt = 0 if trump == 0 else 2 if trump == 5 else 1
        for seat in range(players):
            self.units[seat] = 1 << 8 * (players - 1 - seat)
        self.held = (1 << 8 * players) - 1
        self.tricks = 0
        self.visited = 0
        self.budget = 0
        self.gave_up = False
        self.is_busy = False
        self.table = bits.words(0)

    def __dealloc__(self) -> None:
        """Give the table back; only the compiled class has to."""
        bits.free(self.table)

    def _make_room(self) -> None:
        self.hands = [0] * 128
        self.lanes = [0] * 4
        self.sure = [0] * 16
        self.is_loose = [0] * 16
        self.needs = [0] * 16
        self.units = [0] * 8
        self.least = [0] * 128
        self.origins = [0] * 128

    def _set_lanes(self, trump: int) -> None:
        self.cutting = 0
        self.ruling = 0
        self.bottoms = 0
        lane = (bits.join(1, 0) << (18 if self.shift == 5 else 9)) - 1
        for j in range(4):
            self.lanes[j] = lane << (j << self.shift)
            self.bottoms |= bits.join(1, 0) << (j << self.shift)
            if trump == 0:
                self.ruling |= self.lanes[j]
        if 0 < trump < 5:
            self.cutting = self.ruling = self.lanes[3]

    # Setting up

    def load(
        self,
        hands: Sequence[int],
        trick: Sequence[int],
        leader: int,
        needs: Sequence[int],
        *,
        budget: int = 1 << 60,
        keeps: bool = False,
    ) -> None:
        """Take a position: *hands* and the *trick* on the table as sets of bits, and *needs*.

        After *budget* entries in its table the solver gives up. It *keeps* a table that has
        grown large only if asked to.

        :raises MalformedError: if there is no such position.
        """
        players = self.players
        self._check_idle()
        if len(hands) != players or len(needs) != players or not 0 <= leader < players:
            raise MalformedError(f"these are not the hands and needs of {players} players")
        if len(trick) >= players or any(card.bit_count() != 1 for card in trick):
            raise MalformedError("this is not a trick")
        tricks = max(hand.bit_count() for hand in hands)
        everything = 0
        pack = 0
        for j in range(4):
            pack |= self.lanes[j]
        for member in (*hands, *trick):
            if member < 0 or member & everything or member & ~pack:
                raise MalformedError("a card is held twice, or is not in the pack")
            everything |= member
        for seat in range(players):
            has_played = (seat - leader) % players < len(trick)
            if hands[seat].bit_count() != tricks - has_played:
                raise MalformedError("hands of the wrong sizes")
        if not 1 <= tricks <= 14:
            raise MalformedError("there is nothing left to play")
        self._resize(min(max(2 * tricks, 8), 13, self.largest), keeps)
        self.budget = self.visited + budget
        self.tricks = tricks
        self._note_origins(everything)
        for seat in range(players):
            self.hands[seat] = self._closed(hands[seat], everything)
        self.needs[0] = 0
        for seat in range(players):
            self.needs[0] |= min(max(needs[seat], 0), tricks) * self.units[seat]
        self._load_trick([self._closed(card, everything) for card in trick], leader)

    def _resize(self, size: int, keeps: bool) -> None:
        """Begin with a table that suits the position: a small one stays in the caches."""
        if size > self.size or (size + 2 < self.size and not keeps):
            table = bits.words(2 << size)
            bits.free(self.table)
            self.table = table
            self.size = size
            self.mask = (1 << size) - 1
        self.enough = self.visited + (self.mask >> 1)

    def _closed(self, members: int, everything: int) -> int:
        """Return *members* with the gaps between the cards of *everything* closed up."""
        closed = 0
        for lane in range(4):
            height = 0
            for place in range(lane << self.shift, (lane + 1) << self.shift):
                if everything >> place & 1:
                    closed |= (members >> place & 1) << (lane << self.shift) + height
                    height += 1
        return closed

    def _note_origins(self, everything: int) -> None:
        for lane in range(4):
            height = lane << self.shift
            for place in range(lane << self.shift, (lane + 1) << self.shift):
                if everything >> place & 1:
                    self.origins[height] = place
                    height += 1

    def _original(self, members: int) -> int:
        """Return a set of closed-up places as it was before."""
        found = members & 0
        while members:
            found |= bits.join(1, 0) << self.origins[bits.lowest(members)]
            members &= members - 1
        return found

    def _check_idle(self) -> None:
        # Another thread may come by while this one computes without the interpreter's lock.
        if self.is_busy:
            raise MalformedError("a solver works for one thread at a time")

    def _load_trick(self, trick: Sequence[int], leader: int) -> None:
        self.placed = 0
        self.turn = leader
        self.best_seat = leader
        self.best = 0
        self.following = 0
        self.table_cards = 0
        for card in trick:
            if not self.placed:
                self.following = self.lanes[bits.lowest(card) >> self.shift]
            if not self.placed or (card & (self.following | self.cutting) and card > self.best):
                self.best = card
                self.best_seat = self.turn
            self.table_cards |= card
            self.placed += 1
            self.turn = (self.turn + 1) % self.players

    # max^n

    def values(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return, for each choice of the seat in turn, its cards and the tricks that follow.

        Cards that come to the same are one choice, given as a set of bits. The tricks are by
        seat and include the one on the table.

        :raises OverflowError: if the budget is used up.
        """
        self._check_idle()
        if not self.tricks:
            raise MalformedError("no position was loaded")
        hand = self.hands[self.turn]
        legal = hand
        winners = hand
        if self.placed:
            legal = hand & self.following or hand & self.cutting or hand
            winners = legal & (self.following | self.cutting) & ~(self.best | (self.best - 1))
            rise = winners & self.ruling
            legal = rise if rise else legal
        alike = hand | (self.table_cards ^ self.best)
        self._find_sure(0, self.table_cards)
        found = []
        while legal:
            card = legal & (0 - legal)
            legal ^= card
            choice = card
            while legal and not ((legal & (0 - legal)) - card) & ~alike:
                card = legal & (0 - legal)
                legal ^= card
                choice |= card
            self.is_busy = True
            thread = bits.unlock()
            value = self._played(
                0,
                self.turn,
                self.placed,
                self.table_cards,
                card,
                self.best,
                self.best_seat,
                self.following,
                card & winners != 0,
                0,
                0,
            )
            bits.lock(thread)
            self.is_busy = False
            self._check_budget()
            found.append((self._original(choice), self._tricks_of(value)))
        return found

    def _check_budget(self) -> None:
        if self.gave_up:
            self.gave_up = False
            raise OverflowError("the position is too large for this budget")

    def _tricks_of(self, value: int) -> tuple[int, ...]:
        return tuple([value >> 8 * (self.players - 1 - seat) & 255 for seat in range(self.players)])

    def _trick(self, depth: int, leader: int) -> int:
        """Return the tricks of every seat from a fresh trick on; more than one is left."""
        if self._leader_takes_all(depth, leader):
            return self.units[leader] * (self.tricks - depth)
        key = self._key(depth, leader, self.needs[depth])
        place = 2 * (key & self.mask)
        check = self.check & ~self.held
        found = self.table[place + 1]
        if self.table[place] == key and found & ~self.held == check and found & self.held:
            return found & self.held
        if self.visited >= self.budget:
            self.gave_up = True
            return self.units[leader] * (self.tricks - depth)
        self._find_sure(depth, 0)
        value = self._settled(depth)
        if not value:
            value = self._turn(depth, leader, 0, 0, 0, leader, 0, 0, 0)
        self._keep(key, check | value)
        return value

    def _turn(
        self,
        depth: int,
        seat: int,
        placed: int,
        table: int,
        best: int,
        best_seat: int,
        following: int,
        judge: int,
        limit: int,
    ) -> int:
        """Return the tricks of every seat when *seat* is to play to the trick on the table.

        Or, if *limit* is not 0, any outcome that *judge* ranks at *limit* or worse, as soon as it
        is clear that it will come to such a one: *judge*, who played before, will not choose it.
        """
        hand = self.hands[8 * depth + seat]
        contending = following | self.cutting
        wants = 1 if self.needs[depth] & (255 * self.units[seat]) else 0
        if placed == 0:
            legal = hand
            winners = hand
        else:
            legal = hand & following
            legal = legal if legal else hand & self.cutting
            legal = legal if legal else hand
            winners = legal & contending & ~(best | (best - 1))
            rise = winners & self.ruling
            legal = rise if rise else legal
        # Cards on the table that are beaten already separate nothing.
        alike = hand | (table ^ best)
        card = bits.top(legal)
        if not (card - (legal & (0 - legal))) & ~alike:
            return self._played(
                depth,
                seat,
                placed,
                table,
                card,
                best,
                best_seat,
                following,
                card & winners != 0,
                judge,
                limit,
            )
        # Good first guesses let the search stop early: win high if a trick is wanted, else get
        # rid of the highest card that loses.
        if wants:
            group = winners
            later = legal & ~winners
            falling = 1
        else:
            group = legal & ~winners
            later = winners & legal
            falling = 1 if placed else 0
        best_value = 0
        best_rank = 0
        ideal = 0
        before = 0
        while True:
            if not group:
                if not later:
                    return best_value
                if (
                    not wants
                    and placed + 1 == self.players
                    and best_rank
                    and not (best_rank - 1) >> 56
                ):
                    return best_value  # taking an unwanted trick cannot be better
                group = later
                later = 0
                before = 0
                falling = 0 if wants or placed == 0 else 1
            card = bits.top(group) if falling else group & (0 - group)
            group ^= card
            if before:
                between = before - card if falling else card - before
                before = card
                if not between & ~alike:
                    continue
            before = card
            if best_value and not best_rank:
                # Only where there is a choice is it worth knowing how good the first one was.
                best_rank = 1 + self._rank(depth, seat, best_value)
                known = self._known_winner(depth, seat, placed, best, best_seat, contending)
                ideal = 1 + self._ideal(depth, seat, known)
                if best_rank <= ideal:
                    return best_value
                if (
                    limit
                    and not (best_rank - 1) >> 56
                    and self._refuted(depth, judge, seat, known, limit)
                ):
                    return best_value
            if best_rank:
                # Not worth playing if it settles the trick in a way that cannot be better.
                known = self._winner_after(
                    depth, seat, placed, card, best, best_seat, following, card & winners != 0
                )
                if known >= 0 and 1 + self._ideal(depth, seat, known) >= best_rank:
                    continue
            value = self._played(
                depth,
                seat,
                placed,
                table,
                card,
                best,
                best_seat,
                following,
                card & winners != 0,
                seat,
                best_rank,
            )
            if not best_value:
                best_value = value
                continue
            rank = 1 + self._rank(depth, seat, value)
            if rank < best_rank:
                best_rank = rank
                best_value = value
                if rank <= ideal:
                    return value
                if limit and not (rank - 1) >> 56 and self._refuted(depth, judge, seat, -1, limit):
                    return value

    def _played(
        self,
        depth: int,
        seat: int,
        placed: int,
        table: int,
        card: int,
        best: int,
        best_seat: int,
        following: int,
        wins: bool,
        judge: int,
        limit: int,
    ) -> int:
        """Return the tricks of every seat after *seat* has played *card*."""
        if placed == 0:
            following = self.lanes[bits.lowest(card) >> self.shift]
        if wins:
            best = card
            best_seat = seat
        table |= card
        placed += 1
        if placed < self.players:
            seat = 0 if seat + 1 == self.players else seat + 1
            return self._turn(depth, seat, placed, table, best, best_seat, following, judge, limit)
        value = self.units[best_seat]
        left = self.tricks - depth - 1
        if left == 1:
            return value + self.units[self._last_winner(8 * depth, table, best_seat)]
        if left == 0:
            return value
        self._clear(depth, table)
        self._lower_needs(depth, best_seat)
        return value + self._trick(depth + 1, best_seat)

    # From one trick to the next

    def _clear(self, depth: int, table: int) -> None:
        """Take the cards of a trick out of the hands and close the lanes up."""
        base = 8 * depth
        after = base + 8
        for j in range(self.players):
            self.hands[after + j] = self.hands[base + j] & ~table
        while table:
            lane = self.lanes[bits.lowest(table) >> self.shift]
            gone = table & lane
            table ^= gone
            for j in range(self.players):
                self.hands[after + j] = bits.squeezed(self.hands[after + j], gone, lane)

    def _lower_needs(self, depth: int, winner: int) -> None:
        """Note what everybody needs after *winner* took a trick.

        Who needs none, or more than all, plays the same however far they are from their bid: so
        needs stay between 0 and the number of tricks left.
        """
        need = self.needs[depth]
        if need & (255 * self.units[winner]):
            need -= self.units[winner]
        # A byte is above the number left by one at most.
        over = (need | HIGHS) - ONES * (self.tricks - depth)
        self.needs[depth + 1] = need - ((over & HIGHS) >> 7 & self.held)

    def _last_winner(self, base: int, table: int, leader: int) -> int:
        """Return who wins the last trick, the cards of *table* being gone."""
        best = self.hands[base + leader] & ~table
        contending = self.lanes[bits.lowest(best) >> self.shift] | self.cutting
        winner = leader
        seat = leader
        for _ in range(1, self.players):
            seat = 0 if seat + 1 == self.players else seat + 1
            card = self.hands[base + seat] & ~table
            if card & contending and card > best:
                best = card
                winner = seat
        return winner

    def _keep(self, key: int, value: int) -> None:
        """Note what was found, in a larger table if this one is getting full."""
        if self.gave_up:
            return
        self.visited += 1
        if self.visited > self.enough and self.size < self.largest:
            grown = bits.grown(self.table, self.size)
            if grown:
                self.table = grown
                self.size += 2
                self.mask = self.mask * 4 + 3
            self.enough = self.visited + (self.mask >> 1)
        place = 2 * (key & self.mask)
        self.table[place] = key
        self.table[place + 1] = value

    def _key(self, depth: int, leader: int, about: int) -> int:
        """Return the hash of a position, and note a second one in ``check``."""
        base = 8 * depth
        key = self.salt | leader << 2
        check = about
        for j in range(self.players):
            key = bits.hashed(key, self.hands[base + j])
            check = bits.checked(check, self.hands[base + j])
        self.check = check
        return bits.hashed64(key, about)

    # Bounds

    def _find_sure(self, depth: int, table: int) -> None:
        """Note how many tricks each seat wins with trumps, however everybody plays.

        A trump loses only to a higher one in the same trick, and that one can take no second
        trick: going down the trumps, each either has a higher one of somebody else to lose to
        that has not been used up, or is sure to win.
        """
        base = 8 * depth
        self.sure[depth] = 0
        for j in range(self.players):
            self.least[base + j] = 0
        trumps = table
        for j in range(self.players):
            trumps |= self.hands[base + j]
        trumps &= self.cutting
        if trumps:
            card = bits.top(trumps)
            for j in range(self.players):
                if self.hands[base + j] & card:
                    while self.hands[base + j] & card & self.cutting:
                        self.sure[depth] |= card
                        self.least[base + j] += 1
                        card >>= 1
                    break
        self.is_loose[depth] = 1
        for j in range(self.players):
            need = self.needs[depth] >> 8 * (self.players - 1 - j) & 255
            if self.least[base + j] > need:
                self.is_loose[depth] = 0

    def _leader_takes_all(self, depth: int, leader: int) -> bool:
        """Return whether every card of the leader is above all others, and nobody can cut."""
        base = 8 * depth
        others = 0
        for j in range(self.players):
            others |= self.hands[base + j]
        others ^= self.hands[base + leader]
        # So it is if the others have the lowest places of every lane, without a gap.
        return not others & (others + self.bottoms) and not others & self.cutting

    def _settled(self, depth: int) -> int:
        """Return the tricks of every seat if all of them are sure, else 0."""
        base = 8 * depth
        left = self.tricks - depth
        value = 0
        for j in range(self.players):
            left -= self.least[base + j]
            value += self.units[j] * self.least[base + j]
        return 0 if left else value

    def _known_winner(
        self, depth: int, seat: int, placed: int, best: int, best_seat: int, contending: int
    ) -> int:
        """Return who is sure to win this trick over and above their sure ones, or -1."""
        if placed == 0 or best & self.sure[depth]:
            return -1
        rivals = 0
        for _ in range(placed, self.players):
            rivals |= self.hands[8 * depth + seat]
            seat = 0 if seat + 1 == self.players else seat + 1
        return -1 if rivals & contending & ~(best | (best - 1)) else best_seat

    def _winner_after(
        self,
        depth: int,
        seat: int,
        placed: int,
        card: int,
        best: int,
        best_seat: int,
        following: int,
        wins: bool,
    ) -> int:
        """Return who is then sure to win the trick, over and above their sure ones, or -1."""
        if placed == 0:
            following = self.lanes[bits.lowest(card) >> self.shift]
        if wins:
            best = card
            best_seat = seat
        seat = 0 if seat + 1 == self.players else seat + 1
        return self._known_winner(
            depth, seat, placed + 1, best, best_seat, following | self.cutting
        )

    def _rank(self, depth: int, actor: int, value: int) -> int:
        """Return how *actor* likes an outcome; the least is the best."""
        apart = (value | HIGHS) - self.needs[depth]  # a top bit stays where enough was won
        least = (apart & HIGHS) >> 7 ^ ONES
        gaps = (((apart ^ least * 127) & SEVENS) + least) & self.held
        return (gaps >> 8 * (self.players - 1 - actor) & 255) << 56 | gaps

    def _ideal(self, depth: int, actor: int, known: int) -> int:
        """Return a rank that no outcome beats: the tricks shared out as *actor* likes best.

        *known* wins one more trick than is sure; it is -1 if nobody is known to.
        """
        base = 8 * depth
        rest = self.tricks - depth
        last = self.players - 1
        if last == actor:
            last -= 1
        # Nearly always everybody but the last gets what they need.
        if self.is_loose[depth] and (known < 0 or self.needs[depth] & (255 * self.units[known])):
            taken = rest - bits.byte_sum(self.needs[depth])
            if taken >= 0:
                return self.units[last] * taken
            need = self.needs[depth] >> 8 * (self.players - 1 - last) & 255
            if need + taken > self.least[base + last]:
                return self.units[last] * (0 - taken)
        others = 1 if known >= 0 else 0
        for j in range(self.players):
            others += self.least[base + j]
        low = self.least[base + actor] + (1 if actor == known else 0)
        others -= low
        high = rest - others
        need = self.needs[depth] >> 8 * (self.players - 1 - actor) & 255
        taken = low if need < low else (high if need > high else need)
        own = need - taken if need > taken else taken - need
        rest -= taken
        key = 0
        for j in range(self.players):
            if j == actor:
                key = key << 8 | own
                continue
            need = self.needs[depth] >> 8 * (self.players - 1 - j) & 255
            if j == last:
                taken = rest  # all tricks go to somebody
            else:
                low = self.least[base + j] + (1 if j == known else 0)
                others -= low
                high = rest - others
                taken = low if need < low else (high if need > high else need)
            rest -= taken
            key = key << 8 | (need - taken if need > taken else taken - need)
        return key | bits.wide(own) << 56

    def _refuted(self, depth: int, judge: int, actor: int, known: int, limit: int) -> bool:
        """Return whether *judge* gets nothing better than *limit* once *actor* meets the bid."""
        base = 8 * depth
        exact = self.needs[depth] >> 8 * (self.players - 1 - actor) & 255
        low = self.least[base + actor] + (1 if actor == known else 0)
        rest = self.tricks - depth - exact
        others = 1 if known >= 0 else 0
        for j in range(self.players):
            others += self.least[base + j]
        others -= low
        low = self.least[base + judge] + (1 if judge == known else 0)
        others -= low
        high = rest - others
        need = self.needs[depth] >> 8 * (self.players - 1 - judge) & 255
        taken = low if need < low else (high if need > high else need)
        own = need - taken if need > taken else taken - need
        rest -= taken
        last = self.players - 1
        while last == actor or last == judge:
            last -= 1
        key = 0
        for j in range(self.players):
            key <<= 8
            if j == actor:
                continue
            if j == judge:
                key |= own
                continue
            need = self.needs[depth] >> 8 * (self.players - 1 - j) & 255
            if j == last:
                taken = rest
            else:
                low = self.least[base + j] + (1 if j == known else 0)
                others -= low
                high = rest - others
                taken = low if need < low else (high if need > high else need)
            rest -= taken
            key |= need - taken if need > taken else taken - need
        return 1 + (key | bits.wide(own) << 56) >= limit

    # Forcing

    def can_force(self, seat: int, wanted: int) -> bool:
        """Return whether *seat* can make its further tricks one of the numbers in *wanted*.

        *wanted* has bit n set for n tricks; the trick on the table counts.

        :raises OverflowError: if the budget is used up.
        """
        self._check_idle()
        if not self.tricks or not 0 <= seat < self.players:
            raise MalformedError("no position was loaded, or there is no such seat")
        self.hero = seat
        wanted &= (2 << self.tricks) - 1
        self.is_busy = True
        thread = bits.unlock()
        self._find_sure(0, self.table_cards)
        if self.placed:
            answer = self._force_turn(
                0,
                self.turn,
                self.placed,
                self.table_cards,
                self.best,
                self.best_seat,
                self.following,
                wanted,
            )
        else:
            answer = self._force_trick(0, self.turn, wanted)
        bits.lock(thread)
        self.is_busy = False
        self._check_budget()
        return answer != 0

    def _force_trick(self, depth: int, leader: int, wanted: int) -> int:
        base = 8 * depth
        left = self.tricks - depth
        if left == 1:
            return wanted >> (1 if self._last_winner(base, 0, leader) == self.hero else 0) & 1
        self._find_sure(depth, 0)
        low = self.least[base + self.hero]
        high = left + low
        for j in range(self.players):
            high -= self.least[base + j]
        reach = (bits.wide(2) << high) - (bits.wide(1) << low)
        wanted &= reach
        if not wanted:
            return 0
        if wanted == reach:
            return 1
        # The answers of max^n and of forcing share the table: needs never have a top bit set.
        key = self._key(depth, leader, wanted | bits.wide(self.hero) << 32 | bits.wide(1) << 63)
        place = 2 * (key & self.mask)
        found = self.table[place + 1]
        if self.table[place] == key and found >> 1 == self.check >> 1:
            return found & 1
        if self.visited >= self.budget:
            self.gave_up = True
            return 0
        check = self.check >> 1 << 1
        answer = self._force_turn(depth, leader, 0, 0, 0, leader, 0, wanted)
        self._keep(key, check | answer)
        return answer

    def _force_turn(
        self,
        depth: int,
        seat: int,
        placed: int,
        table: int,
        best: int,
        best_seat: int,
        following: int,
        wanted: int,
    ) -> int:
        hand = self.hands[8 * depth + seat]
        next_seat = 0 if seat + 1 == self.players else seat + 1
        legal = hand
        winners = hand
        if placed:
            legal = hand & following
            legal = legal if legal else hand & self.cutting
            legal = legal if legal else hand
            winners = legal & (following | self.cutting) & ~(best | (best - 1))
            rise = winners & self.ruling
            legal = rise if rise else legal
        alike = hand | (table ^ best)
        before = 0
        answer = 0
        while legal:
            card = bits.top(legal)
            legal ^= card
            if before and not (before - card) & ~alike:
                before = card
                continue
            before = card
            next_following = following
            if placed == 0:
                next_following = self.lanes[bits.lowest(card) >> self.shift]
            next_best = card if card & winners else best
            winner = seat if card & winners else best_seat
            if placed + 1 < self.players:
                answer = self._force_turn(
                    depth,
                    next_seat,
                    placed + 1,
                    table | card,
                    next_best,
                    winner,
                    next_following,
                    wanted,
                )
            elif self.tricks - depth == 1:
                answer = wanted >> (1 if winner == self.hero else 0) & 1
            else:
                self._clear(depth, table | card)
                answer = self._force_trick(
                    depth + 1, winner, wanted >> (1 if winner == self.hero else 0)
                )
            if answer == (1 if seat == self.hero else 0):
                return answer
        return answer
