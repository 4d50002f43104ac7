"""Search: what is looked at in how many worlds."""

from batarde.bots.search.playing import best_play, play_costs
from batarde.bots.search.settings import SearchSettings
from batarde.bots.search.task import SearchTask
from batarde.rules import Bid, Deal, Play, Trump, View


def leader() -> View:
    deal = Deal.shuffled(players=4, cards=7, dealer=3, seed=bytes(32))
    for seat in range(4):
        deal, _ = deal.apply(seat, Bid(2, Trump.HEARTS))
    return deal.view(0)


def test_a_quarter_of_the_worlds_says_which_cards_are_looked_at_in_all() -> None:
    view = leader()
    plays = [action for action in view.legal if isinstance(action, Play)]
    few = SearchTask(view, SearchSettings(worlds=100), b"a")
    many = SearchTask(view, SearchSettings(worlds=400, finalists=3), b"a")
    found = play_costs(many, plays)
    assert len(play_costs(few, plays)) == len(plays) == 7
    assert len(found) == 3
    assert best_play(many, plays) in found
    assert play_costs(many, plays[:3]).keys() == set(plays[:3])


def test_a_bot_that_is_late_decides_by_the_first_look() -> None:
    view = leader()
    plays = [action for action in view.legal if isinstance(action, Play)]
    late = SearchTask(view, SearchSettings(worlds=400, finalists=3), b"a", deadline=0.0)
    assert play_costs(late, plays).keys() == set(plays)
