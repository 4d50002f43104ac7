"""A room: one live table and everybody who is there.

It sends each person what they may see, once it is stored, and it knows who is connected. Who drops
keeps the seat; after the grace time a bot plays for them. When nobody is left, the game waits.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

import msgspec

from batarde.bots import BOTS
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

_RECENT_BATCHES = 12
_RETRY_TIME = 1_000
"""Milliseconds until something that could not be stored is looked at again."""
_encode = msgspec.json.Encoder().encode
Events = Sequence[ev.TableEvent]


class Guest(Protocol):
    """A connection of a person."""

    @property
    def asker(self) -> Asker:
        """Who it is, as the session knows."""

    def send(self, message: bytes) -> None:
        """Send them a message."""

    def put_out(self, code: str) -> None:
        """Tell them why they may not stay; they are not in the room any more."""


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
        self._recent: list[tuple[int, Events]] = []
        """The last batches: the number of the first event of each, and the events."""
        self._leaving: dict[str, Timer] = {}
        """By player: when a bot takes over."""
        self._office: Timer | None = None
        """When somebody else becomes the host."""
        self._retry: Timer | None = None
        self._had_people = False
        self._present: Presence = (), 0
        """Who is here, as all were last told."""
        self._table: Table | None = None

    def open(self, table: Table) -> None:
        """Put the table into its room."""
        self._table = table

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
            self._send_missed(guest, seat, since, missed)
        self._settle()
        self._tell_presence()

    def show(self, guest: Guest) -> None:
        """Send *guest* the table as it stands."""
        state, player = self.table.state, guest.asker.player
        guest.send(_encode(snapshot(state, player, self._presence(), self._clock.now())))

    def leave(self, guest: Guest) -> None:
        """Let *guest* go; the seat stays theirs."""
        self.guests.pop(guest, None)
        self.left_at = self._clock.now()
        self._tell_presence()
        self._settle()

    def submit(self, guest: Guest, command: do.Command) -> None:
        """Let *guest* ask the table for something, and answer them alone if it is refused."""
        asker = guest.asker
        if _asks_for_unknown_bot(command):
            guest.send(_encode(Refused(TableCode.NO_SUCH_BOT.value, command.key)))
            return
        self.table.submit(asker, command, partial(self._answer, guest, command))

    def close(self) -> None:
        """Stop every timer of the room."""
        self.table.close()
        for timer in (*self._leaving.values(), self._office, self._retry):
            if timer is not None:
                timer.cancel()
        for close in self.on_close:
            close()

    def _answer(self, guest: Guest, command: do.Command, outcome: Outcome) -> None:
        """Tell *guest* what they do not see anyway: that nothing happened, and why."""
        error = outcome.error
        if guest not in self.guests:
            return
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
        self._present = self._presence()
        message = _encode(Present(*self._present))
        for guest in list(self.guests):
            guest.send(message)

    def _settle(self) -> None:
        """Make the table agree with who is here: it goes on for them, and waits if all have left.

        This looks at how things are, not at what has just happened, so it can be asked at any time:
        after a change that came while another was being stored, or when the store had failed.
        """
        state, people = self.table.state, self._people()
        self._expect_host(people)
        if not state.is_playing:
            return
        if people:
            self._had_people = True
            self._welcome(people)
            self._expect(people)
        elif self._had_people and not state.is_paused:
            self._note(ev.Paused(EVERYBODY))

    def _welcome(self, people: set[int]) -> None:
        """Give who is back their seats, and let a game go on that waited for anybody."""
        state = self.table.state
        away = [seat for seat in sorted(people) if state.seats[seat].away]
        waits = state.is_paused and not state.paused_by
        # The clock of whoever has to act starts anew: nobody pays for an absence of the server.
        resumed = (ev.Resumed(EVERYBODY),) if waits or self.table.is_held else ()
        self._note(*(ev.PersonReturned(EVERYBODY, seat) for seat in away), *resumed)

    def _expect(self, people: set[int]) -> None:
        """Give everybody who is not here the grace time, and nobody else."""
        settings, seats = self.table.state.settings, self.table.state.seats
        absent = {
            sitter.player
            for seat, sitter in enumerate(seats)
            if sitter.kind == "person" and not sitter.away and seat not in people
        }
        for player in self._leaving.keys() - absent:
            self._leaving.pop(player).cancel()
        at = self._clock.now() + settings.grace
        for player in absent - self._leaving.keys():
            self._leaving[player] = self._clock.call_at(at, partial(self._gone, player))

    def _gone(self, player: str) -> None:
        """Let a bot play for somebody whose grace time is over."""
        self._leaving.pop(player, None)
        people, seat = self._people(), self.table.state.seat_of(player)
        if seat is not None and seat not in people and people:
            self._note(ev.BotTookOver(EVERYBODY, seat))

    def _expect_host(self, people: set[int]) -> None:
        """Give a host who is not here the grace time, between games too: only they can start."""
        is_needed = bool(people) and not self._has_host()
        if not is_needed and self._office is not None:
            self._office.cancel()
            self._office = None
        elif is_needed and self._office is None:
            at = self._clock.now() + self.table.state.settings.grace
            self._office = self._clock.call_at(at, self._hand_on)

    def _hand_on(self) -> None:
        """Make the first person who is here the host; one who only watches stays it."""
        self._office = None
        people = self._people()
        if people and not self._has_host():
            heir = self.table.state.seats[min(people)].player
            self._note(ev.HostChanged(EVERYBODY, heir))

    def _has_host(self) -> bool:
        host = self.table.state.host
        return any(guest.asker.player == host for guest in self.guests)

    def _note(self, *events: ev.TableEvent) -> None:
        if events:
            self.table.record(*events, reply=self._noted)

    def _noted(self, outcome: Outcome) -> None:
        """Look again a little later if it could not be stored."""
        if outcome.error is not None:
            if self._retry is not None:
                self._retry.cancel()
            self._retry = self._clock.call_at(self._clock.now() + _RETRY_TIME, self._settle)

    # What goes out

    def publish(self, _table: Table, batch: Batch) -> None:
        """Send everybody what they may see of *batch*, which is stored."""
        self._recent.append((batch.seq, batch.events))
        del self._recent[:-_RECENT_BATCHES]
        if batch.is_move:
            self._send_all(batch)
        else:
            self._publish_with_people(batch)
        for tell in self.after_batch:
            tell(batch)
        if not batch.is_move and _SETTLING.intersection(map(type, batch.events)):
            self._settle()

    def _publish_with_people(self, batch: Batch) -> None:
        """Send out *batch*, in which somebody may have come, gone, or taken another seat."""
        is_seating = bool(_SEATING.intersection(map(type, batch.events)))
        moved = self._reseat() if is_seating else []
        self._send_all(batch)
        if is_seating and self._presence() != self._present:
            self._tell_presence()
        for guest in moved:
            self.show(guest)  # with the cards of the seat they have now

    def _reseat(self) -> list[Guest]:
        """Note who sits where now; return who has another seat than before, in a running deal."""
        state, before = self.table.state, self.guests
        self.guests = {guest: state.seat_of(guest.asker.player) for guest in before}
        for guest in [guest for guest in before if not self.admits(guest)]:
            del self.guests[guest]
            guest.put_out("no-watching")
        if state.game is None or not state.game.deals:
            return []
        return [guest for guest, seat in self.guests.items() if seat != before[guest]]

    def _send_all(self, batch: Batch) -> None:
        """Encode each distinct message once; most guests get the same one."""
        table = self.table
        now_timing = timing(table.state, self._clock.now())
        is_public = True
        for event in batch.events:
            is_public = is_public and event.seen_by == EVERYBODY
        events = batch.json
        message, said = b"", None
        for guest, seat in list(self.guests.items()):
            legal = table.legal[seat] if seat is not None and table.legal else ()
            if not is_public:
                events = _encode(_seen(batch.events, seat))
            if not is_public or legal != said:
                message, said = self._message(batch.seq, events, legal, now_timing), legal
            guest.send(message)

    def _send_missed(self, guest: Guest, seat: int | None, since: int, events: Events) -> None:
        legal = self.table.legal[seat] if seat is not None and self.table.legal else ()
        now_timing = timing(self.table.state, self._clock.now())
        guest.send(self._message(since, _encode(_seen(events, seat)), legal, now_timing))

    def _message(
        self, seq: int, events: bytes, legal: Sequence[Action], now_timing: Timing | None
    ) -> bytes:
        acts = msgspec.Raw(_encode(legal) if legal else b"[]")
        return _encode(_RawHappened(seq, msgspec.Raw(events), acts, now_timing))

    def _missed(self, since: int) -> Events | None:
        """Return the events from *since* on, or ``None`` if they are not at hand any more."""
        first = self._recent[0][0] if self._recent else 0
        if not self._recent or not first <= since <= self.table.state.seq or since == 0:
            return None
        return [event for _, events in self._recent for event in events][since - first :]


_SEATING = frozenset({ev.PersonSeated, ev.BotSeated, ev.SeatLeft, ev.GameStarted})
_SETTLING = _SEATING | {ev.Paused, ev.Resumed, ev.BotTookOver, ev.PersonReturned}


def _asks_for_unknown_bot(command: do.Command) -> bool:
    """Return whether *command* names a bot that this server does not have."""
    if type(command) is do.SeatBot:
        return command.level not in BOTS
    return type(command) is do.Start and bool(command.fill) and command.fill not in BOTS


def _seen(events: Events, seat: int | None) -> list[ev.TableEvent]:
    return [redacted(event, seat) for event in events]
