"""The driver asks in the order of the bot protocol, and no bot can stop it."""

from collections.abc import Callable

import pytest

from batarde.arena import Driver
from batarde.bots import bot
from batarde.rules import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Action,
    Bid,
    Deal,
    MalformedError,
    Phase,
    Play,
    Record,
    Trump,
    View,
    deal_seed,
    schedule,
)

Choice = Callable[[View], Action]


class Scripted:
    """A bot that bids, doubles and redoubles as told, and plays the first card it may."""

    def __init__(self, *bids: Bid, doubles: bool = False, redoubles: bool = False) -> None:
        self.bids = list(bids)
        self.doubles = doubles
        self.redoubles = redoubles
        self.log: list[tuple[int, str]] = []

    def choose(self, view: View, deadline: float | None = None) -> Action:
        assert view.seat is not None
        question = self._question(view)
        self.log.append((view.seat, question))
        if question == "call":
            return self.bids.pop(0)
        if question == "double":
            return DOUBLE if self.doubles else PASS
        if question == "redouble":
            return REDOUBLE if self.redoubles else PASS
        return view.legal[0]

    def _question(self, view: View) -> str:
        if view.legal == (PASS, DOUBLE):
            return "double"
        if view.legal == (PASS, REDOUBLE):
            return "redouble"
        kind = Play if view.phase is Phase.PLAY else Bid
        assert all(isinstance(action, kind) for action in view.legal)
        return "play" if kind is Play else "call"


def played(*bots: Scripted) -> tuple[Deal, list[tuple[int, str]]]:
    """Return the deal that *bots* play, seat 0 opening, and who was asked what in the auction."""
    log: list[tuple[int, str]] = []
    for player in bots:
        player.log = log
    driver = Driver(bots)
    deal = driver.play_deal(Deal.shuffled(len(bots), 5, len(bots) - 1, bytes(32)))
    assert driver.mishaps == []
    return deal, [(seat, question) for seat, question in log if question != "play"]


def bid(tricks: int) -> Bid:
    return Bid(tricks, Trump.HEARTS)


def test_everybody_but_the_author_is_asked_to_double_after_every_bid_the_bidder_last() -> None:
    _, asked = played(Scripted(bid(2)), Scripted(bid(1)), Scripted(bid(1)), Scripted(bid(0)))
    assert asked == [
        (0, "call"),
        *[(seat, "double") for seat in (1, 2, 3)],
        (1, "call"),
        *[(seat, "double") for seat in (2, 3, 1)],
        (2, "call"),
        *[(seat, "double") for seat in (3, 1, 2)],
        (3, "call"),  # the auction is closed: nobody is asked any more (A8)
    ]


def test_the_first_double_ends_the_asking() -> None:
    deal, asked = played(
        Scripted(bid(2)), Scripted(bid(1)), Scripted(bid(1), doubles=True), Scripted(bid(0))
    )
    assert asked == [
        (0, "call"),
        (1, "double"),
        (2, "double"),
        *[(seat, "call") for seat in (1, 2, 3)],
        (0, "redouble"),
    ]
    assert deal.auction.factor == 2


def test_the_author_of_a_doubled_announcement_may_redouble_once_the_auction_has_closed() -> None:
    doubler = Scripted(bid(0), doubles=True)
    deal, asked = played(
        Scripted(bid(2), redoubles=True), Scripted(bid(1)), Scripted(bid(1)), doubler
    )
    assert asked[-1] == (0, "redouble")
    assert deal.calls[-1] == (0, REDOUBLE)
    assert deal.auction.factor == 4


def test_a_stronger_announcement_starts_the_asking_again() -> None:
    _, asked = played(
        Scripted(bid(2), Bid(0, Trump.SPADES)),
        Scripted(Bid(3, Trump.SPADES)),
        Scripted(Bid(1, Trump.SPADES)),
    )
    assert asked[3:7] == [(1, "call"), (2, "double"), (0, "double"), (2, "call")]


class Broken:
    """A bot that does one thing to every question."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice

    def choose(self, view: View, deadline: float | None = None) -> Action:
        return self.choice(view)


def raises(view: View) -> Action:
    raise RuntimeError("out of ideas")


def recurses(view: View) -> Action:
    return recurses(view)


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (raises, "RuntimeError: out of ideas"),
        (recurses, "RecursionError: "),
        (lambda view: DOUBLE if view.phase is Phase.PLAY else Bid(99, Trump.ALL), "not among"),
        (lambda view: None, "None is not among"),
    ],
)
def test_a_broken_bot_is_replaced_and_reported_and_the_game_goes_on(
    choice: Choice, reason: str
) -> None:
    driver = Driver([Broken(choice), *[bot("simple")] * 3])
    game = driver.play_game(bytes(32))
    assert game.is_over
    Record.of_game(game, ["A", "B", "C", "D"])
    assert {mishap.seat for mishap in driver.mishaps} == {0}
    assert all(reason in mishap.reason for mishap in driver.mishaps)
    assert all(mishap.view.seat == 0 for mishap in driver.mishaps)
    # At least a bid and all the cards of each deal.
    assert len(driver.mishaps) >= sum(cards + 1 for cards in schedule(4))


def test_an_answer_that_only_equals_a_legal_one_does_not_get_into_the_game() -> None:
    def as_fraction(view: View) -> Action:
        action = view.legal[0]
        if isinstance(action, Bid):
            return Bid(float(action.tricks), action.trump)  # type: ignore[arg-type]
        return action

    deal = Driver([Broken(as_fraction)] * 4).play_deal(Deal.shuffled(4, 5, 0, bytes(32)))
    assert {type(said.tricks) for _, said in deal.calls if isinstance(said, Bid)} == {int}


@pytest.mark.parametrize("players", range(3, 8))
def test_a_game_follows_from_its_seed_and_its_record_is_valid(players: int) -> None:
    seed = deal_seed(bytes(32), players)
    game = Driver([bot("random", b"1")] * players).play_game(seed)
    dealt = [game.deals[0].dealt, game.deals[-1].dealt]
    again = Driver([bot("simple")] * players).play_game(seed)
    assert [again.deals[0].dealt, again.deals[-1].dealt] == dealt
    assert again.dealer == game.dealer
    assert Record.of_game(game, ["?"] * players).deals == game.deals


def test_a_bot_is_told_which_deal_it_is_and_the_totals_before_it() -> None:
    told = []

    def watch(view: View) -> Action:
        told.append((view.number, view.scores))
        return view.legal[0]

    game = Driver([Broken(watch)] * 3).play_game(bytes(32))
    before = [0, 0, 0]
    for number, deal in enumerate(game.deals):
        assert (number, tuple(before)) in told
        assert deal.points is not None
        before = [total + more for total, more in zip(before, deal.points, strict=True)]
    assert len(set(told)) == len(game.deals)


def test_there_must_be_a_bot_for_every_seat() -> None:
    with pytest.raises(MalformedError, match="3 bots for 4 players"):
        Driver([bot("simple")] * 3).play_deal(Deal.shuffled(4, 5, 0, bytes(32)))
