"""The one way in: order, staleness, keys, and a store that fails."""

import logging
from typing import TYPE_CHECKING

import pytest

from batarde.rules.actions import DOUBLE, PASS, READY, Action, Bid
from batarde.rules.trumps import Trump
from batarde.rules.views import View
from batarde.store import ConflictError
from batarde.table import commands as do
from batarde.table.errors import TableCode
from batarde.table.notices import GoOn, Return, TakeOver, Wait
from batarde.table.settings import Pace
from tests.table.desk import STRANGER, Desk, person, quiet

if TYPE_CHECKING:
    from batarde.table.answers import Outcome

LOW = Bid(1, Trump.CLUBS)


# Staleness


def test_an_action_that_answers_an_older_question_is_stale() -> None:
    desk = Desk().start()
    seq, seat = desk.state.seq, desk.turn
    desk.act(seat, LOW)
    assert desk.act_code((seat + 1) % 3, LOW, seq) is TableCode.STALE
    assert desk.act_code(seat, LOW, seq) is TableCode.STALE


def test_an_action_from_the_future_is_stale() -> None:
    desk = Desk().start()
    assert desk.act_code(desk.turn, LOW, desk.state.seq + 1) is TableCode.STALE
    assert desk.act_code(desk.turn, LOW, -1) is TableCode.STALE
    assert desk.act_code(desk.turn, LOW, 10**30) is TableCode.STALE


def test_talk_and_watchers_do_not_make_an_action_stale() -> None:
    desk = Desk().start()
    seq = desk.state.seq
    desk.do(STRANGER, do.Say(text="hello"))
    desk.do(1, do.Say(signal="wow"))
    desk.act(desk.turn, LOW, seq)


def test_the_waves_of_others_do_not_make_an_action_stale() -> None:  # A10
    desk = Desk(quiet(players=4, double_window=2_000)).start()
    author = desk.announce()
    seq = desk.state.seq
    one, two, three = ((author + n) % 4 for n in (1, 2, 3))
    desk.act(one, PASS, seq)
    desk.act(two, PASS, seq)
    desk.act(three, PASS, seq)
    assert not desk.state.running.deal.window


def test_the_readiness_of_others_does_not_make_ones_own_stale() -> None:  # A1
    desk = Desk(quiet(asks_ready=True)).start()
    seq = desk.state.seq
    for seat in (2, 0, 1):
        desk.act(seat, READY, seq)
    assert desk.turn == 1


def test_a_double_makes_a_bid_stale_that_was_chosen_before_it() -> None:  # A8
    desk = Desk().start()
    desk.announce()
    seq, turn = desk.state.seq, desk.turn
    desk.act((turn + 1) % 3, DOUBLE, seq)
    assert desk.act_code(turn, LOW, seq) is TableCode.STALE


def test_a_double_stays_fresh_while_others_bid_on_the_same_announcement() -> None:  # A8
    desk = Desk(quiet(players=4)).start()
    desk.announce()
    seq, follower = desk.state.seq, desk.turn
    desk.act(follower, LOW)
    assert desk.turn == (follower + 1) % 4  # whose legal actions have changed with that
    desk.act(desk.turn, DOUBLE, seq)
    assert desk.state.running.deal.auction.doubled_by == (follower + 1) % 4


def test_a_double_never_hits_a_later_announcement() -> None:  # A8
    desk = Desk(quiet(players=4)).start()
    desk.announce()
    seq, turn = desk.state.seq, desk.turn
    idle = (turn + 2) % 4
    desk.act(turn, Bid(3, Trump.SPADES))
    assert desk.table.fresh.legal[idle] == (DOUBLE,)  # before and after: the list alone cannot tell
    assert desk.act_code(idle, DOUBLE, seq) is TableCode.STALE
    desk.act(idle, DOUBLE)


def test_the_second_of_two_doubles_is_refused_by_the_rules() -> None:  # A8
    desk = Desk().start()
    author = desk.announce()
    seq = desk.state.seq
    desk.act((author + 1) % 3, DOUBLE, seq)
    error = desk.ask((author + 2) % 3, do.Act(seq=seq, action=DOUBLE)).error
    assert error is not None
    assert error.refusal is not None
    assert error.refusal.detail == "again"


def test_after_a_pause_what_was_chosen_before_it_is_stale() -> None:
    desk = Desk().start()
    seq = desk.state.seq
    desk.do(0, do.Pause())
    desk.do(0, do.Resume())
    assert desk.act_code(desk.turn, LOW, seq) is TableCode.STALE


# Keys


def test_a_repeated_key_is_answered_and_not_repeated() -> None:
    desk = Desk()
    said = do.Say(key="k1", text="once")
    assert not desk.ask(1, said).is_repeated
    again = desk.ask(1, said)
    assert again.is_repeated
    assert again.error is None
    assert len(desk.state.talk) == 1


def test_a_repeated_key_gets_the_same_refusal() -> None:
    desk = Desk()
    command = do.Start(key="k1")
    assert desk.code(1, command) is TableCode.NOT_HOST
    desk.do(0, do.Stand())  # now person 1 is the host
    assert desk.ask(1, command).is_repeated
    assert desk.code(1, command) is TableCode.NOT_HOST


def test_the_keys_of_different_people_are_different_keys() -> None:
    desk = Desk()
    desk.do(1, do.Say(key="k1", text="one"))
    assert not desk.ask(2, do.Say(key="k1", text="two")).is_repeated
    assert [said.text for said in desk.state.talk] == ["one", "two"]


def test_a_key_that_comes_again_while_the_first_is_being_stored_waits_for_it() -> None:
    desk = Desk()
    desk.journal.is_slow = True
    outcomes: list[Outcome] = []
    for _ in range(3):
        desk.table.submit(person(1), do.Say(key="k1", text="once"), outcomes.append)
    assert outcomes == []
    desk.journal.flush()
    assert [outcome.is_repeated for outcome in outcomes] == [False, True, True]
    assert len(desk.state.talk) == 1


def test_what_could_not_be_stored_can_be_asked_for_again_with_its_key() -> None:
    desk = Desk()
    desk.journal.failure = OSError("full")
    said = do.Say(key="k1", text="once")
    assert desk.code(1, said) is TableCode.STORE
    desk.journal.failure = None
    assert not desk.ask(1, said).is_repeated
    assert len(desk.state.talk) == 1


def test_the_last_keys_of_each_person_are_kept_whatever_others_send() -> None:
    desk = Desk()
    desk.do(2, do.Say(key="mine", text="x"))
    for number in range(300):
        desk.do(1, do.Say(key=f"k{number}", text="x"))
    assert desk.ask(1, do.Say(key="k299", text="x")).is_repeated
    assert not desk.ask(1, do.Say(key="k0", text="x")).is_repeated
    assert desk.ask(2, do.Say(key="mine", text="x")).is_repeated


# One at a time


def test_while_one_thing_is_stored_the_next_waits_and_sees_what_it_did() -> None:
    desk = Desk().start()
    desk.journal.is_slow = True
    seat, seq = desk.turn, desk.state.seq
    outcomes: list[Outcome] = []
    for action in (LOW, LOW):
        desk.table.submit(person(seat), do.Act(seq=seq, action=action), outcomes.append)
    assert desk.table.is_busy
    desk.journal.flush()
    first, second = outcomes
    assert first.error is None
    assert second.error is not None
    assert second.error.code is TableCode.STALE
    desk.check_stored()


def test_nobody_sees_what_is_not_stored_yet() -> None:
    desk = Desk().start()
    seen = len(desk.batches)
    desk.journal.is_slow = True
    desk.table.submit(person(1), do.Say(text="soon"), lambda _outcome: None)
    assert len(desk.batches) == seen
    assert desk.state.talk == ()
    desk.journal.flush()
    assert len(desk.batches) == seen + 1


# When the store fails


def test_what_cannot_be_stored_has_not_happened() -> None:
    desk = Desk().start()
    before, seen = desk.state, len(desk.batches)
    desk.journal.failure = OSError("full")
    assert desk.act_code(desk.turn, LOW) is TableCode.STORE
    assert desk.state is before
    assert len(desk.batches) == seen
    desk.journal.failure = None
    desk.act(desk.turn, LOW)
    desk.check_stored()


def test_a_table_whose_alarm_could_not_be_stored_tries_again_by_itself() -> None:
    desk = Desk(quiet(double_window=2_000)).start()
    desk.announce()
    desk.journal.failure = OSError("locked")
    desk.clock.advance(5_000)
    assert desk.state.running.deal.window
    desk.journal.failure = None
    desk.clock.advance(1_000)
    assert not desk.state.running.deal.window
    desk.check_stored()


def test_a_failing_store_is_not_asked_without_end() -> None:
    desk = Desk(quiet(double_window=2_000)).start()
    desk.announce()
    desk.journal.failure = OSError("locked")
    desk.clock.advance(2_000)
    assert desk.clock.waiting == [1_000]


def test_a_table_that_somebody_else_has_written_to_does_nothing_any_more() -> None:
    desk = Desk(quiet(pace=Pace.FAST)).start()
    desk.announce()
    before, rows = desk.state, len(desk.journal.rows)
    outcomes: list[Outcome] = []
    desk.journal.is_slow, desk.journal.failure = True, ConflictError("taken")
    for text in ("one", "two", "three"):
        desk.table.submit(person(0), do.Say(text=text), outcomes.append)
    desk.journal.flush()
    codes = [outcome.error and outcome.error.code for outcome in outcomes]
    assert codes == [TableCode.STORE] * 3
    assert desk.clock.waiting == []
    desk.journal.is_slow, desk.journal.failure = False, None
    assert desk.code(0, do.Say(text="four")) is TableCode.STORE
    desk.clock.advance(100_000)
    assert (desk.state, len(desk.journal.rows)) == (before, rows)


def test_a_journal_that_breaks_does_not_wedge_the_table(caplog: pytest.LogCaptureFixture) -> None:
    desk = Desk().start()
    desk.journal.breaks = True
    with caplog.at_level(logging.CRITICAL, "batarde.table"):
        assert desk.act_code(desk.turn, LOW) is TableCode.STORE
    assert not desk.table.is_busy
    desk.journal.breaks = False
    desk.act(desk.turn, LOW)


def test_whoever_is_told_may_break_and_the_table_goes_on(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(quiet(double_window=2_000)).start()

    def broken(*_anything: object) -> None:
        raise RuntimeError("no")

    desk.table.subscribe(broken)
    desk.table.submit(person(desk.turn), do.Act(seq=desk.state.seq, action=LOW), broken)
    assert not desk.table.is_busy
    assert "could not tell" in caplog.text
    desk.clock.advance(2_000)
    assert not desk.state.running.deal.window  # the alarm was set all the same


def test_a_bug_costs_one_command_and_not_the_table(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk().start()

    def broken(_below: int) -> int:
        raise RuntimeError("no lot")

    desk.play_game()
    desk.lot = broken
    assert desk.code(0, do.Start()) is TableCode.INTERNAL
    assert "could not decide" in caplog.text
    desk.lot = lambda _below: 1
    desk.start()


def test_an_alarm_that_breaks_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    desk = Desk(quiet(pace=Pace.FAST)).start()

    def broken(_view: View) -> Action:
        raise RuntimeError("no move")

    sound, desk.choose = desk.choose, broken
    desk.clock.advance(28_000)
    assert "could not decide" in caplog.text
    assert desk.clock.waiting == [1_000]
    desk.choose = sound
    desk.clock.advance(1_000)
    assert "TimeRanOut" in desk.last()


# What the server notes, and bots


def test_bots_act_through_the_same_door() -> None:
    desk = Desk(people=[0, 1], lot=lambda below: below - 2).start()  # seat 2 opens
    assert desk.turn == 2
    outcomes: list[Outcome] = []
    outcomes.append(desk.bot_acts(2, LOW, desk.state.seq))
    assert outcomes[0].error is None
    outcomes.append(desk.bot_acts(2, LOW, 0))
    outcomes.append(desk.bot_acts(0, LOW, desk.state.seq))  # a person's seat
    assert [o.error.code for o in outcomes[1:] if o.error] == [TableCode.STALE] * 2


def test_what_is_no_news_is_not_written() -> None:
    desk = Desk().start()
    before = desk.state.seq
    desk.note(Return(1))
    desk.note(GoOn())
    assert desk.state.seq == before
    desk.note(TakeOver(1))
    desk.note(TakeOver(1))
    desk.note(Wait())
    desk.note(Wait())
    assert desk.state.seq == before + 2


def test_the_return_of_somebody_does_not_end_the_hosts_pause() -> None:
    desk = Desk().start()
    desk.do(0, do.Pause())
    desk.note(GoOn())
    assert desk.state.is_paused


def test_before_a_game_nobody_is_away() -> None:
    desk = Desk()
    before = desk.state.seq
    desk.note(TakeOver(1), Wait(), GoOn())
    assert desk.state.seq == before


def test_a_closed_table_rings_no_more() -> None:
    desk = Desk(quiet(pace=Pace.FAST)).start()
    desk.journal.is_slow = True
    desk.table.submit(person(1), do.Say(text="late"), lambda _outcome: None)
    desk.table.close()
    desk.journal.flush()
    assert desk.clock.waiting == []


# What goes together


def test_what_comes_while_something_is_stored_goes_together() -> None:
    desk = Desk().start(shares=False)
    desk.journal.is_slow = True
    outcomes: list[Outcome] = []
    for seat in range(3):
        command = do.CommitShare(deal=0, commitment=desk.commitment(seat))
        desk.table.submit(desk.person_at(seat), command, outcomes.append)
    desk.journal.waiting.pop(0)()
    assert desk.last() == ["ShareCommitted"]
    assert len(outcomes) == 1
    desk.journal.waiting.pop(0)()
    assert desk.last() == ["ShareCommitted", "ShareCommitted", "SharesClosed"]
    assert [outcome.error for outcome in outcomes] == [None] * 3
    desk.check_stored()


def test_one_that_is_refused_does_not_keep_the_others_back() -> None:
    desk = Desk().start(shares=False)
    desk.journal.is_slow = True
    outcomes: list[Outcome] = []
    for seat in (0, 1, 1, 2):
        command = do.CommitShare(deal=0, commitment=desk.commitment(seat))
        desk.table.submit(desk.person_at(seat), command, outcomes.append)
    desk.journal.flush()
    assert [outcome.error.code for outcome in outcomes if outcome.error] == [TableCode.NO_DRAW]
    assert len(outcomes) == 4
    desk.check_stored()


def test_a_move_goes_alone() -> None:
    desk = Desk().start()
    desk.journal.is_slow = True
    for command in (do.Say(text="hello"), do.Say(text="well"), act(desk), do.Say(text="done")):
        desk.table.submit(desk.person_at(desk.turn), command, lambda _outcome: None)
    shown = []
    while desk.journal.waiting:
        desk.journal.waiting.pop(0)()
        shown.append(desk.last())
    assert shown == [["Said"], ["Said"], ["BidMade"], ["Said"]]


def act(desk: Desk) -> do.Act:
    action = next(action for action in desk.table.fresh.legal[desk.turn] if action != DOUBLE)
    return do.Act(seq=desk.state.seq, action=action)
