"""Hints: to who asked and to nobody else, over real sockets and in rooms with a clock by hand."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from batarde.client import Client, RequestError
from batarde.rules import events as rules
from batarde.rules.actions import PASS, READY, Action, Bid, Play
from batarde.server.live.messages import Hint, Refused, ServerMessage
from batarde.server.live.rooms import Room
from batarde.study.coach import Advice, Step, advise
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.errors import TableCode
from batarde.table.settings import Coaching, Settings
from tests.server.http.test_games import Truth, check_traffic
from tests.server.live.test_rooms import FakeGuest, Place
from tests.server.servers import SWIFT, LiveServer, happened, leave_all, until
from tests.table.desk import STRANGER, quiet

if TYPE_CHECKING:
    from batarde.rules.views import View

ALONE = msgspec.structs.replace(SWIFT, players=4, coach=Coaching.ASKED)
Tell = Callable[[Advice | None], None]


class Table(Place):
    """A room where one person plays against bots; the coach answers when it is told to."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.asked: list[tuple[View, Step, bool, Tell]] = []
        super().__init__(settings or quiet(coach=Coaching.ASKED), people=[0])

    def enclose(self) -> None:
        super().enclose()
        self.room.close()
        self.table = self.opened(self.journal.folded("TABLE1"))
        self.room = Room(self.table, self.clock, lambda *question: self.asked.append(question))
        self.table.start()

    def answer(self) -> None:
        view, step, other_packs, tell = self.asked.pop(0)
        tell(advise(view, step, other_packs=other_packs))


def begun() -> tuple[Table, FakeGuest]:
    place = Table()
    guest = place.come(0)
    place.start()
    while place.turn != 0:
        place.step()
    return place, guest


def test_a_hint_goes_to_who_asked_and_everybody_sees_that_it_was_given() -> None:
    place, guest = begun()
    tab, watcher = place.come(0), place.come(STRANGER)
    place.room.submit(guest, do.AskCoach(key="k", step=2))
    assert guest.events()[-1] == watcher.events()[-1] == "HintGiven"
    place.answer()
    hint = guest.last(Hint)
    assert (hint.key, hint.seq, hint.advice.step) == ("k", place.state.seq, 2)
    for other in (tab, watcher):
        assert not [message for message in other.messages if isinstance(message, Hint)]


def test_the_coach_is_given_the_view_of_the_seat_and_nothing_else() -> None:
    place, guest = begun()
    place.room.submit(guest, do.AskCoach(step=3, other_packs=True))
    view, step, other_packs, _ = place.asked[0]
    assert view == place.state.running.view(0)
    assert view.hands is None
    assert (step, other_packs) == (3, True)


def test_nothing_is_asked_where_it_is_refused() -> None:
    place = Table(quiet(coach=Coaching.OFF))
    guest = place.come(0)
    place.start()
    place.room.submit(guest, do.AskCoach(key="k", step=1))
    assert guest.last(Refused) == Refused(TableCode.NO_COACH.value, "k")
    assert place.asked == []


def test_a_coach_without_an_answer_says_so() -> None:
    place, guest = begun()
    place.room.submit(guest, do.AskCoach(key="k", step=2))
    place.asked[0][3](None)
    assert guest.last(Refused) == Refused(TableCode.NO_ANSWER.value, "k")


def test_who_has_left_meanwhile_is_told_nothing() -> None:
    place, guest = begun()
    place.room.submit(guest, do.AskCoach(step=2))
    place.room.leave(guest)
    count = len(guest.messages)
    place.answer()
    assert len(guest.messages) == count


def test_the_same_key_is_not_answered_twice() -> None:
    place, guest = begun()
    place.room.submit(guest, do.AskCoach(key="k", step=1))
    place.room.submit(guest, do.AskCoach(key="k", step=1))
    assert len(place.asked) == 1
    assert guest.events().count("HintGiven") == 1


def test_a_finished_game_says_that_it_was_coached() -> None:
    place, guest = begun()
    place.room.submit(guest, do.AskCoach(step=1))
    assert place.state.coached == (0,)
    late = place.come(STRANGER)
    assert late.messages[0].coached == (0,)


# Over real sockets


@pytest.fixture(scope="module")
def swift(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server whose bots answer at once."""
    options = ("--no-limits", "--bot-pace", "0")
    with LiveServer(tmp_path_factory.mktemp("swift") / "s.db", *options) as live:
        yield live
    assert "Traceback" not in live.log.read_text("utf-8")


class Learner:
    """Plays alone and does what the coach says, whenever there is something to ask."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.hints: list[Hint] = []
        self._answered = -1
        client.listeners.append(self._hear)

    def _hear(self, message: ServerMessage) -> None:
        client = self.client
        if isinstance(message, Hint):
            self.hints.append(message)
            self._do(message.advice)
        elif client.legal == (READY,) and client.seq != self._answered:
            self._answered = client.seq
            client.act(READY)
        elif self._is_asked() and client.seq > self._answered:
            self._answered = client.seq + 1  # the hint is an event too
            client.send(do.AskCoach(step=3))

    def _is_asked(self) -> bool:
        return any(isinstance(action, Bid | Play) or action == PASS for action in self.client.legal)

    def _do(self, advice: Advice) -> None:
        best: Action | None = advice.best
        if best in self.client.legal and best is not None:
            self.client.act(best)


async def test_a_deal_with_a_coach_tells_nobody_what_they_may_not_know(
    swift: LiveServer,
) -> None:
    client = await Client.enter(swift.url, "Learner")
    client.received = []
    learner = Learner(client)
    settings = msgspec.structs.replace(ALONE, double_window=0)
    table = (await client.make_table(settings, ["simple"] * 3, start=True)).id
    watcher = await Client.enter(swift.url, "Watcher")
    watcher.received = []
    await watcher.join(table)
    await client.join(table)
    await happened(watcher, rules.DealScored)
    await until(lambda: watcher.seq == client.seq)
    truth = Truth(table, swift.stored(table))
    assert {type(event) for event in truth.events} >= {ev.HintGiven, rules.DealScored}
    assert check_traffic(truth, client, client.session.player) > 20
    assert check_traffic(truth, watcher, watcher.session.player) > 20
    assert b'"type":"hint"' not in b"".join(watcher.received)
    for hint in learner.hints:  # the very bytes that the view alone would give
        view = truth.states[hint.seq].running.view(client.seat)
        assert msgspec.json.encode(Hint("", hint.seq, advise(view))) in client.received
    assert len(learner.hints) > 5
    await leave_all([client, watcher])


@pytest.mark.parametrize(
    ("bots", "start", "is_taken"),
    [(3, True, True), (3, False, True), (0, True, True), (2, False, False), (0, False, False)],
)
async def test_a_table_with_a_coach_has_one_person_alone(
    swift: LiveServer, bots: int, start: bool, is_taken: bool
) -> None:
    client = await Client.enter(swift.url, "Ana")
    if is_taken:
        made = await client.make_table(ALONE, ["simple"] * bots, start=start)
        assert made.settings.coach is Coaching.ASKED
    else:
        with pytest.raises(RequestError) as refused:
            await client.make_table(ALONE, ["simple"] * bots, start=start)
        assert (refused.value.status, refused.value.code) == (400, "no-coach")
    await client.close()


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    options = ("--limit=hints_per_second=0.000001", "--limit=hint_burst=3")
    with LiveServer(tmp_path_factory.mktemp("limited") / "h.db", *options) as live:
        yield live
    assert "Traceback" not in live.log.read_text("utf-8")


async def test_hints_are_limited(limited: LiveServer) -> None:
    client = await Client.enter(limited.url, "Curious")
    settings = msgspec.structs.replace(ALONE, asks_ready=False)
    await client.join((await client.make_table(settings, ["simple"] * 3, start=True)).id)
    await happened(client, rules.HandDealt)
    answers = []
    for number in range(6):
        client.send(do.AskCoach(key=f"k{number}", step=1))
        answer: Any = await client.wait_for(lambda m: isinstance(m, Hint | Refused))
        answers.append(answer.code if isinstance(answer, Refused) else "hint")
    assert answers == ["hint"] * 3 + ["too-many"] * 3
    assert [e for e in limited.stored(client.table) if isinstance(e, ev.HintGiven)] != []
    await client.close()
