"""What a table does by itself: clocks, banks, windows, the ready question, absences, crashes."""

import msgspec
import pytest

from batarde.rules.actions import DOUBLE, PASS, READY, REDOUBLE, Bid
from batarde.rules.events import EVERYBODY
from batarde.rules.refusals import Code
from batarde.rules.trumps import Trump
from batarde.rules.views import Phase
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.alarms import ANSWER_TIME, BOT_TIME, SHARE_TIME, Kind, next_alarm
from batarde.table.notices import GoOn, Return, TakeOver, Wait
from batarde.table.settings import Pace, Settings
from tests.table.desk import EVENTS, QUIET, Desk, quiet

LOW = Bid(1, Trump.CLUBS)
FAST = quiet(pace=Pace.FAST)  # 8 s a move and 20 s in the bank


# Clocks and banks


def test_without_a_clock_a_table_waits_for_ever() -> None:
    desk = Desk().start()
    assert next_alarm(desk.state) is None
    desk.clock.advance(10**9)
    assert desk.turn == 1


@pytest.mark.parametrize(
    ("pace", "move", "bank"),
    [
        (Pace.RELAXED, 45_000, 180_000),
        (Pace.NORMAL, 20_000, 60_000),
        (Pace.FAST, 8_000, 20_000),
    ],
)
def test_time_runs_out_after_the_move_and_the_bank(pace: Pace, move: int, bank: int) -> None:
    desk = Desk(quiet(pace=pace)).start()
    seat = desk.turn
    desk.clock.advance(move + bank - 1)
    assert desk.turn == seat
    desk.clock.advance(1)
    assert desk.last()[:2] == ["TimeRanOut", "BidMade"]
    assert desk.turn != seat
    assert desk.state.banks[seat] == 0
    desk.check_stored()


def test_a_bank_pays_only_for_what_is_over_the_time_of_a_move() -> None:
    desk = Desk(FAST).start()
    seat = desk.turn
    desk.clock.advance(8_000)
    desk.act(seat, LOW)
    assert desk.state.banks[seat] == 20_000
    desk.clock.advance(13_000)
    desk.act(desk.turn, LOW)
    assert desk.state.banks[(seat + 1) % 3] == 15_000
    desk.check_stored()


def test_an_empty_bank_leaves_the_time_of_a_move() -> None:
    desk = Desk(FAST).start()
    first = desk.turn
    desk.clock.advance(28_000)
    desk.act(desk.turn, LOW)
    desk.act(desk.turn, Bid(2, Trump.CLUBS))
    while desk.turn != first:
        desk.step()
    alarm = next_alarm(desk.state)
    assert alarm is not None
    assert (alarm.kind, alarm.seat, alarm.at - desk.clock.now()) == (Kind.TIME_OUT, first, 8_000)


def test_a_double_out_of_turn_is_not_charged_to_its_player() -> None:
    desk = Desk(FAST).start()
    author = desk.announce()
    desk.clock.advance(12_000)
    desk.act((author + 2) % 3, DOUBLE)
    assert desk.state.banks == (20_000,) * 3


def test_everybody_out_of_time_still_ends_the_game() -> None:
    desk = Desk(quiet(pace=Pace.FAST, asks_ready=True, double_window=2_000)).start(shares=False)
    for _ in range(10_000):
        if not desk.state.is_playing:
            break
        desk.clock.advance(5_000)
    assert not desk.state.is_playing
    assert desk.names().count("GameEnded") == 1
    assert len(desk.state.proofs) == 12
    desk.check_stored()


def test_a_move_by_the_clock_is_announced_as_such() -> None:
    desk = Desk(FAST).start()
    desk.clock.advance(28_000)
    event = desk.batches[-1].events[0]
    assert event == ev.TimeRanOut(EVERYBODY, 1)


def test_a_pause_stops_the_clock_and_gives_a_fresh_one() -> None:
    desk = Desk(FAST).start()
    desk.clock.advance(27_000)
    desk.do(0, do.Pause())
    assert desk.clock.waiting == []
    desk.clock.advance(10**9)
    desk.do(0, do.Resume())
    assert desk.state.banks == (20_000,) * 3
    assert desk.clock.waiting == [28_000]


# The ready question (A1)


def test_who_does_not_say_ready_is_taken_to_be() -> None:
    desk = Desk(quiet(pace=Pace.FAST, asks_ready=True)).start()
    desk.clock.advance(ANSWER_TIME - 5)
    desk.act(1, READY)
    desk.clock.advance(5)
    readied = [event.seat for event in desk.seen(None) if isinstance(event, ev.TimeRanOut)]
    assert readied == [0, 2]
    assert desk.state.running.deal.phase is Phase.AUCTION


def test_nothing_is_bid_before_all_are_ready() -> None:
    desk = Desk(quiet(asks_ready=True)).start()
    error = desk.ask(1, do.Act(seq=desk.state.seq, action=LOW)).error
    assert error is not None
    assert error.refusal is not None
    assert error.refusal.code is Code.NOT_READY


# The double window (A10)


def test_in_the_window_only_doubles_are_taken() -> None:
    desk = Desk(quiet(double_window=2_000)).start()
    author = desk.announce()
    error = desk.ask(desk.turn, do.Act(seq=desk.state.seq, action=LOW)).error
    assert error is not None
    assert error.refusal is not None
    assert error.refusal.code is Code.DOUBLE_WINDOW
    desk.act((author + 2) % 3, DOUBLE)
    assert not desk.state.running.deal.window  # a double ends it
    assert desk.clock.waiting == []
    desk.act(desk.turn, LOW)


@pytest.mark.parametrize("window", [1, 2_000, 10_000])
def test_the_window_closes_by_itself(window: int) -> None:
    desk = Desk(quiet(double_window=window)).start()
    desk.announce()
    desk.clock.advance(window - 1)
    assert desk.state.running.deal.window
    desk.clock.advance(1)
    assert desk.last() == ["WindowClosed"]
    desk.act(desk.turn, LOW)


def test_when_all_have_waved_the_window_closes_at_once() -> None:
    desk = Desk(quiet(double_window=10_000)).start()
    author = desk.announce()
    desk.clock.advance(4_000)
    desk.act((author + 1) % 3, PASS)
    assert desk.clock.waiting == [6_000]  # a wave does not make the window longer
    desk.act((author + 2) % 3, PASS)
    assert desk.last() == ["Waved", "WindowClosed"]


def test_a_new_announcement_opens_a_new_window() -> None:
    desk = Desk(quiet(double_window=2_000)).start()
    desk.announce()
    desk.clock.advance(2_000)
    desk.announce(3, Trump.SPADES)
    assert len(desk.state.running.deal.window) == 2


# The pause for the redouble (A9)


def doubled(desk: Desk) -> int:
    """Bring *desk* to the question whether the author redoubles; return the author."""
    author = desk.announce()
    desk.act((author + 1) % 3, DOUBLE)
    while desk.state.running.deal.phase is Phase.AUCTION:
        desk.step()
    assert desk.state.running.deal.phase is Phase.REDOUBLE
    return author


@pytest.mark.parametrize("answer", [REDOUBLE, PASS], ids=["redoubles", "declines"])
def test_the_author_of_a_doubled_contract_is_asked(answer: type) -> None:
    desk = Desk().start()
    author = doubled(desk)
    assert desk.turn == author
    desk.act(author, answer)  # type: ignore[arg-type]
    assert desk.state.running.deal.phase is Phase.PLAY
    desk.check_stored()


def test_an_author_who_does_not_answer_declines() -> None:
    desk = Desk(FAST).start()
    author = doubled(desk)
    desk.clock.advance(ANSWER_TIME)
    assert desk.last() == ["TimeRanOut", "RedoubleDeclined"]
    assert desk.state.running.deal.phase is Phase.PLAY
    assert desk.act_code(author, REDOUBLE) is not None


# Who is away


def test_a_bot_plays_for_who_is_away_without_a_clock() -> None:
    desk = Desk(FAST).start()
    desk.note(TakeOver(desk.turn))
    alarm = next_alarm(desk.state)
    assert alarm is not None
    assert alarm.kind is Kind.BOT_LATE
    desk.note(Return(desk.turn))
    assert desk.clock.waiting == [28_000]


@pytest.mark.parametrize("settings", [FAST, QUIET])
def test_no_table_waits_for_ever_for_a_bot_that_does_not_answer(settings: Settings) -> None:
    desk = Desk(settings, people=[0, 1], lot=lambda below: below - 2).start()
    assert desk.turn == 2
    desk.clock.advance(BOT_TIME - 1)
    assert desk.turn == 2
    desk.clock.advance(1)
    assert desk.last()[:2] == ["TimeRanOut", "BidMade"]


def test_who_comes_back_gets_a_fresh_turn_and_nobody_else_does() -> None:
    desk = Desk(FAST).start()
    seat, other = desk.turn, (desk.turn + 1) % 3
    desk.clock.advance(7_000)
    desk.note(TakeOver(other))
    assert desk.clock.waiting == [21_000]
    desk.note(Return(other))
    assert desk.clock.waiting == [21_000]
    desk.note(TakeOver(seat))
    desk.clock.advance(1_000)
    desk.note(Return(seat))
    assert desk.clock.waiting == [28_000]


def test_coming_and_going_does_not_make_the_double_window_longer() -> None:
    desk = Desk(quiet(double_window=2_000)).start()
    author = desk.announce()
    desk.clock.advance(1_500)
    desk.note(TakeOver(author))
    assert desk.clock.waiting == [500]


def test_who_takes_the_seat_of_a_bot_in_turn_gets_a_whole_turn() -> None:
    desk = Desk(FAST, lot=lambda below: below - 2).start()
    assert desk.turn == 2
    desk.do(0, do.Unseat(seat=2))
    desk.clock.advance(25_000)
    desk.do(2, do.Sit(seat=2))
    assert desk.clock.waiting == [28_000]
    desk.check_stored()


def test_when_all_have_left_the_game_waits_and_goes_on_with_a_fresh_clock() -> None:
    desk = Desk(FAST).start()
    desk.clock.advance(20_000)
    desk.note(Wait())
    desk.clock.advance(10**8)
    assert desk.turn == 1
    desk.note(GoOn())
    assert desk.clock.waiting == [28_000]


# When the calendar is wrong


def test_a_calendar_that_is_set_back_holds_up_no_clock() -> None:
    desk = Desk(quiet(double_window=500)).start()
    desk.announce()
    desk.clock.ahead = -3_600_000
    desk.clock.advance(500)
    assert not desk.state.running.deal.window


def test_a_calendar_that_is_set_forth_takes_nobodys_time() -> None:
    desk = Desk(FAST).start()
    desk.clock.ahead = 3_600_000
    desk.do(1, do.Say(text="what time is it?"))
    assert desk.clock.waiting == [28_000]


def test_a_table_that_is_opened_with_a_calendar_set_back_goes_on_from_its_last_event() -> None:
    desk = Desk(quiet(double_window=500)).start()
    desk.announce()
    last = desk.state.at
    desk.clock.ahead = -3_600_000
    desk.crash(seconds=1)
    desk.note(GoOn())
    assert desk.state.at >= last
    desk.clock.advance(500)
    assert not desk.state.running.deal.window
    desk.check_stored()


# After a crash


def test_after_a_crash_the_table_stands_where_it_was_and_its_clocks_wait() -> None:
    desk = Desk(FAST).start()
    desk.clock.advance(27_000)
    before = desk.state
    desk.crash(seconds=3_600)
    assert desk.state.game == before.game
    assert before.since < desk.state.at
    assert desk.clock.waiting == []
    desk.do(1, do.Say(text="anybody here?"))
    assert desk.clock.waiting == []
    desk.note(GoOn())
    assert not desk.state.is_paused
    assert desk.clock.waiting == [28_000]
    assert desk.state.banks == (20_000,) * 3


def test_after_a_crash_actions_chosen_before_the_last_event_are_stale() -> None:
    desk = Desk().start()
    seat, seq = desk.turn, desk.state.seq
    desk.act(seat, LOW)
    desk.crash()
    desk.note(GoOn())
    assert desk.act_code(seat, LOW, seq) is not None
    desk.act(desk.turn, LOW)


def test_a_crash_while_shares_are_given_loses_none() -> None:
    desk = Desk().start(shares=False)
    for seat in range(3):
        desk.do(seat, do.CommitShare(deal=0, commitment=desk.commitment(seat)))
    desk.do(0, do.OpenShare(deal=0, share=desk.shares[0].hex()))
    desk.crash(seconds=60)
    desk.note(GoOn())
    for seat in (1, 2):
        desk.do(seat, do.OpenShare(deal=0, share=desk.shares[seat].hex()))
    assert desk.state.running.deals
    assert desk.state.draw is not None
    assert all(share.value for share in desk.state.draw.shares)


def test_the_last_secret_comes_with_the_last_card() -> None:
    desk = Desk().start()
    desk.play_game()
    assert desk.last()[-3:] == ["DealScored", "GameEnded", "SecretRevealed"]


def test_a_secret_that_could_not_be_revealed_with_the_last_card_is_made_good() -> None:
    desk = Desk().start()
    desk.play_game()
    seq, at, data = desk.journal.rows[-1]
    without = msgspec.json.encode(EVENTS.decode(data)[:-1])
    desk.journal.rows[-1] = (seq, at, without)
    desk.crash(seconds=5)
    assert len(desk.state.proofs) == 12
    assert desk.last() == ["SecretRevealed"]


# Between deals


def test_a_finished_deal_stays_for_its_pause() -> None:
    desk = Desk(quiet(deal_pause=5_000)).start()
    desk.play_deal()
    assert desk.last()[-2:] == ["DealScored", "SecretRevealed"]
    desk.clock.advance(4_999)
    assert desk.state.draw is None
    desk.clock.advance(1)
    assert desk.last() == ["SecretDrawn", "DealCommitted"]


def test_the_dealer_moves_on_and_the_number_of_cards_follows_the_schedule() -> None:  # G1, G3
    desk = Desk().start()
    desk.play_game()
    began = [event for event in desk.seen(None) if type(event).__name__ == "DealBegan"]
    assert [event.cards for event in began] == [7, 8, 9, 10, 11, 12, 12, 11, 10, 9, 8, 7]  # type: ignore[union-attr]
    assert [event.dealer for event in began] == [n % 3 for n in range(12)]  # type: ignore[union-attr]


def test_shares_are_waited_for_only_so_long() -> None:
    desk = Desk().start(shares=False)
    desk.clock.advance(SHARE_TIME)
    assert desk.last()[:2] == ["SharesClosed", "DealBegan"]
