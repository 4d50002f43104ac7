"""The novice and the casual player: they err as people do, and alike for the same seed."""

from collections import Counter

from msgspec.structs import replace

from batarde.bots import bot
from batarde.rules import DOUBLE, PASS, Bid, Card, Deal, Play, Trump, deal_seed, play
from tests.bots.positions import drawn

SURE = "FS MS JS RS DS/TD ND JD MD FD/TH NH JH MH FH/TC NC JC MC FC"
"""Seat 0 has five sure tricks at spades."""


def seeds(number: int) -> list[bytes]:
    return [n.to_bytes(2, "big") for n in range(number)]


def test_a_novice_never_doubles() -> None:
    deal = drawn("RS DS RH DH RC/JS CS CH VH DC/VS NS FH MH CC/FS MS TC TD TH", calls="2S")
    for seat in (1, 2, 3):
        view = replace(deal.view(seat), legal=(PASS, DOUBLE))
        assert bot("novice", b"1").choose(view) == PASS


def test_a_novice_miscounts_by_one_trick_now_and_then() -> None:
    view = drawn(SURE, calls="").view(0)
    right = bot("simple").choose(view)
    assert right == Bid(5, Trump.SPADES)
    bids = Counter(bot("novice", seed).choose(view) for seed in seeds(200))
    # Three in ten are a miscount; half of these go up, where there is no sixth trick to bid.
    assert set(bids) == {right, Bid(4, Trump.SPADES)}
    assert 10 <= bids[Bid(4, Trump.SPADES)] <= 55


def test_a_novice_takes_a_wrong_card_now_and_then_and_a_casual_player_seldom() -> None:
    view = drawn(SURE, calls="5S 0S 0S 1S").view(0)
    best = bot("simple").choose(view)
    strays = {
        level: sum(bot(level, seed).choose(view) != best for seed in seeds(300))
        for level in ("casual", "novice")
    }
    assert 0 < strays["casual"] < 30 < strays["novice"] < 90


def test_a_novice_remembers_only_the_trick_on_the_table() -> None:
    deal = drawn("RH FS TC/TH MS RC/NH RS VC/JH DS MC", calls="1S 1S 0S 0S", plays="RH TH NH JH FS")
    view = deal.view(1)
    forgotten = replace(view, plays=view.plays[-1:])
    expected = bot("simple").choose(forgotten)
    answers = Counter(bot("novice", seed).choose(view) for seed in seeds(60))
    assert answers.most_common(1)[0][0] == expected


def test_the_dice_fall_alike_whenever_the_same_question_is_asked() -> None:
    deal = Deal.shuffled(4, 6, 3, deal_seed(bytes(32), 1))
    for level in ("novice", "casual"):
        for seed in seeds(20):
            assert bot(level, seed).choose(deal.view(0)) == bot(level, seed).choose(deal.view(0))


def test_a_mistake_is_still_a_card_that_may_be_played() -> None:  # P2
    deal = drawn("RH NS TC/TH MH RC/NH RS VC/JH FS DS", calls="2S 1S 1S 0S", plays="RH")
    legal = {action for action in deal.view(1).legal if isinstance(action, Play)}
    assert legal == {play(Card.TH), play(Card.MH)}
    for level in ("novice", "casual"):
        assert {bot(level, seed).choose(deal.view(1)) for seed in seeds(200)} == legal
