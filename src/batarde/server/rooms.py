"""A room: one live table and everybody who is there.

It sends each person what they may see, once it is stored, and it knows who is connected. Who drops
keeps the seat; after the grace time a bot plays for them. When nobody is left, the game waits.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from batarde.rules.actions import Action
from batarde.rules.events import EVERYBODY, redacted
from batarde.server.messages import Done, Present, Refused, Timing
from batarde.server.snapshots import Presence, snapshot, timing
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.authority import Batch, Clock, Outcome, Table, Timer
from batarde.table.decisions import Asker
from batarde.table.errors import TableCode

__all__ = ["Guest", "Room"]

_RECENT_BATCHES = 64
_encode = msgspec.json.Encoder().encode


class Guest(Protocol):
    """A connection of a person."""

    @property
    def asker(self) -> Asker:
        """Who it is, as the session knows."""

    def send(self, message: bytes) -> None:
        """Send them a message."""


class _RawHappened(msgspec.Struct, frozen=True, tag_field="type", tag="happened"):
    """:class:`~batarde.server.messages.Happened`, put together from parts encoded once."""

    seq: int
    events: msgspec.Raw
    legal: msgspec.Raw
    timing: Timing | None


class Room:
    """A table, its guests, and the last batches for those who come back."""

    def __init__(self, clock: Clock) -> None:
        self.guests: dict[Guest, int | None] = {}
        """Everybody here, and their seats."""
        self.after_batch: list[Callable[[Batch], None]] = []
        """Who wants to know when something has happened: the bots."""
        self.on_close: list[Callable[[], None]] = []
        """What to do when the room is closed."""
        self.left_at = clock.now()
        """When the last guest left."""
        self._clock = clock
        self._recent: deque[Batch] = deque(maxlen=_RECENT_BATCHES)
        self._leaving: dict[int, Timer] = {}
        self._table: Table | None = None
        self._was_away = False

    def open(self, table: Table, *, was_away: bool = False) -> None:
        """Put the table into its room; *was_away* if the server stopped while it was played."""
        self._table = table
        self._was_away = was_away and table.state.is_playing and not table.state.is_paused

    @property
    def table(self) -> Table:
        """The table of this room."""
        assert self._table is not None, "a room is opened with its table"
        return self._table

    # People come and go

    def admits(self, guest: Guest) -> bool:
        """Return whether *guest* may come in: a running game may be closed to watchers."""
        state = self.table.state
        is_open = state.settings.watchable or not state.is_playing
        return is_open or state.seat_of(guest.asker.player) is not None

    def enter(self, guest: Guest, since: int = 0) -> None:
        """Let *guest* in, and send them the table, or what they missed since event *since*."""
        state = self.table.state
        seat = state.seat_of(guest.asker.player)
        self.guests[guest] = seat
        missed = self._missed(since)
        if missed is None:
            self.show(guest)
        else:
            self._send_batch(guest, seat, Batch(since, state.at, missed))
        self._returned(seat)
        self._tell_presence()

    def show(self, guest: Guest) -> None:
        """Send *guest* the table as it stands."""
        state, player = self.table.state, guest.asker.player
        guest.send(_encode(snapshot(state, player, self._presence(), self._clock.now())))

    def leave(self, guest: Guest) -> None:
        """Let *guest* go; the seat stays theirs."""
        seat = self.guests.pop(guest, None)
        self.left_at = self._clock.now()
        self._tell_presence()
        if not self.table.state.is_playing or seat is None or seat in self.guests.values():
            return
        if not self._people():
            self.table.record(ev.Paused(EVERYBODY))
            return
        at = self._clock.now() + self.table.state.settings.grace
        self._leaving[seat] = self._clock.call_at(at, lambda: self._gone(seat))

    def submit(self, guest: Guest, command: do.Command) -> None:
        """Let *guest* ask the table for something, and answer them alone if it is refused."""
        asker = guest.asker

        def reply(outcome: Outcome) -> None:
            if guest in self.guests:
                self._answer(guest, command, outcome)

        self.table.submit(asker, command, reply)

    def close(self) -> None:
        """Stop every timer of the room."""
        self.table.close()
        for timer in self._leaving.values():
            timer.cancel()
        for close in self.on_close:
            close()

    def _answer(self, guest: Guest, command: do.Command, outcome: Outcome) -> None:
        error = outcome.error
        if error is None:
            if outcome.is_repeated:
                guest.send(_encode(Done(command.key)))
            return
        refused = Refused(error.code.value, command.key, error.refusal)
        guest.send(_encode(refused))
        if error.code is TableCode.STALE:
            self.show(guest)

    # Who is there

    def _people(self) -> set[int]:
        return {seat for seat in self.guests.values() if seat is not None}

    def _presence(self) -> Presence:
        people = self._people()
        seats = range(len(self.table.state.seats))
        watchers = sum(seat is None for seat in self.guests.values())
        return tuple(seat in people for seat in seats), watchers

    def _tell_presence(self) -> None:
        message = _encode(Present(*self._presence()))
        for guest in list(self.guests):
            guest.send(message)

    def _returned(self, seat: int | None) -> None:
        if seat is None:
            return
        if (timer := self._leaving.pop(seat, None)) is not None:
            timer.cancel()
        table = self.table
        if table.state.seats[seat].away:
            table.record(ev.PersonReturned(EVERYBODY, seat))
        waits = table.state.is_paused and not table.state.paused_by
        if waits or self._was_away:
            # The clock of whoever has to act starts anew: nobody pays for an absence of the server.
            table.record(ev.Resumed(EVERYBODY))
            self._was_away = False

    def _gone(self, seat: int) -> None:
        self._leaving.pop(seat, None)
        if seat not in self.guests.values() and self._people():
            self.table.record(ev.BotTookOver(EVERYBODY, seat))

    # What goes out

    def publish(self, _table: Table, batch: Batch) -> None:
        """Send everybody what they may see of *batch*, which is stored."""
        self._recent.append(batch)
        if any(type(event) in _SEATING for event in batch.events):
            self._reseat()
        self._send_all(batch)
        for tell in self.after_batch:
            tell(batch)

    def _reseat(self) -> None:
        state = self.table.state
        self.guests = {guest: state.seat_of(guest.asker.player) for guest in self.guests}

    def _send_all(self, batch: Batch) -> None:
        """Encode each distinct message once; most guests get the same one."""
        now_timing = timing(self.table.state, self._clock.now())
        is_public = all(event.seen_by == EVERYBODY for event in batch.events)
        public = _encode(batch.events) if is_public else b""
        idle = b""
        for guest, seat in list(self.guests.items()):
            legal = self._legal(seat)
            if is_public and not legal:
                idle = idle or self._message(batch.seq, public, (), now_timing)
                guest.send(idle)
                continue
            events = public if is_public else _encode(_seen(batch.events, seat))
            guest.send(self._message(batch.seq, events, legal, now_timing))

    def _send_batch(self, guest: Guest, seat: int | None, batch: Batch) -> None:
        events = _encode(_seen(batch.events, seat))
        now_timing = timing(self.table.state, self._clock.now())
        guest.send(self._message(batch.seq, events, self._legal(seat), now_timing))

    def _message(
        self, seq: int, events: bytes, legal: Sequence[Action], now_timing: Timing | None
    ) -> bytes:
        raw = msgspec.Raw
        return _encode(_RawHappened(seq, raw(events), raw(_encode(legal)), now_timing))

    def _legal(self, seat: int | None) -> tuple[Action, ...]:
        legal = self.table.legal
        return legal[seat] if seat is not None and legal else ()

    def _missed(self, since: int) -> tuple[ev.TableEvent, ...] | None:
        """Return the events from *since* on, or ``None`` if they are not at hand any more."""
        seq = self.table.state.seq
        if not self._recent or not self._recent[0].seq <= since <= seq or since == 0:
            return None
        first = self._recent[0].seq
        events = [event for batch in self._recent for event in batch.events]
        return tuple(events[since - first :])


_SEATING = frozenset({ev.PersonSeated, ev.BotSeated, ev.SeatLeft, ev.GameStarted})


def _seen(events: Sequence[ev.TableEvent], seat: int | None) -> list[ev.TableEvent]:
    return [redacted(event, seat) for event in events]
