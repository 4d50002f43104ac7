"""The number that the last to speak may not say (A6), and the points (S1)."""

from collections.abc import Iterator
from typing import Final

from batarde.rules.actions import Bid
from batarde.rules.auction import Auction
from batarde.rules.cards import Pack, has_two_packs
from batarde.rules.game import schedule
from batarde.rules.refusals import Refusal
from batarde.rules.scoring import points
from batarde.rules.trumps import Trump
from batarde.study.drills.collecting import QUESTIONS, collected
from batarde.study.drills.dice import Dice
from batarde.study.drills.questions import LastQuestion, LastSkill, ScoreQuestion, ScoreSkill

__all__ = ["auction_of", "last_skills", "score_skills"]

_LAST: Final = (
    *("below", "at", "above"),
    *("below-doubled", "at-doubled", "above-doubled"),
    "instead",
)
_FACTORS: Final = {"once": 1, "twice": 2, "four-times": 4}
_MOST_MISSED: Final = 5


def last_skills(seed: str) -> Iterator[LastSkill]:
    """Return the skills of the forbidden number: where the sum stands, doubled or not."""
    found = collected(dict.fromkeys(_LAST, QUESTIONS), _last_offers(Dice(seed, "last")))
    for case in _LAST:
        yield LastSkill(f"last.{case}", "A6", tuple(found[case]))


def _last_offers(dice: Dice) -> Iterator[tuple[str, LastQuestion]]:
    while True:
        players = dice.one_of((3, 4, 4, 5))
        cards = dice.one_of(schedule(players))
        bids = tuple(dice.between(0, cards * 2 // players) for _ in range(players - 1))
        pack = dice.one_of(tuple(Pack)) if has_two_packs(players) else None
        asked = LastQuestion(
            cards=cards,
            bids=bids,
            trump=dice.one_of(tuple(Trump)),
            pack=pack,
            doubled=dice.hits(0.45),
            answer=None,
        )
        instead = None if asked.doubled or dice.hits(0.5) else _instead(asked, dice)
        yield _case(asked, instead), _answered(asked, instead)


def auction_of(asked: LastQuestion) -> Auction:
    """Return the auction that *asked* tells of, with only the last seat still to speak."""
    auction = Auction.open(len(asked.bids) + 1, asked.cards, opener=0)
    for seat, tricks in enumerate(asked.bids):
        auction = auction.after_bid(seat, Bid(tricks, asked.trump, asked.pack))
    return auction.after_double(len(asked.bids)) if asked.doubled else auction


def _case(asked: LastQuestion, instead: Trump | None) -> str:
    if instead:
        return "instead"
    total = sum(asked.bids)
    side = "below" if total < asked.cards else "at" if total == asked.cards else "above"
    return f"{side}-doubled" if asked.doubled else side


def _answered(asked: LastQuestion, instead: Trump | None) -> LastQuestion:
    auction = auction_of(asked)
    answer = None if instead else auction.forbidden
    return LastQuestion(
        cards=asked.cards,
        bids=asked.bids,
        trump=asked.trump,
        pack=asked.pack,
        doubled=asked.doubled,
        instead=instead,
        answer=answer,
        refusal=_forbidding(auction, asked, answer),
    )


def _forbidding(auction: Auction, asked: LastQuestion, answer: int | None) -> Refusal | None:
    if answer is None:
        return None
    return auction.refuse_bid(len(asked.bids), Bid(answer, asked.trump, asked.pack))


def _instead(asked: LastQuestion, dice: Dice) -> Trump | None:
    """Return a trump in which the forbidden number may be announced, if there is one."""
    auction, seat = auction_of(asked), len(asked.bids)
    if auction.forbidden is None:
        return None
    bids = [Bid(auction.forbidden, trump, asked.pack) for trump in Trump]
    open_ = [
        bid.trump
        for bid in bids
        if bid.trump is not asked.trump and auction.refuse_bid(seat, bid) is None
    ]
    return dice.one_of(open_) if open_ else None


def score_skills(seed: str) -> Iterator[ScoreSkill]:
    """Return the skills of the points of four."""
    dice = Dice(seed, "score")
    found = collected(dict.fromkeys(_FACTORS, QUESTIONS), _score_offers(dice))
    for case in _FACTORS:
        yield ScoreSkill(f"score.{case}", "S1", tuple(found[case]))


def _score_offers(dice: Dice) -> Iterator[tuple[str, ScoreQuestion]]:
    while True:
        cards = dice.one_of(schedule(4))
        won = [dice.below(4) for _ in range(cards)]
        tricks = tuple(won.count(seat) for seat in range(4))
        bids = tuple(max(0, made + dice.between(-2, 2) * dice.between(0, 2)) for made in tricks)
        missed = points(bids, tricks)
        # Somebody misses (A6), and nobody by more than the pad has keys for.
        if sum(bids) == cards or max(missed) > _MOST_MISSED or max(bids) > cards:
            continue
        case = dice.one_of(tuple(_FACTORS))
        factor = _FACTORS[case]
        answer = points(bids, tricks, factor)
        yield case, ScoreQuestion(bids=bids, tricks=tricks, factor=factor, answer=answer)
