"""One deal, from the ready question to the points (A1, A9, A10, P1, S1)."""

import pytest

from batarde.rules import (
    PASS,
    Card,
    Code,
    Deal,
    IllegalActionError,
    MalformedError,
    Phase,
    Refusal,
    Trump,
    events,
    play,
)
from batarde.rules.events import EVERYBODY
from tests.rules.notation import after, auction, code, deal, events_of, hands, legal, refusal

THREE = "RS FH | DS JH | NC MH"
"""Three players with two cards each: the example of the record's page."""
HEARTS = "0:2H 1:1H 2:0H"


# Dealing


def test_a_deal_starts_with_the_player_on_the_dealers_left() -> None:  # G4
    position = deal(THREE, dealer=1)
    assert (position.turn, position.leader, position.phase) == (2, 2, Phase.AUCTION)


@pytest.mark.parametrize(
    ("text", "dealer"),
    [
        ("RS | DS", 0),  # two players
        ("RS | DS | CS | VS | FS | MS | JS | NS", 0),  # eight
        ("RS | DS | CS", 3),
        ("RS | DS | CS", -1),
        ("RS | DS | ", 0),  # a hand is short
        ("RS | DS CS | VS", 0),
        ("RS | DS | RS", 0),  # a card twice
        ("RS | DS | CS_", 0),  # a marked card with one pack
        (" | | ", 0),  # no cards at all
    ],
)
def test_hands_that_could_not_have_been_dealt_are_refused(text: str, dealer: int) -> None:  # C6, G3
    with pytest.raises(MalformedError):
        Deal.start(hands(text), dealer)


def test_a_deal_without_players_is_refused() -> None:
    with pytest.raises(MalformedError):
        Deal.start((), 0)


def test_five_players_may_hold_marked_cards() -> None:  # C6
    position = deal("RS | RS_ | DS | DS_ | CS")
    assert (position.players, position.cards) == (5, 1)


# The ready question (A1)


def test_the_opener_first_asks_whether_all_are_ready() -> None:  # A1
    position = deal(THREE, asks_ready=True)
    assert (position.phase, position.turn) == (Phase.READY, None)
    assert position.to_act == {0, 1, 2}
    assert [legal(position, seat) for seat in range(3)] == ["ready"] * 3


def test_nothing_else_is_taken_until_all_are_ready() -> None:  # A1
    position = deal(THREE, "1:ready", asks_ready=True)
    for step in ("0:2H", "1:2H", "0:double", "1:redouble", "2:pass", "0:RS"):
        assert refusal(position, step) == Refusal(Code.NOT_READY, "A1", seat=0)
    assert refusal(after(position, "0:ready"), "0:2H") == Refusal(Code.NOT_READY, "A1", seat=2)


def test_the_auction_begins_when_the_last_one_is_ready_in_whatever_order() -> None:  # A1
    position = deal(THREE, "2:ready 0:ready", asks_ready=True)
    assert position.phase is Phase.READY
    assert position.to_act == {1}
    position = after(position, "1:ready")
    assert (position.phase, position.turn) == (Phase.AUCTION, 0)


def test_nobody_is_ready_twice_nor_unasked() -> None:  # A1
    assert refusal(deal(THREE, "1:ready", asks_ready=True), "1:ready") == Refusal(Code.READY, "A1")
    assert refusal(deal(THREE), "0:ready") == Refusal(Code.READY, "A1")
    assert refusal(deal(THREE, HEARTS), "0:ready") == Refusal(Code.READY, "A1")
    assert refusal(deal(THREE, asks_ready=True), "3:ready") == Refusal(Code.READY, "A1")


# The double window (A10)


def test_an_announcement_opens_a_window_in_which_no_bid_is_taken() -> None:  # A10
    position = auction("0:2D", has_windows=True)
    assert position.window == {1, 2, 3}
    assert refusal(position, "1:1D") == Refusal(Code.DOUBLE_WINDOW, "A10")
    assert [legal(position, seat) for seat in range(4)] == ["", *["pass double"] * 3]


def test_a_bid_out_of_turn_in_the_window_is_out_of_turn() -> None:  # A2, A10
    assert refusal(auction("0:2D", has_windows=True), "2:1D") == Refusal(Code.TURN, "A2", seat=1)


def test_the_window_closes_when_everybody_but_the_author_has_waved_it_through() -> None:  # A10
    position = auction("0:2D 3:pass 1:pass", has_windows=True)
    assert position.window == {2}
    assert code(position, "1:1D") == "double-window"
    position = after(position, "2:pass")
    assert position.window == frozenset()
    assert code(position, "1:1D") == "legal"


def test_nobody_waves_twice_and_the_author_does_not_wave() -> None:  # A10
    position = auction("0:2D 3:pass", has_windows=True)
    assert refusal(position, "3:pass") == Refusal(Code.PASS, "A1")
    assert refusal(position, "0:pass") == Refusal(Code.PASS, "A1")
    assert refusal(position, "4:pass") == Refusal(Code.PASS, "A1")


def test_who_has_waved_may_still_double() -> None:  # A8, A10
    position = auction("0:2D 3:pass", has_windows=True)
    assert legal(position, 3) == "double"
    assert after(position, "3:double").auction.doubled_by == 3


def test_a_double_ends_the_window() -> None:  # A10
    position = auction("0:2D 3:double", has_windows=True)
    assert position.window == frozenset()
    assert code(position, "1:1D") == "legal"
    assert code(position, "2:pass") == "pass"


def test_the_author_may_not_double_in_the_window() -> None:  # A8, A10
    assert refusal(auction("0:2D", has_windows=True), "0:double") == Refusal(
        Code.DOUBLE, "A8", "author"
    )


def test_the_clock_closes_the_window() -> None:  # A10
    position, happened = auction("0:2D 2:pass", has_windows=True).close_window()
    assert happened == (events.WindowClosed(EVERYBODY),)
    assert position.window == frozenset()
    assert code(position, "1:1D") == "legal"
    assert code(position, "1:double") == "legal"


def test_a_clock_that_runs_out_late_changes_nothing() -> None:  # A10
    for happened in ("", "0:2D 1:double", "0:2D 1:pass 2:pass 3:pass"):
        position = auction(happened, has_windows=True)
        assert position.close_window() == (position, ())


def test_a_new_trump_opens_a_new_window_and_a_follow_does_not() -> None:  # A10
    waved = auction("0:2D 1:pass 2:pass 3:pass 1:1D", has_windows=True)
    assert waved.window == frozenset()
    assert after(waved, "2:2S").window == {0, 1, 3}


def test_there_are_no_windows_without_the_setting() -> None:  # A10
    position = auction("0:2D")
    assert position.window == frozenset()
    assert refusal(position, "1:pass") == Refusal(Code.PASS, "A1")


# The pause for the redouble (A9)


def test_no_card_is_played_before_the_author_has_answered_a_double() -> None:  # A9
    position = deal(THREE, "0:2H 1:1H 2:double 2:0H")
    assert (position.phase, position.turn) == (Phase.REDOUBLE, 0)
    assert position.to_act == {0}
    assert legal(position, 0) == "pass redouble"
    for step in ("0:FH", "1:JH"):
        assert refusal(position, step) == Refusal(Code.REDOUBLE_OPEN, "A9", seat=0)


def test_the_author_redoubles_in_the_pause() -> None:  # A9
    position = deal(THREE, "0:2H 1:1H 2:double 2:0H 0:redouble")
    assert (position.phase, position.auction.factor) == (Phase.PLAY, 4)
    assert code(position, "0:FH") == "legal"


def test_a_decline_is_final() -> None:  # A9
    position = deal(THREE, "0:2H 1:1H 2:double 2:0H 0:pass")
    assert (position.phase, position.auction.factor) == (Phase.PLAY, 2)
    assert refusal(position, "0:redouble") == Refusal(Code.REDOUBLE, "A9", "declined")


def test_nobody_redoubles_after_the_first_card() -> None:  # A9
    position = deal(THREE, "0:2H 1:1H 2:double 2:0H 0:pass 0:FH")
    assert refusal(position, "0:redouble") == Refusal(Code.REDOUBLE, "A9", "late")


def test_only_the_author_answers_the_double() -> None:  # A9
    position = deal(THREE, "0:2H 1:1H 2:double 2:0H")
    for seat in (1, 2, 3):
        assert refusal(position, f"{seat}:redouble") == Refusal(
            Code.REDOUBLE, "A9", "author", seat=0
        )
        assert code(position, f"{seat}:pass") == "pass"


def test_the_author_answers_even_if_another_seat_opened() -> None:  # A4, A9, G4
    position = deal(THREE, "0:1H 1:2S 0:double 2:0S 0:1S")
    assert (position.phase, position.turn) == (Phase.REDOUBLE, 1)
    assert after(position, "1:pass").turn == 0


def test_there_is_no_pause_without_a_double_nor_after_an_early_redouble() -> None:  # A9
    assert deal(THREE, HEARTS).phase is Phase.PLAY
    assert deal(THREE, "0:2H 1:double 0:redouble 1:1H 2:0H").phase is Phase.PLAY


def test_an_early_redouble_does_not_interrupt_the_auction() -> None:  # A9
    position = deal(THREE, "0:2H 2:double 0:redouble")
    assert (position.phase, position.turn) == (Phase.AUCTION, 1)


def test_an_author_may_not_decline_before_the_auction_has_closed() -> None:  # A9
    assert code(deal(THREE, "0:2H 1:double"), "0:pass") == "pass"


# Playing


def test_no_card_before_the_auction_has_closed() -> None:  # A5
    for happened in ("", "0:2H", "0:2H 1:1H 2:double"):
        assert refusal(deal(THREE, happened), "0:FH") == Refusal(Code.AUCTION_OPEN, "A5")


def test_the_opener_leads_the_first_trick_whoever_set_the_trump() -> None:  # G4
    position = deal(THREE, "0:1H 1:1S 2:2H 0:0H 1:1H")
    assert position.standing is not None
    assert (position.standing.seat, position.turn) == (2, 0)


def test_cards_go_clockwise_and_the_winner_leads_the_next_trick() -> None:  # P1
    position = deal("RS TH | DS FH | NC JH", "0:1N 1:1N 2:1N")
    turns = []
    for step in ("0:TH", "1:FH", "2:JH", "1:DS", "2:NC", "0:RS"):
        turns.append(position.turn)
        position = after(position, step)
    assert turns == [0, 1, 2, 1, 2, 0]
    assert position.tricks == (1, 1, 0)


def test_a_card_out_of_turn_is_refused_with_whose_turn_it_is() -> None:  # P1
    position = deal(THREE, f"{HEARTS} 0:FH")
    for step in ("0:RS", "2:MH", "2:RS", "3:RS", "-1:RS"):
        assert refusal(position, step) == Refusal(Code.TURN, "P1", seat=1)


def test_a_card_of_another_hand_is_refused() -> None:  # P1
    assert refusal(deal(THREE, HEARTS), "0:DS") == Refusal(Code.NOT_IN_HAND, "P1")


def test_a_card_is_played_only_once() -> None:  # P1
    position = deal(THREE, f"{HEARTS} 0:FH 1:JH 2:MH")
    assert refusal(position, "0:FH") == Refusal(Code.NOT_IN_HAND, "P1")


def test_the_duties_of_the_trick_hold_in_the_deal() -> None:  # P2, P3, P4
    position = deal("RH NC | TH DS | FH JH", "0:1H 1:0H 2:0H 0:RH")
    assert legal(position, 1) == "TH"
    assert code(position, "1:DS") == "must-follow"
    position = after(position, "1:TH")
    assert legal(position, 2) == "FH JH"
    position = deal("RS NC | RH DC | FH TH", "0:1H 1:0H 2:0H 0:RS")
    assert code(position, "1:DC") == "must-trump"
    assert code(after(position, "1:RH"), "2:TH") == "must-rise"


def test_only_the_player_in_turn_has_cards_to_play() -> None:  # P1
    position = deal(THREE, HEARTS)
    assert position.to_act == {0}
    assert [legal(position, seat) for seat in range(3)] == ["RS FH", "", ""]


# The end


WHOLE = "0:2H 1:1H 2:double 2:0H 0:redouble 0:FH 1:JH 2:MH 0:RS 1:DS 2:NC"


def test_the_points_are_known_only_when_the_deal_is_over() -> None:  # S1
    position = deal(THREE, WHOLE)
    assert (position.is_over, position.turn, position.to_act) == (True, None, frozenset())
    assert (position.tricks, position.points) == ((2, 0, 0), (0, 4, 0))
    running = deal(THREE, WHOLE.rsplit(maxsplit=1)[0])
    assert (running.is_over, running.points) == (False, None)


def test_nothing_is_taken_when_the_deal_is_over() -> None:
    position = deal(THREE, WHOLE)
    expected = {
        "0:RS": Refusal(Code.DEAL_OVER, "P1"),
        "0:2H": Refusal(Code.AUCTION_OVER, "A5"),
        "1:double": Refusal(Code.AUCTION_OVER, "A5"),
        "0:redouble": Refusal(Code.REDOUBLE, "A9", "again"),
        "0:pass": Refusal(Code.PASS, "A1"),
        "0:ready": Refusal(Code.READY, "A1"),
    }
    assert {step: refusal(position, step) for step in expected} == expected


def test_a_redouble_after_the_end_is_late() -> None:  # A9
    position = deal(THREE, WHOLE.replace("0:redouble", "0:pass"))
    assert refusal(position, "0:redouble") == Refusal(Code.REDOUBLE, "A9", "late")


@pytest.mark.parametrize(
    ("extra", "points"),
    [("", (1, 0, 1, 2)), ("1:double", (2, 0, 2, 4)), ("1:double 0:redouble", (4, 0, 4, 8))],
    ids=["plain", "doubled", "redoubled"],
)
def test_the_example_of_the_books_is_scored(extra: str, points: tuple[int, ...]) -> None:  # E4, S1
    position = deal(
        "RH TS MS JD TC | TH RS DS TD FC | NH NS JS RD NC | JH FS VS ND RC",
        f"0:2N {extra} 1:2N 2:0N 3:3N",
    )
    if position.phase is Phase.REDOUBLE:
        position = after(position, "0:pass")
    position = after(
        position,
        "0:RH 1:TH 2:NH 3:JH 0:TS 1:RS 2:NS 3:FS 1:DS 2:JS 3:VS 0:MS "
        "1:TD 2:RD 3:ND 0:JD 2:NC 3:RC 0:TC 1:FC",
    )
    assert position.tricks == (1, 2, 1, 1)
    assert position.points == points


# What happened


def test_a_bid_tells_whether_it_announces() -> None:  # A2
    assert events_of(auction(""), "0:2D") == (
        events.BidMade(EVERYBODY, 0, 2, Trump.DIAMONDS, None, announces=True),
    )
    assert events_of(auction(""), "0:2D 1:1D") == (
        events.BidMade(EVERYBODY, 1, 1, Trump.DIAMONDS, None, announces=False),
    )
    assert events_of(auction(""), "0:2D 1:1D 2:3D 3:2S") == (
        events.BidMade(EVERYBODY, 3, 2, Trump.SPADES, None, announces=True),
    )


def test_the_last_bid_closes_the_auction() -> None:  # A5
    assert events_of(deal(THREE), HEARTS) == (
        events.BidMade(EVERYBODY, 2, 0, Trump.HEARTS, None, announces=False),
        events.AuctionClosed(EVERYBODY, 0, Trump.HEARTS, None, (2, 1, 0)),
    )


def test_waving_doubling_and_redoubling_are_told() -> None:  # A8 to A10
    live = auction("", has_windows=True)
    assert events_of(live, "0:2D 1:pass") == (events.Waved(EVERYBODY, 1),)
    assert events_of(live, "0:2D 1:pass 2:pass 3:pass") == (
        events.Waved(EVERYBODY, 3),
        events.WindowClosed(EVERYBODY),
    )
    assert events_of(live, "0:2D 3:double") == (events.Doubled(EVERYBODY, 3),)
    assert events_of(live, "0:2D 3:double 0:redouble") == (events.Redoubled(EVERYBODY, 0),)
    assert events_of(deal(THREE), "0:2H 1:double 1:1H 2:0H 0:pass") == (
        events.RedoubleDeclined(EVERYBODY, 0),
    )
    assert events_of(deal(THREE, asks_ready=True), "1:ready") == (events.Readied(EVERYBODY, 1),)


def test_the_last_card_of_a_trick_tells_who_takes_it_and_with_what() -> None:  # P9
    assert events_of(deal(THREE, HEARTS), "0:FH") == (
        events.CardPlayed(EVERYBODY, 0, Card.FH, wins=True),
    )
    assert events_of(deal(THREE, HEARTS), "0:FH 1:JH") == (
        events.CardPlayed(EVERYBODY, 1, Card.JH),
    )
    assert events_of(deal(THREE, HEARTS), "0:FH 1:JH 2:MH") == (
        events.CardPlayed(EVERYBODY, 2, Card.MH),
        events.TrickTaken(EVERYBODY, 0, Card.FH),
    )


def test_the_last_card_of_all_shows_every_hand_and_the_cards_left_over() -> None:  # G3, S1
    *_, scored = events_of(deal(THREE), WHOLE)
    assert isinstance(scored, events.DealScored)
    assert (scored.bids, scored.tricks, scored.points) == ((2, 1, 0), (2, 0, 0), (0, 4, 0))
    assert scored.hands == hands(THREE)
    assert len(scored.stock) == 30
    assert not {card for hand in scored.hands for card in hand} & set(scored.stock)


def test_calls_and_plays_are_kept_in_order() -> None:
    position = deal(THREE, WHOLE)
    assert [seat for seat, _ in position.calls] == [0, 1, 2, 2, 0]
    assert position.plays[:3] == ((0, Card.FH), (1, Card.JH), (2, Card.MH))


# Refusing


def test_an_illegal_action_is_raised_with_its_refusal() -> None:
    with pytest.raises(IllegalActionError, match=r"^auction-open \(A5\)$") as caught:
        deal(THREE).apply(0, play(Card.FH))
    assert caught.value.refusal == Refusal(Code.AUCTION_OPEN, "A5")
    assert isinstance(caught.value, ValueError)


def test_the_answer_to_a_pass_is_the_same_object_everywhere() -> None:
    position = deal(THREE, "0:2H 1:double 1:1H 2:0H")
    assert position.legal_actions(0)[0] is PASS


def test_a_seed_deals_the_same_cards_again() -> None:  # G3
    first = Deal.shuffled(players=5, cards=9, dealer=2, seed=bytes(range(32)))
    assert first == Deal.shuffled(players=5, cards=9, dealer=2, seed=bytes(range(32)))
    assert first != Deal.shuffled(players=5, cards=9, dealer=2, seed=bytes(32))
    assert first.turn == 3
