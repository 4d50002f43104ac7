"""Endings drawn by dice, and everything about them by trying it out with the rules.

A slow and obvious twin of ``batarde.study.reasons``: worlds are all ways to deal the unseen cards
with which what was played could have been played, and a trick is every way to complete it.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

from batarde.rules import Bid, Card, Contract, Deal, Suit, Trump, View, pack_of
from batarde.rules.actions import play
from batarde.rules.tricks import playable, winning_card
from tests.kernel.brute_force import Ending

Hands = tuple[tuple[Card, ...], ...]
Trick = tuple[Card, ...]


def drawn_ending(name: str, players: int, left: int) -> View:
    """Return what the seat in turn sees when its hand has at most *left* cards, at any moment."""
    dice = Random(f"{name} {players} {left}")
    cards = 36 // players
    start = Deal.shuffled(players, cards, dice.randrange(players), dice.randbytes(32))
    contract = dice.choice([Contract(trump) for trump in Trump])
    steps = players * (cards - left) + dice.randrange(players)
    played = _played(_bid(start, contract, (0,) * players), steps, dice)
    needs = [dice.randint(-1, left) for _ in range(players)]
    bids = [max(0, won + need) for won, need in zip(played.tricks, needs, strict=True)]
    deal = _bid(start, contract, tuple(bids))
    for seat, card in played.plays:
        deal, _ = deal.apply(seat, play(card))
    return deal.view(deal.turn)


def _played(deal: Deal, steps: int, dice: Random) -> Deal:
    for _ in range(steps):
        assert deal.turn is not None
        deal, _ = deal.apply(deal.turn, dice.choice(deal.legal_actions(deal.turn)))
    return deal


def _bid(deal: Deal, contract: Contract, wanted: tuple[int, ...]) -> Deal:
    for _ in range(deal.players):
        seat = deal.turn
        assert seat is not None
        number = wanted[seat] + (wanted[seat] == deal.auction.forbidden)  # A6
        deal, _ = deal.apply(seat, Bid(number, contract.trump, contract.pack))
    return deal


def all_worlds(view: View) -> list[Hands]:
    """Return the hands of all seats in every world that fits what was called and played."""
    assert view.seat is not None
    gone = {card for _, card in view.plays}
    hidden = [card for card in pack_of(view.players) if card not in gone | set(view.hand)]
    sizes = [view.cards - sum(seat == who for who, _ in view.plays) for seat in range(view.players)]

    def deal(seat: int, rest: list[Card]) -> Iterator[Hands]:
        if seat == view.players:
            yield ()
        elif seat == view.seat:
            yield from ((view.hand, *others) for others in deal(seat + 1, rest))
        else:
            for hand in combinations(rest, sizes[seat]):
                kept = [card for card in rest if card not in hand]
                yield from ((hand, *others) for others in deal(seat + 1, kept))

    return [hands for hands in deal(0, hidden) if _could_be(view, hands)]


def _could_be(view: View, hands: Hands) -> bool:
    """Return whether all cards could have been played so from *hands*, by the rules."""
    assert view.standing is not None
    held = [set(hand) | {c for who, c in view.plays if who == s} for s, hand in enumerate(hands)]
    trick: Trick = ()
    for seat, card in view.plays:
        if card not in playable(tuple(held[seat]), trick, view.standing.contract):
            return False
        held[seat].remove(card)
        trick = () if len(trick) + 1 == view.players else (*trick, card)
    return True


class World:
    """One world that fits a view, with everything tried out."""

    def __init__(self, view: View, hands: Hands) -> None:
        assert view.standing is not None
        assert view.seat is not None
        self.view, self.hands, self.seat = view, hands, view.seat
        self.contract = view.standing.contract

    def is_taken(self, card: Card) -> set[bool]:
        """Return whether *card*, played now, wins the trick: all that can come of it."""
        done = list(self._completed((*self.view.trick, card), self._after(len(self.view.trick))))
        return {winning_card(trick, self.contract) is card for trick in done}

    def is_taken_if_led(self, card: Card) -> set[bool]:
        """Return the same for *card* led against the hands as they are."""
        done = list(self._completed((card,), self._after(0)))
        return {winning_card(trick, self.contract) is card for trick in done}

    def is_risen_over(self, card: Card) -> set[bool]:
        """Return whether somebody plays a stronger card of the suit led over *card*."""
        powers = self.contract.powers(card.suit)
        return {
            any(other.suit is card.suit and powers[other] > powers[card] for other in trick)
            for trick in self._completed((card,), self._after(0))
        }

    def others_hold(self, suit: Suit) -> bool:
        others = [hand for seat, hand in enumerate(self.hands) if seat != self.seat]
        return any(card.suit is suit for hand in others for card in hand)

    def holds_stronger(self, card: Card) -> bool:
        powers = self.contract.powers(card.suit)
        return any(
            other.suit is card.suit and powers[other] > powers[card]
            for seat, hand in enumerate(self.hands)
            if seat != self.seat
            for other in hand
        )

    def forces(self, card: Card) -> bool:
        """Return whether the own number can be forced against everybody after *card*."""
        view = self.view
        bid = view.bids[self.seat]
        assert bid is not None
        ending = Ending(self.contract, [0] * view.players, 0)
        moves = dict(ending.moves(self.hands, view.trick, view.leader, view.tricks))
        return _can_force(ending, moves[card], self.seat, lambda won: won == bid)

    def _after(self, played: int) -> tuple[int, ...]:
        """Return the seats that play after the own card, if so many have played before it."""
        players = self.view.players
        return tuple((self.seat + step) % players for step in range(1, players - played))

    def _completed(self, trick: Trick, seats: tuple[int, ...]) -> Iterator[Trick]:
        """Return every way in which *seats* can complete *trick*."""
        if not seats:
            yield trick
            return
        for card in playable(self.hands[seats[0]], trick, self.contract):
            yield from self._completed((*trick, card), seats[1:])


def _can_force(
    ending: Ending,
    state: tuple[Hands, Trick, int, tuple[int, ...]],
    hero: int,
    is_wanted: Callable[[int], bool],
) -> bool:
    hands, trick, leader, tricks = state
    if not any(hands) and not trick:
        return is_wanted(tricks[hero])
    answers = (
        _can_force(ending, after, hero, is_wanted)
        for _, after in ending.moves(hands, trick, leader, tricks)
    )
    return any(answers) if (leader + len(trick)) % len(hands) == hero else all(answers)
