"""What one seat may know of a deal; that it knows no more is proved in test_properties.py."""

import msgspec
import pytest

from batarde.rules import MalformedError, Phase, View, cards
from tests.rules.notation import auction, deal, hands

THREE = "RS FH | DS JH | NC MH"


def test_a_seat_sees_its_own_hand_and_a_watcher_none() -> None:
    position = deal(THREE, "0:2H 1:1H 2:0H 0:FH")
    assert position.view(0).hand == cards("RS")
    assert position.view(1).hand == cards("DS JH")
    assert position.view(None).hand == ()
    assert position.view(None).seat is None


def test_a_view_lists_what_its_seat_may_do() -> None:
    position = deal(THREE, "0:2H 1:1H 2:0H 0:FH")
    assert position.view(1).legal == position.legal_actions(1)
    assert position.view(0).legal == ()
    assert position.view(None).legal == ()


def test_everybody_sees_the_auction_the_trick_and_the_counts() -> None:
    position = deal(THREE, "0:2H 1:1H 2:double 2:0H 0:pass 0:FH 1:JH")
    for seat in (0, 1, 2, None):
        view = position.view(seat)
        assert (view.players, view.cards, view.dealer, view.phase) == (3, 2, 2, Phase.PLAY)
        assert (view.turn, view.leader, view.trick) == (2, 0, cards("FH JH"))
        assert (view.standing, view.bids) == (position.standing, (2, 1, 0))
        assert (view.doubled_by, view.redoubled, view.tricks) == (2, False, (0, 0, 0))
        assert (view.calls, view.plays) == (position.calls, position.plays)


def test_everybody_sees_whose_card_wins_the_trick_as_it_lies() -> None:  # P9
    auction_closed = "0:2H 1:1H 2:0H"
    for happened, winning in (("", None), ("0:RS", 0), ("0:RS 1:DS", 0), ("0:RS 1:DS 2:MH", None)):
        assert deal(THREE, f"{auction_closed} {happened}").view(None).winning == winning
    cut = deal("RS NC | RH DC | FH TH", f"{auction_closed} 0:RS 1:RH")
    assert cut.view(None).winning == 1


def test_everybody_sees_who_is_not_ready_and_who_may_still_wave() -> None:  # A1, A10
    unready = auction("2:ready", asks_ready=True).view(None)
    assert (unready.phase, unready.turn, unready.unready) == (Phase.READY, None, (0, 1, 3))
    waiting = auction("0:2D 2:pass", has_windows=True).view(None)
    assert (waiting.window, waiting.turn) == ((1, 3), 1)


def test_all_hands_are_shown_when_the_deal_is_over_and_not_before() -> None:  # G3
    running = deal(THREE, "0:2H 1:1H 2:0H 0:FH 1:JH 2:MH 0:RS 1:DS")
    over = deal(THREE, "0:2H 1:1H 2:0H 0:FH 1:JH 2:MH 0:RS 1:DS 2:NC")
    for seat in (0, 1, 2, None):
        assert running.view(seat).hands is None
        assert over.view(seat).hands == hands(THREE)


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_who_is_not_at_the_table_has_no_view(seat: int) -> None:
    with pytest.raises(MalformedError, match=f"seat {seat} is not at a table of 3"):
        deal(THREE).view(seat)


def test_a_view_survives_the_wire() -> None:
    view = deal(THREE, "0:2H 1:1H 2:double 2:0H 0:pass 0:FH").view(1)
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
