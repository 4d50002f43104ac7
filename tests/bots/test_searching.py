"""Search: what is looked at in how many worlds."""

from batarde.bots.searching import SearchBot, Skill
from batarde.rules import Bid, Deal, Play, Trump, View


def leader() -> View:
    deal = Deal.shuffled(players=4, cards=7, dealer=3, seed=bytes(32))
    for seat in range(4):
        deal, _ = deal.apply(seat, Bid(2, Trump.HEARTS))
    return deal.view(0)


def test_a_quarter_of_the_worlds_says_which_cards_are_looked_at_in_all() -> None:
    view = leader()
    plays = [action for action in view.legal if isinstance(action, Play)]
    few = SearchBot(b"a", Skill(worlds=100))
    many = SearchBot(b"a", Skill(worlds=400, finalists=3))
    found = many.costs(view, plays, None)
    assert len(few.costs(view, plays, None)) == len(plays) == 7
    assert len(found) == 3
    assert many.best_play(view, plays, None) in found
    assert many.costs(view, plays[:3], None).keys() == set(plays[:3])


def test_who_is_late_decides_by_the_first_look() -> None:
    view = leader()
    plays = [action for action in view.legal if isinstance(action, Play)]
    bot = SearchBot(b"a", Skill(worlds=400, finalists=3))
    assert bot.costs(view, plays, deadline=0.0).keys() == set(plays)
