"""What a table does by itself, and when: cards, shares, the double window, clocks.

There is at most one next thing. :func:`next_alarm` says what and when; the authority waits for it
and lets :func:`ring` turn it into events, like any command.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from batarde.rules.actions import PASS, READY, Action
from batarde.rules.deal import Deal
from batarde.rules.dealing import deal_hands, shuffled_pack
from batarde.rules.events import EVERYBODY
from batarde.rules.game import schedule
from batarde.rules.questions import question
from batarde.rules.views import Phase, View
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.decisions import Decision, act
from batarde.table.fairness import commit_secret
from batarde.table.state import Draw, TableState

__all__ = ["ANSWER_TIME", "BOT_TIME", "SHARE_TIME", "Alarm", "Kind", "Means", "next_alarm", "ring"]

SHARE_TIME: Final = 3_000
"""Milliseconds that the clients have for each step of a draw."""

ANSWER_TIME: Final = 20_000
"""Milliseconds for the ready question and for the redouble, where there is a clock."""


BOT_TIME: Final = 60_000
"""Milliseconds after which a sensible move is made for a bot that has not answered.

Bots answer in seconds, or are replaced for a move by whoever asks them: this is for a fault there,
so that no table waits for ever."""


class Kind(StrEnum):
    """What a table can do by itself."""

    COMMIT = "commit"
    CLOSE_SHARES = "close-shares"
    DEAL = "deal"
    REVEAL = "reveal"
    SEAT = "seat"
    CLOSE_WINDOW = "close-window"
    TIME_OUT = "time-out"
    BOT_LATE = "bot-late"


class Alarm(msgspec.Struct, frozen=True, gc=False):
    """The next thing that a table does by itself, and when; *seat* is whose time runs out."""

    kind: Kind
    at: int
    seat: int = -1


class Means(msgspec.Struct, frozen=True):
    """What a table cannot make itself: secrets, moves for whoever is late, and lots."""

    secret: Callable[[], bytes]
    move: Callable[[View], Action]
    lot: Callable[[int], int]
    """Draws a number below the given one."""


def next_alarm(state: TableState) -> Alarm | None:
    """Return what happens next if nobody does anything, or ``None`` if nothing does."""
    game, draw = state.game, state.draw
    if game is None or state.is_paused:
        return None
    if game.deals and not game.deals[-1].is_over:
        return _play_alarm(state, game.deals[-1])
    if draw is not None and len(game.deals) > draw.deal:
        return Alarm(Kind.REVEAL, state.at)
    if state.promised:
        # A finished game is written down with those who played it, so the others sit down after.
        return Alarm(Kind.SEAT, state.at + game.is_over)
    if game.is_over:
        return None
    if draw is None:
        pause = state.settings.deal_pause if game.deals else 0
        return Alarm(Kind.COMMIT, state.since + pause)
    return _draw_alarm(state, draw)


def _draw_alarm(state: TableState, draw: Draw) -> Alarm:
    late = state.since + SHARE_TIME
    if draw.is_closed:
        is_complete = all(share.value for share in draw.shares)
        return Alarm(Kind.DEAL, state.at if is_complete else late)
    givers = [n for n, seat in enumerate(state.seats) if seat.kind == "person" and not seat.away]
    is_complete = all(draw.share(seat) for seat in givers)
    return Alarm(Kind.CLOSE_SHARES, state.at if is_complete else late)


def _play_alarm(state: TableState, deal: Deal) -> Alarm | None:
    thinking, turn = state.settings.thinking, deal.turn
    if deal.window:
        return Alarm(Kind.CLOSE_WINDOW, state.since + state.settings.double_window)
    waited_for = sorted(deal.unready) if turn is None else (turn,)
    seat = _first_person(state, waited_for)
    if seat is None and waited_for:
        return Alarm(Kind.BOT_LATE, state.since + BOT_TIME, waited_for[0])
    if thinking is None or seat is None:
        return None
    if deal.phase in {Phase.READY, Phase.REDOUBLE}:
        return Alarm(Kind.TIME_OUT, state.since + ANSWER_TIME, seat)
    return Alarm(Kind.TIME_OUT, state.since + thinking.move + state.banks[seat], seat)


def _first_person(state: TableState, seats: Sequence[int]) -> int | None:
    for seat in seats:
        if not state.seats[seat].is_played_by_bot:
            return seat
    return None


def ring(state: TableState, alarm: Alarm, means: Means) -> Decision:
    """Return what *alarm* makes happen."""
    match alarm.kind:
        case Kind.COMMIT:
            return _commit(state, means)
        case Kind.CLOSE_SHARES:
            return Decision((ev.SharesClosed(EVERYBODY, _draw(state).deal),))
        case Kind.DEAL:
            return _deal(state)
        case Kind.REVEAL:
            return _reveal(state)
        case Kind.CLOSE_WINDOW:
            game, events = state.running.close_window()
            return Decision(events, game)
        case Kind.SEAT:
            return Decision(
                tuple(
                    ev.PersonSeated(EVERYBODY, promise.seat, promise.player, promise.name)
                    for promise in state.promised
                )
            )
        case Kind.TIME_OUT | Kind.BOT_LATE:
            return _time_out(state, alarm.seat, means)


def _draw(state: TableState) -> Draw:
    assert state.draw is not None
    return state.draw


def _commit(state: TableState, means: Means) -> Decision:
    deal, secret, table = len(state.running.deals), means.secret(), state.name_in_hashes
    return Decision(
        (
            ev.SecretDrawn(ev.NOBODY, deal, secret.hex()),
            ev.DealCommitted(EVERYBODY, deal, commit_secret(table, deal, secret), table),
        )
    )


def _deal(state: TableState) -> Decision:
    game = state.running
    pack = shuffled_pack(_draw(state).proof().seed(), game.players)
    cards = schedule(game.players)[len(game.deals)]
    _, events = game.next_deal(deal_hands(pack, game.players, cards, game.next_dealer))
    return Decision(events)


def _reveal(state: TableState) -> Decision:
    proof = _draw(state).proof()
    revealed = ev.SecretRevealed(
        EVERYBODY, proof.deal, proof.secret, proof.commitment, proof.shares
    )
    return Decision((revealed,))


def _time_out(state: TableState, seat: int, means: Means) -> Decision:
    deal = state.running.deal
    if deal.phase is Phase.READY:
        action: Action = READY
    elif deal.phase is Phase.REDOUBLE:
        action = PASS
    else:
        asked = question(state.running, seat)
        assert asked is not None
        action = means.move(asked)
    made = act(state, seat, do.Act(seq=state.seq, action=action))
    return Decision((ev.TimeRanOut(EVERYBODY, seat), *made.events), made.game)
