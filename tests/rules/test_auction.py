"""The auction: announce, follow, announce stronger, double, redouble (A1 to A9).

The ready question (A1), the pause for the redouble (A9) and the double window (A10) belong to the
deal: see test_deal.py.
"""

import pytest

from batarde.rules import Announcement, Auction, Bid, Code, Contract, Pack, Refusal, Trump
from tests.rules.notation import after, auction, bids, code, legal, refusal


def numbers(position_legal: str, trump: str) -> str:
    """Return the numbers that may be bid in *trump*, in the order of the list."""
    return " ".join(bid[:-1] for bid in position_legal.split() if bid.endswith(trump))


# Announcements (A1 to A3)


def test_the_opener_announces_any_number_in_any_trump() -> None:  # A1, G4
    opening = legal(auction("", cards=2), 0)
    assert opening == "0A 1A 2A 0S 1S 2S 0H 1H 2H 0D 1D 2D 0C 1C 2C 0N 1N 2N"


def test_the_player_on_the_dealers_left_opens() -> None:  # G4
    for dealer in range(4):
        assert auction("", dealer=dealer).turn == (dealer + 1) % 4


def test_nobody_else_may_announce_first() -> None:  # A1, A2
    assert refusal(auction(""), "1:2D") == Refusal(Code.TURN, "A2", seat=0)


@pytest.mark.parametrize("tricks", [-1, 6, 99])
def test_a_number_outside_the_cards_is_refused(tricks: int) -> None:  # A1
    expected = Refusal(Code.CALL_RANGE, "A1", number=5)
    assert refusal(auction(""), f"0:{tricks}D") == expected
    assert refusal(auction("0:2D"), f"1:{tricks}D") == expected
    assert refusal(auction("0:2D"), f"1:{tricks}S") == expected


def test_nobody_passes() -> None:  # A1
    assert refusal(auction(""), "0:pass") == Refusal(Code.PASS, "A1")
    assert refusal(auction("0:2D"), "1:pass") == Refusal(Code.PASS, "A1")


def test_three_clubs_or_two_spades_change_two_diamonds_but_two_clubs_do_not() -> None:  # E1, A3
    position = auction("0:2D")
    assert code(position, "1:3C") == "legal"
    assert code(position, "1:2S") == "legal"
    assert refusal(position, "1:2C") == Refusal(
        Code.CALL_TOO_WEAK, "A3", number=3, trump=Trump.CLUBS
    )


def test_as_many_tricks_need_a_stronger_trump() -> None:  # A1, A3
    position = auction("0:2D")
    for trump in "ASH":
        assert numbers(legal(position, 1), trump) == "2 3 4 5"
    for trump in "CN":
        assert numbers(legal(position, 1), trump) == "3 4 5"


def test_fewer_tricks_are_too_weak_in_any_trump() -> None:  # A3
    for trump in (Trump.ALL, Trump.SPADES, Trump.HEARTS):
        assert refusal(auction("0:2D"), f"1:1{trump}") == Refusal(
            Code.CALL_TOO_WEAK, "A3", number=2, trump=trump
        )


def test_no_number_is_named_where_no_announcement_is_strong_enough() -> None:  # A3
    assert refusal(auction("0:5D"), "1:5C") == Refusal(
        Code.CALL_TOO_WEAK, "A3", number=None, trump=Trump.CLUBS
    )
    assert legal(auction("0:5A"), 1) == "0A 1A 2A 3A 4A 5A double"


def test_followers_do_not_move_the_bar() -> None:  # A3
    position = auction("0:2D 1:5D")
    assert position.standing == Announcement(0, 2, Trump.DIAMONDS)
    assert code(position, "2:2S") == "legal"
    assert code(position, "2:3C") == "legal"
    assert refusal(position, "2:2C") == Refusal(
        Code.CALL_TOO_WEAK, "A3", number=3, trump=Trump.CLUBS
    )
    assert code(auction("0:2D 1:0D"), "2:1S") == "call-too-weak"


# Following, and speaking again (A2, A4, A5)


def test_follows_with_any_number_in_the_standing_trump() -> None:  # A2
    assert numbers(legal(auction("0:2D"), 1), "D") == "0 1 2 3 4 5"


def test_bids_go_clockwise() -> None:  # A2
    position = auction("0:2D", dealer=3)
    for step, following in (("1:1D", 2), ("2:1D", 3), ("3:0D", None)):
        position = after(position, step)
        assert position.phase.value == ("play" if following is None else "auction")
        assert following is None or position.turn == following


def test_a_bid_out_of_turn_is_refused_with_whose_turn_it_is() -> None:  # A2
    for seat in (0, 2, 3):
        assert refusal(auction("0:2D"), f"{seat}:3D") == Refusal(Code.TURN, "A2", seat=1)


def test_a_new_trump_erases_all_bids() -> None:  # A4
    assert bids(auction("0:2D 1:1D 2:0D")) == "2 1 0 -"
    assert bids(auction("0:2D 1:1D 2:2H")) == "- - 2 -"


def test_the_others_speak_again_clockwise_from_the_new_author() -> None:  # A4, A5
    position = auction("0:2D 1:1D 2:2H")
    spoken = []
    while not position.auction.is_closed:
        spoken.append(position.turn)
        position = after(position, f"{position.turn}:0H")
    assert spoken == [3, 0, 1]
    assert position.standing == Announcement(2, 2, Trump.HEARTS)


def test_the_last_player_may_change_the_trump_and_everybody_speaks_again() -> None:  # A4
    position = auction("0:2D 1:1D 2:0D 3:3C")
    assert bids(position) == "- - - 3"
    assert position.turn == 0


def test_the_auction_closes_when_everybody_has_a_bid_in_the_standing_trump() -> None:  # A5
    assert not auction("0:2D 1:1D 2:0D").auction.is_closed
    closed = auction("0:2D 1:1D 2:0D 3:1D")
    assert closed.auction.is_closed
    assert bids(closed) == "2 1 0 1"


def test_the_author_does_not_speak_again() -> None:  # A5
    position = auction("0:2D 1:2H 2:0H 3:0H 0:1H")
    assert position.auction.is_closed
    assert refusal(position, "1:3H") == Refusal(Code.AUCTION_OVER, "A5")


def test_no_bid_and_no_double_after_the_auction_has_closed() -> None:  # A5, A8
    closed = auction("0:2D 1:1D 2:0D 3:1D")
    for step in ("0:3S", "1:1D", "3:9D", "2:double", "0:double"):
        assert refusal(closed, step) == Refusal(Code.AUCTION_OVER, "A5")


# The forbidden number (A6)


def test_with_three_players_the_last_may_not_make_the_sum_five() -> None:  # E2, A6
    position = auction("0:3N 1:0N", players=3, cards=5)
    assert numbers(legal(position, 2), "N") == "0 1 3 4 5"
    assert refusal(position, "2:2N") == Refusal(Code.FORBIDDEN_SUM, "A6", number=2, total=5)
    assert code(position, "2:3H") == "legal"


def test_with_four_players_the_last_may_not_make_the_sum_five() -> None:  # E3, A6
    position = auction("0:2N 1:0N 2:1N")
    assert numbers(legal(position, 3), "N") == "0 1 3 4 5"
    assert refusal(position, "3:2N") == Refusal(Code.FORBIDDEN_SUM, "A6", number=2, total=5)
    assert code(position, "3:3H") == "legal"
    assert code(position, "3:2C") == "legal"


def test_an_announcement_may_make_the_sum_since_it_erases_the_other_bids() -> None:  # A6
    position = auction("0:2N 1:0N 2:1N")
    assert position.auction.forbidden == 2
    assert code(position, "3:2S") == "legal"


def test_nothing_is_forbidden_where_the_sum_is_already_exceeded() -> None:  # A6
    position = auction("0:3D 1:2D 2:1D")
    assert position.auction.forbidden is None
    assert numbers(legal(position, 3), "D") == "0 1 2 3 4 5"


def test_zero_is_forbidden_where_the_sum_is_already_reached() -> None:  # A6
    position = auction("0:3D 1:2D 2:0D")
    assert refusal(position, "3:0D") == Refusal(Code.FORBIDDEN_SUM, "A6", number=0, total=5)


def test_all_cards_are_forbidden_where_everybody_said_zero() -> None:  # A6
    assert auction("0:0D 1:0D 2:0D").auction.forbidden == 5


def test_only_the_last_to_speak_has_a_forbidden_number() -> None:  # A6
    for happened in ("", "0:2D", "0:2D 1:3D"):
        assert auction(happened).auction.forbidden is None


def test_the_last_to_speak_is_counted_anew_after_a_new_trump() -> None:  # A4, A6
    position = auction("0:2D 1:2H 2:0H 3:0H")
    assert position.turn == 0
    assert refusal(position, "0:3H") == Refusal(Code.FORBIDDEN_SUM, "A6", number=3, total=5)


def test_the_forbidden_number_holds_after_a_double_too() -> None:  # A6, A8
    position = auction("0:2D 1:0D 2:1D 1:double")
    assert legal(position, 3) == "0D 1D 3D 4D 5D"


# Two packs (A7)


def test_with_two_packs_an_announcement_says_which_pack_wins() -> None:  # A7
    opening = legal(auction("", players=5, cards=1), 0).split()
    assert opening[:4] == "0A+simple 0A+marked 1A+simple 1A+marked".split()
    assert len(opening) == 6 * 2 * 2
    assert refusal(auction("", players=5), "0:2D") == Refusal(Code.CALL_PACK, "A7", "needed")
    assert refusal(auction("0:2D+marked", players=5), "1:2S") == Refusal(
        Code.CALL_PACK, "A7", "needed"
    )


def test_with_one_pack_an_announcement_says_no_pack() -> None:  # A7
    for pack in Pack:
        expected = Refusal(Code.CALL_PACK, "A7", "none")
        assert refusal(auction(""), f"0:2D+{pack}") == expected
        assert refusal(auction("0:2D"), f"1:2S+{pack}") == expected
        assert refusal(auction("0:2D"), f"1:2D+{pack}") == expected


def test_followers_take_the_pack_over() -> None:  # A7
    position = auction("0:2D+marked 1:1D 2:1D+marked", players=5)
    assert position.standing == Announcement(0, 2, Trump.DIAMONDS, Pack.MARKED)
    assert [said for _, said in position.calls] == [
        Bid(tricks, Trump.DIAMONDS, Pack.MARKED) for tricks in (2, 1, 1)
    ]


def test_a_follower_may_not_change_the_pack() -> None:  # A7
    assert refusal(auction("0:2D+marked", players=5), "1:2D+simple") == Refusal(
        Code.CALL_PACK, "A7", "other", pack=Pack.MARKED
    )


def test_the_pack_changes_only_with_the_trump() -> None:  # A7
    position = auction("0:2D+marked 1:2S+simple", players=5)
    assert position.standing is not None
    assert position.standing.contract == Contract(Trump.SPADES, Pack.SIMPLE)
    assert code(position, "2:3S+marked") == "call-pack"
    assert code(position, "2:3D+marked") == "legal"


def test_the_other_pack_does_not_make_an_announcement_stronger() -> None:  # A3, A7
    position = auction("0:2D+simple", players=5)
    assert code(position, "1:3D+marked") == "call-pack"
    assert code(position, "1:2C+marked") == "call-too-weak"


# The double (A8)


def test_anybody_but_the_author_may_double_in_turn_or_out_of_turn() -> None:  # A8
    position = auction("0:2D")
    for seat in (1, 2, 3):
        assert code(position, f"{seat}:double") == "legal"
        assert after(position, f"{seat}:double").auction.doubled_by == seat


def test_may_double_whether_they_have_bid_or_not() -> None:  # A8
    position = auction("0:2D 1:1D 2:1D")
    for seat in (1, 2, 3):
        assert code(position, f"{seat}:double") == "legal"


def test_the_author_may_not_double_what_they_announced() -> None:  # A8
    assert refusal(auction("0:2D 1:5D"), "0:double") == Refusal(Code.DOUBLE, "A8", "author")


def test_there_is_nothing_to_double_before_the_first_announcement() -> None:  # A8
    for seat in range(4):
        assert refusal(auction(""), f"{seat}:double") == Refusal(Code.DOUBLE, "A8", "nothing")


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_who_is_not_at_the_table_may_not_double(seat: int) -> None:  # A8
    assert refusal(auction("0:2D"), f"{seat}:double") == Refusal(Code.DOUBLE, "A8", "stranger")


def test_the_first_double_counts_and_there_is_only_one() -> None:  # A8
    position = auction("0:2D 2:double")
    for seat in (1, 2, 3):
        assert refusal(position, f"{seat}:double") == Refusal(Code.DOUBLE, "A8", "again", seat=2)
        assert "double" not in legal(position, seat).split()


def test_a_double_does_not_take_the_turn() -> None:  # A8
    assert auction("0:2D 3:double").turn == 1
    assert auction("0:2D 1:double").turn == 1


def test_a_double_freezes_the_trump_for_all_the_last_player_included() -> None:  # A8
    frozen = Refusal(Code.TRUMP_FROZEN, "A8", trump=Trump.DIAMONDS)
    assert refusal(auction("0:2D 2:double"), "1:3S") == frozen
    assert refusal(auction("0:2D 1:1D 2:1D 1:double"), "3:5A") == frozen
    assert legal(auction("0:2D 3:double"), 1) == "0D 1D 2D 3D 4D 5D"


def test_the_doubler_may_not_change_the_trump_either() -> None:  # A8
    assert code(auction("0:2D 1:double"), "1:5A") == "trump-frozen"


def test_a_frozen_trump_is_named_before_a_wrong_pack_or_a_weak_number() -> None:  # A8
    assert code(auction("0:2D 1:double"), "1:0N+marked") == "trump-frozen"


def test_a_new_trump_may_be_doubled_afresh_by_the_author_of_the_old_one() -> None:  # A4, A8
    position = auction("0:2D 1:2S")
    assert position.auction.doubled_by is None
    assert code(position, "0:double") == "legal"
    assert refusal(position, "1:double") == Refusal(Code.DOUBLE, "A8", "author")


def test_the_points_are_doubled_and_redoubled() -> None:  # A8, A9, S1
    assert auction("0:2D").auction.factor == 1
    assert auction("0:2D 1:double").auction.factor == 2
    assert auction("0:2D 1:double 0:redouble").auction.factor == 4


# The redouble (A9)


def test_the_author_may_redouble_at_once() -> None:  # A9
    position = auction("0:2D 1:1D 3:double")
    assert legal(position, 0) == "redouble"
    assert after(position, "0:redouble").auction.redoubled
    assert after(position, "0:redouble").turn == 2


def test_the_author_may_redouble_later_in_the_auction() -> None:  # A9
    assert code(auction("0:2D 3:double 1:1D 2:1D"), "0:redouble") == "legal"


def test_there_is_nothing_to_redouble_without_a_double() -> None:  # A9
    for happened in ("", "0:2D", "0:2D 1:1D 2:0D 3:1D"):
        for seat in range(4):
            assert refusal(auction(happened), f"{seat}:redouble") == Refusal(
                Code.REDOUBLE, "A9", "nothing"
            )


def test_only_the_author_may_redouble() -> None:  # A9
    for seat in (1, 2, 3, 4, -1):
        assert refusal(auction("0:2D 1:double"), f"{seat}:redouble") == Refusal(
            Code.REDOUBLE, "A9", "author", seat=0
        )


def test_there_is_only_one_redouble() -> None:  # A9
    position = auction("0:2D 1:double 0:redouble")
    assert refusal(position, "0:redouble") == Refusal(Code.REDOUBLE, "A9", "again")
    assert legal(position, 0) == ""


def test_the_trump_stays_frozen_after_a_redouble() -> None:  # A8, A9
    assert legal(auction("0:2D 1:double 0:redouble"), 1) == "0D 1D 2D 3D 4D 5D"


# The value


def test_a_step_gives_a_new_auction_and_leaves_the_old_one() -> None:
    before = Auction.open(players=3, cards=5, opener=1)
    announced = before.after_bid(1, Bid(2, Trump.HEARTS))
    assert bids(before) == "- - -"
    assert bids(announced) == "- 2 -"
    assert bids(announced.after_bid(2, Bid(1, Trump.HEARTS))) == "- 2 1"
    assert announced.after_double(0).doubled_by == 0
    assert announced.doubled_by is None
