"""The authority of one live table: the only place where anything happens to it.

People, bots, the server and the table's own clock go through the same way, one at a time: decide,
store, and only then fold and show. If it cannot be stored, it has not happened, and whoever asked
is told so.
"""

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec

from batarde.store import ConflictError
from batarde.table import commands as do
from batarde.table.actors import Actor, Person
from batarde.table.alarms import Alarm, Means, next_alarm, ring
from batarde.table.answers import DONE, Answers, Outcome, Reply, tell
from batarde.table.clocks import Clock, TableClock, Timer
from batarde.table.decisions import Decision, acting_seat, decide, tried
from batarde.table.errors import TableCode, TableError
from batarde.table.events import TableEvent
from batarde.table.freshness import Freshness
from batarde.table.journals import Batch, Journal
from batarde.table.notices import Notice
from batarde.table.state import TableState, fold

__all__ = ["Table", "Watcher"]

_encode = msgspec.json.Encoder().encode
_RETRY_TIME: Final = 1_000
"""Milliseconds until what the table does by itself is tried again, if it failed."""
_UNSTORED: Final = Outcome(TableError(TableCode.STORE))
_log = logging.getLogger("batarde.table")

Watcher = Callable[[Batch], None]
_Request = Callable[[TableState], Decision]


class _Entry(msgspec.Struct, frozen=True):
    """Something asked of the table."""

    request: _Request
    reply: Reply
    is_alone: bool
    """Whether it is stored and shown by itself: a move answers what its player has seen."""


class _Round(msgspec.Struct):
    """What is decided at once."""

    state: TableState
    """The table after it."""
    at: int
    events: tuple[TableEvent, ...] = ()
    accepted: list[Reply] = []
    """Whom to tell when it is stored."""
    refused: list[tuple[Reply, Outcome]] = []
    """Whom to tell that nothing happens."""

    def add(self, decision: Decision) -> None:
        """Let *decision* happen."""
        for event in decision.events:
            self.state = fold(self.state, event, self.at, decision.game)
        self.events = self.events + decision.events if self.events else decision.events


class Table:
    """A table and its state; :meth:`submit` is the way in, :meth:`subscribe` the way out."""

    def __init__(self, state: TableState, journal: Journal, clock: Clock, means: Means) -> None:
        self.state = state
        self.clock = TableClock(clock, state.at)
        self.fresh = Freshness(state)
        self._journal = journal
        self._means = means
        self._answers = Answers()
        self._watchers: list[Watcher] = []
        self._queue: list[_Entry] = []
        self._is_busy = False
        self._is_closed = False
        self._is_outrun = False
        """Whether somebody else has written to the table: what is known here is not how it is."""
        self._timer: Timer | None = None

    # In and out

    def submit(self, actor: Actor, command: do.Command | Notice, reply: Reply) -> None:
        """Let *actor* do *command*; the outcome is told to *reply*, once."""
        if isinstance(actor, Person) and (key := getattr(command, "key", "")):
            expected = self._answers.expect(actor.player, key, reply)
            if expected is None:
                return
            reply = expected
        request = partial(self._decided, actor, command)
        self._enqueue(_Entry(request, reply, is_alone=type(command) is do.Act))

    def subscribe(self, watcher: Watcher) -> None:
        """Tell *watcher* of every batch once it is stored, after those who subscribed before."""
        self._watchers.append(watcher)

    def objection(self, person: Person, question: do.Why) -> TableError | None:
        """Return what stands against an action of a person's seat, if anything; nothing happens."""
        answer = self._asked(partial(tried, person=person, question=question), self.state)
        return answer if isinstance(answer, TableError) else None

    @property
    def is_busy(self) -> bool:
        """Whether something is being stored."""
        return self._is_busy

    def start(self) -> None:
        """Let a table that was opened from the store do by itself what it has to."""
        self._set_alarm()

    def close(self) -> None:
        """Stop the table's timer for good; its state stays where its events are."""
        self._is_closed = True
        self._stop_timer()

    # One at a time

    def _enqueue(self, entry: _Entry) -> None:
        if self._is_outrun:
            tell(entry.reply, _UNSTORED)
            return
        self._queue.append(entry)
        self._work()

    def _work(self) -> None:
        while self._queue and not self._is_busy:
            made = _Round(self.state, self.clock.now())
            self._decide_waiting(made)
            if made.events:
                self._ring_due(made)
                self._store(made)
            for reply, outcome in made.refused:
                tell(reply, outcome)

    def _decide_waiting(self, made: _Round) -> None:
        """Decide what waits, as far as it may go together."""
        while self._queue and not (made.events and self._queue[0].is_alone):
            entry = self._queue.pop(0)
            decision = self._asked(entry.request, made.state)
            if isinstance(decision, TableError):
                made.refused.append((entry.reply, Outcome(decision)))
            elif not decision.events:
                made.refused.append((entry.reply, Outcome(is_repeated=True)))
            else:
                made.add(decision)
                made.accepted.append(entry.reply)
                if entry.is_alone:
                    break

    def _ring_due(self, made: _Round) -> None:
        """Let what is due at once happen with what brought it about."""
        while True:
            alarm = next_alarm(made.state)
            if alarm is None or alarm.at > made.at:
                break
            decision = self._asked(partial(ring, alarm=alarm, means=self._means), made.state)
            if isinstance(decision, TableError) or not decision.events:
                break  # it is tried again, by itself
            made.add(decision)

    def _decided(self, actor: Actor, command: do.Command | Notice, state: TableState) -> Decision:
        if type(command) is do.Act:
            self.fresh.check(acting_seat(state, actor), command)
        return decide(state, actor, command, self._means.lot)

    def _asked(self, request: _Request, state: TableState) -> Decision | TableError:
        """Return what *request* comes to; a bug must cost one command, not the table."""
        try:
            return request(state)
        except TableError as error:
            return error
        except Exception:  # noqa: BLE001
            _log.exception("table %s could not decide", self.state.id)
            return TableError(TableCode.INTERNAL)

    # Store, then show

    def _store(self, made: _Round) -> None:
        """Store what was decided; then show it and answer."""
        self._is_busy = True
        batch = Batch(self.state.seq, made.at, made.events, _encode(made.events))
        try:
            self._journal.append(made.state, batch, partial(self._stored, made, batch))
        except Exception as error:  # noqa: BLE001
            _log.exception("table %s could not be written down", self.state.id)
            self._stored(made, batch, error)

    def _stored(self, made: _Round, batch: Batch, error: Exception | None) -> None:
        """Go on after what was decided has been stored, or could not be."""
        self._is_busy = False
        if error is None:
            self._show(made.state, batch)
        for reply in made.accepted:
            tell(reply, DONE if error is None else _UNSTORED)
        if isinstance(error, ConflictError):
            self._give_up()
            return
        self._work()
        self._set_alarm(after_failure=error is not None)

    def _give_up(self) -> None:
        """Do nothing here any more: whatever was decided, it was from something that is over."""
        self._is_outrun = True
        self.close()
        waiting, self._queue = self._queue, []
        for entry in waiting:
            tell(entry.reply, _UNSTORED)

    def _show(self, state: TableState, batch: Batch) -> None:
        self.state = state
        self.fresh.note(state)
        for watcher in self._watchers:
            tell(watcher, batch)

    # What happens by itself

    def _set_alarm(self, *, after_failure: bool = False) -> None:
        self._stop_timer()
        if self._is_busy or self._is_closed:
            return
        alarm = next_alarm(self.state)
        if alarm is None:
            return
        now = self.clock.now()
        if alarm.at <= now and not after_failure:
            self._ring(alarm)
            return
        # If the store has just failed, the table tries again by itself, but not at once.
        at = max(alarm.at, now + _RETRY_TIME) if after_failure else alarm.at
        self._timer = self.clock.call_at(at, partial(self._ring, alarm))

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self, alarm: Alarm) -> None:
        def request(state: TableState) -> Decision:
            if next_alarm(state) != alarm:
                return Decision(())
            return ring(state, alarm, self._means)

        def reply(outcome: Outcome) -> None:
            if outcome.error is not None and outcome.error.code is TableCode.INTERNAL:
                self._set_alarm(after_failure=True)

        self._enqueue(_Entry(request, reply, is_alone=True))
