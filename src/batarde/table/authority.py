"""The authority of one live table: the only place where anything happens to it.

People, bots and clocks go through the same way, one at a time: decide, store, and only then fold
and show. If it cannot be stored, it has not happened, and whoever asked is told so.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

import msgspec

from batarde.rules import events as rules
from batarde.rules.actions import Action, Double
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.alarms import Alarm, Means, next_alarm, ring
from batarde.table.decisions import Asker, Decision, Lot, act, decide
from batarde.table.errors import TableCode, TableError
from batarde.table.state import TableState, fold

if TYPE_CHECKING:
    from batarde.rules.auction import Announcement

__all__ = ["Batch", "Clock", "Journal", "Outcome", "Table", "Timer", "Watcher"]

_encode = msgspec.json.Encoder().encode
_KEYS_KEPT = 256
_MOVES = frozenset({rules.BidMade, rules.CardPlayed, rules.TrickTaken, rules.AuctionClosed})
_log = logging.getLogger("batarde.table")


class Batch(msgspec.Struct, frozen=True, gc=False):
    """What happened at once: stored together, shown together."""

    seq: int
    """The sequence number of the first event."""
    at: int
    events: tuple[ev.TableEvent, ...]
    json: bytes
    """The events as they are stored, and sent to everybody who may see all of them."""

    @property
    def is_move(self) -> bool:
        """Whether it is a bid or a card and what follows from it within the deal: most are."""
        return type(self.events[-1]) in _MOVES


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The answer to a command: what is wrong, or nothing."""

    error: TableError | None = None
    is_repeated: bool = False
    """Whether nothing happened now: it had been carried out before, or all was so already."""


_DONE = Outcome()


class Timer(Protocol):
    """A call in the future that can be called off."""

    def cancel(self) -> None:
        """Call it off."""


class Clock(Protocol):
    """Time, as a table needs it."""

    def now(self) -> int:
        """Return the milliseconds now."""

    def call_at(self, at: int, call: Callable[[], None]) -> Timer:
        """Call *call* when the time is *at*."""


class Journal(Protocol):
    """Where a table writes what happens, before anybody sees it."""

    def append(
        self, state: TableState, batch: Batch, done: Callable[[Exception | None], None]
    ) -> None:
        """Store *batch*, then call *done*; *state* is the table after it."""


Reply = Callable[[Outcome], None]
Watcher = Callable[["Table", Batch], None]
Request = Callable[[TableState], Decision]


class _Entry(msgspec.Struct, frozen=True):
    """Something asked of the table."""

    request: Request
    reply: Reply
    is_alone: bool
    """Whether it is stored and shown by itself: a move answers what its player has seen."""


class _Round(msgspec.Struct):
    """What is decided at once."""

    state: TableState
    """The table after it."""
    at: int
    events: tuple[ev.TableEvent, ...] = ()
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
    """A table and its state; :meth:`submit` is the way in, *watch* the way out."""

    def __init__(
        self,
        state: TableState,
        journal: Journal,
        clock: Clock,
        means: Means,
        lot: Lot,
        watch: Watcher,
        *,
        is_held: bool = False,
    ) -> None:
        self.state = state
        self.changed: list[int] = []
        """By seat: since which event its legal actions are what they are."""
        self.legal: list[tuple[Action, ...]] = []
        self.is_held = is_held and state.is_playing and not state.is_paused
        """Whether the clocks wait until somebody is back: the server was away, not the people."""
        self._journal = journal
        self._clock = clock
        self._means = means
        self._lot = lot
        self._watch = watch
        self._queue: list[_Entry] = []
        self._is_busy = False
        self._is_closed = False
        self._timer: Timer | None = None
        self._answered: OrderedDict[tuple[str, str], Outcome] = OrderedDict()
        self._pending: dict[tuple[str, str], list[Reply]] = {}
        self._standing: Announcement | None = None
        self._announced = state.seq
        """Since which event the standing announcement is what it is."""
        self._list_legal()
        self._set_alarm()

    # The way in

    def submit(self, asker: Asker, command: do.Command, reply: Reply) -> None:
        """Let a person do *command*; the outcome is told to *reply*, once."""
        request = partial(self._decided, asker, command)
        is_alone = type(command) is do.Act
        if not command.key:
            self._enqueue(request, reply, is_alone=is_alone)
            return
        key = asker.player, command.key
        if key in self._answered:
            reply(msgspec.structs.replace(self._answered[key], is_repeated=True))
        elif key in self._pending:
            self._pending[key].append(reply)
        else:
            self._pending[key] = []
            self._enqueue(request, partial(self._answer, key, reply), is_alone=is_alone)

    def act_for(self, seat: int, action: Action, seq: int, reply: Reply) -> None:
        """Let a bot act for *seat*, knowing the table up to *seq*."""

        def request(state: TableState) -> Decision:
            if not state.seats[seat].is_played_by_bot:
                raise TableError(TableCode.STALE)
            command = do.Act(seq=seq, action=action)
            self._check_fresh(seat, command)
            return act(state, seat, command)

        self._enqueue(request, reply)

    def record(self, *events: ev.TableEvent, reply: Reply = lambda _outcome: None) -> None:
        """Let the server note what it knows: who is away, who is back."""
        self._enqueue(lambda state: Decision(self._still_true(state, events)), reply)

    @property
    def is_busy(self) -> bool:
        """Whether something is being stored."""
        return self._is_busy

    def close(self) -> None:
        """Stop the table's timer for good; its state stays where its events are."""
        self._is_closed = True
        self._stop_timer()

    # One at a time

    def _enqueue(self, request: Request, reply: Reply, *, is_alone: bool = True) -> None:
        self._queue.append(_Entry(request, reply, is_alone))
        self._work()

    def _work(self) -> None:
        while self._queue and not self._is_busy:
            made = _Round(self.state, max(self._clock.now(), self.state.at))
            self._decide_waiting(made)
            if made.events:
                self._ring_due(made)
                self._store(made)
            for reply, outcome in made.refused:
                self._tell(reply, outcome)

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
        while not self.is_held:
            alarm = next_alarm(made.state)
            if alarm is None or alarm.at > made.at:
                break
            decision = self._asked(partial(ring, alarm=alarm, means=self._means), made.state)
            if isinstance(decision, TableError) or not decision.events:
                break  # it is tried again, by itself
            made.add(decision)

    def _asked(self, request: Request, state: TableState) -> Decision | TableError:
        """Return what *request* comes to; a bug must cost one command, not the table."""
        try:
            return request(state)
        except TableError as error:
            return error
        except Exception:  # noqa: BLE001
            _log.exception("table %s could not decide", self.state.id)
            return TableError(TableCode.INTERNAL)

    def _tell(self, call: Callable[..., None], *what: object) -> None:
        """Tell somebody something: whatever they do with it, the table goes on."""
        try:
            call(*what)
        except Exception:  # noqa: BLE001
            _log.exception("table %s could not tell what happened", self.state.id)

    def _decided(self, asker: Asker, command: do.Command, state: TableState) -> Decision:
        if type(command) is do.Act:
            seat = state.seat_of(asker.player)
            if seat is not None and self.legal:
                self._check_fresh(seat, command)
        return decide(state, asker, command, self._lot)

    def _check_fresh(self, seat: int, command: do.Act) -> None:
        """Refuse an action that was chosen before what the seat may do has changed.

        A double is aimed at an announcement (A8): it stays fresh as long as that stands, whoever
        bids meanwhile, and it never hits the next one.
        """
        is_double = type(command.action) is Double
        since = self._announced if is_double else self.changed[seat]
        if not since <= command.seq <= self.state.seq:
            raise TableError(TableCode.STALE)

    def _still_true(
        self, state: TableState, events: tuple[ev.TableEvent, ...]
    ) -> tuple[ev.TableEvent, ...]:
        return tuple(event for event in events if self._is_news(state, event))

    def _is_news(self, state: TableState, event: ev.TableEvent) -> bool:
        match event:
            case ev.BotTookOver(seat=seat):
                return state.is_playing and not state.seats[seat].is_played_by_bot
            case ev.PersonReturned(seat=seat):
                return state.seats[seat].away
            case ev.Paused():
                return state.is_playing and not state.is_paused
            case ev.Resumed():
                waits = state.is_paused and not state.paused_by
                return state.is_playing and (waits or self.is_held)
            case _:
                return True

    # Decide, store, show

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
        outcome = _DONE if error is None else Outcome(TableError(TableCode.STORE))
        for reply in made.accepted:
            self._tell(reply, outcome)
        self._work()
        self._set_alarm(after_failure=error is not None)

    def _show(self, state: TableState, batch: Batch) -> None:
        self.state = state
        if self.is_held and any(isinstance(event, ev.Resumed) for event in batch.events):
            self.is_held = False
        self._list_legal()
        self._tell(self._watch, self, batch)

    def _list_legal(self) -> None:
        """List what every seat may do, and note where that has changed."""
        game, seq = self.state.game, self.state.seq
        if game is None:
            self.legal, self.changed = [], []
            return
        standing = game.deals[-1].auction.standing if game.deals else None
        if standing is not self._standing and standing != self._standing:
            self._standing, self._announced = standing, seq
        players = game.players
        before, self.legal = self.legal, game.legal_by_seat()
        if self.state.is_paused:
            self.legal = [()] * players
        if not self.changed:
            self.changed = [seq] * players
            return
        for seat in range(players):
            if self.legal[seat] != before[seat]:
                self.changed[seat] = seq

    def _answer(self, key: tuple[str, str], reply: Reply, outcome: Outcome) -> None:
        """Answer a command with a *key*, and all that came with the same one meanwhile."""
        repeated = self._pending.pop(key)
        if outcome.error is None or outcome.error.code is not TableCode.STORE:
            self._answered[key] = outcome  # what could not be stored may be tried again
            if len(self._answered) > _KEYS_KEPT:
                self._answered.popitem(last=False)
        self._tell(reply, outcome)
        for again in repeated:
            self._tell(again, msgspec.structs.replace(outcome, is_repeated=True))

    # What happens by itself

    def _set_alarm(self, *, after_failure: bool = False) -> None:
        self._stop_timer()
        if self._is_busy or self.is_held or self._is_closed:
            return
        alarm = next_alarm(self.state)
        if alarm is None:
            return
        now = self._clock.now()
        if alarm.at <= now and not after_failure:
            self._ring(alarm)
            return
        # If the store has just failed, the table tries again by itself, but not at once.
        at = max(alarm.at, now + 1_000) if after_failure else alarm.at
        self._timer = self._clock.call_at(at, lambda: self._ring(alarm))

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

        self._enqueue(request, reply)
