"""What the server tells a table: that it is open, who has gone, who is back, who is called what.

A notice is true when it is given, and may not be any more when it is taken up: then nothing
happens.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from batarde.rules.events import EVERYBODY
from batarde.table import events as ev
from batarde.table.actors import Person
from batarde.table.names import distinct_name, is_numbered
from batarde.table.settings import Settings
from batarde.table.state import TableState

__all__ = ["GoOn", "HandOn", "Notice", "Open", "Rename", "Return", "TakeOver", "Wait", "noted"]


class Open(msgspec.Struct, frozen=True):
    """There is a new table; its host has the first seat."""

    settings: Settings
    host: Person


class TakeOver(msgspec.Struct, frozen=True):
    """Somebody has been gone for too long: a bot plays for them."""

    seat: int


class Return(msgspec.Struct, frozen=True):
    """Somebody is back at their seat."""

    seat: int


class Wait(msgspec.Struct, frozen=True):
    """Nobody who plays is here: all have left, or the server itself was away."""


class GoOn(msgspec.Struct, frozen=True):
    """Somebody who plays is here again."""


class HandOn(msgspec.Struct, frozen=True):
    """The host has gone, and somebody else is the host now."""

    host: str


class Rename(msgspec.Struct, frozen=True):
    """Somebody has this name now."""

    person: Person


Notice = Open | TakeOver | Return | Wait | GoOn | HandOn | Rename


def noted(state: TableState, notice: Notice) -> tuple[ev.TableEvent, ...]:
    """Return what *notice* makes happen: nothing if it is no news."""
    return _NOTED[type(notice)](state, notice)


def _open(_state: TableState, notice: Open) -> tuple[ev.TableEvent, ...]:
    host = notice.host
    return (
        ev.TableOpened(EVERYBODY, notice.settings, host.player),
        ev.PersonSeated(EVERYBODY, 0, host.player, distinct_name(host.name, ())),
    )


def _take_over(state: TableState, notice: TakeOver) -> tuple[ev.TableEvent, ...]:
    is_news = state.is_playing and not state.seats[notice.seat].is_played_by_bot
    return (ev.BotTookOver(EVERYBODY, notice.seat),) if is_news else ()


def _return(state: TableState, notice: Return) -> tuple[ev.TableEvent, ...]:
    return (ev.PersonReturned(EVERYBODY, notice.seat),) if state.seats[notice.seat].away else ()


def _wait(state: TableState, _notice: Wait) -> tuple[ev.TableEvent, ...]:
    return (ev.Paused(EVERYBODY),) if state.is_playing and not state.is_paused else ()


def _go_on(state: TableState, _notice: GoOn) -> tuple[ev.TableEvent, ...]:
    is_news = state.is_playing and state.is_paused and not state.paused_by
    return (ev.Resumed(EVERYBODY),) if is_news else ()


def _hand_on(state: TableState, notice: HandOn) -> tuple[ev.TableEvent, ...]:
    return (ev.HostChanged(EVERYBODY, notice.host),) if state.host != notice.host else ()


def _rename(state: TableState, notice: Rename) -> tuple[ev.TableEvent, ...]:
    player, name = notice.person.player, notice.person.name
    is_here = state.seat_of(player) is not None or state.promise_to(player) is not None
    if not is_here or is_numbered(state.name_of(player), name):
        return ()
    distinct = distinct_name(name, state.other_names(player))
    return (ev.PersonRenamed(EVERYBODY, player, distinct),)


_NOTED: dict[type, Callable[[TableState, Any], tuple[ev.TableEvent, ...]]] = {
    Open: _open,
    TakeOver: _take_over,
    Return: _return,
    Wait: _wait,
    GoOn: _go_on,
    HandOn: _hand_on,
    Rename: _rename,
}
