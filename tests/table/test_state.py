"""A table is the fold of its stored events: after every batch, at every number of players."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from batarde.rules.replaying import fold as fold_game
from batarde.table import commands as do
from batarde.table.actors import Person
from batarde.table.notices import GoOn, Rename, Return, TakeOver, Wait
from batarde.table.settings import Pace, Settings
from batarde.table.state import TableState
from tests.table.desk import STRANGER, Desk, person

TABLES = st.builds(
    Settings,
    players=st.integers(3, 7),
    pace=st.sampled_from(Pace),
    double_window=st.sampled_from([0, 500, 2_000]),
    deal_pause=st.sampled_from([0, 5_000]),
    by_lot=st.booleans(),
    asks_ready=st.booleans(),
    talk=st.booleans(),
)

KINDS = (
    *["act"] * 12,
    *["shares"] * 6,
    *["wait"] * 4,
    *("say", "sit", "stand", "bot", "unseat", "pause", "resume", "away", "back", "leave", "crash"),
    *("start", "fail", "watching", "remove", "rename"),
)


@settings(max_examples=60)
@given(TABLES, st.integers(1, 7), st.data())
def test_the_live_table_is_the_fold_of_what_was_stored(
    wanted: Settings, people: int, data: st.DataObject
) -> None:
    desk = Desk(wanted, people=range(min(people, wanted.players)), lot=lot(data))
    desk.check_stored()
    desk.ask(0, do.Start(fill="simple"))
    steps = data.draw(st.lists(st.sampled_from(KINDS), min_size=10, max_size=90))
    for kind in steps:
        seen = len(desk.batches)
        step(desk, kind, data)
        if len(desk.batches) != seen:
            desk.check_stored()
        _check_sense(desk.state)
    events = desk.journal.events()
    assert len(events) == desk.state.seq


def lot(data: st.DataObject) -> Any:
    return lambda below: data.draw(st.integers(0, below - 1), label="lot")


def step(desk: Desk, kind: str, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, desk.settings.players - 1))
    match kind:
        case "act":
            _act(desk, data)
        case "shares":
            _share(desk)
        case "wait":
            desk.clock.advance(data.draw(st.sampled_from([1, 600, 2_000, 9_000, 90_000])))
        case "fail":
            desk.journal.failure = OSError("full")
            _act(desk, data)
            desk.clock.advance(500)
            desk.journal.failure = None
        case "crash":
            desk.crash(seconds=30)
            desk.note(GoOn())
        case "away":
            desk.note(TakeOver(seat))
        case "back":
            desk.note(Return(seat))
        case "rename":
            desk.note(Rename(Person(f"p{seat}", data.draw(st.sampled_from(["", "Ada"])))))
        case "leave":
            desk.note(Wait())
            desk.note(GoOn())
        case _:
            desk.ask(
                data.draw(st.sampled_from([person(0), person(seat), STRANGER])),
                _COMMANDS[kind](seat),
            )


_COMMANDS: dict[str, Any] = {
    "say": lambda _seat: do.Say(text="bonjour «là»"),
    "sit": lambda seat: do.Sit(seat=seat),
    "stand": lambda _seat: do.Stand(),
    "bot": lambda seat: do.SeatBot(seat=seat),
    "unseat": lambda seat: do.Unseat(seat=seat),
    "watching": lambda seat: do.AllowWatching(allowed=seat % 2 == 0),
    "remove": lambda seat: do.Remove(player=f"p{seat}"),
    "pause": lambda _seat: do.Pause(),
    "resume": lambda _seat: do.Resume(),
    "start": lambda _seat: do.Start(fill="simple"),
}


def _act(desk: Desk, data: st.DataObject) -> None:
    """Let a seat that may do something do it, as a person or as a bot."""
    able = [seat for seat, legal in enumerate(desk.table.fresh.legal) if legal]
    if not able:
        return
    seat = data.draw(st.sampled_from(able))
    legal = desk.table.fresh.legal[seat]
    action = legal[data.draw(st.integers(0, min(len(legal), 6) - 1))]
    if desk.state.seats[seat].is_played_by_bot:
        desk.bot_acts(seat, action)
    else:
        desk.ask(desk.person_at(seat), do.Act(seq=desk.state.seq, action=action))


def _share(desk: Desk) -> None:
    """Let everybody give what they can of their shares."""
    draw = desk.state.draw
    for seat in desk.givers():
        if draw is None or draw.deal != len(desk.state.running.deals):
            return
        asker = desk.person_at(seat)
        desk.ask(asker, do.CommitShare(deal=draw.deal, commitment=desk.commitment(seat)))
        if desk.state.draw is not None:
            desk.ask(asker, do.OpenShare(deal=draw.deal, share=desk.shares[seat].hex()))


def _check_sense(state: TableState) -> None:
    players = [seat.player for seat in state.seats if seat.player]
    assert len(players) == len(set(players)), "somebody sits twice"
    names = [seat.name for seat in state.seats if seat.name]
    names += [promise.name for promise in state.promised]
    assert len(names) == len(set(names)), "two are called alike"
    assert all(bank >= 0 for bank in state.banks)
    assert state.since <= state.at or not state.is_playing
    if state.is_playing:
        assert all(seat.kind != "empty" for seat in state.seats)


def test_a_whole_game_of_every_size_folds_and_its_game_is_that_of_the_rules() -> None:
    for players in range(3, 8):
        desk = Desk(Settings(players=players, pace=Pace.NONE, deal_pause=0, double_window=500))
        desk.start()
        desk.play_game()
        desk.check_stored()
        running = desk.state.running
        assert len(desk.state.proofs) == len(running.deals)
        game = replace(running, deals=())
        hands: list[Any] = []
        for event in desk.journal.events():
            name = type(event).__name__
            if name == "HandDealt":
                hands.append(event.hand)  # type: ignore[union-attr]
                if len(hands) == players:
                    game, _ = game.next_deal(tuple(hands))
                    hands = []
            elif game.deals:
                game = fold_game(game, event)
        assert game == running


def test_who_leaves_a_seat_and_comes_back_again_and_again_is_remembered_once() -> None:
    desk = Desk(people=range(3)).start()
    for _ in range(5):
        desk.do(1, do.Stand())
        desk.do(1, do.Sit(seat=1))
    assert desk.state.sat == (("p0", 0), ("p1", 1), ("p2", 2))
    assert desk.state.seat_had("p1") == 1
