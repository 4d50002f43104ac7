# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# cython: annotation_typing=False, initializedcheck=False, auto_pickle=False
"""Positions and playouts: the rules on sets of bits (A1 to A9, P1 to P9, S1).

This file is compiled where there is a C compiler, with the types in ``playing.pxd``; elsewhere
it runs as it stands. :mod:`~batarde.kernel.numbering` tells how cards become bits.
"""

from collections.abc import Sequence

import batarde.kernel.bits as bits
from batarde.kernel.numbering import BID, bit_places, lane_shift
from batarde.rules import Code, IllegalActionError, MalformedError, Refusal

COMPILED: bool = not __file__.endswith(".py")

AUCTION = 0
REDOUBLE = 1
PLAY = 2
OVER = 3

_DOUBLE = 72
_REDOUBLE = 73
_PASS = 74
_NONE = -1
_NO_TRUMPS = 5

STRIDE = 16
"""Counters for each seat in a tally: of 0, 1, 2 … tricks."""

POLICY_SIZE = 3 * 4 * 4 * 3 * 2 * 3
"""The weights of a policy: one for each combination of what a player sees in a card."""


class Position:
    """A deal from the first call to the last card, in small numbers.

    Seats count from 0; cards and actions are numbers (:mod:`batarde.kernel.numbering`).

    >>> position = Position([range(0, 5), range(9, 14), range(18, 23), range(27, 32)], dealer=3)
    >>> position.turn, len(position.legal())
    (0, 36)

    :raises MalformedError: if these are not hands that could have been dealt.
    """

    def __init__(self, hands: Sequence[Sequence[int]], dealer: int) -> None:
        self.dealt = tuple(tuple(hand) for hand in hands)
        self.calls: tuple[tuple[int, int], ...] = ()
        _check_hands(self.dealt, dealer)
        self.players = len(self.dealt)
        self.cards = len(self.dealt[0])
        self.dealer = dealer
        self.shift = lane_shift(self.players)
        self.phase = AUCTION
        self.leader = (dealer + 1) % self.players
        self.turn = self.leader
        self.speaking = self.leader
        self.left = self.cards
        self.author = _NONE
        self.called = 0
        self.trump = _NO_TRUMPS
        self.pack = 0
        self.doubled_by = _NONE
        self.redoubled = False
        self._make_room()
        self.play_count = 0
        self.placed = 0
        self.best = 0
        self.best_seat = 0
        self.contending = 0
        self.rising = 0
        self.following = 0
        self.cutting = 0
        self.ruling = 0
        self.pack_set = 0
        self.gone = 0

    def _make_room(self) -> None:
        self.bids = [-1] * 7
        self.tricks = [0] * 7
        self.hands = [0] * 7
        self.lanes = [0] * 4
        self.plays = [0] * 72
        self.places = [0] * 72
        self.numbers = [0] * 128

    @classmethod
    def in_play(
        cls,
        hands: Sequence[Sequence[int]],
        leader: int,
        trump: int,
        pack: int,
        bids: Sequence[int],
    ) -> "Position":
        """Return a position in which *leader* leads, without the auction that led there.

        *bids* are the tricks that each seat still needs; below 0 for too many won already.

        :raises MalformedError: if there is no such position.
        """
        players = len(hands)
        position = cls(hands, (leader - 1) % players if players else 0)
        if not 0 <= trump <= _NO_TRUMPS or not (0 < pack < 3 if players >= 5 else pack == 0):
            raise MalformedError(f"no contract has trump {trump} and pack {pack}")
        if len(bids) != players or any(not -14 <= bid <= 28 for bid in bids):
            raise MalformedError(f"{list(bids)} are not the bids of {players} players")
        position._agree(trump, pack, bids)
        return position

    def copy(self) -> "Position":
        """Return another position like this one."""
        other = Position.__new__(Position)
        other._make_room()
        other.dealt = self.dealt
        other.calls = self.calls
        other.players = self.players
        other.cards = self.cards
        other.dealer = self.dealer
        other.shift = self.shift
        other.phase = self.phase
        other.leader = self.leader
        other.turn = self.turn
        other.speaking = self.speaking
        other.left = self.left
        other.author = self.author
        other.called = self.called
        other.trump = self.trump
        other.pack = self.pack
        other.doubled_by = self.doubled_by
        other.redoubled = self.redoubled
        for j in range(7):
            other.bids[j] = self.bids[j]
            other.tricks[j] = self.tricks[j]
            other.hands[j] = self.hands[j]
        for j in range(4):
            other.lanes[j] = self.lanes[j]
        for j in range(72):
            other.plays[j] = self.plays[j]
            other.places[j] = self.places[j]
        for j in range(128):
            other.numbers[j] = self.numbers[j]
        other.play_count = self.play_count
        other.placed = self.placed
        other.best = self.best
        other.best_seat = self.best_seat
        other.contending = self.contending
        other.rising = self.rising
        other.following = self.following
        other.cutting = self.cutting
        other.ruling = self.ruling
        other.pack_set = self.pack_set
        other.gone = self.gone
        return other

    def __reduce__(self) -> "str | tuple[object, ...]":
        """Refuse to be pickled: what comes back from a pickle could be no position at all."""
        raise TypeError("a position cannot be pickled: send the deal")

    # What it is

    @property
    def is_over(self) -> bool:
        """Whether the last card has been played."""
        return self.phase == OVER

    @property
    def factor(self) -> int:
        """What the points are multiplied by: 1, 2 or 4 (S1)."""
        if self.doubled_by == _NONE:
            return 1
        return 4 if self.redoubled else 2

    @property
    def standing_bids(self) -> list[int]:
        """By seat: the tricks bid in the standing trump, -1 for none yet."""
        return [self.bids[seat] for seat in range(self.players)]

    @property
    def won(self) -> list[int]:
        """By seat: the tricks won."""
        return [self.tricks[seat] for seat in range(self.players)]

    @property
    def trick(self) -> list[int]:
        """The cards on the table, the leader's first."""
        first = self.play_count - self.placed
        return [self.plays[first + place] for place in range(self.placed)]

    @property
    def played(self) -> list[int]:
        """Every card played, in order."""
        return [self.plays[place] for place in range(self.play_count)]

    @property
    def winner(self) -> int:
        """Who wins the trick as it lies, or won the last one (P9)."""
        return self.best_seat if self.placed else self.leader

    @property
    def score(self) -> list[int]:
        """The penalty of each seat, if nobody won another trick (S1)."""
        return [
            abs(self.bids[seat] - self.tricks[seat]) * self.factor for seat in range(self.players)
        ]

    @property
    def hand_sets(self) -> list[int]:
        """By seat: the cards held, as sets of bits of the contract; empty before the play."""
        return [self.hands[seat] for seat in range(self.players)]

    @property
    def bit_places(self) -> tuple[int, ...]:
        """The place of each card number among the bits of the contract."""
        return bit_places(self.players, self.trump, self.pack)

    def numbers_of(self, members: int) -> list[int]:
        """Return the numbers of the cards in a set of bits of the contract, by their bits."""
        return self._numbers_in(members & self.pack_set)

    @property
    def trick_sets(self) -> list[int]:
        """The cards on the table, each as a set of one bit, the leader's first."""
        return [bits.join(1, 0) << self.places[number] for number in self.trick]

    def hand(self, seat: int) -> list[int]:
        """Return the cards that *seat* holds."""
        if not 0 <= seat < self.players:
            raise MalformedError(f"no seat {seat} at a table of {self.players}")
        if self.phase < PLAY:
            return sorted(self.dealt[seat])
        return self._numbers_in(self.hands[seat])

    def _numbers_in(self, members: int) -> list[int]:
        found = []
        while members:
            member = members & (0 - members)
            found.append(self.numbers[bits.lowest(member)])
            members ^= member
        return found

    # What can be done

    def legal(self, seat: int = -1) -> list[int]:
        """Return what *seat* may do now; -1 stands for the seat in turn."""
        if seat == -1:
            seat = self.turn
        if self.phase == PLAY:
            return self._numbers_in(self._playable()) if seat == self.turn else []
        if self.phase == AUCTION:
            return self._legal_calls(seat)
        return [_PASS, _REDOUBLE] if self.phase == REDOUBLE and seat == self.author else []

    def refuse(self, action: int, seat: int = -1) -> Refusal | None:
        """Return why *seat* may not do *action*, or ``None`` if it may."""
        if seat == -1:
            seat = self.turn
        if 0 <= action < 72:
            return self._refuse_play(seat, action)
        if BID <= action < BID + 288:
            return self._refuse_bid(seat, action - BID)
        if action == _DOUBLE:
            return self._refuse_double(seat)
        if action == _REDOUBLE:
            return self._refuse_redouble(seat)
        if action != _PASS:
            raise MalformedError(f"{action} is not the number of an action")
        if self.phase == REDOUBLE and seat == self.author:
            return None
        return Refusal(Code.PASS, "A1")

    def apply(self, action: int, seat: int = -1) -> None:
        """Do *action*; -1 stands for the seat in turn.

        :raises IllegalActionError: if the rules refuse it; nothing has changed then.
        """
        turn = self.turn
        # The common case first and alone: a playable card, in turn.
        if self.phase == PLAY and 0 <= action < 72 and (seat == -1 or seat == turn):
            card = bits.join(1, 0) << self.places[action]
            if (action < 36 or self.shift == 5) and card & self._playable():
                self.plays[self.play_count] = action
                self.play_count += 1
                self._put(card)
                return
        refusal = self.refuse(action, seat)
        if refusal is not None:
            raise IllegalActionError(refusal)
        if seat == -1:
            seat = turn
        if action == _PASS:
            self._open_play()
            return
        self.calls = (*self.calls, (seat, action))
        if action == _DOUBLE:
            self.doubled_by = seat
        elif action == _REDOUBLE:
            self.redoubled = True
            if self.phase == REDOUBLE:
                self._open_play()
        else:
            self._bid(seat, action - BID)

    # The auction

    def _legal_calls(self, seat: int) -> list[int]:
        calls = self._legal_bids() if seat == self.turn else []
        if self.author == _NONE or not 0 <= seat < self.players:
            return calls
        if self.doubled_by == _NONE:
            return calls if seat == self.author else [*calls, _DOUBLE]
        return [*calls, _REDOUBLE] if seat == self.author and not self.redoubled else calls

    def _legal_bids(self) -> list[int]:
        found = []
        packs = [1, 2] if self.shift == 5 else [0]
        if self.author != _NONE:
            forbidden = self._forbidden()
            follow = BID + (self.trump * 3 + self.pack) * 16
            found = [follow + n for n in range(self.cards + 1) if n != forbidden]
            if self.doubled_by != _NONE:
                return found
        for trump in range(6):
            if self.author != _NONE and trump == self.trump:
                continue
            for tricks in range(self._least(trump), self.cards + 1):
                found += [BID + (trump * 3 + pack) * 16 + tricks for pack in packs]
        return found

    def _least(self, trump: int) -> int:
        """Return how many tricks an announcement in *trump* needs (A3)."""
        if self.author == _NONE:
            return 0
        return self.called if trump < self.trump else self.called + 1

    def _forbidden(self) -> int:
        """Return the number that may not follow (A6), or -1."""
        silent = 0
        rest = self.cards
        for seat in range(self.players):
            if self.bids[seat] < 0:
                silent += 1
            else:
                rest -= self.bids[seat]
        return rest if silent == 1 and rest >= 0 else -1

    def _refuse_bid(self, seat: int, bid: int) -> Refusal | None:
        contract, tricks = bid // 16, bid % 16
        trump, pack = contract // 3, contract % 3
        if self.phase != AUCTION:
            return Refusal(Code.AUCTION_OVER, "A5")
        if seat != self.turn:
            return Refusal(Code.TURN, "A2")
        if tricks > self.cards:
            return Refusal(Code.CALL_RANGE, "A1")
        if self.author != _NONE and trump == self.trump:
            if pack not in (0, self.pack):
                return Refusal(Code.CALL_PACK, "A7")
            return Refusal(Code.FORBIDDEN_SUM, "A6") if tricks == self._forbidden() else None
        if self.doubled_by != _NONE:
            return Refusal(Code.TRUMP_FROZEN, "A8")
        if (pack > 0) != (self.shift == 5):
            return Refusal(Code.CALL_PACK, "A7")
        return Refusal(Code.CALL_TOO_WEAK, "A3") if tricks < self._least(trump) else None

    def _refuse_double(self, seat: int) -> Refusal | None:
        if self.phase != AUCTION:
            return Refusal(Code.AUCTION_OVER, "A5")
        is_free = self.author != _NONE and self.doubled_by == _NONE
        if not is_free or not 0 <= seat < self.players or seat == self.author:
            return Refusal(Code.DOUBLE, "A8")
        return None

    def _refuse_redouble(self, seat: int) -> Refusal | None:
        is_free = self.doubled_by != _NONE and not self.redoubled and self.phase <= REDOUBLE
        return None if is_free and seat == self.author else Refusal(Code.REDOUBLE, "A9")

    def _bid(self, seat: int, bid: int) -> None:
        trump, pack = bid // 48, bid // 16 % 3
        if self.author == _NONE or trump != self.trump:
            for other in range(self.players):
                self.bids[other] = -1  # a new trump erases all earlier bids (A4)
            self.author, self.called, self.trump, self.pack = seat, bid % 16, trump, pack
        self.bids[seat] = bid % 16
        self.turn = (seat + 1) % self.players
        if all(self.bids[other] >= 0 for other in range(self.players)):
            if self.factor == 2:
                self.phase = REDOUBLE
                self.turn = self.author
            else:
                self._open_play()

    # The play

    def _agree(self, trump: int, pack: int, bids: Sequence[int]) -> None:
        """Open the play under this contract, as if everybody had bid."""
        self.trump = trump
        self.pack = pack
        for seat in range(self.players):
            self.bids[seat] = bids[seat]
        self._open_play()

    def _open_play(self) -> None:
        self.phase = PLAY
        self.turn = self.leader
        one = bits.join(1, 0)
        lane = (one << (18 if self.shift == 5 else 9)) - 1
        for suit in range(4):
            self.lanes[suit] = lane << (suit << self.shift)
            self.pack_set |= self.lanes[suit]
        if self.trump == 0:
            self.ruling = self.pack_set
        elif self.trump != _NO_TRUMPS:
            self.cutting = self.ruling = self.lanes[3]
        for number, place in enumerate(bit_places(self.players, self.trump, self.pack)):
            self.places[number] = place
            self.numbers[place] = number
        for seat in range(self.players):
            for number in self.dealt[seat]:
                self.hands[seat] |= one << self.places[number]

    def _playable(self) -> int:
        """Return what the seat in turn may play (P2 to P8)."""
        hand = self.hands[self.turn]
        if not self.placed:
            return hand
        legal = hand & self.following or hand & self.cutting or hand
        # Only a card of a ruling lane has to beat the best one: "rising" is empty elsewhere.
        return legal & self.rising or legal

    def _put(self, card: int) -> None:
        """Put *card*, which must be playable, on the table for the seat in turn."""
        seat = self.turn
        self.hands[seat] ^= card
        self.gone |= card
        if not self.placed:
            self.following = self.lanes[bits.lowest(card) >> self.shift]
            self.contending = self.following | self.cutting
        if not self.placed or (card & self.contending and card > self.best):
            self.best = card
            self.best_seat = seat
            self.rising = self.contending & self.ruling & ~(card | (card - 1))
        self.placed += 1
        seat += 1
        self.turn = 0 if seat == self.players else seat
        if self.placed == self.players:
            self.tricks[self.best_seat] += 1
            self.leader = self.turn = self.best_seat
            self.placed = 0
            self.left -= 1
            if not self.left:
                self.phase = OVER

    def _refuse_play(self, seat: int, number: int) -> Refusal | None:
        if self.phase == AUCTION:
            return Refusal(Code.AUCTION_OPEN, "A5")
        if self.phase == REDOUBLE:
            return Refusal(Code.REDOUBLE_OPEN, "A9")
        if self.phase == OVER:
            return Refusal(Code.DEAL_OVER, "P1")
        if seat != self.turn:
            return Refusal(Code.TURN, "P1")
        card = bits.join(1, 0) << self.places[number]
        if (number >= 36 and self.shift == 4) or not card & self.hands[seat]:
            return Refusal(Code.NOT_IN_HAND, "P1")
        duty = self._playable()
        if card & duty:
            return None
        asked = self.lanes[bits.lowest(duty) >> self.shift]
        follows = asked == self.following
        if not card & asked:
            return Refusal(Code.MUST_FOLLOW, "P2") if follows else Refusal(Code.MUST_TRUMP, "P4")
        if not follows:
            return Refusal(Code.MUST_RISE, "P4")
        return Refusal(Code.MUST_RISE, "P3" if self.cutting else "P8")


def _check_hands(hands: Sequence[Sequence[int]], dealer: int) -> None:
    players = len(hands)
    if not 3 <= players <= 7 or not 0 <= dealer < players:
        raise MalformedError(f"dealer {dealer} of {players} players; 3 to 7 can play")
    cards = len(hands[0])
    pack = 72 if players >= 5 else 36
    dealt = [number for hand in hands for number in hand]
    if not cards or any(len(hand) != cards for hand in hands):
        raise MalformedError("hands of different sizes, or without cards")
    if not all(type(number) is int and 0 <= number < pack for number in dealt):
        raise MalformedError("hands with cards that are not in the pack")
    if len(set(dealt)) != len(dealt):
        raise MalformedError("hands that hold a card twice")


def runs_fast_bits() -> bool:
    """Return whether the processor could run the build with fast bit instructions."""
    return bits.has_fast_bits()


# Playouts


def play_out(
    position: Position,
    seed: int,
    first: int,
    last: int,
    worlds: bytes = b"",
    weights: bytes = b"",
    bids: bytes = b"",
) -> list[int]:
    """Return how often each seat won 0, 1, 2 … more tricks, in counters of :data:`STRIDE` a seat.

    Playouts *first* to *last* - 1 of *seed* are played: at random, or by a policy if its
    *weights* are given. *worlds* are hands to take in turn instead of the position's own, two
    words for each seat, in bits of the contract; cards played since are taken out of them.
    *bids* are one word for each seat of each world, to play for instead of the position's.

    :raises MalformedError: if there is nothing to play, or if the worlds do not fit.
    """
    if position.players < 3 or position.phase != PLAY or not 0 <= first <= last:
        raise MalformedError("cards are played out after the auction, a number of times")
    if len(weights) not in (0, 8 * POLICY_SIZE) or len(worlds) % (16 * position.players):
        raise MalformedError("weights or worlds of the wrong size")
    world_count = len(worlds) // (16 * position.players)
    if len(bids) not in (0, 8 * world_count * position.players) or (bids and not weights):
        raise MalformedError("bids of the wrong size, or without a policy that looks at them")
    hands = bits.unpacked(worlds)
    if not _worlds_fit(position, hands, world_count):
        bits.free(hands)
        raise MalformedError("worlds whose hands do not fit the position")
    policy = bits.unpacked_reals(weights)
    goals = bits.unpacked(bids)
    tally = bits.counts(7 * STRIDE)
    thread = bits.unlock()
    if len(weights) == 0:
        _play_randomly(position, hands, world_count, seed, first, last, tally)
    else:
        goal_count = world_count if len(bids) else 0
        _play_by_policy(
            position, hands, world_count, goals, goal_count, policy, seed, first, last, tally
        )
    bits.lock(thread)
    found = [tally[j] for j in range(position.players * STRIDE)]
    bits.free(hands)
    bits.free(policy)
    bits.free(goals)
    bits.free(tally)
    return found


def _worlds_fit(position: Position, worlds: Sequence[int], world_count: int) -> bool:
    """Return whether every hand has its number of cards, and no two share one."""
    players = position.players
    for world in range(world_count):
        met = position.gone
        for seat in range(players):
            place = 2 * (world * players + seat)
            # With one pack the upper word is not looked at, so it must be empty.
            if worlds[place + 1] and position.shift == 4:
                return False
            hand = bits.join(worlds[place], worlds[place + 1]) & ~position.gone
            held = bits.count(hand)
            if held != bits.count(position.hands[seat]) or hand & met or hand & ~position.pack_set:
                return False
            met |= hand
    return True


def _play_randomly(
    position: Position,
    worlds: Sequence[int],
    world_count: int,
    seed: int,
    first: int,
    last: int,
    tally: list[int],
) -> None:
    hands = [0] * 7
    tricks = [0] * 7
    lanes = [0] * 4
    players = position.players
    shift = position.shift
    cutting = position.cutting
    ruling = position.ruling
    for j in range(4):
        lanes[j] = position.lanes[j]
    for index in range(first, last):
        state = bits.seeded(seed, index)
        for j in range(players):
            tricks[j] = 0
            hands[j] = position.hands[j]
        if world_count:
            world = 2 * players * (index % world_count)
            for j in range(players):
                hands[j] = (
                    bits.join(worlds[world + 2 * j], worlds[world + 2 * j + 1]) & ~position.gone
                )
        seat = position.turn
        placed = position.placed
        left = position.left
        best = position.best
        winner = position.best_seat
        following = position.following
        contending = position.contending
        rising = position.rising
        while left:
            if placed == 0:
                hand = hands[seat]
                state = bits.advance(state)
                best = bits.nth(hand, bits.below(state, bits.count(hand)))
                hands[seat] = hand ^ best
                winner = seat
                following = lanes[bits.lowest(best) >> shift]
                contending = following | cutting
                rising = contending & ruling
                seat = 0 if seat + 1 == players else seat + 1
                placed = 1
            while placed < players:
                hand = hands[seat]
                legal = hand & following
                legal = legal if legal else hand & cutting
                legal = legal if legal else hand
                rise = legal & rising & ~(best | (best - 1))
                legal = rise if rise else legal
                state = bits.advance(state)
                card = bits.nth(legal, bits.below(state, bits.count(legal)))
                hands[seat] = hand ^ card
                if card & contending and card > best:
                    best = card
                    winner = seat
                seat = 0 if seat + 1 == players else seat + 1
                placed += 1
            tricks[winner] += 1
            seat = winner
            placed = 0
            left -= 1
        for j in range(players):
            tally[j * STRIDE + tricks[j]] += 1


def _play_by_policy(
    position: Position,
    worlds: Sequence[int],
    world_count: int,
    goals: Sequence[int],
    goal_count: int,
    weights: Sequence[float],
    seed: int,
    first: int,
    last: int,
    tally: list[int],
) -> None:
    hands = [0] * 7
    tricks = [0] * 7
    lanes = [0] * 4
    shares = [0.0] * 24
    needs = [0] * 7
    players = position.players
    shift = position.shift
    cutting = position.cutting
    ruling = position.ruling
    for j in range(4):
        lanes[j] = position.lanes[j]
    for index in range(first, last):
        state = bits.seeded(seed, index)
        for j in range(players):
            tricks[j] = 0
            hands[j] = position.hands[j]
            needs[j] = position.bids[j] - position.tricks[j]
            if goal_count:
                needs[j] = goals[players * (index % goal_count) + j] - position.tricks[j]
        if world_count:
            world = 2 * players * (index % world_count)
            for j in range(players):
                hands[j] = (
                    bits.join(worlds[world + 2 * j], worlds[world + 2 * j + 1]) & ~position.gone
                )
        seat = position.turn
        placed = position.placed
        left = position.left
        gone = position.gone
        best = position.best
        winner = position.best_seat
        following = position.following
        contending = position.contending
        rising = position.rising
        while left:
            while placed < players:
                hand = hands[seat]
                legal = hand
                if placed:
                    legal = hand & following
                    legal = legal if legal else hand & cutting
                    legal = legal if legal else hand
                    rise = legal & rising & ~(best | (best - 1))
                    legal = rise if rise else legal
                # A player knows the own hand and what was played, and nothing of the stock.
                unseen = position.pack_set & ~(gone | hand)
                need = needs[seat] - tricks[seat]
                want = 0 if need <= 0 else (2 if need >= left else 1)
                total = 0.0
                k = 0
                rest = legal
                while rest:
                    card = rest & (0 - rest)
                    rest ^= card
                    lane = lanes[bits.lowest(card) >> shift]
                    place = 0
                    if placed:
                        place = 3
                        if card & contending and card > best:
                            place = 1 if placed + 1 == players else 2
                    over = bits.count(unseen & lane & ~(card - 1))
                    under = bits.count(unseen & lane & (card - 1))
                    length = bits.count(hand & lane)
                    kind = 1 if card & cutting else 0
                    number = (want * 4 + place) * 4 + (over if over < 3 else 3)
                    number = number * 3 + (0 if under == 0 else (1 if under < 3 else 2))
                    number = (number * 2 + kind) * 3 + (length if length < 3 else 3) - 1
                    total += weights[number]
                    shares[k] = total
                    k += 1
                state = bits.advance(state)
                chosen = bits.fraction(state) * total
                j = 0
                while j + 1 < k and shares[j] <= chosen:
                    j += 1
                card = bits.nth(legal, j)
                hands[seat] = hand ^ card
                gone |= card
                if placed == 0:
                    following = lanes[bits.lowest(card) >> shift]
                    contending = following | cutting
                    rising = contending & ruling
                if placed == 0 or (card & contending and card > best):
                    best = card
                    winner = seat
                seat = 0 if seat + 1 == players else seat + 1
                placed += 1
            tricks[winner] += 1
            seat = winner
            placed = 0
            left -= 1
        for j in range(players):
            tally[j * STRIDE + tricks[j]] += 1
