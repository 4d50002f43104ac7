"""A table as one person may see it: what a client needs to draw it from nothing."""

from msgspec.structs import replace

from batarde.rules.deal import Deal
from batarde.rules.game import Game
from batarde.rules.views import Phase, View
from batarde.server.live.messages import DealResult, DrawState, Present, Snapshot, Timing
from batarde.table.alarms import Kind, next_alarm
from batarde.table.state import Draw, TableState

__all__ = ["snapshot", "timing"]


def snapshot(state: TableState, player: str, presence: Present, now: int) -> Snapshot:
    """Return the table as the person with this id may see it."""
    seat, game = state.seat_of(player), state.game
    has_deal = game is not None and bool(game.deals)
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
        draw=_draw(state.draw),
        window=_window(state, now),
        timing=timing(state, now),
        talk=state.talk,
        promised=state.promised,
        had=state.seat_had(player),
        coached=state.coached,
    )


def _view(state: TableState, game: Game, seat: int | None) -> View:
    view = game.view(seat)
    return replace(view, legal=()) if state.is_paused else view


def timing(state: TableState, now: int) -> Timing | None:
    """Return whose clock runs and how long it still does, if one does."""
    if state.settings.thinking is None:
        return None
    alarm = next_alarm(state)
    if alarm is None or alarm.kind is not Kind.TIME_OUT:
        return None
    left = max(0, alarm.at - now)
    # The ready question and the redouble have a time of their own, which no bank prolongs.
    has_bank = state.running.deal.phase in {Phase.AUCTION, Phase.PLAY}
    bank = min(left, state.banks[alarm.seat]) if has_bank else 0
    return Timing(alarm.seat, left - bank, bank)


def _window(state: TableState, now: int) -> int:
    alarm = next_alarm(state)
    return max(0, alarm.at - now) if alarm and alarm.kind is Kind.CLOSE_WINDOW else 0


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


def _draw(draw: Draw | None) -> DrawState | None:
    """Return a draw without its secret."""
    if draw is None:
        return None
    return DrawState(draw.deal, draw.commitment, draw.shares, draw.is_closed, draw.table)
