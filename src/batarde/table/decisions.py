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
from batarde.rules.views import Phase
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.actors import Actor, Bot, Person
from batarde.table.errors import TableCode, TableError
from batarde.table.fairness import commit_share
from batarde.table.names import distinct_name, is_like
from batarde.table.notices import Notice, noted
from batarde.table.settings import Coaching
from batarde.table.state import TableState
from batarde.words.characters import free_name

__all__ = ["Decision", "act", "acting_seat", "decide", "tried"]

_TURNING: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
"""Marks that turn the direction of a text, with which one line could pose as another."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What happens, and the game after it where the game moved."""

    events: tuple[ev.TableEvent, ...]
    game: Game | None = None


_LETTERS: Final = "abcdefghjklmnpqrstuvwxyz23456789"
_ID_LENGTH: Final = 20
Lot = Callable[[int], int]
"""A number below the given one, drawn by lot."""


def decide(state: TableState, actor: Actor, command: do.Command | Notice, lot: Lot) -> Decision:
    """Return what a *command* of *actor* makes happen.

    :raises TableError: if it may not be; nothing has happened then.
    """
    if type(command) is do.Act:
        return act(state, acting_seat(state, actor), command)
    if isinstance(actor, Person):
        return _DECISIONS[type(command)](state, actor, command, lot)
    return Decision(noted(state, command))  # type: ignore[arg-type]  # bots only act


def acting_seat(state: TableState, actor: Actor) -> int:
    """Return the seat for which *actor* acts.

    :raises TableError: if there is none, or if a person plays the bot's seat by now.
    """
    if isinstance(actor, Person):
        return _seat(state, actor)
    if not isinstance(actor, Bot):
        raise TableError(TableCode.NOT_SEATED)
    if not state.seats[actor.seat].is_played_by_bot:
        raise TableError(TableCode.STALE)
    return actor.seat


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


def tried(state: TableState, person: Person, question: do.Why) -> Decision:
    """Return what an action of *person*'s own seat would make happen.

    :raises TableError: if there is no game to act in, or the rules refuse it.
    """
    return act(state, _seat(state, person), do.Act(seq=state.seq, action=question.action))


def _sit(state: TableState, person: Person, command: do.Sit, _lot: Lot) -> Decision:
    had = state.seat_had(person.player)
    wanted = had if command.seat is None else command.seat
    number = _free_seat(state, person) if wanted is None else _number(state, wanted)
    seat, own = state.seats[number], state.seat_of(person.player)
    if own == number:
        return Decision(())
    if seat.kind == "person":
        raise TableError(TableCode.SEAT_TAKEN)
    if own is not None and state.is_playing:
        raise TableError(TableCode.ALREADY_PLAYING)
    if had not in (None, number):
        raise TableError(TableCode.OTHER_SEAT)
    if state.is_dealt and had is None:
        return Decision(_promised(state, person, number))
    seated = ev.PersonSeated(EVERYBODY, number, person.player, _name(state, person))
    left = () if own is None else (ev.SeatLeft(EVERYBODY, own),)
    return Decision((*left, seated))


def _promised(state: TableState, person: Person, number: int) -> tuple[ev.TableEvent, ...]:
    """Return how somebody new gets a seat in the middle of a deal: with the next one.

    Whoever could sit down at once would see a hand, stand up, and come back as somebody else.
    """
    promised = state.promise_to(person.player)
    if promised == number:
        return ()
    if any(promise.seat == number for promise in state.promised):
        raise TableError(TableCode.SEAT_TAKEN)
    ended = () if promised is None else (ev.PromiseEnded(EVERYBODY, promised),)
    return (*ended, ev.SeatPromised(EVERYBODY, number, person.player, _name(state, person)))


def _stand(state: TableState, person: Person, _command: do.Stand, _lot: Lot) -> Decision:
    promised = state.promise_to(person.player)
    if promised is not None:
        return Decision((ev.PromiseEnded(EVERYBODY, promised),))
    number = _seat(state, person)
    return Decision((*_vacated(state, number), *_new_host(state, person.player)))


def _seat_bot(state: TableState, person: Person, command: do.SeatBot, _lot: Lot) -> Decision:
    _check_host(state, person)
    number = _number(state, command.seat)
    if state.seats[number].kind == "person":
        raise TableError(TableCode.SEAT_TAKEN)
    return Decision(_bots(state, [number], command.level))


def _unseat(state: TableState, person: Person, command: do.Unseat, _lot: Lot) -> Decision:
    _check_host(state, person)
    number = _number(state, command.seat)
    if state.seats[number].kind == "empty":
        raise TableError(TableCode.NO_SUCH_SEAT)
    if any(promise.seat == number for promise in state.promised):
        return Decision((ev.PromiseEnded(EVERYBODY, number),))
    return Decision(_vacated(state, number))


def _remove(state: TableState, person: Person, command: do.Remove, _lot: Lot) -> Decision:
    _check_host(state, person)
    if command.player == person.player:
        raise TableError(TableCode.NOT_HOST)
    if command.player in state.removed:
        return Decision(())
    number = state.seat_of(command.player)
    promised = state.promise_to(command.player)
    name = state.name_of(command.player)
    ended = () if promised is None else (ev.PromiseEnded(EVERYBODY, promised),)
    left = () if number is None else _vacated(state, number)
    return Decision((*ended, *left, ev.Removed(EVERYBODY, command.player, name)))


def _allow_watching(
    state: TableState, person: Person, command: do.AllowWatching, _lot: Lot
) -> Decision:
    _check_host(state, person)
    if command.allowed == state.settings.watchable:
        return Decision(())
    return Decision((ev.WatchingChanged(EVERYBODY, command.allowed),))


def _start(state: TableState, person: Person, command: do.Start, lot: Lot) -> Decision:
    _check_host(state, person)
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
    return Decision((*bots, ev.GameStarted(EVERYBODY, lot(players), order, _new_id(lot))))


def _new_id(lot: Lot) -> str:
    """Return an id of 100 bits: who has it has it from somebody who was there."""
    return "".join(_LETTERS[lot(len(_LETTERS))] for _ in range(_ID_LENGTH))


def _pause(state: TableState, person: Person, _command: do.Pause, _lot: Lot) -> Decision:
    _check_host(state, person)
    _check_playing(state)
    return Decision(() if state.is_paused else (ev.Paused(EVERYBODY, person.player),))


def _resume(state: TableState, person: Person, _command: do.Resume, _lot: Lot) -> Decision:
    _check_host(state, person)
    _check_playing(state)
    return Decision((ev.Resumed(EVERYBODY),) if state.is_paused else ())


def _say(state: TableState, person: Person, command: do.Say, _lot: Lot) -> Decision:
    if not state.settings.talk:
        raise TableError(TableCode.NO_TALK)
    if command.signal and command.signal not in do.SIGNALS:
        raise TableError(TableCode.NO_SUCH_SIGNAL)
    text = _on_one_line(command.text)
    if not text and not command.signal:
        raise TableError(TableCode.EMPTY_TALK)
    seat = state.seat_of(person.player)
    name = _name(state, person) if seat is None else state.seats[seat].name
    return Decision((ev.Said(EVERYBODY, person.player, name, text, command.signal, seat),))


def _on_one_line(text: str) -> str:
    """Return *text* without line ends, control characters and marks that turn its direction."""
    unwanted = {"Cc", "Zl", "Zp"}
    shown = [
        " " if unicodedata.category(sign) in unwanted or sign in _TURNING else sign for sign in text
    ]
    return " ".join("".join(shown).split())


def _ask_coach(state: TableState, person: Person, command: do.AskCoach, _lot: Lot) -> Decision:
    seat = _seat(state, person)
    if state.settings.coach is not Coaching.ASKED or not state.is_alone:
        raise TableError(TableCode.NO_COACH)
    _check_playing(state)
    if state.is_paused:
        raise TableError(TableCode.PAUSED)
    if not _has_question(state.running, seat):
        raise TableError(TableCode.NO_QUESTION)
    return Decision((ev.HintGiven(EVERYBODY, seat, command.step),))


def _has_question(game: Game, seat: int) -> bool:
    """Return whether *seat* has something to think about: in an auction everybody has (A8)."""
    if not game.deals:
        return False
    deal = game.deal
    if deal.phase is Phase.AUCTION:
        return True
    return deal.phase is not Phase.READY and bool(deal.legal_actions(seat))


def _commit_share(
    state: TableState, person: Person, command: do.CommitShare, _lot: Lot
) -> Decision:
    seat, draw = _seat(state, person), state.draw
    if draw is None or draw.is_closed or draw.deal != command.deal or draw.share(seat):
        raise TableError(TableCode.NO_DRAW)
    return Decision((ev.ShareCommitted(EVERYBODY, seat, command.commitment),))


def _open_share(state: TableState, person: Person, command: do.OpenShare, _lot: Lot) -> Decision:
    seat, draw = _seat(state, person), state.draw
    share = None if draw is None else draw.share(seat)
    if draw is None or not draw.is_closed or draw.deal != command.deal or share is None:
        raise TableError(TableCode.NO_DRAW)
    if len(state.running.deals) > draw.deal:  # the cards were dealt without it, and are proven so
        raise TableError(TableCode.NO_DRAW)
    made = commit_share(draw.table, command.deal, seat, bytes.fromhex(command.share))
    if share.value or made != share.commitment:
        raise TableError(TableCode.BAD_SHARE)
    return Decision((ev.ShareOpened(EVERYBODY, seat, command.share),))


_DECISIONS: dict[type, Callable[[TableState, Person, Any, Lot], Decision]] = {
    do.Sit: _sit,
    do.Stand: _stand,
    do.SeatBot: _seat_bot,
    do.Unseat: _unseat,
    do.Remove: _remove,
    do.AllowWatching: _allow_watching,
    do.Start: _start,
    do.Pause: _pause,
    do.Resume: _resume,
    do.Say: _say,
    do.AskCoach: _ask_coach,
    do.CommitShare: _commit_share,
    do.OpenShare: _open_share,
}


def _seat(state: TableState, person: Person) -> int:
    seat = state.seat_of(person.player)
    if seat is None:
        raise TableError(TableCode.NOT_SEATED)
    return seat


def _name(state: TableState, person: Person) -> str:
    """Return how a person is called at this table: nobody has the name of another."""
    return distinct_name(person.name, state.other_names(person.player))


def _number(state: TableState, seat: int) -> int:
    if not 0 <= seat < len(state.seats):
        raise TableError(TableCode.NO_SUCH_SEAT)
    return seat


def _free_seat(state: TableState, person: Person) -> int:
    promised = state.promise_to(person.player)
    if promised is not None:
        return promised
    taken = {promise.seat for promise in state.promised}
    kinds = ["taken" if n in taken else seat.kind for n, seat in enumerate(state.seats)]
    for kind in ("empty", "bot"):
        if kind in kinds:
            return kinds.index(kind)
    raise TableError(TableCode.NO_FREE_SEAT)


def _check_host(state: TableState, person: Person) -> None:
    if person.player != state.host:
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
    kept = [seat.name for number, seat in enumerate(state.seats) if number not in numbers]
    taken = kept + [promise.name for promise in state.promised]

    def is_taken(name: str) -> bool:
        return any(is_like(name, other) for other in taken)

    seated = []
    for number in numbers:
        name = free_name(level, number, is_taken)
        taken.append(name)
        seated.append(ev.BotSeated(EVERYBODY, number, level, name))
    return tuple(seated)


def _drawn(players: int, lot: Lot) -> tuple[int, ...]:
    left = list(range(players))
    return tuple(left.pop(lot(len(left))) for _ in range(players))
