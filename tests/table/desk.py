"""A table on a desk: a clock that is turned by hand, a journal in memory, chance that is told."""

import itertools
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from batarde.rules.actions import DOUBLE, PASS, READY, Action, Bid
from batarde.rules.events import redacted
from batarde.rules.trumps import Trump
from batarde.rules.views import Phase, View
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.actors import SERVER, Actor, Bot, Person
from batarde.table.alarms import Means
from batarde.table.answers import Outcome
from batarde.table.authority import Table
from batarde.table.errors import TableCode
from batarde.table.fairness import commit_share
from batarde.table.journals import Batch
from batarde.table.notices import Notice, Open, Wait
from batarde.table.settings import Pace, Settings
from batarde.table.state import TableState, fold

EVENTS = msgspec.json.Decoder(tuple[ev.TableEvent, ...])

QUIET = Settings(
    players=3, pace=Pace.NONE, double_window=0, deal_pause=0, trick_pause=0, asks_ready=False
)
"""No clocks, no windows, no questions: whoever is in turn acts."""


def quiet(**changes: Any) -> Settings:
    """Return quiet settings but for *changes*."""
    return msgspec.structs.replace(QUIET, **changes)


def person(seat: int) -> Person:
    """Return the person who sits on *seat* at these tables."""
    return Person(f"p{seat}", f"Person {seat}")


STRANGER = Person("px", "Stranger")


class FakeTimer:
    def __init__(self, at: int, call: Callable[[], None]) -> None:
        self.at = at
        self.call = call
        self.is_off = False

    def cancel(self) -> None:
        self.is_off = True


class FakeClock:
    def __init__(self, now: int = 1_000_000) -> None:
        self._now = now
        self.ahead = 0
        """How much the calendar is ahead of the steady clock."""
        self._timers: list[FakeTimer] = []

    def now(self) -> int:
        return self._now

    def calendar(self) -> int:
        return self._now + self.ahead

    def call_at(self, at: int, call: Callable[[], None]) -> FakeTimer:
        timer = FakeTimer(at, call)
        self._timers.append(timer)
        return timer

    @property
    def waiting(self) -> list[int]:
        """When the timers that are set will ring, from now."""
        return sorted(timer.at - self._now for timer in self._timers if not timer.is_off)

    def advance(self, milliseconds: int) -> None:
        """Let time pass, ringing what is due in its order."""
        end = self._now + milliseconds
        while True:
            self._timers = [timer for timer in self._timers if not timer.is_off]
            due = [timer for timer in self._timers if timer.at <= end]
            if not due:
                break
            timer = min(due, key=lambda timer: timer.at)
            timer.is_off = True
            self._now = max(self._now, timer.at)
            timer.call()
        self._now = end


class MemoryJournal:
    """Keeps batches as JSON; it can be slow, and it can fail."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, int, bytes]] = []
        self.is_slow = False
        self.failure: Exception | None = None
        self.breaks = False
        self.waiting: list[Callable[[], None]] = []

    def append(
        self, state: TableState, batch: Batch, done: Callable[[Exception | None], None]
    ) -> None:
        if self.breaks:
            raise RuntimeError("the journal itself is broken")

        def write() -> None:
            if self.failure is None:
                self.rows.append((batch.seq, batch.at, msgspec.json.encode(batch.events)))
            done(self.failure)

        if self.is_slow:
            self.waiting.append(write)
        else:
            write()

    def flush(self) -> None:
        """Write what waits, and what comes of it."""
        while self.waiting:
            self.waiting.pop(0)()

    def events(self) -> list[ev.TableEvent]:
        return [event for _, _, data in self.rows for event in EVENTS.decode(data)]

    def folded(self, table: str) -> TableState:
        """Return the table that the stored rows tell, as after a crash."""
        state = TableState(table)
        for seq, at, data in self.rows:
            assert seq == state.seq, "a gap or a repetition"
            for event in EVENTS.decode(data):
                state = fold(state, event, at)
        return state


def first_bid(view: View) -> Action:
    """Return a plain move: never a double, the lowest number, the first card."""
    return next((action for action in view.legal if action not in (PASS, DOUBLE)), view.legal[0])


class Desk:
    """A table with its clock and journal; people sit on all seats unless told otherwise."""

    def __init__(
        self,
        settings: Settings = QUIET,
        *,
        people: Sequence[int] | None = None,
        lot: Callable[[int], int] = lambda _below: 0,
    ) -> None:
        self.settings = settings
        self.clock = FakeClock()
        self.journal = MemoryJournal()
        self.batches: list[Batch] = []
        self.secrets = (sha256(b"secret %d" % n).digest() for n in itertools.count())
        self.lot = lot
        self.choose: Callable[[View], Action] = first_bid
        self.table = self.opened(TableState("TABLE1"))
        self.note(Open(settings, person(0)))
        for seat in range(settings.players) if people is None else people:
            self.do(seat, do.Sit(seat=seat))
        if people is not None and 0 not in people:
            self.do(0, do.Stand())
        self.shares = {n: sha256(b"share %d" % n).digest() for n in range(7)}

    def opened(self, state: TableState) -> Table:
        """Return a table of this desk, whose batches are watched."""
        # A test may change who chooses and what the lot says.
        means = Means(
            lambda: next(self.secrets),
            lambda view: self.choose(view),  # noqa: PLW0108
            lambda below: self.lot(below),  # noqa: PLW0108
        )
        table = Table(state, self.journal, self.clock, means)
        table.subscribe(self.batches.append)
        return table

    def crash(self, *, seconds: int = 0) -> None:
        """Lose everything but the journal, be down for a while, and open the table again."""
        self.table.close()
        self.clock.advance(1_000 * seconds)
        self.table = self.opened(self.journal.folded("TABLE1"))
        self.note(Wait())
        self.table.start()

    # Asking

    @property
    def state(self) -> TableState:
        return self.table.state

    def ask(self, who: int | Actor, command: do.Command | Notice) -> Outcome:
        """Submit *command*; it must be answered at once."""
        outcomes: list[Outcome] = []
        actor = person(who) if isinstance(who, int) else who
        self.table.submit(actor, command, outcomes.append)
        assert len(outcomes) == 1, "answered once"
        return outcomes[0]

    def note(self, *notices: Notice) -> None:
        """Let the server give notice."""
        for notice in notices:
            self.table.submit(SERVER, notice, lambda _outcome: None)

    def bot_acts(self, seat: int, action: Action, seq: int | None = None) -> Outcome:
        """Let a bot act for *seat*."""
        return self.ask(
            Bot(seat), do.Act(seq=self.state.seq if seq is None else seq, action=action)
        )

    def code(self, who: int | Actor, command: do.Command) -> TableCode | None:
        """Return why *command* is refused, or ``None`` if it is not."""
        error = self.ask(who, command).error
        return None if error is None else error.code

    def do(self, who: int | Actor, command: do.Command) -> None:
        """Submit *command*, which must be carried out."""
        assert self.code(who, command) is None

    def act(self, seat: int, action: Action, seq: int | None = None) -> None:
        seq = self.state.seq if seq is None else seq
        self.do(self.person_at(seat), do.Act(seq=seq, action=action))

    def act_code(self, seat: int, action: Action, seq: int | None = None) -> TableCode | None:
        seq = self.state.seq if seq is None else seq
        return self.code(seat, do.Act(seq=seq, action=action))

    # Shortcuts

    def start(self, *, shares: bool = True) -> "Desk":
        """Start a game and let everybody give their share of the first deal."""
        self.do(0, do.Start(fill="simple"))
        if shares:
            self.give_shares()
        return self

    def givers(self) -> list[int]:
        seats = enumerate(self.state.seats)
        return [n for n, seat in seats if seat.kind == "person" and not seat.away]

    def give_shares(self) -> None:
        assert self.state.draw is not None
        deal = self.state.draw.deal
        for seat in self.givers():
            self.do(
                self.person_at(seat), do.CommitShare(deal=deal, commitment=self.commitment(seat))
            )
        for seat in self.givers():
            self.do(self.person_at(seat), do.OpenShare(deal=deal, share=self.shares[seat].hex()))

    def person_at(self, seat: int) -> Person:
        sitter = self.state.seats[seat]
        return Person(sitter.player, sitter.name)

    def commitment(self, seat: int) -> str:
        assert self.state.draw is not None
        return commit_share(self.state.draw.table, self.state.draw.deal, seat, self.shares[seat])

    @property
    def turn(self) -> int:
        turn = self.state.running.turn
        assert turn is not None
        return turn

    def announce(self, tricks: int = 1, trump: Trump = Trump.CLUBS) -> int:
        """Let the seat in turn announce; return the seat."""
        seat = self.turn
        self.act(seat, Bid(tricks, trump))
        return seat

    def ready(self) -> None:
        for seat in sorted(self.state.running.deal.unready):
            self.act(seat, READY)

    def play_deal(self) -> None:
        """Play the running deal to its end, plainly."""
        deal = len(self.state.running.deals)
        while len(self.state.running.deals) == deal and not self.state.running.deal.is_over:
            self.step()

    def step(self) -> None:
        """Let somebody who has to act do something plain, or time pass."""
        running = self.state.running.deal
        if running.phase is Phase.READY:
            self.ready()
        elif running.window:
            self.clock.advance(self.settings.double_window)
        else:
            actions = [
                action
                for action in self.table.fresh.legal[self.turn]
                if action not in (DOUBLE, PASS)
            ]
            sitter = self.state.seats[self.turn]
            actor = Bot(self.turn) if sitter.is_played_by_bot else self.person_at(self.turn)
            self.do(actor, do.Act(seq=self.state.seq, action=actions[0]))

    def play_game(self) -> None:
        """Play the running game to its end."""
        while self.state.is_playing:
            self.play_deal()
            if self.state.is_playing:
                self.clock.advance(self.settings.deal_pause)
                self.give_shares()

    # What was seen

    def seen(self, seat: int | None) -> list[ev.TableEvent]:
        return [redacted(event, seat) for batch in self.batches for event in batch.events]

    def last(self) -> list[str]:
        """Return the names of the events of the last batch."""
        return [type(event).__name__ for event in self.batches[-1].events]

    def names(self) -> list[str]:
        return [type(event).__name__ for batch in self.batches for event in batch.events]

    def check_stored(self) -> None:
        """Check that the live state is the fold of what was stored."""
        assert self.journal.folded("TABLE1") == self.state
