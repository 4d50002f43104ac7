"""The coach at a table: only for one person alone against bots, and never without a trace."""

import pytest

from batarde.rules.views import Phase
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.errors import TableCode
from batarde.table.settings import Coaching
from tests.table.desk import STRANGER, Desk, quiet

ASKED = quiet(coach=Coaching.ASKED)


def alone(**changes: object) -> Desk:
    """Return a desk where one person plays against bots, and the coach may be asked."""
    return Desk(quiet(coach=Coaching.ASKED, **changes), people=[0]).start()


def in_turn(desk: Desk) -> Desk:
    """Return *desk* when the person has to act."""
    while desk.turn != 0:
        desk.step()
    return desk


def in_play(desk: Desk) -> Desk:
    """Return *desk* when the person has to play a card."""
    while desk.turn != 0 or desk.state.running.deal.phase is not Phase.PLAY:
        desk.step()
    return desk


def ask(step: int = 1) -> do.AskCoach:
    return do.AskCoach(step=step)  # type: ignore[arg-type]


@pytest.mark.parametrize("step", [1, 2, 3])
def test_help_is_an_event_that_everybody_sees(step: int) -> None:
    desk = in_turn(alone())
    desk.do(0, ask(step))
    assert desk.batches[-1].events == (ev.HintGiven("everybody", 0, step),)
    assert desk.state.coached == (0,)
    desk.check_stored()


def test_the_coach_is_off_unless_it_was_chosen() -> None:
    desk = in_turn(Desk(quiet(), people=[0]).start())
    assert desk.code(0, ask()) is TableCode.NO_COACH
    assert desk.state.coached == ()


def test_nobody_is_helped_where_somebody_else_plays() -> None:
    desk = in_turn(Desk(ASKED, people=[0, 1]).start())
    assert desk.code(0, ask()) is TableCode.NO_COACH
    desk.do(0, do.Unseat(seat=1))  # a bot takes the seat
    desk.do(0, ask())
    desk.do(1, do.Sit(seat=1))  # and its player comes back
    assert desk.code(0, ask()) is TableCode.NO_COACH


def test_who_only_watches_is_not_helped() -> None:
    assert in_turn(alone()).code(STRANGER, ask()) is TableCode.NOT_SEATED


def test_there_is_no_help_before_the_game_nor_while_it_is_paused_nor_after_it() -> None:
    desk = Desk(ASKED, people=[0])
    assert desk.code(0, ask()) is TableCode.NOT_PLAYING
    desk.start()
    desk.do(0, do.Pause())
    assert desk.code(0, ask()) is TableCode.PAUSED
    desk.do(0, do.Resume())
    desk.play_game()
    assert desk.code(0, ask()) is TableCode.NOT_PLAYING


def test_there_is_no_help_before_the_cards_are_seen_nor_when_others_play() -> None:
    desk = alone(asks_ready=True)
    assert desk.code(0, ask()) is TableCode.NO_QUESTION
    desk = in_play(alone())
    while desk.turn == 0:
        desk.step()
    assert desk.code(0, ask()) is TableCode.NO_QUESTION


def test_in_the_auction_help_is_there_out_of_turn_too() -> None:
    """A8: a trump may be doubled at any time, and thought through ahead."""
    desk = alone()
    while desk.turn == 0:
        desk.step()
    assert desk.state.running.deal.phase is Phase.AUCTION
    desk.do(0, ask())


def test_help_does_not_make_an_action_stale() -> None:
    desk = in_turn(alone())
    seq, legal = desk.state.seq, desk.table.fresh.legal[0]
    desk.do(0, ask(3))
    desk.act(0, legal[0], seq=seq)


def test_the_next_game_begins_without_a_mark() -> None:
    desk = in_turn(alone())
    desk.do(0, ask())
    desk.play_game()
    assert list(desk.state.coached) == [0]
    desk.start()
    assert list(desk.state.coached) == []
