"""A table as it stands: the fold of its events.

After a crash a table is what its stored events say, and nothing else. Times are milliseconds of the
server's clock and come with the events, so that a replay gives the same clocks.
"""

from collections.abc import Callable
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from batarde.rules import events as rules
from batarde.rules.cards import Card
from batarde.rules.game import Game
from batarde.rules.replaying import fold as fold_game
from batarde.table import events as ev
from batarde.table.fairness import Proof, Share
from batarde.table.settings import Settings

__all__ = ["TALK_KEPT", "Draw", "DrawState", "PromisedSeat", "Seat", "TableState", "fold"]

TALK_KEPT: Final = 50
"""How much of the table talk is shown to who comes later."""
_REMOVED_KEPT: Final = 200


class Seat(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who sits on a seat."""

    kind: Literal["empty", "person", "bot"] = "empty"
    name: str = ""
    player: str = ""
    """The person's public id."""
    level: str = ""
    """The bot's level."""
    away: bool = False
    """Whether a bot plays for the person."""

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot has to act for this seat."""
        return self.kind == "bot" or self.away


class PromisedSeat(msgspec.Struct, frozen=True, gc=False):
    """A seat that somebody gets with the next deal."""

    seat: int
    player: str
    name: str


class DrawState(msgspec.Struct, frozen=True):
    """Where the making of a fair deal stands, as everybody may see it."""

    deal: int
    commitment: str
    shares: tuple[Share, ...]
    is_closed: bool
    table: str = ""
    """What stands for the table in the hashes."""


class Draw(msgspec.Struct, frozen=True, gc=False):
    """The making of a fair deal: the server's secret and the clients' shares."""

    deal: int
    secret: str
    commitment: str = ""
    shares: tuple[Share, ...] = ()
    is_closed: bool = False
    table: str = ""
    """What stands for the table in the hashes: a record must not show a table's code."""

    def share(self, seat: int) -> Share | None:
        """Return what *seat* has given so far."""
        return next((share for share in self.shares if share.seat == seat), None)

    def shown(self) -> DrawState:
        """Return it without its secret."""
        return DrawState(self.deal, self.commitment, self.shares, self.is_closed, self.table)

    def proof(self) -> Proof:
        """Return the proof of the deal, which holds the secret."""
        return Proof(self.table, self.deal, self.commitment, self.secret, self.shares)


class TableState(msgspec.Struct, frozen=True, gc=False):
    """Everything about a table that its events tell."""

    id: str
    created: int = 0
    settings: Settings = Settings()
    host: str = ""
    seats: tuple[Seat, ...] = ()
    seq: int = 0
    """The number of events so far, which is the sequence number of the next one."""
    at: int = 0
    """When the last event happened."""
    since: int = 0
    """Since when whoever has to act has had the chance to."""
    games: int = 0
    """How many games were started here."""
    own_id: str = ""
    """The id that was drawn for the present game; an older server drew none."""
    game: Game | None = None
    dealing: tuple[tuple[Card, ...], ...] = ()
    """The hands of a deal whose cards are just being dealt."""
    draw: Draw | None = None
    revealed: tuple[bytes, ...] = ()
    """The revealed proofs of this game's deals, packed."""
    is_paused: bool = False
    paused_by: str = ""
    """Who paused the game, or empty if it waits for anybody to come back."""
    banks: tuple[int, ...] = ()
    """The time left in each seat's bank."""
    talk: tuple[ev.Said, ...] = ()
    sat: tuple[tuple[str, int], ...] = ()
    """Who has had which seat in this game, and so has seen its cards."""
    promised: tuple[PromisedSeat, ...] = ()
    """Who gets a seat with the next deal."""
    played: tuple[Seat, ...] = ()
    """Who played the last game, once anybody else sits where they did."""
    removed: tuple[str, ...] = ()
    """Whom a host has sent away."""
    coached: tuple[int, ...] = ()
    """The seats whose players were helped in this game."""

    @property
    def game_id(self) -> str:
        """The id of the present game in the archive."""
        return self.own_id or f"{self.id}-{self.games}"

    @property
    def name_in_hashes(self) -> str:
        """What stands for the table in the hashes of the present game."""
        return self.own_id or self.id

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The revealed proofs of this game's deals."""
        return tuple(map(Proof.unpacked, self.revealed))

    @property
    def is_playing(self) -> bool:
        """Whether a game is running."""
        return self.game is not None and not self.game.is_over

    @property
    def is_dealt(self) -> bool:
        """Whether a deal is being played, so that hands are known to those who hold them."""
        return self.is_playing and bool(self.running.deals) and not self.running.deals[-1].is_over

    @property
    def is_alone(self) -> bool:
        """Whether exactly one person plays, or would."""
        return sum(seat.kind == "person" for seat in self.seats) == 1

    @property
    def running(self) -> Game:
        """The game, where there must be one."""
        assert self.game is not None, "no game has been started"
        return self.game

    def seat_had(self, player: str) -> int | None:
        """Return the seat that a person has had in the running game: nobody may see two hands."""
        if not self.is_playing:
            return None
        return next((seat for sitter, seat in self.sat if sitter == player), None)

    def promise_to(self, player: str) -> int | None:
        """Return the seat that a person gets with the next deal, if one is promised to them."""
        return next((each.seat for each in self.promised if each.player == player), None)

    def name_of(self, player: str) -> str:
        """Return how a person is called here, as far as they have a seat or have spoken."""
        return next((each.name for each in self._named() if each.player == player), "")

    def other_names(self, player: str) -> list[str]:
        """Return the names at the table that are not of this person."""
        return [each.name for each in self._named() if each.name and each.player != player]

    def _named(self) -> "tuple[Seat | PromisedSeat | ev.Said, ...]":
        """Return what says how anybody is called, the surest first."""
        return (*self.seats, *self.promised, *reversed(self.talk))

    def seat_of(self, player: str) -> int | None:
        """Return the seat of a person, or ``None``."""
        for number, seat in enumerate(self.seats):
            if seat.player == player and player:
                return number
        return None


def fold(state: TableState, event: ev.TableEvent, at: int, game: Game | None = None) -> TableState:
    """Return the table after *event*; a *game* that is known already is not computed again."""
    own = _FOLDS.get(type(event))
    if own is not None:
        return own(replace(state, seq=state.seq + 1, at=at), event)
    if state.game is None:
        return replace(state, seq=state.seq + 1, at=at)
    after = game or fold_game(state.game, event)
    return replace(
        state,
        seq=state.seq + 1,
        at=at,
        game=after,
        banks=_banks(state, event, at),
        since=state.since if _waits_on(after, event) else at,
    )


def _is_waited_for(state: TableState, seat: int) -> bool:
    deal = state.running.deal if state.game and state.game.deals else None
    return deal is not None and not deal.window and (deal.turn == seat or seat in deal.unready)


def _waits_on(game: Game, event: ev.TableEvent) -> bool:
    """Return whether one answer of several leaves the others on the time they had."""
    return (type(event) is rules.Waved and bool(game.deal.window)) or (
        type(event) is rules.Readied and bool(game.deal.unready)
    )


def _banks(state: TableState, event: ev.TableEvent, at: int) -> tuple[int, ...]:
    """Return the banks, less what the seat in turn used beyond its time for one move."""
    thinking = state.settings.thinking
    seat = getattr(event, "seat", None)
    if thinking is None or seat is None or state.running.turn != seat:
        return state.banks
    over = at - state.since - thinking.move
    if over <= 0:
        return state.banks
    return tuple(max(0, bank - over * (n == seat)) for n, bank in enumerate(state.banks))


def _opened(state: TableState, event: ev.TableOpened) -> TableState:
    seats = (Seat(),) * event.settings.players
    return replace(state, created=state.at, settings=event.settings, host=event.host, seats=seats)


def _seated(state: TableState, number: int, seat: Seat) -> TableState:
    is_over = state.game is not None and state.game.is_over
    return replace(
        state,
        seats=(*state.seats[:number], seat, *state.seats[number + 1 :]),
        played=(state.played or state.seats) if is_over else (),
    )


def _person(state: TableState, event: ev.PersonSeated) -> TableState:
    moved = _seated(state, event.seat, Seat("person", event.name, event.player))
    if state.promised:
        moved = replace(
            moved,
            promised=tuple(
                promise
                for promise in state.promised
                if promise.seat != event.seat and promise.player != event.player
            ),
        )
    if not state.is_playing:
        return moved
    if (event.player, event.seat) not in state.sat:
        moved = replace(moved, sat=(*state.sat, (event.player, event.seat)))
    return replace(moved, since=state.at) if _is_waited_for(state, event.seat) else moved


def _promise(state: TableState, event: ev.SeatPromised) -> TableState:
    promise = PromisedSeat(event.seat, event.player, event.name)
    return replace(state, promised=(*state.promised, promise))


def _promise_ended(state: TableState, event: ev.PromiseEnded) -> TableState:
    kept = tuple(promise for promise in state.promised if promise.seat != event.seat)
    return replace(state, promised=kept)


def _renamed(state: TableState, event: ev.PersonRenamed) -> TableState:
    player, name = event.player, event.name
    return replace(
        state,
        seats=tuple(
            replace(seat, name=name) if seat.player == player else seat for seat in state.seats
        ),
        promised=tuple(
            replace(promise, name=name) if promise.player == player else promise
            for promise in state.promised
        ),
    )


def _bot(state: TableState, event: ev.BotSeated) -> TableState:
    return _seated(state, event.seat, Seat("bot", event.name, level=event.level))


def _left(state: TableState, event: ev.SeatLeft) -> TableState:
    return _seated(state, event.seat, Seat())


def _away(state: TableState, event: ev.BotTookOver | ev.PersonReturned) -> TableState:
    away = isinstance(event, ev.BotTookOver)
    moved = _seated(state, event.seat, replace(state.seats[event.seat], away=away))
    # Who is replaced, and who comes back, gets a fresh turn: the clock was not theirs. Nobody else
    # does, or two friends could stop all clocks by coming and going.
    return replace(moved, since=state.at) if _is_waited_for(state, event.seat) else moved


def _started(state: TableState, event: ev.GameStarted) -> TableState:
    settings = state.settings
    game = Game.start(
        settings.players,
        event.dealer,
        asks_ready=settings.asks_ready,
        has_windows=settings.double_window > 0,
    )
    bank = settings.thinking.bank if settings.thinking else 0
    seats = tuple(state.seats[seat] for seat in event.order)
    return replace(
        state,
        seats=seats,
        sat=tuple((seat.player, number) for number, seat in enumerate(seats) if seat.player),
        games=state.games + 1,
        own_id=event.game,
        game=game,
        played=(),
        draw=None,
        revealed=(),
        is_paused=False,
        banks=(bank,) * settings.players,
        since=state.at,
        coached=(),
    )


def _dealt(state: TableState, event: rules.HandDealt) -> TableState:
    dealing = (*state.dealing, event.hand)
    if len(dealing) < state.settings.players:
        return replace(state, dealing=dealing)
    game, _ = state.running.next_deal(dealing)
    return replace(state, dealing=(), game=game, since=state.at)


def _hint(state: TableState, event: ev.HintGiven) -> TableState:
    return replace(state, coached=tuple(sorted({*state.coached, event.seat})))


def _draw(state: TableState) -> Draw:
    assert state.draw is not None, "shares belong to a drawn secret"
    return state.draw


def _committed(state: TableState, event: ev.DealCommitted) -> TableState:
    table = event.table or state.id
    draw = replace(_draw(state), commitment=event.commitment, table=table)
    return replace(state, draw=draw, since=state.at)


def _share_committed(state: TableState, event: ev.ShareCommitted) -> TableState:
    draw = _draw(state)
    shares = (*draw.shares, Share(event.seat, event.commitment))
    return replace(state, draw=replace(draw, shares=shares))


def _closed(state: TableState, _event: ev.SharesClosed) -> TableState:
    return replace(state, draw=replace(_draw(state), is_closed=True), since=state.at)


def _share_opened(state: TableState, event: ev.ShareOpened) -> TableState:
    draw = _draw(state)
    shares = tuple(
        replace(share, value=event.share) if share.seat == event.seat else share
        for share in draw.shares
    )
    return replace(state, draw=replace(draw, shares=shares))


def _revealed(state: TableState, _event: ev.SecretRevealed) -> TableState:
    proof = _draw(state).proof().packed()
    return replace(state, draw=None, revealed=(*state.revealed, proof), since=state.at)


# One line for each event that is the table's own; the rest moves the game.
_FOLDS: dict[type, Callable[[TableState, Any], TableState]] = {
    ev.TableOpened: _opened,
    ev.PersonSeated: _person,
    ev.BotSeated: _bot,
    ev.SeatLeft: _left,
    ev.SeatPromised: _promise,
    ev.PromiseEnded: _promise_ended,
    ev.PersonRenamed: _renamed,
    ev.Removed: lambda state, event: replace(
        state, removed=(*state.removed, event.player)[-_REMOVED_KEPT:]
    ),
    ev.WatchingChanged: lambda state, event: replace(
        state, settings=replace(state.settings, watchable=event.allowed)
    ),
    ev.HostChanged: lambda state, event: replace(state, host=event.host),
    ev.GameStarted: _started,
    ev.Paused: lambda state, event: replace(state, is_paused=True, paused_by=event.by),
    ev.Resumed: lambda state, _: replace(state, is_paused=False, since=state.at),
    ev.BotTookOver: _away,
    ev.PersonReturned: _away,
    ev.TimeRanOut: lambda state, _: state,
    ev.Said: lambda state, event: replace(state, talk=(*state.talk, event)[-TALK_KEPT:]),
    ev.HintGiven: _hint,
    ev.SecretDrawn: lambda state, event: replace(state, draw=Draw(event.deal, event.secret)),
    ev.DealCommitted: _committed,
    ev.ShareCommitted: _share_committed,
    ev.SharesClosed: _closed,
    ev.ShareOpened: _share_opened,
    ev.SecretRevealed: _revealed,
    rules.DealBegan: lambda state, _: state,
    rules.HandDealt: _dealt,
}
