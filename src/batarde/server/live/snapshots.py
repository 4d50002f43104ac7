"""A table as one person may see it: what a client needs to draw it from nothing."""

from msgspec.structs import replace

from batarde.rules.deal import Deal
from batarde.rules.game import Game
from batarde.rules.views import Phase, View
from batarde.server.live.messages import DealResult, Present, Snapshot, Timing
from batarde.table.alarms import Alarm, Kind, next_alarm
from batarde.table.state import TableState

__all__ = ["Times", "snapshot", "times"]

Times = tuple[Timing | None, int]
"""Whose clock runs, and the milliseconds left of the double window."""


def snapshot(state: TableState, player: str, presence: Present, now: int) -> Snapshot:
    """Return the table as the person with this id may see it."""
    seat, game = state.seat_of(player), state.game
    has_deal = game is not None and bool(game.deals)
    timing, window = times(state, now)
    return Snapshot(
        table=state.id,
        seq=state.seq,
        settings=state.settings,
        host=state.host,
        you=player,
        seat=seat,
        seats=state.seats,
        connected=presence.connected,
        watchers=presence.watchers,
        watching=presence.watching,
        game=state.game_id if game else "",
        is_playing=state.is_playing,
        is_paused=state.is_paused,
        results=_results(game) if game else (),
        totals=game.totals if game else (),
        view=_view(state, game, seat) if game and has_deal else None,
        last_trick=_last_trick(game.deal) if game and has_deal else (),
        draw=None if state.draw is None else state.draw.shown(),
        window=window,
        timing=timing,
        talk=state.talk,
        promised=state.promised,
        had=state.seat_had(player),
        played=tuple(seat.name for seat in state.played),
        coached=state.coached,
    )


def _view(state: TableState, game: Game, seat: int | None) -> View:
    view = game.view(seat)
    return replace(view, legal=()) if state.is_paused else view


def times(state: TableState, now: int) -> Times:
    """Return how long whoever has to act still has, and those who may double."""
    deals = state.game.deals if state.game else ()
    if not deals or (state.settings.thinking is None and not deals[-1].window):
        return None, 0  # most moves at a table without a clock need not ask what comes next
    alarm = next_alarm(state)
    if alarm is None:
        return None, 0
    left = max(0, alarm.at - now)
    if alarm.kind is Kind.CLOSE_WINDOW:
        return None, left
    return (_timing(state, alarm, left) if alarm.kind is Kind.TIME_OUT else None), 0


def _timing(state: TableState, alarm: Alarm, left: int) -> Timing:
    # The ready question and the redouble have a time of their own, which no bank prolongs.
    has_bank = state.running.deal.phase in {Phase.AUCTION, Phase.PLAY}
    bank = min(left, state.banks[alarm.seat]) if has_bank else 0
    return Timing(alarm.seat, left - bank, bank)


def _results(game: Game) -> tuple[DealResult, ...]:
    return tuple(_result(deal) for deal in game.deals if deal.is_over)


def _result(deal: Deal) -> DealResult:
    standing, auction, points = deal.standing, deal.auction, deal.points
    assert standing is not None
    assert points is not None
    return DealResult(
        cards=deal.cards,
        dealer=deal.dealer,
        author=standing.seat,
        trump=standing.trump,
        doubled_by=auction.doubled_by,
        redoubled=auction.redoubled,
        bids=tuple(bid for bid in auction.bids if bid is not None),
        tricks=deal.tricks,
        points=points,
    )


def _last_trick(deal: Deal) -> tuple[tuple[int, str], ...]:
    """Return the last complete trick, as seats and cards, the leader's first."""
    complete = len(deal.plays) - len(deal.trick)
    plays = deal.plays[max(0, complete - deal.players) : complete]
    return tuple((seat, card.value) for seat, card in plays)
