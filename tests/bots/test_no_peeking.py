"""No bot peeks: in another true world that looks the same to its seat, it does the same.

A true world is one that could have been dealt: everything that was called and played is called and
played again with its hands, by the rules.
"""

import random
from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from batarde.bots import BOTS, Bot, bot
from batarde.kernel import sample
from batarde.rules import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Action,
    Bid,
    Card,
    Deal,
    Phase,
    Play,
    View,
    deal_seed,
    pack_of,
)

Path = tuple[tuple[int, Action], ...]
Position = tuple[Deal, Path, View]

QUICK = ("random", "simple", "novice", "casual")
PLAYERS = range(3, 8)


def positions(players: int, cards: int, number: int) -> list[Position]:
    """Return every question of a deal between casual players, one of whom is made to double."""
    start = Deal.shuffled(players, cards, number % players, deal_seed(bytes(32), number))
    return list(_questions(start, doubles_after=1 + number % 2))


def _questions(start: Deal, doubles_after: int) -> Iterator[Position]:
    deal, player = start, bot("casual", b"path")
    path: Path = ()
    while (seat := deal.turn) is not None:
        legal = tuple(action for action in deal.legal_actions(seat) if action != DOUBLE)
        view = replace(deal.view(seat), legal=legal, scores=tuple(range(deal.players)))
        yield start, path, view
        answer = player.choose(view)
        deal, path = deal.apply(seat, answer)[0], (*path, (seat, answer))
        for other in range(deal.players):
            if deal.phase is not Phase.AUCTION or DOUBLE not in deal.legal_actions(other):
                continue
            yield start, path, replace(deal.view(other), legal=(PASS, DOUBLE))
            if len(deal.calls) == doubles_after:
                deal, path = deal.apply(other, DOUBLE)[0], (*path, (other, DOUBLE))


def other_world(start: Deal, path: Path, view: View, number: int) -> Deal:
    """Return another deal that has come to the same *view*, by the same calls and plays."""
    assert view.seat is not None
    hands = _drawn(view, number)
    for seat, card in view.plays:
        hands[seat] = (*hands[seat], card)
    hands[view.seat] = start.dealt[view.seat]
    deal = Deal.start(hands, start.dealer)
    for seat, action in path:
        deal, _ = deal.apply(seat, action)
    return deal


def _drawn(view: View, number: int) -> list[tuple[Card, ...]]:
    if view.standing is not None:
        return list(sample(view, 1, seed=number)[0])
    hidden = [card for card in pack_of(view.players) if card not in view.hand]
    random.Random(number).shuffle(hidden)
    return [tuple(hidden.pop() for _ in range(view.cards)) for _ in range(view.players)]


def some(found: list[Position], name: str) -> list[Position]:
    """Return all positions for a quick bot, and for one that thinks three of every kind."""
    if name in QUICK:
        return found
    kinds: dict[object, list[Position]] = {}
    for position in found:
        legal = position[2].legal
        kinds.setdefault(legal if PASS in legal else type(legal[0]), []).append(position)
    return [each for kind in kinds.values() for each in kind[:: max(1, len(kind) // 2)]]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", BOTS)
def test_does_the_same_in_another_true_world_that_looks_the_same(name: str, players: int) -> None:
    found = [*positions(players, 4, players), *positions(players, 7, players + 1)]
    for start, path, view in some(found, name):
        world = other_world(start, path, view, number=7)
        twin = replace(world.view(view.seat), legal=view.legal, scores=view.scores)
        assert msgspec.json.encode(twin) == msgspec.json.encode(view)
        assert answer(bot(name, b"1"), twin) == answer(bot(name, b"1"), view)


def answer(player: Bot, view: View) -> Action:
    """Return what *player* does, given a view that it cannot share with anything else."""
    return player.choose(msgspec.json.decode(msgspec.json.encode(view), type=View))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_questions_are_of_every_kind_and_the_other_worlds_are_others(players: int) -> None:
    found = positions(players, 4, players)
    asked = {type(action) for _, _, view in found for action in view.legal}
    assert {Bid, Play, type(DOUBLE), type(REDOUBLE)} <= asked
    others = [other_world(*position, number=7).dealt != position[0].dealt for position in found]
    assert sum(others) > len(others) / 2  # near the end there may be no other


class Peeker:
    """A bot that looks at the cards to its left."""

    def __init__(self, deal: Deal) -> None:
        self._deal = deal

    def choose(self, view: View, deadline: float | None = None) -> Action:
        assert view.seat is not None
        left = self._deal.dealt[(view.seat + 1) % view.players]
        return view.legal[sum(map(ord, "".join(left))) % len(view.legal)]


def test_one_that_peeks_would_be_caught() -> None:
    caught = [
        Peeker(start).choose(view) != Peeker(other_world(start, path, view, 7)).choose(view)
        for start, path, view in positions(4, 4, 4)
    ]
    assert any(caught)


@pytest.mark.parametrize("name", BOTS)
def test_a_view_is_all_that_a_bot_is_given(name: str) -> None:
    """Its maker gets a seed, its questions are plain data, and their order is no matter."""
    found = [view for _, _, view in some(positions(4, 3, 4), name)]
    alone = [answer(bot(name, b"1"), view) for view in found]
    if name == "random":
        return  # its dice go on from question to question
    player = bot(name, b"1")
    assert [answer(player, view) for view in reversed(found)] == alone[::-1]
