"""Facts about the cards that a seat may play: what docs/coach.md calls the predicates.

Each is a statement about the view, or about a share of the worlds that fit it. *Led to the next
trick* means: led now, against the hands as they are in that world.
"""

from functools import cached_property
from typing import Final

from batarde.kernel import Position, card_number, forceable, with_hands
from batarde.rules.actions import Play
from batarde.rules.cards import Card, Suit, pack_of
from batarde.rules.tricks import winning_card
from batarde.rules.views import View
from batarde.study.reasons.tricks import TrickBits
from batarde.study.reasons.worlds import FittingWorlds, fitting_worlds
from batarde.study.same_cards import same_cards

__all__ = ["CardFacts"]

_SOLVED_CARDS: Final = 4
"""With more cards in hand, whether the number can be forced takes too long to solve."""


class CardFacts:
    """What is true of each card that the seat of *view*, in turn, may play."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        assert view.standing is not None
        self.view: Final = view
        self.seat: Final = view.seat
        self.contract: Final = view.standing.contract
        bid = view.bids[view.seat]
        assert bid is not None
        self.bid: Final = bid
        self.need: Final = bid - view.tricks[view.seat]
        """The tricks still wanted; below 0 if there are too many already."""
        players = view.players
        after = range(1, players - len(view.trick))
        self._to_play: Final = tuple([(self.seat + step) % players for step in after])
        self._others: Final = tuple([seat for seat in range(players) if seat != self.seat])
        self._gone: dict[Card, float] = {}

    # What is looked at

    @cached_property
    def worlds(self) -> FittingWorlds:
        """The worlds that fit what was shown."""
        return fitting_worlds(self.view)

    @cached_property
    def _bits(self) -> TrickBits:
        pack = tuple(pack_of(self.view.players))
        return TrickBits(self.contract, self.worlds.knowledge.places, pack)

    def _led(self, card: Card) -> Suit:
        return self.view.trick[0].suit if self.view.trick else card.suit

    def _may_hold(self, seats: tuple[int, ...], cards: int) -> bool:
        """Return whether one of *seats* may hold one of *cards*, as far as can be known."""
        if self.worlds.is_complete:
            return self.worlds.share(lambda hand: hand & cards != 0, seats) > 0
        allowed = self.worlds.knowledge.allowed
        return any(allowed[seat] & cards for seat in seats)

    # This trick

    def is_beaten(self, card: Card) -> bool:
        """Return whether the trick already holds something stronger than *card* (P9)."""
        trick = (*self.view.trick, card)
        return winning_card(trick, self.contract) is not card

    def wins_now(self, card: Card) -> bool:
        """Return whether *card* wins the trick: no seat still to play can beat it."""
        if self.is_beaten(card):
            return False
        led, bits, seats = self._led(card), self._bits, self._to_play
        if self.worlds.is_complete:
            return not self.worlds.share(lambda hand: bits.can_beat(hand, card, led), seats)
        return not self._may_hold(seats, bits.beating(card, led))

    def loses_now(self, card: Card) -> bool:
        """Return whether *card* loses the trick: beaten, or by a seat that must, in every world."""
        if self.is_beaten(card):
            return True
        led, bits = self._led(card), self._bits
        return (
            bool(self._to_play)
            and self.worlds.share(lambda hand: bits.must_beat(hand, card, led), self._to_play)
            == 1.0
        )

    # The tricks to come

    def share_kept_wins(self, card: Card) -> float:
        """Return in which share of the worlds no hand could beat *card*, led to the next trick."""
        if len(self.view.hand) < 2:
            return 0.0  # there is no later trick
        bits = self._bits
        beaten = self.worlds.share(lambda hand: bits.can_beat(hand, card, card.suit), self._others)
        return 1.0 - beaten

    def share_gives_lead(self, card: Card) -> float:
        """Return in which share of the worlds some hand must beat *card*, led to the next trick."""
        found = self._gone.get(card)
        if found is None:
            bits = self._bits
            found = self._gone[card] = self.worlds.share(
                lambda hand: bits.must_beat(hand, card, card.suit), self._others
            )
        return found

    def best_exit(self, card: Card) -> tuple[Card, float] | None:
        """Return which card left after *card* gives the lead away most often, and how often."""
        left = [other for other in self.view.hand if other is not card]
        shares = [(self.share_gives_lead(other), other) for other in left]
        if not shares:
            return None
        share, best = max(shares, key=lambda pair: pair[0])
        return best, share

    def share_risen(self, card: Card) -> float:
        """Return in which share of the worlds some hand must rise over the lead of *card* (P3)."""
        if self.view.trick or not self.contract.trump.rules(card.suit):
            return 0.0
        above = self._bits.beating(card, card.suit) & self._bits.suit(card.suit)
        return self.worlds.share(lambda hand: hand & above != 0, self._others)

    # The own hand

    def is_master(self, card: Card) -> bool:
        """Return whether no other seat may hold a stronger card of its suit."""
        bits = self._bits
        above = bits.beating(card, card.suit) & bits.suit(card.suit)
        return not self._may_hold(self._others, above)

    @cached_property
    def masters(self) -> int:
        """How many masters are held."""
        return sum(map(self.is_master, self.view.hand))

    def empties(self, card: Card) -> bool:
        """Return whether *card* is the last of a plain suit that others may lead, trumps held."""
        cut, hand = self.contract.trump.suit, self.view.hand
        if cut is None or card.suit is cut or not any(other.suit is cut for other in hand):
            return False
        is_last = sum(other.suit is card.suit for other in hand) == 1
        return is_last and self._may_hold(self._others, self._bits.suit(card.suit))

    # The table

    def surplus_after(self, card: Card) -> int | None:
        """Return how many more tricks the table wants than are left, if *card* ends the trick."""
        view = self.view
        if self._to_play:
            return None
        trick = (*view.trick, card)
        at = trick.index(winning_card(trick, self.contract))
        winner = (view.leader + at) % view.players
        won = [tricks + (seat == winner) for seat, tricks in enumerate(view.tricks)]
        wanted = [max(0, (bid or 0) - made) for bid, made in zip(view.bids, won, strict=True)]
        return sum(wanted) - (len(view.hand) - 1)

    # The number

    @cached_property
    def only_safe(self) -> tuple[Card, ...]:
        """The one class of cards after which the number can be forced in every world, if one is."""
        view = self.view
        groups = same_cards(view, [act.card for act in view.legal if isinstance(act, Play)])
        if len(groups) < 2 or len(view.hand) > _SOLVED_CARDS:
            return ()
        safe = [group[0] for group in groups]
        for hands in self.worlds.packed():
            position = with_hands(view, hands)
            safe = [card for card in safe if self._is_forced(position, card)]
            if not safe:
                return ()
        return next((group for group in groups if [group[0]] == safe), ())

    def _is_forced(self, position: Position, card: Card) -> bool:
        after = position.copy()
        after.apply(card_number(card))
        if after.is_over:
            return after.won[self.seat] == self.bid
        return self.bid in forceable(after, self.seat)
