"""Laws that hold in every deal, whoever plays however (random play, all numbers of players)."""

import json
from collections.abc import Iterable
from itertools import chain, pairwise
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from batarde.rules import (
    DOUBLE,
    PASS,
    READY,
    REDOUBLE,
    Action,
    Announcement,
    Auction,
    Bid,
    Card,
    Code,
    Contract,
    Deal,
    Event,
    Fault,
    Game,
    IllegalActionError,
    Pack,
    Phase,
    Play,
    Record,
    RecordError,
    Refusal,
    Trump,
    View,
    events,
    pack_of,
    places,
    play,
    redacted,
    schedule,
)
from batarde.rules.dealing import stock
from batarde.rules.events import EVERYBODY
from batarde.rules.replaying import fold
from tests.rules import twin
from tests.rules.randomplay import Lot, Moment, chosen, most_cards, played, start, taken
from tests.rules.test_refusals import REASONS

SEEDS = st.integers(0, 2**64 - 1)
EVERY_TABLE = pytest.mark.parametrize("players", range(3, 8))


class Table(NamedTuple):
    """What a random deal starts from."""

    cards: int
    seed: int
    asks_ready: bool = False
    has_windows: bool = False

    def moments(self, players: int) -> list[Moment]:
        """Return the deal, played to its end."""
        deal = start(
            players,
            1 + (self.cards - 1) % most_cards(players),
            self.seed,
            asks_ready=self.asks_ready,
            has_windows=self.has_windows,
        )
        return played(deal, Lot(self.seed))


TABLES = st.builds(Table, st.integers(1, 14), SEEDS, st.booleans(), st.booleans())
RECORDED = st.builds(Table, st.integers(1, 14), SEEDS, st.just(False), st.just(False))
"""Without the questions of a live table, of which a record knows nothing."""


# Actions


@EVERY_TABLE
@given(TABLES)
@settings(max_examples=60)
def test_somebody_can_always_act_until_the_deal_is_over(players: int, table: Table) -> None:
    for deal, _, _ in table.moments(players):
        assert bool(deal.to_act) == (not deal.is_over)
        assert deal.turn is None or deal.turn in deal.to_act or deal.window
        for seat in range(players):
            actions = deal.legal_actions(seat)
            assert len(set(actions)) == len(actions)
            assert (seat in deal.to_act) == bool(actions)


def every_action(cards: int) -> Iterable[Action]:
    numbers = (-(10**20), *range(-1, cards + 2), 10**20)
    yield from (
        Bid(tricks, trump, pack) for tricks in numbers for trump in Trump for pack in (None, *Pack)
    )
    yield from (READY, DOUBLE, REDOUBLE, PASS)
    yield from (play(card) for card in Card)


def takes_over_the_pack(deal: Deal, action: Action) -> bool:
    """Return whether *action* follows without naming the pack, which is the standing one (A7)."""
    return (
        isinstance(action, Bid)
        and action.pack is None
        and deal.standing is not None
        and deal.standing.trump is action.trump
    )


@EVERY_TABLE
@given(TABLES, SEEDS)
@settings(max_examples=60)
def test_what_is_offered_is_taken_and_all_else_is_refused_with_a_code(
    players: int, table: Table, pick: int
) -> None:
    moments = table.moments(players)
    deal = moments[Lot(pick).below(len(moments))].deal
    for seat in (-1, *range(players), players, 10**20):
        offered = set(deal.legal_actions(seat))
        for action in every_action(deal.cards):
            named = action
            if takes_over_the_pack(deal, action) and deal.standing:
                named = msgspec.structs.replace(action, pack=deal.standing.pack)
            refusal = deal.refuse(seat, action)
            assert (refusal is None) == (named in offered), (seat, action, refusal)
            if refusal is not None:
                assert (refusal.code, refusal.rule, refusal.detail) in REASONS


@EVERY_TABLE
@given(TABLES)
@settings(max_examples=15)
def test_every_action_that_is_offered_can_be_applied(players: int, table: Table) -> None:
    for deal, _, _ in table.moments(players):
        for seat in range(players):
            for action in deal.legal_actions(seat)[:: 1 + len(deal.legal_actions(seat)) // 8]:
                after, happened = deal.apply(seat, action)
                assert after != deal
                assert happened


@EVERY_TABLE
@given(TABLES)
@settings(max_examples=15)
def test_applying_an_action_changes_only_the_copy(players: int, table: Table) -> None:
    deal = table.moments(players)[0].deal
    lot = Lot(table.seed)
    while not deal.is_over:
        before = msgspec.json.encode(deal)
        after = taken(deal, chosen(deal, lot)).deal
        with pytest.raises(IllegalActionError):
            deal.apply(-1, DOUBLE)
        assert msgspec.json.encode(deal) == before
        assert hash(after) == hash(msgspec.structs.replace(after))
        deal = after


def test_every_value_of_the_rules_is_frozen() -> None:
    values = [Action.__args__, Event.__args__, (Announcement, Auction, Contract, Deal, Fault, Game)]
    for value in (*chain(*values), Record, Refusal, View):
        assert issubclass(value, msgspec.Struct)
        assert value.__struct_config__.frozen, value


# The course of a deal


@EVERY_TABLE
@given(TABLES)
@settings(max_examples=60)
def test_tricks_add_up_to_the_cards_and_somebody_misses_their_bid(
    players: int, table: Table
) -> None:  # P1, A6, S1
    over = table.moments(players)[-1].deal
    assert sum(over.tricks) == over.cards
    assert all(not hand for hand in over.hands)
    assert {card for _, card in over.plays} == {card for hand in over.dealt for card in hand}
    bids = [bid for bid in over.auction.bids if bid is not None]
    assert sum(bids) != over.cards
    assert over.points == tuple(
        over.auction.factor * abs(bid - won) for bid, won in zip(bids, over.tricks, strict=True)
    )
    assert sum(over.points) >= over.auction.factor


@EVERY_TABLE
@given(TABLES)
@settings(max_examples=60)
def test_the_cards_are_all_somewhere_at_every_moment(players: int, table: Table) -> None:
    for deal, _, _ in table.moments(players):
        held = [card for hand in deal.hands for card in hand]
        laid = [card for _, card in deal.plays]
        assert sorted([*held, *laid, *stock(deal.dealt)]) == sorted(pack_of(players))
        assert sum(deal.tricks) * players + len(deal.trick) == len(laid)


@EVERY_TABLE
@given(TABLES)
@settings(max_examples=60)
def test_the_standing_announcement_changes_only_to_a_stronger_one_and_not_after_a_double(
    players: int, table: Table
) -> None:  # A3, A4, A8
    moments = table.moments(players)
    for (before, _, _), (after, step, _) in pairwise(moments):
        old, new = before.standing, after.standing
        if old is None or new is None or old == new:
            continue
        assert before.auction.doubled_by is None
        assert (new.tricks, new.trump.strength) > (old.tricks, old.trump.strength)
        assert new.trump is not old.trump
        assert step is not None
        assert [seat for seat, bid in enumerate(after.auction.bids) if bid is not None] == [step[0]]


# What may be known


def cards_in(value: Any) -> set[str]:
    """Return every card named anywhere in *value*."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return {card for item in value for card in cards_in(item)}
    return {value} if isinstance(value, str) and value in set(Card) else set()


@EVERY_TABLE
@given(SEEDS)
@settings(max_examples=8)
def test_no_event_tells_a_seat_or_a_watcher_a_card_they_may_not_know(
    players: int, seed: int
) -> None:
    game = Game.start(
        players, seed % players, asks_ready=bool(seed & 8), has_windows=bool(seed & 16)
    )
    known: dict[int | None, set[str]] = {}
    lot = Lot(seed)
    for _ in range(2):
        game, happened = game.deal_from(seed.to_bytes(32, "big"))
        known = {None: set(), **{seat: set[str](hand) for seat, hand in enumerate(game.deal.dealt)}}
        while True:
            for event in happened:
                for seat, cards in known.items():
                    if isinstance(event, events.CardPlayed):
                        cards.add(event.card)
                    told = cards_in(msgspec.to_builtins(redacted(event, seat)))
                    assert told <= cards or isinstance(event, events.DealScored)
            if game.deal.is_over:
                break
            step = chosen(game.deal, lot)
            game, happened = game.close_window() if step is None else game.apply(*step)


def with_swapped(deal: Deal, one: Card, other: Card) -> Deal:
    """Return the start of *deal* with two cards exchanged, wherever they are."""
    trade = {one: other, other: one}
    hands = tuple(tuple(trade.get(card, card) for card in hand) for hand in deal.dealt)
    return Deal.start(
        hands, deal.dealer, asks_ready=bool(deal.unready), has_windows=deal.has_windows
    )


def replayed(deal: Deal, moments: list[Moment]) -> list[Moment] | None:
    """Return the same steps taken from *deal*, or ``None`` if its cards would forbid one."""
    again = [Moment(deal)]
    for moment in moments[1:]:
        try:
            again.append(taken(again[-1].deal, moment.step))
        except IllegalActionError:
            return None
    return again


@EVERY_TABLE
@given(TABLES, SEEDS)
@settings(max_examples=60)
def test_a_view_is_the_same_whatever_the_other_hands_and_the_stock_are(
    players: int, table: Table, pick: int
) -> None:
    moments = table.moments(players)[:-1]
    moments = moments[: 1 + Lot(~pick).below(len(moments))]
    lot = Lot(pick)
    seat = lot.below(players + 1)
    viewer = None if seat == players else seat
    real = moments[-1].deal
    unseen = [card for other, hand in enumerate(real.hands) if other != viewer for card in hand]
    unseen += stock(real.dealt)
    assume(unseen)  # whoever holds the last card of the whole pack has seen all others
    world = moments
    for _ in range(8):
        one, other = unseen[lot.below(len(unseen))], unseen[lot.below(len(unseen))]
        # Only worlds in which everybody could have done what they did may be imagined.
        world = replayed(with_swapped(world[0].deal, one, other), moments) or world
    assert world[-1].deal.view(viewer) == real.view(viewer)
    for here, there in zip(moments, world, strict=True):
        assert [redacted(event, viewer) for event in here.events] == [
            redacted(event, viewer) for event in there.events
        ]


def folded(game: Game, happened: Iterable[Event]) -> Game:
    """Return *game* after the events of a whole table, hands and all."""
    hands: list[tuple[Card, ...]] = []
    for event in happened:
        match event:
            case events.DealBegan():
                hands = []
            case events.HandDealt(hand=hand):
                hands.append(hand)
                if len(hands) == game.players:
                    game, _ = game.next_deal(tuple(hands))
            case _:
                game = fold(game, event)
    return game


@EVERY_TABLE
@given(SEEDS)
@settings(max_examples=6)
def test_a_game_is_a_fold_of_its_events(players: int, seed: int) -> None:
    begun = Game.start(
        players, seed % players, asks_ready=bool(seed & 8), has_windows=bool(seed & 16)
    )
    game, lot, log = begun, Lot(seed), list[Event]()
    for _ in range(2):
        game, happened = game.deal_from(seed.to_bytes(32, "big"))
        log += happened
        while not game.deal.is_over:
            step = chosen(game.deal, lot)
            game, happened = game.close_window() if step is None else game.apply(*step)
            log += happened
    wire = msgspec.json.encode(log)
    assert folded(begun, msgspec.json.decode(wire, type=list[Event])) == game


class Onlooker:
    """What a client can keep up from the events alone, without knowing a rule."""

    def __init__(self, players: int) -> None:
        self.bids: list[int | None] = [None] * players
        self.tricks = [0] * players
        self.trick: list[Card] = []
        self.winning: int | None = None
        self.standing: tuple[int, int, Trump, Pack | None] | None = None
        self.doubled_by: int | None = None
        self.redoubled = False

    def sees(self, event: Event) -> None:
        match event:
            case events.BidMade(seat=seat, tricks=tricks, trump=trump, pack=pack, announces=new):
                if new:
                    self.bids = [None] * len(self.bids)
                    self.standing = (seat, tricks, trump, pack)
                self.bids[seat] = tricks
            case events.Doubled(seat=seat):
                self.doubled_by = seat
            case events.Redoubled():
                self.redoubled = True
            case events.AuctionClosed(bids=bids):
                assert self.bids == list(bids)
            case events.CardPlayed(seat=seat, card=card, wins=wins):
                self.trick.append(card)
                self.winning = seat if wins else self.winning
            case events.TrickTaken(seat=seat, card=card):
                assert card in self.trick
                assert seat == self.winning
                self.tricks[seat] += 1
                self.trick, self.winning = [], None
            case events.DealScored(tricks=tricks, bids=bids):
                assert (list(tricks), list(bids)) == (self.tricks, self.bids)


@EVERY_TABLE
@given(TABLES)
@settings(max_examples=20)
def test_the_events_tell_a_watcher_all_that_a_view_shows(players: int, table: Table) -> None:
    onlooker = Onlooker(players)
    for deal, _, happened in table.moments(players):
        for event in happened:
            assert event.seen_by == EVERYBODY
            onlooker.sees(event)
        view, standing = deal.view(None), deal.standing
        assert onlooker.bids == list(view.bids)
        assert onlooker.tricks == list(view.tricks)
        assert (onlooker.trick, onlooker.winning) == (list(view.trick), view.winning)
        assert (onlooker.doubled_by, onlooker.redoubled) == (view.doubled_by, view.redoubled)
        assert onlooker.standing == (
            standing and (standing.seat, standing.tricks, standing.trump, standing.pack)
        )


# Records


def names(players: int) -> list[str]:
    return [f"player {seat}" for seat in range(players)]


@EVERY_TABLE
@given(RECORDED, SEEDS)
@settings(max_examples=40)
def test_replaying_a_record_gives_the_same_cards_bids_turn_and_score(
    players: int, table: Table, pick: int
) -> None:
    moments = table.moments(players)
    for deal in (moments[-1].deal, moments[Lot(pick).below(len(moments))].deal):
        record = Record.of_deal(deal, names(players), id="x", extra={"y": [1, None]})
        text = record.write()
        again = Record.read(text)
        assert again == record
        assert json.loads(text)["extra"] == {"y": [1, None]}
        assert twin.verdict(text.encode()) is None
        [same] = again.deals
        if deal.phase is Phase.PLAY and not deal.plays and deal.auction.factor == 2:
            assert same.turn is not None
            same, _ = same.apply(same.turn, PASS)  # declining is not recorded
        assert same == deal


@EVERY_TABLE
@given(TABLES, SEEDS)
@settings(max_examples=15)
def test_the_record_of_a_live_deal_is_that_of_the_same_deal_without_questions(
    players: int, table: Table, pick: int
) -> None:  # A1, A10
    moments = table.moments(players)
    deal = moments[Lot(pick).below(len(moments))].deal
    record = Record.of_deal(deal, names(players))
    assert Record.read(record.write()) == record
    [same] = record.deals
    assert (same.dealt, same.hands, same.auction) == (deal.dealt, deal.hands, deal.auction)
    assert (same.calls, same.plays, same.trick) == (deal.calls, deal.plays, deal.trick)
    assert (same.tricks, same.points) == (deal.tricks, deal.points)
    if deal.phase in {Phase.PLAY, Phase.OVER} and deal.plays:
        assert (same.turn, same.phase) == (deal.turn, deal.phase)


def fault_of(data: dict[str, Any]) -> twin.Verdict | None:
    try:
        Record.read(json.dumps(data))
    except RecordError as error:
        fault = error.fault
        return twin.Verdict(fault.rule.value, fault.deal, fault.section, fault.index)
    return None


def in_a_record(seat: int, action: Action) -> tuple[str, dict[str, Any]]:
    """Return the section of a record where *action* belongs, and how it stands there."""
    match action:
        case Bid(tricks, trump, pack):
            return "calls", {"seat": seat, "tricks": tricks, "trump": trump, "pack": pack}
        case Play(card):
            return "plays", {"seat": seat, "card": card}
        case _:
            return "calls", {"seat": seat, "double" if action == DOUBLE else "redouble": True}


@EVERY_TABLE
@given(RECORDED, SEEDS)
@example(Table(cards=1, seed=20899223, asks_ready=False, has_windows=False), 20899223)
@settings(max_examples=40)
def test_what_the_rules_refuse_is_the_fault_of_a_record_that_holds_it(
    players: int, table: Table, pick: int
) -> None:
    moments, lot = table.moments(players), Lot(pick)
    deal = moments[Lot(pick).below(len(moments))].deal
    actions = [what for what in every_action(deal.cards) if what not in (READY, PASS)]
    if deal.plays:  # the calls come first in a record
        actions = [what for what in actions if isinstance(what, Play)]
    data = json.loads(Record.of_deal(deal, names(players)).write())
    for _ in range(20):
        seat, action = lot.below(players + 1), actions[lot.below(len(actions))]
        section, step = in_a_record(seat, action)
        tried = json.loads(json.dumps(data))
        tried["deals"][0][section].append(step)
        found = fault_of(tried)
        assert found == twin.verdict(json.dumps(tried).encode())
        if action == REDOUBLE and deal.phase is Phase.PLAY:
            continue  # that it was declined stands in no record
        refusal = deal.refuse(seat, action)
        if refusal is not None and refusal.code not in (Code.DEAL_OVER, Code.REDOUBLE_OPEN):
            assert found is not None
            expected = (refusal.code, section)
            assert (found.rule, found.section) == expected


# Games


@EVERY_TABLE
@given(SEEDS)
@settings(max_examples=4)
def test_a_game_adds_up(players: int, seed: int) -> None:  # G1, G3, G5
    game, lot = Game.start(players, seed % players), Lot(seed)
    happened: tuple[Event, ...] = ()
    while not game.is_over:
        if game.needs_deal:
            game, _ = game.deal_from(seed.to_bytes(32, "big"))
        step = chosen(game.deal, lot)
        assert step is not None
        game, happened = game.apply(*step)
    points = [deal.points for deal in game.deals if deal.points is not None]
    assert len(points) == len(schedule(players))
    assert game.totals == tuple(map(sum, zip(*points, strict=True)))
    assert happened[-1] == events.GameEnded(EVERYBODY, game.totals, places(game.totals))
    assert min(places(game.totals)) == 1
    record = Record.of_game(game, names(players))
    assert record.deals == game.deals
    assert Record.read(record.write()) == record
    assert twin.verdict(record.write().encode()) is None
