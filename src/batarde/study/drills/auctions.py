"""May this be said now: every reason for which the auction refuses something (A1 to A9)."""

from collections.abc import Iterator
from typing import Final

from batarde.rules.actions import Bid
from batarde.rules.auction import Auction
from batarde.rules.cards import Pack, has_two_packs
from batarde.rules.game import schedule
from batarde.rules.refusals import Code, Refusal
from batarde.rules.trumps import Trump
from batarde.study.drills.collecting import mixed
from batarde.study.drills.dice import Dice
from batarde.study.drills.questions import LouderQuestion, LouderSkill, Spoken

__all__ = ["auction_after", "louder_skills", "refused"]

_YES: Final = "yes"
_RULES: Final = {
    "more": "A3",
    "same": "A3",
    "follower": "A3",
    "frozen": "A8",
    "turn": "A2",
    "pack": "A7",
    "double": "A8",
    "redouble": "A9",
}
_NO: Final = {
    "more": ("call-too-weak", "call-too-weak.never"),
    "same": ("call-too-weak", "call-too-weak.never"),
    "follower": ("call-too-weak",),
    "frozen": ("trump-frozen",),
    "turn": ("turn", "call-range", "auction-over"),
    "pack": ("call-pack.needed", "call-pack.none", "call-pack.other"),
    "double": (
        *("double.nothing", "double.author", "double.again", "double.stranger"),
        "auction-over",
    ),
    "redouble": ("redouble.nothing", "redouble.author", "redouble.again"),
}
"""The refusals that each skill is about; as often as all of them it asks what is allowed."""

_LONGEST: Final = 6
_HIGHEST: Final = 5
_WATCHING: Final = -1


def louder_skills(seed: str) -> Iterator[LouderSkill]:
    """Return the skills of the drill."""
    dice = Dice(seed, "louder")
    kinds = {
        skill: tuple(f"{skill} {kind}" for no in reasons for kind in (no, f"{_YES} {no}"))
        for skill, reasons in _NO.items()
    }
    found = mixed(kinds, _offers(dice), dice)
    for skill, rule in _RULES.items():
        yield LouderSkill(f"louder.{skill}", rule, tuple(found[skill]))


def _offers(dice: Dice) -> Iterator[tuple[str, LouderQuestion]]:
    while True:
        players = dice.one_of((3, 4, 4, 4, 5))
        cards = dice.one_of(schedule(players))
        said = _said(Auction.open(players, cards, 0), dice)
        auction = auction_after(players, cards, said)
        for skill in _RULES:
            wish = _wish(skill, auction, dice)
            if wish and _is_about(skill, auction, wish):
                refusal = refused(auction, wish)
                asked = LouderQuestion(
                    players=players,
                    cards=cards,
                    said=said,
                    wish=wish,
                    answer=refusal is None,
                    refusal=refusal,
                )
                yield f"{skill} {_kind(skill, refusal, dice)}", asked


def auction_after(players: int, cards: int, said: tuple[Spoken, ...]) -> Auction:
    """Return the auction after what was *said*, all of which must have been allowed."""
    auction = Auction.open(players, cards, opener=0)
    for call in said:
        assert refused(auction, call) is None, call
        auction = _after(auction, call)
    return auction


def refused(auction: Auction, said: Spoken) -> Refusal | None:
    """Return why something may not be said, or ``None`` if it may."""
    call = said.call
    if isinstance(call, Bid):
        return auction.refuse_bid(said.seat, call)
    return auction.refuse_double(said.seat) if said.double else auction.refuse_redouble(said.seat)


def _after(auction: Auction, said: Spoken) -> Auction:
    call = said.call
    if isinstance(call, Bid):
        return auction.after_bid(said.seat, call)
    return auction.after_double(said.seat) if said.double else auction.after_redouble()


def _said(auction: Auction, dice: Dice) -> tuple[Spoken, ...]:
    """Return an auction by chance, from nothing at all to closed."""
    said: list[Spoken] = []
    for _ in range(dice.between(0, _LONGEST)):
        if auction.is_closed:
            break
        call = _next(auction, dice)
        auction = _after(auction, call)
        said.append(call)
    return tuple(said)


def _next(auction: Auction, dice: Dice) -> Spoken:
    standing, seats = auction.standing, range(len(auction.bids))
    doublers = [seat for seat in seats if auction.refuse_double(seat) is None]
    if doublers and dice.hits(0.12):
        return Spoken(dice.one_of(doublers), double=True)
    if standing and auction.refuse_redouble(standing.seat) is None and dice.hits(0.2):
        return Spoken(standing.seat, redouble=True)
    bids = [bid for bid in auction.bids_open() if bid.tricks <= _HIGHEST or dice.hits(0.02)]
    follows = [bid for bid in bids if standing and bid.trump is standing.trump]
    rest = [bid for bid in bids if bid not in follows]
    chosen = follows if follows and (not rest or dice.hits(0.65)) else rest
    return _spoken(auction.turn, min(dice.one_of(chosen), dice.one_of(chosen), key=_tricks))


def _tricks(bid: Bid) -> int:
    return bid.tricks


def _spoken(seat: int, bid: Bid) -> Spoken:
    return Spoken(seat, bid.tricks, bid.trump, bid.pack)


def _wish(skill: str, auction: Auction, dice: Dice) -> Spoken | None:
    """Return something to ask about, whether it is allowed or not."""
    players = len(auction.bids)
    anybody = dice.below(players)
    if skill == "double":
        return Spoken(_WATCHING if dice.hits(0.1) else anybody, double=True)
    if skill == "redouble":
        return Spoken(anybody, redouble=True)
    has_two = has_two_packs(players)
    pack = dice.one_of(tuple(Pack)) if has_two else None
    tricks, trump = dice.between(0, _HIGHEST), dice.one_of(tuple(Trump))
    if skill == "pack":
        pack = dice.one_of((None, *Pack))
        return Spoken(auction.turn, tricks, trump, pack)
    if skill == "turn":
        seat = auction.turn if dice.hits(0.5) else anybody
        tricks = auction.cards + dice.between(1, 2) if dice.hits(0.2) else tricks
        return Spoken(seat, tricks, trump, pack)
    if skill in {"more", "same"} and auction.standing:
        near = auction.standing.tricks + (dice.between(-2, 2) if skill == "more" else 0)
        tricks = min(max(near, 0), auction.cards)
    return Spoken(auction.turn, tricks, trump, pack)


def _is_about(skill: str, auction: Auction, wish: Spoken) -> bool:
    """Return whether the answer hangs on what *skill* is about, and on nothing else."""
    standing = auction.standing
    if skill in {"double", "redouble"}:
        return True
    refusal = refused(auction, wish)
    code = refusal.code if refusal else None
    follows = standing is not None and wish.trump is standing.trump
    if skill == "turn":
        return code in {None, Code.TURN, Code.CALL_RANGE, Code.AUCTION_OVER}
    if skill == "pack":
        return code in {None, Code.CALL_PACK}
    if auction.is_closed or standing is None or wish.tricks is None:
        return False
    if skill == "frozen":
        return auction.doubled_by is not None and code in {None, Code.TRUMP_FROZEN}
    if follows or auction.doubled_by is not None or code not in {None, Code.CALL_TOO_WEAK}:
        return False
    heard = max((bid for bid in auction.bids if bid is not None), default=0)
    if skill == "follower":
        return heard > standing.tricks and standing.tricks <= wish.tricks <= heard
    if heard > standing.tricks:
        return False
    return (wish.tricks == standing.tricks) == (skill == "same")


def _kind(skill: str, refusal: Refusal | None, dice: Dice) -> str:
    """Return the place of a question among those of its skill: allowed ones fill half of each."""
    if refusal is None:
        return f"{_YES} {dice.one_of(_NO[skill])}"
    if refusal.code is Code.CALL_TOO_WEAK and refusal.number is None:
        return f"{refusal.code}.never"
    return f"{refusal.code}.{refusal.detail}" if refusal.detail else str(refusal.code)
