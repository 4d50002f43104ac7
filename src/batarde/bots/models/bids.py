"""What a bid tells of a hand: how people come from their cards to a number.

The number is near what the hand is worth: what each of its cards adds, and a little for who sets
the trump and for the tricks that the bids before have left over. By default a card adds what the
rule of thumb says (:mod:`batarde.bots.rule_of_thumb.hand_values`); a learned model corrects that
for each kind of card.
"""

from array import array
from functools import lru_cache
from typing import Final, NamedTuple

from batarde.bots.rule_of_thumb.hand_values import hand_values, table_places
from batarde.rules.actions import Bid
from batarde.rules.trumps import Contract, Trump
from batarde.rules.views import View

__all__ = ["CARD_KINDS", "BidModel", "HeardBid", "card_kind", "heard_bids"]

_KINDS, _TRUMPS, _ABOVE, _BELOW = 4, 5, 6, 4
CARD_KINDS: Final = _KINDS * _TRUMPS * _ABOVE * _BELOW
"""How many kinds of cards a learned model tells apart."""


class HeardBid(NamedTuple):
    """One bid, and what had been said in its trump before."""

    seat: int
    bid: int
    is_author: bool
    room: float
    """The tricks that the bids before have left beyond a fair share, as far as they count."""


class BidModel(NamedTuple):
    """How bids come about; the defaults are the rule of thumb."""

    base: float = 0.0
    size: float = 0.0
    """For each card in hand."""
    worth: float = 1.0
    """For each trick of the rule of thumb."""
    worth_size: float = 0.0
    """The same for each card in hand."""
    author: float = 0.0
    """For who sets the trump."""
    room: float = 0.0
    spread: float = 0.7
    """How far bids are from that, as a standard deviation."""
    author_spread: float = 0.7
    stray: float = 0.25
    """How far, at most, the bids of those who have not spoken are guessed to be from it."""
    cards: tuple[float, ...] = ()
    """What each kind of card adds beyond the rule of thumb; empty for nothing."""

    def table(self, players: int, cards: int, trump: Trump) -> bytes:
        """Return what each card adds, as the kernel's ``hand_values`` takes it."""
        return _table(self, players, cards, _kind(trump))

    def expected(self, worth: float, cards: int, heard: HeardBid | None = None) -> float:
        """Return the bid to expect of a hand of that *worth* by :meth:`table`."""
        found = self.base + self.size * cards + worth
        if heard is not None:
            found += self.author * heard.is_author + self.room * heard.room
        return found


def card_kind(kind: int, trumps: int, above: int, below: int, *, two_packs: bool) -> int:
    """Return which kind of card it is, by what is above and below it outside the hand.

    *kind* is 0 for a plain suit, 1 for the suit that cuts, 2 at all trumps, 3 at no trumps.
    """
    if two_packs:
        trumps, above, below = (trumps + 1) // 2, (above + 1) // 2, (below + 1) // 2
    low = 0 if below == 0 else 1 if below < 3 else 2 if below < 5 else 3
    return ((kind * _TRUMPS + min(trumps, 4)) * _ABOVE + min(above, 5)) * _BELOW + low


def heard_bids(view: View) -> list[tuple[Contract, HeardBid]]:
    """Return all bids of the auction in order, also the erased ones, each under its contract."""
    found: list[tuple[Contract, HeardBid]] = []
    said: list[int] = []
    contract = None
    fair = view.cards / view.players
    for seat, call in view.calls:
        if not isinstance(call, Bid):
            continue
        if contract is None or call.trump is not contract.trump:
            contract = Contract(call.trump, call.pack)
            said = []  # a new trump erases all earlier bids (A4)
        silent = view.players - len(said) - 1
        room = (view.cards - sum(said) - silent * fair) * len(said) / (view.players - 1)
        found.append((contract, HeardBid(seat, call.tricks, not said, room)))
        said.append(call.tricks)
    return found


def _kind(trump: Trump) -> int:
    """Return what the cards of the suits that do not cut are, as :func:`card_kind` counts them."""
    return 0 if trump.suit is not None else 2 if trump is Trump.ALL else 3


@lru_cache(maxsize=256)
def _table(model: BidModel, players: int, cards: int, kind: int) -> bytes:
    plain = hand_values(players, cards, cuts=kind == 0).table
    if not model.cards:
        return plain
    found = array("d", plain)
    factor = model.worth + model.worth_size * cards
    for place, is_top, trumps, above, below in table_places(players, cards):
        number = card_kind(kind or is_top, trumps, above, below, two_packs=players >= 5)
        found[place] = factor * found[place] + model.cards[number]
    return found.tobytes()
