"""A room: one live table and everybody who is there.

It sends each person what they may see, once it is stored, and tells everybody who is connected.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Final, Protocol

import msgspec

from batarde.bots import BOTS
from batarde.rules.actions import Action
from batarde.rules.events import EVERYBODY, redacted
from batarde.rules.views import View
from batarde.server.live.attendance import Attendance
from batarde.server.live.messages import Done, Hint, Present, Refused, Timing, Watching
from batarde.server.live.naming import Naming
from batarde.server.live.snapshots import Times, snapshot, times
from batarde.study.coach import Advice, Step, is_askable
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.actors import SERVER, Person
from batarde.table.answers import Outcome
from batarde.table.authority import Table
from batarde.table.clocks import Clock, Timer
from batarde.table.errors import TableCode
from batarde.table.journals import Batch
from batarde.table.notices import Rename

__all__ = ["Adviser", "Guest", "Room"]

_RECENT_BATCHES: Final = 12
_PRESENCE_TIME: Final = 500
"""Milliseconds between two messages about who is there: a crowd that comes and goes is told of
twice a second, not at every step."""
_WATCHERS_SHOWN: Final = 20
_encode = msgspec.json.Encoder().encode
Events = Sequence[ev.TableEvent]


class Guest(Protocol):
    """A connection of a person."""

    @property
    def person(self) -> Person:
        """Who it is, as the session knows."""

    def send(self, message: bytes) -> None:
        """Send them a message."""

    def put_out(self, code: str) -> None:
        """Tell them why they may not stay; they are not in the room any more."""


Adviser = Callable[[View, Step, bool, Callable[[Advice | None], None]], None]
"""Tells help of a step for the seat of a view, soon; with two packs, also for the other packs."""


class _RawHappened(msgspec.Struct, frozen=True, tag_field="type", tag="happened"):
    """:class:`~batarde.server.live.messages.Happened`, put together from parts encoded once."""

    seq: int
    events: msgspec.Raw
    legal: msgspec.Raw
    timing: Timing | None
    window: int


class Room:
    """A table, its guests, and the last batches for those who come back."""

    def __init__(self, table: Table, clock: Clock, coach: Adviser) -> None:
        self.table = table
        self.guests: dict[Guest, int | None] = {}
        """Everybody here, and their seats."""
        self.left_at = clock.now()
        """When the last guest left."""
        self._clock = clock
        self._coach = coach
        self._attendance = Attendance(table, clock, self._players)
        self._naming = Naming(table)
        self._recent: list[tuple[int, Events]] = []
        """The last batches: the number of the first event of each, and the events."""
        self._told = Present((), 0)
        """Who is here, as all were last told."""
        self._told_at = clock.now() - _PRESENCE_TIME
        self._telling: Timer | None = None
        table.subscribe(self._publish)

    # People come and go

    def objection(self, guest: Guest) -> TableCode | None:
        """Return why *guest* may not come in: a running game may be closed to watchers.

        Who has a seat, has had one in this game or gets one is no mere watcher, nor is the host.
        """
        state, player = self.table.state, guest.person.player
        if player in state.removed:
            return TableCode.REMOVED
        if state.settings.watchable or not state.is_playing or player == state.host:
            return None
        seats = state.seat_of(player), state.seat_had(player), state.promise_to(player)
        return TableCode.NO_WATCHING if seats == (None, None, None) else None

    def enter(self, guest: Guest, since: int = 0) -> None:
        """Let *guest* in, and send them the table, or what they missed since event *since*."""
        is_here = guest in self.guests
        seat = self.table.state.seat_of(guest.person.player)
        self.guests[guest] = seat
        missed = self._missed(since)
        if missed is None:
            self.show(guest)
        else:
            self._send_missed(guest, seat, since, missed)
        if not is_here:  # for who asks again nothing changes, and for nobody else
            self._tell_name(guest)
            self._attendance.settle()
            self._tell_presence()

    def show(self, guest: Guest) -> None:
        """Send *guest* the table as it stands."""
        state, player = self.table.state, guest.person.player
        guest.send(_encode(snapshot(state, player, self.presence(), self.table.clock.now())))

    def leave(self, guest: Guest) -> None:
        """Let *guest* go; the seat stays theirs."""
        self.guests.pop(guest, None)
        self._forget(guest)
        self.left_at = self._clock.now()
        self._tell_presence()
        self._attendance.settle()

    def renamed(self, guest: Guest) -> None:
        """Call *guest* by the name that they have now."""
        self._naming.forget(guest.person)
        self._tell_name(guest)
        self._tell_presence()

    def _tell_name(self, guest: Guest) -> None:
        """Tell the table under which name somebody is back: it may be another than before."""
        state, player = self.table.state, guest.person.player
        if state.seat_of(player) is not None or state.promise_to(player) is not None:
            self.table.submit(SERVER, Rename(self._naming.of(guest.person)), lambda _outcome: None)

    def submit(self, guest: Guest, command: do.Command) -> None:
        """Let *guest* ask the table for something, and answer them alone if it is refused."""
        if _asks_for_unknown_bot(command):
            guest.send(_encode(Refused(TableCode.NO_SUCH_BOT.value, command.key)))
            return
        # Who moves has a seat, and a name with it; the others are called what the room calls them.
        is_move = type(command) is do.Act
        person = guest.person if is_move else self._naming.of(guest.person)
        self.table.submit(person, command, partial(self._answer, guest, command))

    def explain(self, guest: Guest, question: do.Why) -> None:
        """Tell *guest* alone what stands against an action of theirs; nothing happens."""
        error = self.table.objection(guest.person, question)
        if error is None:
            guest.send(_encode(Done(question.key)))
        else:
            guest.send(_encode(Refused(error.code.value, question.key, error.refusal)))

    def close(self) -> None:
        """Stop every timer of the room and of its table."""
        self.table.close()
        self._attendance.close()
        if self._telling is not None:
            self._telling.cancel()

    def dismiss(self) -> None:
        """Let everybody go, to come in again: the table is not what this room knows of it."""
        guests, self.guests = self.guests, {}
        for guest in guests:
            guest.put_out("rejoin")

    def _answer(self, guest: Guest, command: do.Command, outcome: Outcome) -> None:
        """Tell *guest* what they do not see anyway: that nothing happened, and why."""
        error = outcome.error
        if guest not in self.guests:
            return
        if error is None:
            if outcome.is_repeated:
                guest.send(_encode(Done(command.key)))
            elif type(command) is do.AskCoach:
                self._help(guest, command)
            return
        refused = Refused(error.code.value, command.key, error.refusal)
        guest.send(_encode(refused))
        if error.code is TableCode.STALE:
            self.show(guest)

    # The coach

    def _help(self, guest: Guest, command: do.AskCoach) -> None:
        """Let the coach answer *guest* alone; that it was asked is stored and shown by now."""
        state = self.table.state
        view = state.running.view(self.guests[guest])
        if not is_askable(view):  # their time has just run out
            guest.send(_encode(Refused(TableCode.NO_QUESTION.value, command.key)))
            return
        tell = partial(self._tell_hint, guest, command.key, state.seq)
        self._coach(view, command.step, command.other_packs, tell)

    def _tell_hint(self, guest: Guest, key: str, seq: int, advice: Advice | None) -> None:
        if guest not in self.guests:
            return
        if advice is None:
            guest.send(_encode(Refused(TableCode.NO_ANSWER.value, key)))
        else:
            guest.send(_encode(Hint(key, seq, advice)))

    # Who is there

    def _players(self) -> set[str]:
        return {guest.person.player for guest in self.guests}

    def presence(self) -> Present:
        """Return who is here."""
        people = self._attendance.seats()
        seats = range(len(self.table.state.seats))
        watchers = {
            guest.person.player: guest.person for guest, seat in self.guests.items() if seat is None
        }
        shown = map(self._naming.of, islice(watchers.values(), _WATCHERS_SHOWN))
        watching = tuple(Watching(person.player, person.name) for person in shown)
        return Present(tuple(seat in people for seat in seats), len(watchers), watching)

    def _forget(self, guest: Guest) -> None:
        """Let go of the name of somebody whose last connection this was."""
        if guest.person.player not in self._players():
            self._naming.forget(guest.person)

    def _tell_presence(self) -> None:
        """Tell everybody who is there, unless they were told just now: then a little later."""
        if self._telling is not None:
            return
        at = self._told_at + _PRESENCE_TIME
        if at <= self._clock.now():
            self._tell_presence_now()
        else:
            self._telling = self._clock.call_at(at, self._tell_presence_now)

    def _tell_presence_now(self) -> None:
        self._telling = None
        self._told_at = self._clock.now()
        self._told = self.presence()
        message = _encode(self._told)
        for guest in list(self.guests):
            guest.send(message)

    # What goes out

    def _publish(self, batch: Batch) -> None:
        """Send everybody what they may see of *batch*, which is stored."""
        self._recent.append((batch.seq, batch.events))
        del self._recent[:-_RECENT_BATCHES]
        if batch.is_move:
            self._send_all(batch)
            return
        self._publish_with_people(batch)
        if _SETTLING.intersection(map(type, batch.events)):
            self._attendance.settle()

    def _publish_with_people(self, batch: Batch) -> None:
        """Send out *batch*, in which somebody may have come, gone, or taken another seat."""
        is_seating = bool(_SEATING.intersection(map(type, batch.events)))
        moved = self._reseat() if is_seating else []
        self._send_all(batch)
        if is_seating and self.presence() != self._told:
            self._tell_presence()
        for guest in moved:
            self.show(guest)  # with the cards of the seat they have now

    def _reseat(self) -> list[Guest]:
        """Note who sits where now; return who has another seat than before, in a running deal."""
        state, before = self.table.state, self.guests
        self.guests = {guest: state.seat_of(guest.person.player) for guest in before}
        for guest in before:
            objection = self.objection(guest)
            if objection is not None:
                del self.guests[guest]
                self._forget(guest)
                guest.put_out(objection.value)
        if state.game is None or not state.game.deals:
            return []
        return [guest for guest, seat in self.guests.items() if seat != before[guest]]

    def _send_all(self, batch: Batch) -> None:
        """Encode each distinct message once; most guests get the same one."""
        legal_by_seat = self.table.fresh.legal
        now_times = times(self.table.state, self.table.clock.now())
        is_public = True
        for event in batch.events:
            is_public = is_public and event.seen_by == EVERYBODY
        events = batch.json
        message, said = b"", None
        for guest, seat in list(self.guests.items()):
            legal = legal_by_seat[seat] if seat is not None and legal_by_seat else ()
            if not is_public:
                events = _encode(_seen(batch.events, seat))
            if not is_public or legal != said:
                message, said = self._message(batch.seq, events, legal, now_times), legal
            guest.send(message)

    def _send_missed(self, guest: Guest, seat: int | None, since: int, events: Events) -> None:
        legal_by_seat = self.table.fresh.legal
        legal = legal_by_seat[seat] if seat is not None and legal_by_seat else ()
        now_times = times(self.table.state, self.table.clock.now())
        guest.send(self._message(since, _encode(_seen(events, seat)), legal, now_times))

    def _message(self, seq: int, events: bytes, legal: Sequence[Action], now_times: Times) -> bytes:
        acts = msgspec.Raw(_encode(legal) if legal else b"[]")
        return _encode(_RawHappened(seq, msgspec.Raw(events), acts, *now_times))

    def _missed(self, since: int) -> Events | None:
        """Return the events from *since* on, or ``None`` if they are not at hand any more."""
        first = self._recent[0][0] if self._recent else 0
        if not self._recent or not first <= since <= self.table.state.seq or since == 0:
            return None
        return [event for _, events in self._recent for event in events][since - first :]


_SEATING: Final = frozenset(
    {
        ev.PersonSeated,
        ev.BotSeated,
        ev.SeatLeft,
        ev.GameStarted,
        ev.Removed,
        ev.PromiseEnded,
        ev.WatchingChanged,
    }
)
_SETTLING: Final = _SEATING | {
    ev.Paused,
    ev.Resumed,
    ev.BotTookOver,
    ev.PersonReturned,
    ev.SeatPromised,
}


def _asks_for_unknown_bot(command: do.Command) -> bool:
    """Return whether *command* names a bot that this server does not have."""
    if type(command) is do.SeatBot:
        return command.level not in BOTS
    return type(command) is do.Start and bool(command.fill) and command.fill not in BOTS


def _seen(events: Events, seat: int | None) -> list[ev.TableEvent]:
    return [redacted(event, seat) for event in events]
