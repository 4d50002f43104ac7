"""From what somebody asks to what happens: pure functions from a table and a command to events.

Chance comes from outside, so that a test can say what the lot was.
"""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from batarde.rules.errors import IllegalActionError
from batarde.rules.events import EVERYBODY
from batarde.rules.game import Game
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.errors import TableCode, TableError
from batarde.table.fairness import commit_share
from batarde.table.state import TableState
from batarde.words.characters import free_name

__all__ = ["Asker", "Decision", "act", "decide"]

_TURNING: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
"""Marks that turn the direction of a text, with which one line could pose as another."""


class Asker(msgspec.Struct, frozen=True, gc=False):
    """Who asks: a person's public id and name, as the session knows them."""

    player: str
    name: str


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What happens, and the game after it where the game moved."""

    events: tuple[ev.TableEvent, ...]
    game: Game | None = None


Lot = Callable[[int], int]
"""A number below the given one, drawn by lot."""


def decide(state: TableState, asker: Asker, command: do.Command, lot: Lot) -> Decision:
    """Return what *command* makes happen.

    :raises TableError: if it may not be; nothing has happened then.
    """
    return _DECISIONS[type(command)](state, asker, command, lot)


def act(state: TableState, seat: int, command: do.Act) -> Decision:
    """Return what an action of *seat* makes happen in the game.

    :raises TableError: if there is no game to act in, or the rules refuse it.
    """
    if state.game is None or not state.game.deals:
        raise TableError(TableCode.NOT_PLAYING)
    if state.is_paused:
        raise TableError(TableCode.PAUSED)
    try:
        game, events = state.game.apply(seat, command.action)
    except IllegalActionError as error:
        raise TableError(TableCode.RULES, error.refusal) from None
    return Decision(events, game)


def _act(state: TableState, asker: Asker, command: do.Act, _lot: Lot) -> Decision:
    return act(state, _seat(state, asker), command)


def _sit(state: TableState, asker: Asker, command: do.Sit, _lot: Lot) -> Decision:
    had = _seat_had(state, asker)
    wanted = had if command.seat is None else command.seat
    number = _free_seat(state) if wanted is None else _number(state, wanted)
    seat, own = state.seats[number], state.seat_of(asker.player)
    if own == number:
        return Decision(())
    if seat.kind == "person":
        raise TableError(TableCode.SEAT_TAKEN)
    if own is not None and state.is_playing:
        raise TableError(TableCode.ALREADY_PLAYING)
    if had not in (None, number):
        raise TableError(TableCode.OTHER_SEAT)
    seated = ev.PersonSeated(EVERYBODY, number, asker.player, asker.name)
    left = () if own is None else (ev.SeatLeft(EVERYBODY, own),)
    return Decision((*left, seated))


def _stand(state: TableState, asker: Asker, _command: do.Stand, _lot: Lot) -> Decision:
    number = _seat(state, asker)
    return Decision((*_vacated(state, number), *_new_host(state, asker.player)))


def _seat_bot(state: TableState, asker: Asker, command: do.SeatBot, _lot: Lot) -> Decision:
    _check_host(state, asker)
    number = _number(state, command.seat)
    if state.seats[number].kind == "person":
        raise TableError(TableCode.SEAT_TAKEN)
    return Decision(_bots(state, [number], command.level))


def _unseat(state: TableState, asker: Asker, command: do.Unseat, _lot: Lot) -> Decision:
    _check_host(state, asker)
    number = _number(state, command.seat)
    if state.seats[number].kind == "empty":
        raise TableError(TableCode.NO_SUCH_SEAT)
    return Decision(_vacated(state, number))


def _start(state: TableState, asker: Asker, command: do.Start, lot: Lot) -> Decision:
    _check_host(state, asker)
    if state.is_playing:
        raise TableError(TableCode.ALREADY_PLAYING)
    empty = [n for n, seat in enumerate(state.seats) if seat.kind == "empty"]
    if empty and not command.fill:
        raise TableError(TableCode.EMPTY_SEATS)
    if not any(seat.kind == "person" for seat in state.seats):
        raise TableError(TableCode.NO_PERSON)
    bots = _bots(state, empty, command.fill)
    players = state.settings.players
    order = _drawn(players, lot) if state.settings.by_lot else tuple(range(players))
    return Decision((*bots, ev.GameStarted(EVERYBODY, lot(players), order)))


def _pause(state: TableState, asker: Asker, _command: do.Pause, _lot: Lot) -> Decision:
    _check_host(state, asker)
    _check_playing(state)
    return Decision(() if state.is_paused else (ev.Paused(EVERYBODY, asker.player),))


def _resume(state: TableState, asker: Asker, _command: do.Resume, _lot: Lot) -> Decision:
    _check_host(state, asker)
    _check_playing(state)
    return Decision((ev.Resumed(EVERYBODY),) if state.is_paused else ())


def _say(state: TableState, asker: Asker, command: do.Say, _lot: Lot) -> Decision:
    if not state.settings.talk:
        raise TableError(TableCode.NO_TALK)
    if command.signal and command.signal not in do.SIGNALS:
        raise TableError(TableCode.NO_SUCH_SIGNAL)
    text = _on_one_line(command.text)
    if not text and not command.signal:
        raise TableError(TableCode.EMPTY_TALK)
    return Decision((ev.Said(EVERYBODY, asker.player, asker.name, text, command.signal),))


def _on_one_line(text: str) -> str:
    """Return *text* without line ends, control characters and marks that turn its direction."""
    unwanted = {"Cc", "Zl", "Zp"}
    shown = [
        " " if unicodedata.category(sign) in unwanted or sign in _TURNING else sign for sign in text
    ]
    return " ".join("".join(shown).split())


def _commit_share(state: TableState, asker: Asker, command: do.CommitShare, _lot: Lot) -> Decision:
    seat, draw = _seat(state, asker), state.draw
    if draw is None or draw.is_closed or draw.deal != command.deal or draw.share(seat):
        raise TableError(TableCode.NO_DRAW)
    return Decision((ev.ShareCommitted(EVERYBODY, seat, command.commitment),))


def _open_share(state: TableState, asker: Asker, command: do.OpenShare, _lot: Lot) -> Decision:
    seat, draw = _seat(state, asker), state.draw
    share = None if draw is None else draw.share(seat)
    if draw is None or not draw.is_closed or draw.deal != command.deal or share is None:
        raise TableError(TableCode.NO_DRAW)
    made = commit_share(state.id, command.deal, seat, bytes.fromhex(command.share))
    if share.value or made != share.commitment:
        raise TableError(TableCode.BAD_SHARE)
    return Decision((ev.ShareOpened(EVERYBODY, seat, command.share),))


_DECISIONS: dict[type, Callable[[TableState, Asker, Any, Lot], Decision]] = {
    do.Act: _act,
    do.Sit: _sit,
    do.Stand: _stand,
    do.SeatBot: _seat_bot,
    do.Unseat: _unseat,
    do.Start: _start,
    do.Pause: _pause,
    do.Resume: _resume,
    do.Say: _say,
    do.CommitShare: _commit_share,
    do.OpenShare: _open_share,
}


def _seat(state: TableState, asker: Asker) -> int:
    seat = state.seat_of(asker.player)
    if seat is None:
        raise TableError(TableCode.NOT_SEATED)
    return seat


def _seat_had(state: TableState, asker: Asker) -> int | None:
    """Return the seat that somebody has had in the running game: nobody may see two hands."""
    if not state.is_playing:
        return None
    return next((seat for player, seat in state.sat if player == asker.player), None)


def _number(state: TableState, seat: int) -> int:
    if not 0 <= seat < len(state.seats):
        raise TableError(TableCode.NO_SUCH_SEAT)
    return seat


def _free_seat(state: TableState) -> int:
    kinds = [seat.kind for seat in state.seats]
    for kind in ("empty", "bot"):
        if kind in kinds:
            return kinds.index(kind)
    raise TableError(TableCode.NO_FREE_SEAT)


def _check_host(state: TableState, asker: Asker) -> None:
    if asker.player != state.host:
        raise TableError(TableCode.NOT_HOST)


def _check_playing(state: TableState) -> None:
    if not state.is_playing:
        raise TableError(TableCode.NOT_PLAYING)


def _vacated(state: TableState, number: int) -> tuple[ev.TableEvent, ...]:
    """Return how a seat is given up: in a running game a bot takes it, so that it can go on."""
    if state.is_playing:
        return _bots(state, [number], state.seats[number].level or "simple")
    return (ev.SeatLeft(EVERYBODY, number),)


def _new_host(state: TableState, leaving: str) -> tuple[ev.TableEvent, ...]:
    others = [seat.player for seat in state.seats if seat.player not in ("", leaving)]
    if leaving != state.host or not others:
        return ()
    return (ev.HostChanged(EVERYBODY, others[0]),)


def _bots(state: TableState, numbers: Sequence[int], level: str) -> tuple[ev.BotSeated, ...]:
    """Return bots for these seats, each with a name that nobody else at the table has."""
    taken = {seat.name for number, seat in enumerate(state.seats) if number not in numbers}
    seated = []
    for number in numbers:
        name = free_name(level, number, taken)
        taken.add(name)
        seated.append(ev.BotSeated(EVERYBODY, number, level, name))
    return tuple(seated)


def _drawn(players: int, lot: Lot) -> tuple[int, ...]:
    left = list(range(players))
    return tuple(left.pop(lot(len(left))) for _ in range(players))
