"""A view made anew from what a seat is told: its hand, the calls and the cards played.

The other hands are not needed for it: what was said and played in the open determines the rest.
"""

from batarde.rules.actions import DOUBLE, PASS, REDOUBLE, Action, Bid, Call, Double, play
from batarde.rules.auction import Auction
from batarde.rules.cards import Card, pack_of
from batarde.rules.errors import MalformedError
from batarde.rules.tricks import playable, winning_card
from batarde.rules.views import Phase, View

__all__ = ["view_of"]

Plays = tuple[tuple[int, Card], ...]


def view_of(
    seat: int,
    players: int,
    cards: int,
    dealer: int,
    hand: tuple[Card, ...],
    calls: tuple[Call, ...],
    plays: Plays,
    *,
    is_redouble_open: bool,
) -> View:
    """Return the view of *seat* after these *calls* and *plays*.

    To decline a redouble is no call (A9), so whether that question *is_redouble_open* must be said.

    :raises MalformedError: if the rules do not allow it.
    """
    if not seat < players or not dealer < players:
        raise MalformedError(f"a seat that is not at a table of {players}")
    auction = _auction(players, cards, dealer, calls)
    tricks, trick, leader = _tricks(auction, plays, (dealer + 1) % players)
    _check_cards(seat, cards, players, hand, plays)
    winning = None
    if trick and auction.standing:
        best = winning_card(trick, auction.standing.contract)
        winning = (leader + trick.index(best)) % players
    phase, turn = Phase.REDOUBLE, seat
    if not is_redouble_open:
        phase, turn = _where(auction, tricks, (leader + len(trick)) % players)
    return View(
        seat=seat,
        players=players,
        cards=cards,
        dealer=dealer,
        phase=phase,
        turn=turn,
        hand=hand,
        legal=_legal(auction, phase, seat, turn, hand, trick),
        calls=calls,
        plays=plays,
        unready=(),
        window=(),
        standing=auction.standing,
        bids=auction.bids,
        doubled_by=auction.doubled_by,
        redoubled=auction.redoubled,
        trick=trick,
        winning=winning,
        leader=leader,
        tricks=tuple(tricks),
    )


def _auction(players: int, cards: int, dealer: int, calls: tuple[Call, ...]) -> Auction:
    auction = Auction.open(players, cards, (dealer + 1) % players)
    for seat, call in calls:
        match call:
            case Bid():
                refusal = auction.refuse_bid(seat, call)
            case Double():
                refusal = auction.refuse_double(seat)
            case _:
                refusal = auction.refuse_redouble(seat)
        if refusal is not None:
            raise MalformedError(f"the rules refuse a call of seat {seat} ({refusal.rule})")
        if isinstance(call, Bid):
            auction = auction.after_bid(seat, call)
        else:
            is_double = isinstance(call, Double)
            auction = auction.after_double(seat) if is_double else auction.after_redouble()
    return auction


def _tricks(auction: Auction, plays: Plays, leader: int) -> tuple[list[int], tuple[Card, ...], int]:
    """Return the tricks won, the trick on the table, and who led it or leads the next."""
    players = len(auction.bids)
    won = [0] * players
    trick: tuple[Card, ...] = ()
    if plays and (auction.standing is None or not auction.is_closed):
        raise MalformedError("cards were played before the auction closed")
    for seat, card in plays:
        if seat != (leader + len(trick)) % players:
            raise MalformedError(f"seat {seat} played out of turn")
        trick = (*trick, card)
        if len(trick) == players:
            assert auction.standing is not None
            best = winning_card(trick, auction.standing.contract)
            leader, trick = (leader + trick.index(best)) % players, ()
            won[leader] += 1
    return won, trick, leader


def _check_cards(seat: int, cards: int, players: int, hand: tuple[Card, ...], plays: Plays) -> None:
    shown = [*hand, *(card for _, card in plays)]
    if len(set(shown)) != len(shown) or not set(shown) <= set(pack_of(players)):
        raise MalformedError("a card that is there twice, or is not in the pack")
    if len(hand) != cards - sum(player == seat for player, _ in plays):
        raise MalformedError(f"{len(hand)} cards in hand are not what is left of {cards}")


def _where(auction: Auction, tricks: list[int], to_play: int) -> tuple[Phase, int]:
    """Return the phase, and whose turn it is."""
    if not auction.is_closed:
        return Phase.AUCTION, auction.turn
    if sum(tricks) == auction.cards:
        raise MalformedError("the deal is over")
    return Phase.PLAY, to_play


def _legal(
    auction: Auction,
    phase: Phase,
    seat: int,
    turn: int,
    hand: tuple[Card, ...],
    trick: tuple[Card, ...],
) -> tuple[Action, ...]:
    """Return all that may be asked of *seat* now, and to pass."""
    if phase is Phase.PLAY and auction.standing is not None:
        is_turn = seat == turn
        return tuple(
            play(card) for card in playable(hand, trick, auction.standing.contract) if is_turn
        )
    if phase is Phase.REDOUBLE:
        is_open = auction.is_closed and auction.refuse_redouble(seat) is None and not trick
        return (PASS, REDOUBLE) if is_open else ()
    bids = auction.bids_open() if seat == turn else ()
    return (*bids, PASS, DOUBLE) if auction.refuse_double(seat) is None else bids
