"""The auction: announce, follow, announce stronger, double, redouble (A1 to A9).

The *standing* announcement is the one that set the present trump. Followers add their bids to it;
a stronger announcement in another trump erases them all. The auction closes as soon as everybody
has a bid in the standing trump.
"""

from functools import cache, lru_cache

import msgspec

from batarde.rules.actions import Bid
from batarde.rules.cards import Pack, has_two_packs
from batarde.rules.refusals import Code, Refusal
from batarde.rules.trumps import Contract, Trump

__all__ = ["Announcement", "Auction"]


class Announcement(msgspec.Struct, frozen=True, gc=False):
    """A bid that set the trump, and its author."""

    seat: int
    tricks: int
    trump: Trump
    pack: Pack | None = None

    @property
    def contract(self) -> Contract:
        """The trump and the favoured pack, without the numbers."""
        return Contract(self.trump, self.pack)

    def least(self, trump: Trump) -> int:
        """Return how many tricks an announcement in another *trump* needs now (A3)."""
        return self.tricks if trump.strength > self.trump.strength else self.tricks + 1


class Auction(msgspec.Struct, frozen=True, gc=False):
    """An auction as it stands; every step gives a new one."""

    cards: int
    turn: int
    bids: tuple[int | None, ...]
    """By seat: the tricks bid in the standing trump."""
    standing: Announcement | None = None
    doubled_by: int | None = None
    redoubled: bool = False

    @classmethod
    def open(cls, players: int, cards: int, opener: int) -> "Auction":
        """Return an auction in which nobody has spoken yet."""
        return cls(cards, opener, (None,) * players)

    @property
    def is_closed(self) -> bool:
        """Whether everybody has a bid in the standing trump (A5)."""
        return None not in self.bids

    @property
    def factor(self) -> int:
        """What the points of this deal are multiplied by: 1, 2 or 4 (S1)."""
        if self.doubled_by is None:
            return 1
        return 4 if self.redoubled else 2

    @property
    def forbidden(self) -> int | None:
        """The number that the player in turn may not follow with, if there is one (A6)."""
        if self.bids.count(None) != 1:
            return None
        rest = self.cards - sum([bid for bid in self.bids if bid is not None])
        return rest if rest >= 0 else None

    def bids_open(self) -> tuple[Bid, ...]:
        """Return every bid that the player in turn may make: follows first, then announcements."""
        two_packs = has_two_packs(len(self.bids))
        if self.standing is None:
            return _openings(self.cards, two_packs)
        return _answers(
            self.cards,
            two_packs,
            self.standing.tricks,
            self.standing.contract,
            self.forbidden,
            self.doubled_by is not None,
        )

    def refuse_bid(self, seat: int, bid: Bid) -> Refusal | None:
        """Return why *seat* may not make *bid*, or ``None`` if it may."""
        if self.is_closed:
            return Refusal(Code.AUCTION_OVER, "A5")
        if seat != self.turn:
            return Refusal(Code.TURN, "A2", seat=self.turn)
        if not 0 <= bid.tricks <= self.cards:
            return Refusal(Code.CALL_RANGE, "A1", number=self.cards)
        if self.standing and bid.trump is self.standing.trump:
            return self._refuse_follow(bid, self.standing)
        return self._refuse_announcement(bid)

    def _refuse_follow(self, bid: Bid, standing: Announcement) -> Refusal | None:
        if bid.pack is not None and bid.pack is not standing.pack:
            detail = "other" if standing.pack else "none"
            return Refusal(Code.CALL_PACK, "A7", detail, pack=standing.pack)
        if bid.tricks == self.forbidden:
            return Refusal(Code.FORBIDDEN_SUM, "A6", number=bid.tricks, total=self.cards)
        return None

    def _refuse_announcement(self, bid: Bid) -> Refusal | None:
        if self.standing and self.doubled_by is not None:
            return Refusal(Code.TRUMP_FROZEN, "A8", trump=self.standing.trump)
        if has_two_packs(len(self.bids)) != (bid.pack is not None):
            return Refusal(Code.CALL_PACK, "A7", "none" if bid.pack else "needed")
        if self.standing and bid.tricks < (least := self.standing.least(bid.trump)):
            number = least if least <= self.cards else None
            return Refusal(Code.CALL_TOO_WEAK, "A3", number=number, trump=bid.trump)
        return None

    def refuse_double(self, seat: int) -> Refusal | None:
        """Return why *seat* may not double now, or ``None`` if it may (A8)."""
        if self.is_closed:
            return Refusal(Code.AUCTION_OVER, "A5")
        if self.standing is None:
            return Refusal(Code.DOUBLE, "A8", "nothing")
        if not 0 <= seat < len(self.bids):
            return Refusal(Code.DOUBLE, "A8", "stranger")
        if seat == self.standing.seat:
            return Refusal(Code.DOUBLE, "A8", "author")
        if self.doubled_by is not None:
            return Refusal(Code.DOUBLE, "A8", "again", seat=self.doubled_by)
        return None

    def refuse_redouble(self, seat: int) -> Refusal | None:
        """Return why *seat* may not redouble, or ``None`` if it may (A9)."""
        if self.standing is None or self.doubled_by is None:
            return Refusal(Code.REDOUBLE, "A9", "nothing")
        if seat != self.standing.seat:
            return Refusal(Code.REDOUBLE, "A9", "author", seat=self.standing.seat)
        if self.redoubled:
            return Refusal(Code.REDOUBLE, "A9", "again")
        return None

    def after_bid(self, seat: int, bid: Bid) -> "Auction":
        """Return the auction after *seat* made *bid*, which must be legal."""
        players = len(self.bids)
        following = (seat + 1) % players
        if self.standing and bid.trump is self.standing.trump:
            bids = (*self.bids[:seat], bid.tricks, *self.bids[seat + 1 :])
            return Auction(
                self.cards, following, bids, self.standing, self.doubled_by, self.redoubled
            )
        # A new trump erases all earlier bids, and the others speak again (A4).
        erased = tuple([bid.tricks if other == seat else None for other in range(players)])
        standing = Announcement(seat, bid.tricks, bid.trump, bid.pack)
        return Auction(self.cards, following, erased, standing)

    def after_double(self, seat: int) -> "Auction":
        """Return the auction after *seat* doubled."""
        return msgspec.structs.replace(self, doubled_by=seat)

    def after_redouble(self) -> "Auction":
        """Return the auction after its author redoubled."""
        return msgspec.structs.replace(self, redoubled=True)


# The lists below depend on a handful of small values and are asked for at every step of every
# simulated auction, so they are made once and shared; bids are frozen.


@cache
def _bid(tricks: int, trump: Trump, pack: Pack | None) -> Bid:
    # Thousands of lists hold the same few hundred bids.
    return Bid(tricks, trump, pack)


@cache
def _openings(cards: int, two_packs: bool) -> tuple[Bid, ...]:
    return tuple(
        _bid(tricks, trump, pack)
        for trump in Trump
        for tricks in range(cards + 1)
        for pack in _packs(two_packs)
    )


@lru_cache(maxsize=8192)
def _answers(
    cards: int,
    two_packs: bool,
    standing_tricks: int,
    contract: Contract,
    forbidden: int | None,
    frozen: bool,
) -> tuple[Bid, ...]:
    numbers = [number for number in range(cards + 1) if number != forbidden]
    follows = [_bid(number, contract.trump, contract.pack) for number in numbers]
    if frozen:
        return tuple(follows)
    standing = Announcement(0, standing_tricks, contract.trump, contract.pack)
    stronger = [
        _bid(tricks, trump, pack)
        for trump in Trump
        if trump is not contract.trump
        for tricks in range(standing.least(trump), cards + 1)
        for pack in _packs(two_packs)
    ]
    return (*follows, *stronger)


def _packs(two_packs: bool) -> tuple[Pack | None, ...]:
    return tuple(Pack) if two_packs else (None,)
