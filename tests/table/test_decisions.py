"""Every command, what it makes happen, and every reason to refuse it."""

import re
from pathlib import Path
from random import Random

import pytest

from batarde.rules.actions import DOUBLE, PASS, Action, Bid, Play
from batarde.rules.cards import Card
from batarde.rules.events import EVERYBODY
from batarde.rules.game import schedule
from batarde.rules.refusals import Code
from batarde.rules.trumps import Trump
from batarde.rules.views import Phase
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.actors import Person
from batarde.table.errors import TableCode
from batarde.table.notices import Open, Rename
from batarde.words.characters import NAMES
from tests.table.desk import STRANGER, Desk, person, quiet

HEX = "ab" * 32


# Seats


def test_a_person_takes_the_seat_they_ask_for() -> None:
    desk = Desk(people=[0])
    desk.do(person(2), do.Sit(seat=2))
    assert [seat.kind for seat in desk.state.seats] == ["person", "empty", "person"]
    assert desk.state.seats[2].name == "Person 2"


def test_without_a_wish_one_gets_the_first_empty_seat_and_then_a_bots() -> None:
    desk = Desk(people=[0])
    desk.do(0, do.SeatBot(seat=1))
    desk.do(person(2), do.Sit())
    assert desk.state.seat_of("p2") == 2
    desk.do(STRANGER, do.Sit())
    assert desk.state.seat_of("px") == 1
    assert desk.code(person(5), do.Sit()) is TableCode.NO_FREE_SEAT


def test_sitting_where_one_sits_is_answered_and_nothing_happens() -> None:
    desk = Desk()
    before = desk.state
    assert desk.ask(1, do.Sit(seat=1)).is_repeated
    assert desk.state is before


def test_moving_to_another_seat_frees_the_first() -> None:
    desk = Desk(people=[0, 1])
    desk.do(1, do.Sit(seat=2))
    assert [seat.player for seat in desk.state.seats] == ["p0", "", "p1"]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (do.Sit(seat=0), TableCode.SEAT_TAKEN),
        (do.Sit(seat=6), TableCode.NO_SUCH_SEAT),
        (do.Sit(), TableCode.NO_FREE_SEAT),
        (do.Stand(), TableCode.NOT_SEATED),
        (do.SeatBot(seat=0), TableCode.NOT_HOST),
        (do.Unseat(seat=0), TableCode.NOT_HOST),
        (do.Start(), TableCode.NOT_HOST),
        (do.Pause(), TableCode.NOT_HOST),
        (do.Resume(), TableCode.NOT_HOST),
        (do.Remove(player="p1"), TableCode.NOT_HOST),
        (do.AllowWatching(allowed=False), TableCode.NOT_HOST),
        (do.Act(seq=0, action=PASS), TableCode.NOT_SEATED),
        (do.Say(), TableCode.EMPTY_TALK),
        (do.Say(signal="boo"), TableCode.NO_SUCH_SIGNAL),
        (do.CommitShare(deal=0, commitment=HEX), TableCode.NOT_SEATED),
        (do.OpenShare(deal=0, share=HEX), TableCode.NOT_SEATED),
    ],
    ids=lambda value: value.value if isinstance(value, TableCode) else type(value).__name__,
)
def test_what_a_stranger_may_not(command: do.Command, code: TableCode) -> None:
    desk = Desk()
    before = desk.state
    assert desk.code(STRANGER, command) is code
    assert desk.state is before


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (do.SeatBot(seat=1), TableCode.SEAT_TAKEN),
        (do.SeatBot(seat=5), TableCode.NO_SUCH_SEAT),
        (do.Unseat(seat=2), TableCode.NO_SUCH_SEAT),
        (do.Start(), TableCode.EMPTY_SEATS),
        (do.Pause(), TableCode.NOT_PLAYING),
        (do.Resume(), TableCode.NOT_PLAYING),
        (do.Act(seq=0, action=PASS), TableCode.NOT_PLAYING),
        (do.CommitShare(deal=0, commitment=HEX), TableCode.NO_DRAW),
        (do.OpenShare(deal=0, share=HEX), TableCode.NO_DRAW),
    ],
    ids=lambda value: value.value if isinstance(value, TableCode) else type(value).__name__,
)
def test_what_even_the_host_may_not_before_the_game(command: do.Command, code: TableCode) -> None:
    desk = Desk(people=[0, 1])
    assert desk.code(0, command) is code


def test_a_game_of_bots_alone_is_not_started() -> None:
    desk = Desk(people=[0])
    desk.do(0, do.Unseat(seat=0))
    assert desk.code(0, do.Start(fill="simple")) is TableCode.NO_PERSON


def test_a_running_game_is_not_started_again_and_seats_are_not_changed() -> None:
    desk = Desk(people=[0, 1]).start()
    assert desk.code(0, do.Start()) is TableCode.ALREADY_PLAYING
    assert desk.code(1, do.Sit(seat=2)) is TableCode.ALREADY_PLAYING
    assert desk.act_code(0, DOUBLE) is TableCode.RULES


def test_every_code_of_a_table_is_met_in_these_tests() -> None:
    folder = Path(__file__).parent.parent
    text = "".join(path.read_text("utf-8") for path in folder.glob("[ts]*/**/*.py"))
    missing = [code.name for code in TableCode if f"TableCode.{code.name}" not in text]
    # Which bots there are is known to the server alone, and asked there by the code's text.
    assert [name for name in missing if name != "NO_SUCH_BOT"] == []


# Leaving, and the host


def test_who_stands_before_the_game_leaves_an_empty_seat() -> None:
    desk = Desk()
    desk.do(1, do.Stand())
    assert desk.state.seats[1].kind == "empty"


def test_who_stands_in_a_running_game_is_followed_by_a_bot() -> None:
    desk = Desk().start()
    desk.do(1, do.Stand())
    assert desk.state.seats[1].kind == "bot"
    assert desk.state.seats[1].level == "simple"
    assert desk.act_code(1, PASS) is TableCode.NOT_SEATED


def test_the_host_who_stands_hands_the_table_to_the_next_person() -> None:
    desk = Desk(people=[0, 2])
    desk.do(0, do.Stand())
    assert desk.state.host == "p2"
    desk.do(2, do.Stand())
    assert desk.state.host == "p2"  # there is nobody else


def test_the_host_can_replace_a_player_by_a_bot_and_a_person_takes_it_back() -> None:
    desk = Desk().start()
    desk.do(0, do.Unseat(seat=2))
    assert desk.state.seats[2].kind == "bot"
    desk.do(0, do.SeatBot(seat=2, level="random"))
    assert desk.state.seats[2].level == "random"
    desk.do(2, do.Sit())
    assert desk.state.seats[2].player == "p2"


def test_who_is_new_gets_a_seat_with_the_next_deal() -> None:
    desk = Desk(people=[0, 1]).start()
    desk.do(STRANGER, do.Sit(seat=2))
    assert desk.last() == ["SeatPromised"]
    assert desk.state.seats[2].kind == "bot"
    assert desk.code(STRANGER, do.Act(seq=desk.state.seq, action=PASS)) is TableCode.NOT_SEATED
    desk.play_deal()
    assert desk.state.seats[2].player == "px"
    assert desk.state.promised == ()
    desk.check_stored()


def test_the_host_cannot_free_a_seat_for_a_friend_who_would_see_its_hand() -> None:
    desk = Desk().start()
    desk.do(0, do.Unseat(seat=2))
    desk.do(STRANGER, do.Sit(seat=2))
    assert desk.state.seat_of("px") is None
    desk.do(2, do.Sit(seat=2))  # whose seat it was comes back at once
    assert desk.state.seat_of("p2") == 2
    assert desk.state.promised == ()


def test_between_two_deals_who_is_new_sits_down_at_once() -> None:
    desk = Desk(quiet(deal_pause=5_000), people=[0, 1]).start()
    desk.play_deal()
    desk.do(STRANGER, do.Sit(seat=2))
    assert desk.state.seat_of("px") == 2


def test_a_promise_can_be_given_back_changed_and_taken_back_by_the_host() -> None:
    desk = Desk(quiet(players=4), people=[0]).start()
    desk.do(STRANGER, do.Sit(seat=2))
    assert desk.ask(STRANGER, do.Sit(seat=2)).is_repeated
    assert desk.ask(STRANGER, do.Sit()).is_repeated
    assert desk.code(5, do.Sit(seat=2)) is TableCode.SEAT_TAKEN
    desk.do(5, do.Sit())
    assert [promise.seat for promise in desk.state.promised] == [2, 1]
    desk.do(STRANGER, do.Sit(seat=3))
    assert desk.last() == ["PromiseEnded", "SeatPromised"]
    desk.do(STRANGER, do.Stand())
    assert desk.last() == ["PromiseEnded"]
    desk.do(0, do.Unseat(seat=1))
    assert desk.state.promised == ()
    assert desk.state.seats[1].kind == "bot"


def test_a_finished_game_is_written_down_with_those_who_played_it() -> None:
    desk = Desk(people=[0, 1]).start()
    while len(desk.state.running.deals) < len(schedule(3)):
        desk.play_deal()
        desk.give_shares()
    desk.do(STRANGER, do.Sit(seat=2))
    desk.play_deal()
    assert desk.state.seat_of("px") is None
    desk.clock.advance(1)
    assert desk.last() == ["PersonSeated"]
    assert [type(event).__name__ for event in desk.batches[-2].events][-1] == "SecretRevealed"
    assert desk.state.seat_of("px") == 2
    assert [seat.kind for seat in desk.state.played] == ["person", "person", "bot"]
    desk.do(1, do.Stand())
    assert desk.state.played[1].player == "p1"
    desk.start()
    assert desk.state.played == ()
    desk.check_stored()


def test_nobody_sees_two_hands_of_one_game_by_changing_seats() -> None:
    desk = Desk(people=[0, 1]).start()
    desk.do(1, do.Stand())
    assert desk.code(1, do.Sit(seat=2)) is TableCode.OTHER_SEAT
    desk.do(1, do.Sit())  # without a wish one comes back to one's own
    assert desk.state.seat_of("p1") == 1


def test_between_games_seats_may_be_changed_again() -> None:
    desk = Desk(people=[0, 1]).start()
    desk.do(STRANGER, do.Sit(seat=2))
    desk.play_game()
    desk.do(STRANGER, do.Stand())
    desk.do(1, do.Sit(seat=2))
    assert desk.state.seat_of("p1") == 2


def test_a_player_whom_the_host_sends_away_is_replaced_by_a_bot() -> None:
    desk = Desk().start()
    desk.do(0, do.Remove(player="p2"))
    assert desk.last() == ["BotSeated", "Removed"]
    assert desk.ask(0, do.Remove(player="p2")).is_repeated
    assert desk.code(0, do.Remove(player="p0")) is TableCode.NOT_HOST
    assert desk.code(1, do.Remove(player="p0")) is TableCode.NOT_HOST
    desk.check_stored()


def test_the_host_closes_the_table_to_watchers_and_opens_it_again() -> None:
    desk = Desk()
    assert desk.ask(0, do.AllowWatching(allowed=True)).is_repeated
    for allowed in (False, True):
        desk.do(0, do.AllowWatching(allowed=allowed))
        assert desk.last() == ["WatchingChanged"]
        assert desk.state.settings.watchable is allowed
    desk.check_stored()


def test_who_is_sent_away_is_named_as_they_were_known() -> None:
    desk = Desk()
    desk.do(STRANGER, do.Say(text="boo"))
    desk.do(0, do.Remove(player=STRANGER.player))
    removed = desk.batches[-1].events[-1]
    assert removed == ev.Removed(EVERYBODY, STRANGER.player, STRANGER.name)


# Names


def test_people_without_a_name_are_told_apart_by_a_number_alone() -> None:
    desk = Desk(quiet(players=4), people=[0])
    for player, name in (("pa", ""), ("pb", ""), ("pc", "Ada")):
        desk.do(Person(player, name), do.Sit())
    assert [seat.name for seat in desk.state.seats] == ["Person 0", "#", "# 2", "Ada"]


def test_a_host_without_a_name_has_the_first_seat_under_the_sign_for_it() -> None:
    desk = Desk(people=[])
    desk.note(Open(desk.settings, Person("pa", "")))
    assert desk.state.seats[0].name == "#"


def test_somebody_with_a_seat_takes_another_name() -> None:
    desk = Desk(people=[0, 1]).start()
    desk.note(Rename(Person("p1", "Person 0")))
    assert desk.last() == ["PersonRenamed"]
    assert [seat.name for seat in desk.state.seats[:2]] == ["Person 0", "Person 0 2"]
    seq = desk.state.seq
    desk.note(Rename(Person("p1", "Person 0")))
    desk.note(Rename(STRANGER))
    assert desk.state.seq == seq, "that is no news, or of no concern"
    desk.do(STRANGER, do.Sit(seat=2))
    desk.note(Rename(Person(STRANGER.player, "")))
    assert desk.state.promised[0].name == "#"
    desk.check_stored()


def test_what_was_said_under_a_name_keeps_it_from_others() -> None:
    desk = Desk(people=[0])
    desk.do(Person("pa", "Ada"), do.Say(text="first"))
    desk.do(Person("pb", "Ada"), do.Say(text="second"))
    desk.do(Person("pb", "Ada"), do.Sit())
    assert [said.name for said in desk.state.talk] == ["Ada", "Ada 2"]
    assert desk.state.seats[1].name == "Ada 2"


def test_a_bot_is_not_called_by_a_name_that_looks_like_that_of_a_person() -> None:
    desk = Desk(people=[0])
    desk.do(Person("pc", "COLIN"), do.Sit(seat=2))
    desk.do(0, do.SeatBot(seat=1, level="novice"))
    assert desk.state.seats[1].name in set(NAMES["novice"]) - {"Colin"}


def test_two_people_with_the_same_name_are_told_apart() -> None:
    desk = Desk(quiet(players=4), people=[0])
    for player, name in (("pa", "Person 0"), ("pb", "PERSON 0"), ("pc", "Реrsоn O")):
        desk.do(Person(player, name), do.Sit())
    names = [seat.name for seat in desk.state.seats]
    assert names == ["Person 0", "Person 0 2", "PERSON 0 3", "Реrsоn O 4"]


def test_talk_tells_the_seat_and_nobody_talks_under_the_name_of_a_player() -> None:
    desk = Desk()
    desk.do(1, do.Say(text="I"))
    desk.do(Person("px", "Person 1"), do.Say(text="not I"))
    assert [(said.seat, said.name) for said in desk.state.talk] == [
        (1, "Person 1"),
        (None, "Person 1 2"),
    ]


# Starting


def test_starting_fills_the_empty_seats_with_bots_of_different_names() -> None:
    desk = Desk(quiet(players=7), people=[0, 3])
    desk.do(0, do.Start(fill="random"))
    names = [seat.name for seat in desk.state.seats]
    assert len(set(names)) == 7
    assert [seat.level for seat in desk.state.seats if seat.kind == "bot"] == ["random"] * 5


def test_bots_of_a_level_have_its_names_and_no_name_comes_twice() -> None:
    desk = Desk(quiet(players=5), people=[0])
    for seat, level in ((1, "novice"), (2, "novice"), (3, "master")):
        desk.do(0, do.SeatBot(seat=seat, level=level))
    desk.do(0, do.SeatBot(seat=1, level="novice"))  # another, or the same again
    desk.do(0, do.Start(fill="novice"))
    bots = desk.state.seats[1:]
    assert len({seat.name for seat in bots}) == 4
    assert all(seat.name in NAMES[seat.level] for seat in bots)
    desk.check_stored()


def test_a_bot_is_not_called_like_a_person_at_the_table() -> None:
    desk = Desk(people=[0])
    desk.do(Person("pc", "Colin"), do.Sit(seat=2))
    desk.do(0, do.SeatBot(seat=1, level="novice"))
    assert desk.state.seats[1].name in set(NAMES["novice"]) - {"Colin"}


def test_a_program_of_the_operator_keeps_its_own_name() -> None:
    desk = Desk(quiet(players=4), people=[0])
    for seat in (1, 2):
        desk.do(0, do.SeatBot(seat=seat, level="lea"))
    assert [seat.name for seat in desk.state.seats[1:3]] == ["lea", "lea 2"]


def test_the_first_dealer_is_drawn_by_lot() -> None:
    desk = Desk(lot=lambda below: below - 1).start()
    assert desk.state.running.dealer == 2


def test_in_competition_the_seats_are_drawn_by_lot() -> None:
    desk = Desk(quiet(by_lot=True), lot=lambda below: below - 1).start()
    assert [seat.player for seat in desk.state.seats] == ["p2", "p1", "p0"]
    desk.announce()
    assert desk.state.running.deal.standing is not None
    desk.check_stored()


def test_after_a_game_the_host_starts_the_next_one() -> None:
    desk = Desk(lot=Random(5).randrange).start()
    first = desk.state.game_id
    desk.play_game()
    assert desk.code(0, do.Pause()) is TableCode.NOT_PLAYING
    assert desk.act_code(0, PASS) is TableCode.RULES
    desk.start()
    assert desk.state.is_playing
    assert first != desk.state.game_id
    for game in (first, desk.state.game_id):
        assert re.fullmatch("[a-hj-np-z2-9]{20}", game), "nobody can guess it"
    assert desk.state.proofs == ()
    desk.check_stored()


# The game


def test_an_action_that_the_rules_refuse_comes_back_with_their_reason() -> None:
    desk = Desk().start()
    wrong = (desk.turn + 1) % 3
    error = desk.ask(wrong, do.Act(seq=desk.state.seq, action=Bid(1, Trump.SPADES))).error
    assert error is not None
    assert error.code is TableCode.RULES
    assert error.refusal is not None
    assert (error.refusal.code, error.refusal.seat) == (Code.TURN, desk.turn)


def test_nothing_is_played_before_the_cards_are_dealt() -> None:
    desk = Desk().start(shares=False)
    assert desk.act_code(0, PASS) is TableCode.NOT_PLAYING


# Pause


def test_a_paused_game_takes_no_action_until_it_goes_on() -> None:
    desk = Desk().start()
    desk.do(0, do.Pause())
    assert desk.ask(0, do.Pause()).is_repeated
    assert desk.table.fresh.legal == [(), (), ()]
    assert desk.act_code(desk.turn, Bid(1, Trump.CLUBS)) is TableCode.PAUSED
    desk.do(0, do.Resume())
    assert desk.ask(0, do.Resume()).is_repeated
    desk.announce()


# Talk


def test_talk_is_told_on_one_line_and_the_last_fifty_are_kept() -> None:
    desk = Desk()
    desk.do(STRANGER, do.Say(text="  hello \n there "))
    assert desk.state.talk[-1].text == "hello there"
    for number in range(60):
        desk.do(1, do.Say(text=str(number)))
    assert [said.text for said in desk.state.talk] == [str(n) for n in range(10, 60)]


@pytest.mark.parametrize("signal", do.SIGNALS)
def test_signals_are_talk(signal: str) -> None:
    desk = Desk()
    desk.do(1, do.Say(signal=signal))
    assert desk.state.talk[-1].signal == signal


def test_control_and_direction_marks_are_no_talk() -> None:
    desk = Desk()
    desk.do(1, do.Say(text="a\x00b\u202ec 👩\u200d🎤"))
    assert desk.state.talk[-1].text == "a b c 👩\u200d🎤"


def test_a_table_can_be_without_talk() -> None:
    desk = Desk(quiet(talk=False))
    assert desk.code(1, do.Say(text="hello")) is TableCode.NO_TALK


# Why not?


def objection(desk: Desk, asker: Person, action: Action) -> tuple[TableCode, Code | None] | None:
    error = desk.table.objection(asker, do.Why(action=action))
    if error is None:
        return None
    return error.code, None if error.refusal is None else error.refusal.code


def test_a_question_says_what_stands_against_an_action_and_changes_nothing() -> None:
    desk = Desk()
    assert objection(desk, person(0), PASS) == (TableCode.NOT_PLAYING, None)
    desk.start()
    before, turn = desk.state, desk.state.running.turn
    assert turn is not None
    open_bid = Bid(1, Trump.SPADES)
    assert objection(desk, person(turn), open_bid) is None
    assert objection(desk, person((turn + 1) % 3), open_bid) == (TableCode.RULES, Code.TURN)
    assert objection(desk, person(turn), DOUBLE) == (TableCode.RULES, Code.DOUBLE)
    assert objection(desk, STRANGER, open_bid) == (TableCode.NOT_SEATED, None)
    assert desk.state is before
    desk.do(0, do.Pause())
    assert objection(desk, person(turn), open_bid) == (TableCode.PAUSED, None)


def test_a_question_about_a_card_speaks_of_the_askers_own_hand_alone() -> None:
    """Nobody learns by asking whether another one holds a card (P1)."""
    desk = Desk()
    desk.start()
    while desk.state.running.deal.phase is not Phase.PLAY:
        desk.step()
    deal = desk.state.running.deal
    for seat in range(3):
        for card in Card:
            error = desk.table.objection(person(seat), do.Why(action=Play(card)))
            if card not in deal.hands[seat]:
                assert error is not None
                assert error.refusal is not None
                assert error.refusal.code in {Code.NOT_IN_HAND, Code.TURN}
                assert not set(error.refusal.cards) - {card, *deal.hands[seat]}
