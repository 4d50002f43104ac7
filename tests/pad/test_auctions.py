"""Exactly the contracts that some legal auction reaches can be entered (§14.3)."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from batarde.pad import Entry, Setting, entry_fault, reduced
from batarde.rules import Auction, Bid, Deal, Pack, Trump
from batarde.rules.cards import has_two_packs
from batarde.rules.game import SCHEDULES
from tests.pad.entries import regular_entry

Contract = tuple[int, Trump, tuple[int | None, ...], int, int | None]
"""Author, trump, bids, multiplier, doubler: all that is final of an auction but the pack."""


def contract(auction: Auction) -> Contract:
    standing = auction.standing
    assert standing is not None
    return (standing.seat, standing.trump, auction.bids, auction.factor, auction.doubled_by)


def following(auction: Auction) -> Iterator[Auction]:
    """Return every auction one call on; one pack stands for both, which change nothing else."""
    if not auction.is_closed:
        for bid in auction.bids_open():
            if bid.pack is not Pack.MARKED:
                yield auction.after_bid(auction.turn, bid)
    for seat in range(len(auction.bids)):
        if auction.refuse_double(seat) is None:
            yield auction.after_double(seat)
        if auction.refuse_redouble(seat) is None:
            yield auction.after_redouble()


def reached(players: int, cards: int, opener: int) -> set[Contract]:
    """Return the contract of every auction that can close."""
    seen = {Auction.open(players, cards, opener)}
    ahead = list(seen)
    while ahead:
        fresh = {after for after in following(ahead.pop()) if after not in seen}
        seen |= fresh
        ahead += fresh
    return {contract(auction) for auction in seen if auction.is_closed}


def entered(players: int, cards: int, opener: int) -> set[Contract]:
    """Return every contract that can be entered, with author, trump and doubler known."""
    setting = Setting(players, cards, opener=opener)
    doubles = [(1, None), *product((1, 2, 4), range(players))]
    found: set[Contract] = set()
    for author, trump in product(range(players), Trump):
        for bids in product(range(cards + 1), repeat=players):
            for multiplier, doubler in doubles:
                entry = Entry(
                    author=author,
                    trump=trump,
                    bids=bids,
                    multiplier=multiplier,  # type: ignore[arg-type]
                    doubled_by=doubler,
                )
                if entry_fault(entry, setting) is None:
                    found.add((author, trump, bids, multiplier, doubler))
    return found


@pytest.mark.parametrize(
    ("players", "cards"), [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1), (6, 1), (7, 1)]
)
def test_what_can_be_entered_is_what_an_auction_reaches(players: int, cards: int) -> None:
    assert entered(players, cards, opener=1) == reached(players, cards, opener=1)


def replayed(entry: Entry, setting: Setting) -> Auction:
    """Return an auction that reaches *entry*: weak bids until it is the author's turn."""
    players, opener = setting.players, setting.opener
    assert opener is not None
    assert entry.author is not None
    assert entry.trump is not None
    pack = entry.pack or (Pack.SIMPLE if has_two_packs(players) else None)
    auction = Auction.open(players, setting.cards, opener)
    weakest = Trump.CLUBS if entry.trump is Trump.NONE else Trump.NONE
    while auction.turn != entry.author:
        auction = legal(auction, Bid(0, weakest, pack))
    announced = entry.bids[entry.author]
    assert announced is not None
    auction = legal(auction, Bid(announced, entry.trump, pack))
    if entry.doubled_by is not None:
        assert auction.refuse_double(entry.doubled_by) is None
        auction = auction.after_double(entry.doubled_by)
    if entry.multiplier == 4:
        assert auction.refuse_redouble(entry.author) is None
        auction = auction.after_redouble()
    while not auction.is_closed:
        bid = entry.bids[auction.turn]
        assert bid is not None
        auction = legal(auction, Bid(bid, entry.trump, None))
    return auction


def legal(auction: Auction, bid: Bid) -> Auction:
    assert auction.refuse_bid(auction.turn, bid) is None
    return auction.after_bid(auction.turn, bid)


@pytest.mark.parametrize("players", SCHEDULES)
def test_every_regular_entry_of_the_schedule_has_its_auction(players: int) -> None:
    dice = random.Random(players)
    known = 0
    for _ in range(800):
        cards, opener = dice.choice(SCHEDULES[players]), dice.randrange(players)
        setting = Setting(players, cards, opener=opener)
        entry = regular_entry(dice, players, cards, opener=opener)
        assert entry_fault(entry, setting) is None
        if entry.author is None or (entry.multiplier > 1 and entry.doubled_by is None):
            continue
        found = contract(replayed(entry, setting))
        assert found == (
            entry.author,
            entry.trump,
            entry.bids,
            entry.multiplier,
            entry.doubled_by,
        )
        known += 1
    assert known > 300


@pytest.mark.parametrize("players", SCHEDULES)
def test_every_deal_that_is_played_can_be_entered(players: int) -> None:
    dice = random.Random(players)
    for _ in range(60):
        cards, dealer = dice.choice(SCHEDULES[players]), dice.randrange(players)
        deal = Deal.shuffled(players, cards, dealer, dice.randbytes(32))
        while not deal.is_over:
            seat = dice.choice(sorted(deal.to_act))
            deal, _ = deal.apply(seat, dice.choice(deal.legal_actions(seat)))
        setting = Setting(players, cards, opener=(dealer + 1) % players)
        assert entry_fault(reduced(deal), setting) is None
        assert reduced(deal).points == deal.points
