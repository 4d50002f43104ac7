"""Who is there and who is not: rooms with a clock that is turned by hand."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from batarde.rules.actions import Bid
from batarde.rules.events import HandDealt
from batarde.rules.trumps import Trump
from batarde.rules.views import View
from batarde.server.live.messages import (
    Happened,
    Present,
    Refused,
    ServerMessage,
    Snapshot,
    Timing,
    Watching,
)
from batarde.server.live.rooms import Room
from batarde.study.coach import Advice, Step, advise
from batarde.table import commands as do
from batarde.table.actors import Person
from batarde.table.errors import TableCode
from batarde.table.notices import Wait
from batarde.table.settings import Pace, Settings
from tests.table.desk import Desk, person, quiet

decode = msgspec.json.Decoder(ServerMessage).decode
GRACE = 30_000
SETTINGS = quiet(grace=GRACE)


def advise_at_once(
    view: View, step: Step, other_packs: bool, tell: Callable[[Advice | None], None]
) -> None:
    tell(advise(view, step, other_packs=other_packs))


class FakeGuest:
    """A connection that remembers what it was sent."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self.messages: list[Any] = []
        self.put_out_with = ""

    @property
    def person(self) -> Person:
        return self._person

    def send(self, message: bytes) -> None:
        self.messages.append(decode(message))

    def put_out(self, code: str) -> None:
        self.put_out_with = code

    def rename(self, name: str) -> None:
        self._person = Person(self._person.player, name)

    def last(self, kind: type) -> Any:
        return [message for message in self.messages if isinstance(message, kind)][-1]

    def codes(self) -> list[str]:
        return [message.code for message in self.messages if isinstance(message, Refused)]

    def events(self) -> list[str]:
        return [
            type(event).__name__
            for message in self.messages
            if isinstance(message, Happened)
            for event in message.events
        ]


class Place(Desk):
    """A desk with a room around its table."""

    room: Room

    def __init__(self, settings: Settings = SETTINGS, **options: Any) -> None:
        super().__init__(settings, **options)
        self.enclose()

    def enclose(self) -> None:
        """Open the stored table in a new room, as the hall does."""
        self.table.close()
        self.table = self.opened(self.journal.folded("TABLE1"))
        self.room = Room(self.table, self.clock, advise_at_once)
        self.note(Wait())
        self.table.start()

    def come(self, who: int | Person, since: int = 0) -> FakeGuest:
        guest = FakeGuest(person(who) if isinstance(who, int) else who)
        assert self.room.objection(guest) is None
        self.room.enter(guest, since)
        return guest

    def all_come(self) -> list[FakeGuest]:
        return [self.come(n) for n, seat in enumerate(self.state.seats) if seat.kind == "person"]

    def is_paused(self) -> bool:
        return self.state.is_paused

    def away(self) -> list[bool]:
        return [seat.away for seat in self.state.seats]


# Who drops


def test_who_drops_keeps_the_seat_and_a_bot_plays_after_the_grace_time() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    place.room.leave(guests[1])
    place.clock.advance(GRACE - 1)
    assert guests[0].last(Present).connected == (True, False, True)
    assert place.away() == [False] * 3
    place.clock.advance(1)
    assert place.away() == [False, True, False]
    assert guests[0].events()[-1] == "BotTookOver"


def test_who_comes_back_in_time_was_never_away() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    place.room.leave(guests[1])
    place.clock.advance(GRACE - 1)
    place.come(1)
    place.clock.advance(10 * GRACE)
    assert place.away() == [False] * 3
    assert "BotTookOver" not in guests[0].events()


def test_who_comes_back_later_takes_the_seat_back() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    place.room.leave(guests[1])
    place.clock.advance(GRACE)
    back = place.come(1)
    assert place.away() == [False] * 3
    assert back.last(Snapshot).view.hand
    assert guests[0].events()[-1] == "PersonReturned"


def test_another_tab_is_presence_enough() -> None:
    place = Place()
    guests = place.all_come()
    second = place.come(1)
    place.start()
    place.room.leave(guests[1])
    place.clock.advance(10 * GRACE)
    assert place.away() == [False] * 3
    place.room.leave(second)
    place.clock.advance(GRACE)
    assert place.away()[1]


def test_who_is_not_there_when_the_game_starts_is_waited_for_as_long_as_who_drops() -> None:
    place = Place()
    place.come(0)
    place.start()
    place.clock.advance(GRACE)
    assert place.away() == [False, True, True]


def test_a_host_who_leaves_before_the_game_hands_the_table_on() -> None:
    place = Place()
    guests = place.all_come()
    place.room.leave(guests[0])
    place.clock.advance(GRACE - 1)
    assert place.state.host == "p0"
    place.clock.advance(1)
    assert place.state.host == "p1"
    place.do(1, do.Start())
    assert place.state.is_playing
    place.check_stored()


def test_a_host_who_leaves_after_the_game_hands_the_table_on() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    place.play_game()
    place.room.leave(guests[0])
    place.clock.advance(GRACE)
    assert place.state.host == "p1"
    place.do(1, do.Start())
    assert place.state.is_playing


def test_a_host_who_comes_back_in_time_or_only_watches_stays_the_host() -> None:
    place = Place()
    guests = place.all_come()
    place.room.leave(guests[0])
    place.clock.advance(GRACE - 1)
    back = place.come(0)
    place.clock.advance(10 * GRACE)
    assert place.state.host == "p0"
    place.room.leave(back)
    second = place.come(0)  # another device
    place.clock.advance(10 * GRACE)
    assert place.state.host == "p0"
    assert second in place.room.guests


def test_who_sits_down_at_a_deserted_table_becomes_its_host() -> None:
    place = Place(people=[0])
    host = place.come(0)
    place.do(0, do.Stand())
    place.room.leave(host)
    place.clock.advance(10 * GRACE)
    assert place.state.host == "p0"  # nobody is there to take it
    place.come(2)
    place.do(2, do.Sit(seat=1))
    place.clock.advance(GRACE)
    assert place.state.host == "p2"


def test_after_a_restart_a_table_whose_host_stays_away_is_handed_on() -> None:
    place = Place()
    place.all_come()
    place.enclose()
    place.come(2)
    place.clock.advance(GRACE)
    assert place.state.host == "p2"


def test_a_host_who_is_gone_hands_the_table_on() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    place.do(0, do.Pause())
    place.room.leave(guests[0])
    place.clock.advance(GRACE)
    assert place.state.host == "p1"
    place.do(1, do.Resume())
    assert not place.is_paused()


def test_leaving_before_the_game_costs_nothing() -> None:
    place = Place()
    guests = place.all_come()
    place.room.leave(guests[1])
    place.clock.advance(10 * GRACE)
    assert place.away() == [False] * 3
    assert place.clock.waiting == []


# When all have left


def test_when_all_have_left_the_game_waits_for_anybody() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    for guest in guests:
        place.room.leave(guest)
    assert place.is_paused()
    place.clock.advance(100 * GRACE)
    assert place.away() == [False] * 3  # nobody is away from a game that waits
    place.come(2)
    assert not place.is_paused()
    place.clock.advance(GRACE)
    assert place.away() == [True, True, False]


def test_a_watcher_does_not_keep_a_game_going() -> None:
    place = Place()
    guests = place.all_come()
    place.come(Person("px", "Watcher"))
    place.start()
    for guest in guests:
        place.room.leave(guest)
    assert place.is_paused()


def test_the_hosts_pause_outlasts_everybodys_absence() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    place.do(0, do.Pause())
    for guest in guests:
        place.room.leave(guest)
    place.come(1)
    assert place.is_paused()
    place.do(0, do.Resume())


def test_who_is_back_before_the_pause_is_stored_does_not_find_a_table_that_waits_for_ever() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    place.journal.is_slow = True
    for guest in guests:
        place.room.leave(guest)
    place.come(1)
    place.journal.flush()
    assert not place.is_paused()


def test_who_is_back_while_the_bot_is_taking_over_gets_the_seat() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    place.room.leave(guests[1])
    place.journal.is_slow = True
    place.clock.advance(GRACE)
    place.come(1)
    place.journal.flush()
    assert place.away() == [False] * 3


def test_who_sits_down_at_a_game_that_waits_lets_it_go_on() -> None:
    place = Place(people=[0])
    guest = place.come(0)
    place.start()
    place.room.leave(guest)
    assert place.is_paused()
    watcher = place.come(Person("px", "New"))
    place.room.submit(watcher, do.Sit(seat=1))
    assert not place.is_paused()


# When the store fails


def test_what_the_room_notes_is_noted_later_if_the_store_fails() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    place.journal.failure = OSError("full")
    for guest in guests:
        place.room.leave(guest)
    assert not place.is_paused()
    place.clock.advance(5_000)
    place.journal.failure = None
    place.clock.advance(1_000)
    assert place.is_paused()
    place.journal.failure = OSError("full")
    place.come(1)
    place.clock.advance(2_500)
    place.journal.failure = None
    place.clock.advance(1_000)
    assert not place.is_paused()
    place.check_stored()


def test_a_takeover_that_could_not_be_stored_comes_later() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    place.room.leave(guests[1])
    place.journal.failure = OSError("full")
    place.clock.advance(GRACE)
    place.journal.failure = None
    place.clock.advance(GRACE + 1_000)
    assert place.away()[1]


# After a crash


def test_after_a_crash_the_clocks_run_when_somebody_is_back() -> None:
    place = Place(quiet(pace=Pace.FAST, grace=GRACE))
    place.all_come()
    place.start()
    place.clock.advance(20_000)
    place.enclose()
    place.clock.advance(10**7)
    place.come(Person("px", "Watcher"))
    assert place.clock.waiting == []
    place.clock.advance(500)
    guest = place.come(2)
    assert guest.events() == ["Resumed"]
    assert place.state.banks == (20_000,) * 3
    # The move, two who are missing, and the office of the host, who is one of them.
    assert place.clock.waiting == [28_000, GRACE, GRACE, GRACE]


def test_after_a_crash_who_does_not_come_back_is_replaced() -> None:
    place = Place()
    place.all_come()
    place.start()
    place.enclose()
    place.come(0)
    place.clock.advance(GRACE)
    assert place.away() == [False, True, True]


# What is sent


def test_who_sits_down_in_a_running_deal_gets_cards_with_the_next() -> None:
    place = Place(quiet(grace=GRACE, deal_pause=5_000), people=[0, 1])
    place.all_come()
    place.start()
    watcher = place.come(Person("px", "New"))
    place.room.submit(watcher, do.Sit(seat=2))
    assert watcher.events() == ["SeatPromised"]
    assert [message.seat for message in watcher.messages if isinstance(message, Snapshot)] == [None]
    assert place.come(Person("py", "Other")).last(Snapshot).promised[0].seat == 2
    place.play_deal()
    assert watcher.last(Snapshot).seat == 2
    place.clock.advance(5_000)
    place.give_shares()
    (own,) = (
        event.hand
        for message in watcher.messages
        if isinstance(message, Happened)
        for event in message.events
        if isinstance(event, HandDealt)
    )
    assert own == place.state.running.deal.hands[2]


def test_who_comes_back_to_the_seat_they_had_gets_its_cards_at_once() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    place.room.submit(guests[1], do.Stand())
    place.room.submit(guests[1], do.Sit(seat=1))
    assert guests[1].last(Snapshot).seat == 1
    assert guests[1].last(Snapshot).view.hand == place.state.running.deal.hands[1]
    assert isinstance(guests[1].messages[-1], Snapshot)


def test_who_stands_up_sees_no_more_than_a_watcher() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    place.room.submit(guests[1], do.Stand())
    assert guests[1].last(Snapshot).seat is None
    assert guests[1].last(Snapshot).view.hand == ()


def test_a_table_closed_to_watchers_puts_them_out_when_the_game_starts() -> None:
    place = Place(quiet(grace=GRACE, watchable=False))
    place.all_come()
    watcher = place.come(Person("px", "Watcher"))
    before = len(watcher.messages)
    place.start()
    assert watcher.put_out_with == "no-watching"
    assert watcher not in place.room.guests
    assert watcher.events() == []
    assert len(watcher.messages) == before
    assert place.room.objection(watcher) is TableCode.NO_WATCHING
    place.play_game()
    assert place.room.objection(watcher) is None


def test_who_has_had_a_seat_may_stay_and_come_back_to_it_at_a_table_closed_to_watchers() -> None:
    place = Place(quiet(grace=GRACE, watchable=False))
    guests = place.all_come()
    place.start()
    place.room.submit(guests[1], do.Stand())
    assert guests[1].put_out_with == ""
    assert guests[1].last(Snapshot).view.hand == ()
    place.room.leave(guests[1])
    back = place.come(1)
    place.room.submit(back, do.Sit())
    assert back.last(Snapshot).seat == 1
    assert back.last(Snapshot).view.hand


def test_a_host_who_closes_the_table_to_watchers_puts_out_those_who_only_watch() -> None:
    place = Place(quiet(players=4, grace=GRACE), people=[0, 1])
    host, player = place.all_come()
    place.start()
    newcomer, watcher = place.come(Person("pn", "New")), place.come(Person("px", "Watcher"))
    place.room.submit(newcomer, do.Sit(seat=2))
    place.room.submit(host, do.Stand())
    place.do(1, do.AllowWatching(allowed=False))
    assert watcher.put_out_with == "no-watching"
    assert watcher.events()[-1] != "WatchingChanged", "nothing is sent to who has to go"
    kept = [guest.put_out_with for guest in (host, player, newcomer)]
    assert kept == ["", "", ""], "a seat had, held or promised"
    place.room.submit(newcomer, do.Stand())
    assert newcomer.put_out_with == "no-watching"
    place.do(1, do.AllowWatching(allowed=True))
    assert place.room.objection(watcher) is None


def test_a_host_who_only_watches_is_not_put_out_by_closing_the_table() -> None:
    place = Place(people=[0, 1])
    host, player = place.all_come()
    place.do(0, do.Unseat(seat=0))
    place.room.submit(host, do.Start(fill="simple"))
    place.room.submit(host, do.AllowWatching(allowed=False))
    assert (host.put_out_with, player.put_out_with) == ("", "")
    assert host.events()[-1] == "WatchingChanged"


# Names


def names_of(present: Present) -> list[str]:
    return [each.name for each in present.watching]


def test_everybody_in_the_room_has_a_name_of_their_own_and_keeps_it() -> None:
    place = Place(people=[0])
    host = place.come(0)
    first, second = place.come(Person("pa", "")), place.come(Person("pb", ""))
    place.come(Person("pc", "Person 0"))
    place.clock.advance(500)
    assert names_of(host.last(Present)) == ["#", "# 2", "Person 0 2"]
    place.room.submit(second, do.Say(text="hello"))
    assert place.state.talk[-1].name == "# 2"
    place.room.leave(first)
    place.room.submit(second, do.Sit(seat=2))
    assert place.state.seats[2].name == "# 2"
    place.come(Person("pd", ""))
    place.clock.advance(500)
    assert names_of(host.last(Present)) == ["Person 0 2", "#"]


def test_who_comes_back_is_called_as_before() -> None:
    place = Place(people=[0])
    first, second = place.come(Person("pa", "")), place.come(Person("pb", ""))
    place.clock.advance(500)
    place.room.submit(second, do.Say(text="hello"))
    place.room.leave(second)
    place.room.leave(first)
    place.room.submit(place.come(Person("pb", "")), do.Say(text="again"))
    assert [said.name for said in place.state.talk] == ["# 2", "# 2"]


def test_a_new_name_is_told_at_once_or_when_its_owner_comes_back() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    guests[1].rename("Bo")
    place.room.renamed(guests[1])
    assert guests[0].events()[-1] == "PersonRenamed"
    assert place.state.seats[1].name == "Bo"
    place.room.leave(guests[2])
    place.come(Person("p2", "Bo"))
    assert place.state.seats[2].name == "Bo 2"
    watcher = place.come(Person("px", "Zoe"))
    place.clock.advance(500)
    watcher.rename("")
    place.room.renamed(watcher)
    place.clock.advance(500)
    assert names_of(guests[0].last(Present)) == ["#"]


def test_a_person_with_two_windows_watches_once() -> None:
    place = Place(people=[0])
    host = place.come(0)
    for _ in range(2):
        place.come(Person("px", "Zoe"))
    place.clock.advance(500)
    assert host.last(Present).watchers == 1


def test_a_bot_that_the_server_does_not_have_is_refused() -> None:
    place = Place(people=[0])
    guest = place.come(0)
    place.room.submit(guest, do.SeatBot(seat=1, level="/bin/sh", key="a"))
    place.room.submit(guest, do.Start(fill="nonsense"))
    assert guest.codes() == ["no-such-bot", "no-such-bot"]
    assert not place.state.is_playing


def test_a_refusal_goes_to_the_sender_alone_and_a_stale_one_with_the_present_state() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    turn = place.turn
    old = do.Act(key="k", seq=1, action=Bid(1, Trump.CLUBS))
    before = [len(guest.messages) for guest in guests]
    place.room.submit(guests[turn], old)
    sent = guests[turn].messages[before[turn] :]
    assert [type(message) for message in sent] == [Refused, Snapshot]
    assert (sent[0].code, sent[0].key) == ("stale", "k")
    assert [len(g.messages) for g in guests if g is not guests[turn]] == [
        count for seat, count in enumerate(before) if seat != turn
    ]


def test_a_command_that_changes_nothing_is_answered_if_it_has_a_key() -> None:
    place = Place()
    guest = place.come(1)
    place.room.submit(guest, do.Sit(seat=1, key="again"))
    assert guest.messages[-1].key == "again"


def test_who_comes_back_gets_what_was_missed_and_no_more() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    place.room.leave(guests[2])
    since = place.state.seq
    place.do(0, do.Say(text="where are you?"))
    back = place.come(2, since)
    assert isinstance(back.messages[0], Happened)
    assert back.messages[0].seq == since
    assert back.events() == ["Said"]


@pytest.mark.parametrize("since", [-5, 10**9], ids=["before all time", "from the future"])
def test_who_asks_for_events_that_are_not_at_hand_gets_the_table(since: int) -> None:
    place = Place()
    guest = place.come(1, since)
    assert isinstance(guest.messages[0], Snapshot)


def test_the_time_for_an_answer_is_not_the_banks() -> None:
    place = Place(quiet(pace=Pace.FAST, asks_ready=True))
    guests = place.all_come()
    place.start()
    place.clock.advance(1_000)
    assert place.come(0).last(Snapshot).timing == Timing(0, 19_000, 0)
    place.ready()
    place.clock.advance(10_000)
    place.do(1, do.Say(signal="thinking"))
    assert guests[0].last(Happened).timing == Timing(1, 0, 18_000)


def test_who_sits_down_is_seen_to_be_there() -> None:
    place = Place(people=[0])
    host = place.come(0)
    friend = place.come(Person("px", "Friend"))
    place.clock.advance(500)
    friends = (Watching("px", "Friend"),)
    assert host.last(Present) == Present((True, False, False), 1, friends)
    place.room.submit(friend, do.Sit(seat=2))
    place.clock.advance(500)
    assert host.last(Present) == Present((True, False, True), 0)


def test_the_host_sends_a_watcher_away_for_good() -> None:
    place = Place(people=[0])
    host = place.come(0)
    nuisance, other = place.come(Person("px", "Nuisance")), place.come(Person("py", "Other"))
    place.clock.advance(500)
    assert [each.name for each in host.last(Present).watching] == ["Nuisance", "Other"]
    place.room.submit(other, do.Remove(player="px"))
    assert other.codes() == ["not-host"]
    place.room.submit(host, do.Remove(player="px"))
    assert nuisance.put_out_with == "removed"
    assert other.put_out_with == ""
    assert place.room.objection(FakeGuest(Person("px", "Again"))) is TableCode.REMOVED
    place.enclose()  # as after a restart
    assert place.room.objection(FakeGuest(Person("px", "Again"))) is TableCode.REMOVED


def test_presence_is_told_at_most_twice_a_second() -> None:
    place = Place(people=[0])
    host = place.come(0)
    place.clock.advance(500)
    told = len(host.messages)
    for _ in range(20):
        guest = place.come(Person("px", "Restless"))
        place.room.leave(guest)
        place.come(Person("py", "Other"))
    place.clock.advance(10_000)
    present = [message for message in host.messages[told:] if isinstance(message, Present)]
    assert len(present) == 2  # at once, and what it came to
    assert present[-1] == Present((True, False, False), 1, (Watching("py", "Other"),))


def test_who_is_in_the_room_already_gets_what_is_missing_and_nothing_else() -> None:
    place = Place()
    guests = place.all_come()
    place.start()
    place.clock.advance(500)
    seen = [len(guest.messages) for guest in guests]
    for _ in range(10):
        place.room.enter(guests[1], place.state.seq)
    place.clock.advance(10_000)
    assert [len(guest.messages) - n for guest, n in zip(guests, seen, strict=True)] == [0, 10, 0]
    assert all(message.events == () for message in guests[1].messages[-10:])


def test_a_paused_table_offers_nothing() -> None:
    place = Place()
    place.all_come()
    place.start()
    place.do(0, do.Pause())
    assert place.come(place.turn).last(Snapshot).view.legal == ()


def test_what_is_left_of_a_double_window_is_told_with_everything_that_happens() -> None:
    place = Place(quiet(double_window=2_000))
    guests = place.all_come()
    place.start()
    author = place.announce()
    assert guests[0].last(Happened).window == 2_000
    place.room.leave(guests[author])
    since = place.state.seq - 1
    place.clock.advance(1_500)
    back = place.come(author, since)
    assert back.messages[0].window == 500, "who comes back is told what is left, not what there was"
    place.do(0, do.Pause())
    assert guests[(author + 1) % 3].last(Happened).window == 0
    place.do(0, do.Resume())
    assert guests[(author + 1) % 3].last(Happened).window == 2_000, "everybody has a fresh clock"
    place.clock.advance(2_000)
    assert guests[(author + 1) % 3].last(Happened).window == 0


def test_a_closed_room_rings_no_more() -> None:
    place = Place(quiet(pace=Pace.FAST, grace=GRACE))
    guests = place.all_come()
    place.start()
    place.room.leave(guests[1])
    place.room.close()
    assert place.clock.waiting == []
