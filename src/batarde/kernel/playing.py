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
"""The weights of a plain policy: one for each combination of what a player sees in a card."""

# A keen policy has five tables more; a card's weight is the product of one weight of each. Where
# each table begins, after the plain one:
_NEEDS_TABLE = POLICY_SIZE
_TABLE_TABLE = _NEEDS_TABLE + 7 * 5 * 5 * 5 * 2
_TIME_TABLE = _TABLE_TABLE + 3 * 5 * 5 * 2 * 3 * 3 * 2
_TRUMPS_TABLE = _TIME_TABLE + 4 * 6 * 5 * 5 * 3
_SUIT_TABLE = _TRUMPS_TABLE + 4 * 4 * 3 * 5 * 5 * 2
KEEN_SIZE = _SUIT_TABLE + 3 * 3 * 4 * 3 * 5 * 2
"""The weights of a keen policy, all tables."""
WORTHS_SIZE = 2 * 16 * 19 * 19
"""The entries of a table that says what hands are worth, card by card."""
TABLES = 6
"""How many classes a card has under a keen policy: one in each table."""


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
        self.voids = [0] * 7
        self.hands = [0] * 7
        self.played_sets = [0] * 7
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
            other.voids[j] = self.voids[j]
            other.hands[j] = self.hands[j]
            other.played_sets[j] = self.played_sets[j]
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
        self.played_sets[seat] |= card
        self.gone |= card
        if not self.placed:
            self.following = self.lanes[bits.lowest(card) >> self.shift]
            self.contending = self.following | self.cutting
        elif not card & self.following:
            self.voids[seat] |= _shown(card, self.following, self.cutting, self.shift)
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


# What a player sees in a card


def _shown(card: int, following: int, cutting: int, shift: int) -> int:
    """Return the lanes, one bit each, that whoever plays *card* shows to have none of (P2, P4)."""
    shown = 1 << (bits.lowest(following) >> shift)
    if cutting and not card & cutting:
        shown |= 8
    return shown


def _look(
    position: Position,
    hand: int,
    legal: int,
    gone: int,
    best: int,
    contending: int,
    placed: int,
    left: int,
    seat: int,
    winner: int,
    needs: Sequence[int],
    voids: Sequence[int],
    is_keen: bool,
    classes: list[int],
) -> int:
    """Put each card that may be played into its classes; return how many cards there are.

    A player knows the own hand, what was played, and what everybody needs: nothing of the other
    hands, and nothing of the stock.
    """
    players = position.players
    shift = position.shift
    cutting = position.cutting
    unseen = position.pack_set & ~(gone | hand)
    need = needs[seat]
    want = 0 if need <= 0 else (2 if need >= left else 1)
    slack = pressure = owner = needy = behind = trumps = out = 0
    if is_keen:
        # How many tricks the hand should give, in halves: masters, and cards that one can beat.
        slack = 2 * (need if need > 0 else 0)
        for j in range(4):
            lane = unseen & position.lanes[j]
            held = hand & position.lanes[j]
            if held and lane:
                card = bits.top(lane)
                slack -= bits.count(held & ~(card - 1))
                lane ^= card
                card = bits.top(lane) if lane else 1
                slack -= bits.count(held & ~(card - 1))
            elif held:
                slack -= 2 * bits.count(held)
        slack = (-3 if slack < -3 else (3 if slack > 3 else slack)) + 3
        # How many more tricks are wanted than there are, and by whom behind.
        pressure = -left
        for j in range(players):
            pressure += needs[j] if needs[j] > 0 else 0
        pressure = (-2 if pressure < -2 else (2 if pressure > 2 else pressure)) + 2
        j = seat
        for _ in range(players - placed - 1):
            j = 0 if j + 1 == players else j + 1
            needy += 1 if needs[j] > 0 else 0
        needy = needy if needy < 2 else 2
        if placed:
            behind = players - placed - 1
            behind = behind if behind < 2 else 2
            owner = 1 if needs[winner] > 0 else 0
        if cutting:
            trumps = bits.count(hand & cutting)
            trumps = trumps if trumps < 3 else 3
            out = bits.count(unseen & cutting)
            if shift == 5:
                out = (out + 1) >> 1
            out = 0 if out == 0 else (1 if out < 3 else (2 if out < 5 else 3))
        elif position.ruling:
            trumps = 1
    k = 0
    rest = legal
    while rest:
        card = rest & (0 - rest)
        rest ^= card
        suit = bits.lowest(card) >> shift
        lane = position.lanes[suit]
        place = 0
        if placed:
            place = 3
            if card & contending and card > best:
                place = 1 if placed + 1 == players else 2
        over = bits.count(unseen & lane & ~(card - 1))
        under = bits.count(unseen & lane & (card - 1))
        length = bits.count(hand & lane)
        length = (length if length < 3 else 3) - 1
        kind = 1 if card & cutting else 0
        low = 0 if under == 0 else (1 if under < 3 else 2)
        number = (want * 4 + place) * 4 + (over if over < 3 else 3)
        classes[k] = ((number * 3 + low) * 2 + kind) * 3 + length
        k += 1
        if is_keen:
            if place == 3 and not card & contending:
                place = 4
            fresh = over + under
            fresh = 0 if fresh == 0 else (1 if fresh < 3 else (2 if fresh < 5 else 3))
            over = over if over < 3 else (3 if over < 5 else 4)
            threat = 0
            if cutting and place != 4 and not kind:
                j = seat
                for _ in range(players - placed - 1):
                    j = 0 if j + 1 == players else j + 1
                    if voids[j] >> suit & 1 and not voids[j] >> 3 & 1:
                        threat = 1
            number = ((slack * 5 + pressure) * 5 + place) * 5 + over
            classes[k] = _NEEDS_TABLE + number * 2 + kind
            number = (((want * 5 + place) * 5 + over) * 2 + owner) * 3 + needy
            classes[k + 1] = _TABLE_TABLE + (number * 3 + behind) * 2 + threat
            number = 0 if need < 0 else (need if need < 3 else 3)
            number = number * 6 + ((left - 1) if left < 5 else (4 if left < 7 else 5))
            classes[k + 2] = _TIME_TABLE + ((number * 5 + place) * 5 + over) * 3 + low
            number = ((trumps * 4 + out) * 3 + want) * 5 + place
            classes[k + 3] = _TRUMPS_TABLE + (number * 5 + over) * 2 + kind
            height = 1
            if not hand & lane & ~(card | (card - 1)):
                height = 0
            elif not hand & lane & (card - 1):
                height = 2
            number = (((height * 3 + length) * 4 + fresh) * 3 + want) * 5 + place
            classes[k + 4] = _SUIT_TABLE + number * 2 + kind
            k += 5
    return k // TABLES if is_keen else k


def _weigh(
    weights: Sequence[float], classes: Sequence[int], count: int, is_keen: bool, shares: list[float]
) -> float:
    """Sum the weights of so many cards up in *shares*; return the whole sum."""
    total = 0.0
    for j in range(count):
        if is_keen:
            k = j * TABLES
            total += (
                weights[classes[k]]
                * weights[classes[k + 1]]
                * weights[classes[k + 2]]
                * weights[classes[k + 3]]
                * weights[classes[k + 4]]
                * weights[classes[k + 5]]
            )
        else:
            total += weights[classes[j]]
        shares[j] = total
    return total


def looks(position: Position) -> list[list[int]]:
    """Return the classes of each card that the seat in turn may play, under a keen policy.

    They are in the order of :meth:`Position.legal`.

    :raises MalformedError: if no card is to be played.
    """
    if position.players < 3 or position.phase != PLAY:
        raise MalformedError("cards are looked at after the auction")
    needs = [0] * 7
    classes = [0] * 144
    for j in range(position.players):
        needs[j] = position.bids[j] - position.tricks[j]
    found = _look(
        position,
        position.hands[position.turn],
        position._playable(),
        position.gone,
        position.best,
        position.contending,
        position.placed,
        position.left,
        position.turn,
        position.best_seat,
        needs,
        position.voids,
        True,
        classes,
    )
    return [[classes[card * TABLES + j] for j in range(TABLES)] for card in range(found)]


# Playouts


class Memory:
    """What one seat has seen come of its cards, by where it stood when it played them.

    Where it stands is told by its own hand, by the trick on the table and by what it still needs,
    so it learns nothing of a world that it could not know in it. That it forgets which cards are
    gone is on purpose: whoever looks closer meets the same place too seldom to learn from it. Each
    playout adds one node. A card is chosen by the mean of what it cost before, and out of
    curiosity by its share under the policy, as long as it was seldom tried.
    """

    def __init__(self, learner: int, curiosity: float, playouts: int) -> None:
        self.learner = learner
        self.curiosity = curiosity
        self.room = playouts if learner >= 0 else 0
        self.mask = 1
        while self.mask < 2 * self.room:
            self.mask *= 2
        self.mask -= 1
        self.size = 0
        self.is_new = False
        self.depth = 0
        self.path = [0] * 16
        self.places = bits.counts(self.mask + 1)
        self.keys = bits.words(self.room)
        self.visits = bits.counts(self.room * STRIDE)
        self.sums = bits.reals(self.room * STRIDE)

    def forget(self) -> None:
        """Give the room back."""
        bits.free(self.places)
        bits.free(self.keys)
        bits.free(self.visits)
        bits.free(self.sums)

    def begin(self) -> None:
        """Begin a playout."""
        self.depth = 0
        self.is_new = False

    def choose(self, stand: int, shares: Sequence[float], total: float, count: int) -> int:
        """Return which of *count* cards to play from where it stands; -1 for no opinion."""
        if self.is_new:
            return -1
        place = stand & self.mask
        while self.places[place] and self.keys[self.places[place] - 1] != stand:
            place = (place + 1) & self.mask
        if not self.places[place]:
            self.is_new = True
            if self.size == self.room:
                return -1
            self.keys[self.size] = stand
            self.size += 1
            self.places[place] = self.size
        first = (self.places[place] - 1) * STRIDE
        met = 0
        cost = 0.0
        for j in range(count):
            met += self.visits[first + j]
            cost += self.sums[first + j]
        usual = cost / met if met else 0.0
        curiosity = self.curiosity * bits.root(met + 1.0) / total
        chosen = 0
        least = 0.0
        for j in range(count):
            tried = self.visits[first + j]
            cost = self.sums[first + j] / tried if tried else usual
            share = shares[j] - (shares[j - 1] if j else 0.0)
            cost -= curiosity * share / (1 + tried)
            if j == 0 or cost < least:
                chosen = j
                least = cost
        self.path[self.depth] = first + chosen
        self.depth += 1
        return chosen

    def learn(self, cost: float) -> None:
        """Remember what came of the cards chosen in this playout."""
        for j in range(self.depth):
            self.visits[self.path[j]] += 1
            self.sums[self.path[j]] += cost


def play_out(
    position: Position,
    seed: int,
    first: int,
    last: int,
    worlds: bytes = b"",
    weights: bytes = b"",
    bids: bytes = b"",
    each: bool = False,
    learner: int = _NONE,
    stakes: bytes = b"",
    curiosity: float = 0.0,
) -> list[int]:
    """Return how often each seat won 0, 1, 2 … more tricks, in counters of :data:`STRIDE` a seat.

    Playouts *first* to *last* - 1 of *seed* are played: at random, or by a policy if its
    *weights* are given. *worlds* are hands to take in turn instead of the position's own, two
    words for each seat, in bits of the contract; cards played since are taken out of them.
    *bids* are one word for each seat of each world, to play for instead of the position's.
    With *each*, a policy's playouts are returned one by one: a word with four bits a seat.
    The *learner* is a seat that learns from playout to playout (see :class:`Memory`); then only
    the second half of the playouts is counted.

    :raises MalformedError: if there is nothing to play, or if the worlds do not fit.
    """
    if position.players < 3 or position.phase != PLAY or not 0 <= first <= last:
        raise MalformedError("cards are played out after the auction, a number of times")
    if len(weights) not in (0, 8 * POLICY_SIZE, 8 * KEEN_SIZE):
        raise MalformedError("weights of the wrong size")
    if len(worlds) % (16 * position.players):
        raise MalformedError("worlds of the wrong size")
    world_count = len(worlds) // (16 * position.players)
    if len(bids) not in (0, 8 * world_count * position.players) or (bids and not weights):
        raise MalformedError("bids of the wrong size, or without a policy that looks at them")
    if each and not weights:
        raise MalformedError("only a policy's playouts are told one by one")
    if learner != _NONE or stakes:
        if not 0 <= learner < position.players or len(stakes) != 8 * position.players:
            raise MalformedError("no such learner, or not a stake for each seat")
        if not weights:
            raise MalformedError("who learns begins with a policy")
    hands = bits.unpacked(worlds)
    if not _worlds_fit(position, hands, world_count):
        bits.free(hands)
        raise MalformedError("worlds whose hands do not fit the position")
    policy = bits.unpacked_reals(weights)
    goals = bits.unpacked(bids)
    memory = Memory(learner, curiosity, last - first)
    costs = bits.unpacked_reals(stakes)
    tally = bits.counts(7 * STRIDE)
    ends = bits.counts(last - first if each else 0)
    ends_count = last - first if each else 0
    goal_count = world_count if len(bids) else 0
    is_keen = len(weights) == 8 * KEEN_SIZE
    thread = bits.unlock()
    if len(weights) == 0:
        _play_randomly(position, hands, world_count, seed, first, last, tally)
    else:
        _play_by_policy(
            position, hands, world_count, goals, goal_count, policy, is_keen, seed, first, last,
            tally, ends, ends_count, memory, costs,
        )  # fmt: skip
    bits.lock(thread)
    found = [tally[j] for j in range(position.players * STRIDE)]
    if each:
        found = [ends[j] for j in range(ends_count)]
    bits.free(hands)
    bits.free(policy)
    bits.free(goals)
    bits.free(tally)
    bits.free(ends)
    bits.free(costs)
    memory.forget()
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
    is_keen: bool,
    seed: int,
    first: int,
    last: int,
    tally: list[int],
    ends: list[int],
    ends_count: int,
    memory: Memory,
    stakes: Sequence[float],
) -> None:
    hands = [0] * 7
    tricks = [0] * 7
    shares = [0.0] * 24
    classes = [0] * 144
    needs = [0] * 7
    voids = [0] * 7
    players = position.players
    for index in range(first, last):
        state = bits.seeded(seed, index)
        for j in range(players):
            tricks[j] = 0
            hands[j] = position.hands[j]
            voids[j] = position.voids[j]
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
        memory.begin()
        while left:
            while placed < players:
                hand = hands[seat]
                legal = hand
                if placed:
                    legal = hand & following
                    legal = legal if legal else hand & position.cutting
                    legal = legal if legal else hand
                    rise = legal & rising & ~(best | (best - 1))
                    legal = rise if rise else legal
                state = bits.advance(state)
                if not legal & (legal - 1):
                    card = legal
                else:
                    count = _look(
                        position, hand, legal, gone, best, contending, placed, left, seat, winner,
                        needs, voids, is_keen, classes,
                    )  # fmt: skip
                    total = _weigh(weights, classes, count, is_keen, shares)
                    j = -1
                    if seat == memory.learner:
                        stand = _stand(hand, best, placed, winner, needs[seat])
                        j = memory.choose(stand, shares, total, count)
                    if j < 0:
                        chosen = bits.fraction(state) * total
                        j = 0
                        while j + 1 < count and shares[j] <= chosen:
                            j += 1
                    card = bits.nth(legal, j)
                hands[seat] = hand ^ card
                gone |= card
                if placed == 0:
                    following = position.lanes[bits.lowest(card) >> position.shift]
                    contending = following | position.cutting
                    rising = contending & position.ruling
                elif not card & following:
                    voids[seat] |= _shown(card, following, position.cutting, position.shift)
                if placed == 0 or (card & contending and card > best):
                    best = card
                    winner = seat
                seat = 0 if seat + 1 == players else seat + 1
                placed += 1
            tricks[winner] += 1
            needs[winner] -= 1
            seat = winner
            placed = 0
            left -= 1
        if memory.room:
            total = 0.0
            for j in range(players):
                total += stakes[j] * (needs[j] if needs[j] > 0 else -needs[j])
            memory.learn(total)
        for j in range(players):
            if not memory.room or 2 * (index - first) >= last - first:
                tally[j * STRIDE + tricks[j]] += 1
            if ends_count:
                ends[index - first] |= bits.wide(tricks[j]) << (4 * j)


def _stand(hand: int, best: int, placed: int, winner: int, need: int) -> int:
    """Return where a seat stands that has so many cards of a trick before it, as one number."""
    stand = bits.hashed64(bits.hashed(0, hand), need & 31)
    return bits.hashed64(bits.hashed(stand, best), placed << 3 | winner) if placed else stand


# How likely it is that cards were played


def likelihoods(
    position: Position, seat: int, worlds: bytes, weights: bytes, doubt: float
) -> list[float]:
    """Return, for each world, the logarithm of how likely the others would have played so.

    *seat* is left out, for it holds the same in all worlds. *doubt* is the share of cards taken to
    be chosen by dice, so that no card that was played makes a world impossible.

    :raises MalformedError: if cards are not being played, or if the worlds do not fit.
    """
    if position.players < 3 or position.phase != PLAY or not 0.0 < doubt <= 1.0:
        raise MalformedError("worlds are weighed while cards are played, with some doubt")
    if len(weights) not in (8 * POLICY_SIZE, 8 * KEEN_SIZE):
        raise MalformedError("weights of the wrong size")
    if len(worlds) % (16 * position.players):
        raise MalformedError("worlds of the wrong size")
    world_count = len(worlds) // (16 * position.players)
    hands = bits.unpacked(worlds)
    if not _worlds_fit(position, hands, world_count):
        bits.free(hands)
        raise MalformedError("worlds whose hands do not fit the position")
    policy = bits.unpacked_reals(weights)
    found = bits.reals(world_count)
    is_keen = len(weights) == 8 * KEEN_SIZE
    thread = bits.unlock()
    for world in range(world_count):
        found[world] = _likelihood(
            position, seat, hands, 2 * position.players * world, policy, is_keen, doubt
        )
    bits.lock(thread)
    result = [found[world] for world in range(world_count)]
    bits.free(hands)
    bits.free(policy)
    bits.free(found)
    return result


def _likelihood(
    position: Position,
    own: int,
    worlds: Sequence[int],
    world: int,
    weights: Sequence[float],
    is_keen: bool,
    doubt: float,
) -> float:
    """Play the deal again in one world, and sum up how likely each card was."""
    hands = [0] * 7
    shares = [0.0] * 24
    classes = [0] * 144
    needs = [0] * 7
    voids = [0] * 7
    players = position.players
    one = bits.join(1, 0)
    for j in range(players):
        hands[j] = bits.join(worlds[world + 2 * j], worlds[world + 2 * j + 1]) & ~position.gone
        hands[j] |= position.played_sets[j]  # whoever played a card held it before
        needs[j] = position.bids[j]
        voids[j] = 0
    seat = 0 if position.dealer + 1 == players else position.dealer + 1  # the opener leads (G4)
    placed = 0
    best = winner = contending = following = rising = gone = 0
    left = position.cards
    sum_of_logs = 0.0
    for number in range(position.play_count):
        card = one << position.places[position.plays[number]]
        hand = hands[seat]
        legal = hand
        if placed:
            legal = hand & following
            legal = legal if legal else hand & position.cutting
            legal = legal if legal else hand
            rise = legal & rising & ~(best | (best - 1))
            legal = rise if rise else legal
        if seat != own and legal & (legal - 1):
            count = _look(
                position, hand, legal, gone, best, contending, placed, left, seat, winner,
                needs, voids, is_keen, classes,
            )  # fmt: skip
            total = _weigh(weights, classes, count, is_keen, shares)
            j = bits.count(legal & (card - 1))
            chance = shares[j] - (shares[j - 1] if j else 0.0)
            sum_of_logs += bits.log((1.0 - doubt) * chance / total + doubt / count)
        hands[seat] = hand ^ card
        gone |= card
        if placed == 0:
            following = position.lanes[bits.lowest(card) >> position.shift]
            contending = following | position.cutting
            rising = contending & position.ruling
        elif not card & following:
            voids[seat] |= _shown(card, following, position.cutting, position.shift)
        if placed == 0 or (card & contending and card > best):
            best = card
            winner = seat
        seat = 0 if seat + 1 == players else seat + 1
        placed += 1
        if placed == players:
            needs[winner] -= 1
            seat = winner
            placed = 0
            left -= 1
    return sum_of_logs


# What hands are worth


def hand_worths(position: Position, worlds: bytes, table: bytes) -> list[float]:
    """Return what the hands in each world are worth, seat by seat, as they were before the play.

    *table* says what a card adds, by whether it is of the suit that cuts, the cards of that suit
    in the hand (16), and the cards of its own suit outside the hand above it (19) and below (19).

    :raises MalformedError: if the worlds do not fit, or the table has another size.
    """
    world_count = _check_pricing(position, worlds, table)
    hands = bits.unpacked(worlds)
    added = bits.unpacked_reals(table)
    found = bits.reals(world_count * position.players)
    for place in range(world_count * position.players):
        hand = _whole_hand(position, hands, place)
        found[place] = _hand_worth(position, hand, position.cutting, added)
    result = [found[place] for place in range(world_count * position.players)]
    bits.free(hands)
    bits.free(added)
    bits.free(found)
    return result


def bid_likelihoods(
    position: Position,
    worlds: bytes,
    table: bytes,
    bids: bytes,
    doubt: float,
    places: bytes = b"",
    cuts: bool = False,
) -> list[float]:
    """Return, for each world, the logarithm of how likely its hands would have made the bids.

    *bids* are three real numbers each: the seat, the worth that a hand should have by *table*, and
    the factor of the squared distance from it, below 0. *doubt* is added to each likelihood.
    *places* are for another contract than the position's: where each bit stands in it, and
    *cuts* whether it has a suit that does.

    :raises MalformedError: if the worlds do not fit, or something has another size.
    """
    world_count = _check_pricing(position, worlds, table)
    if len(places) not in (0, 128) or (places and max(places) >= 4 << position.shift):
        raise MalformedError("places that are none")
    if len(bids) % 24 or not doubt > 0.0:
        raise MalformedError("bids of the wrong size, or without doubt")
    told = bits.unpacked_reals(bids)
    bid_count = len(bids) // 24
    for j in range(bid_count):
        if not 0.0 <= told[3 * j] < position.players:
            bits.free(told)
            raise MalformedError("bids of seats that are none")
    hands = bits.unpacked(worlds)
    added = bits.unpacked_reals(table)
    found = bits.reals(world_count)
    moved = [0] * 128
    is_other = len(places) > 0
    cutting = position.cutting
    if is_other:
        cutting = position.lanes[3] if cuts else position.cutting ^ position.cutting
        for j in range(128):
            moved[j] = places[j]
    thread = bits.unlock()
    for world in range(world_count):
        total = 0.0
        for j in range(bid_count):
            seat = int(told[3 * j])
            hand = _whole_hand(position, hands, world * position.players + seat)
            if is_other:
                hand = _moved_hand(hand, moved)
            gap = _hand_worth(position, hand, cutting, added) - told[3 * j + 1]
            total += bits.log(doubt + bits.exp(told[3 * j + 2] * gap * gap))
        found[world] = total
    bits.lock(thread)
    result = [found[world] for world in range(world_count)]
    bits.free(told)
    bits.free(hands)
    bits.free(added)
    bits.free(found)
    return result


def _check_pricing(position: Position, worlds: bytes, table: bytes) -> int:
    """Return how many worlds there are."""
    if position.players < 3 or position.phase != PLAY or len(table) != 8 * WORTHS_SIZE:
        raise MalformedError("hands are weighed once there is a trump, by a whole table")
    if len(worlds) % (16 * position.players):
        raise MalformedError("worlds of the wrong size")
    world_count = len(worlds) // (16 * position.players)
    hands = bits.unpacked(worlds)
    does_fit = _worlds_fit(position, hands, world_count)
    bits.free(hands)
    if not does_fit:
        raise MalformedError("worlds whose hands do not fit the position")
    return world_count


def _whole_hand(position: Position, worlds: Sequence[int], place: int) -> int:
    """Return a hand as it was before the play."""
    hand = bits.join(worlds[2 * place], worlds[2 * place + 1]) & ~position.gone
    return hand | position.played_sets[place % position.players]


def _moved_hand(hand: int, moved: Sequence[int]) -> int:
    """Return *hand* in the bits of another contract."""
    one = bits.join(1, 0)
    found = hand ^ hand
    while hand:
        found |= one << moved[bits.lowest(hand)]
        hand &= hand - 1
    return found


def _hand_worth(position: Position, hand: int, cutting: int, added: Sequence[float]) -> float:
    trumps = bits.count(hand & cutting)
    total = 0.0
    rest = hand
    while rest:
        card = rest & (0 - rest)
        rest ^= card
        lane = position.lanes[bits.lowest(card) >> position.shift] & ~hand
        number = (16 if card & cutting else 0) + trumps
        number = number * 19 + bits.count(lane & ~(card - 1))
        total += added[number * 19 + bits.count(lane & (card - 1))]
    return total
