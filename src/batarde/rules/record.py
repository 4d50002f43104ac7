"""The game record ``batarde/1``: one JSON object per game or single deal (docs/record.md).

A :class:`Record` is always valid: reading one, and making one, replays it by the rules. It does not
keep all that a live deal knows, such as who has waved a window through. Fields that nobody knows
are kept.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from batarde.rules.actions import Bid, Call, Double
from batarde.rules.checking import FORMAT, parse, replay
from batarde.rules.deal import Deal
from batarde.rules.errors import MalformedError
from batarde.rules.game import Game
from batarde.rules.jsontext import write_object

__all__ = ["Record", "write_game"]

Kind = Literal["game", "deal"]


class Record(msgspec.Struct, frozen=True):
    """A valid record: its *deals* replayed, and its *data* as it was read or will be written.

    >>> deal = Deal.shuffled(players=3, cards=2, dealer=0, seed=bytes(32))
    >>> record = Record.of_deal(deal, ["Ana", "Bo", "Chi"])
    >>> Record.read(record.write()) == record
    True
    """

    kind: Kind
    players: tuple[str, ...]
    deals: tuple[Deal, ...]
    data: Mapping[str, Any]

    @classmethod
    def read(cls, text: bytes | str) -> "Record":
        """Return the record in *text*.

        :raises RecordError: with the first fault, if it is not valid.
        """
        data = parse(text)
        return cls(data["kind"], tuple(data["players"]), replay(data), data)

    @classmethod
    def of_game(cls, game: Game, players: Sequence[str], **fields: Any) -> "Record":
        """Return the record of *game*, running or over; *fields* are added to it.

        :raises RecordError: if the *fields* break it.
        """
        return cls.read(write_game(game, players, **fields))

    @classmethod
    def of_deal(cls, deal: Deal, players: Sequence[str], **fields: Any) -> "Record":
        """Return the record of a single *deal*; *fields* are added to it.

        :raises RecordError: if the *fields* break it.
        """
        return cls.read(write_object(_written("deal", (deal,), players, deal.players, fields)))

    def write(self) -> str:
        """Return the record as one line of JSON, without the line's end."""
        return write_object(self.data)


def write_game(game: Game, players: Sequence[str], **fields: Any) -> str:
    """Return the record of *game* as one line, for whoever need not have it replayed.

    The *fields* are added to it, and must not break it.
    """
    data = _written("game", game.deals, players, game.players, fields)
    try:
        return msgspec.json.encode(data).decode()  # several times faster
    except UnicodeEncodeError:
        return write_object(data)


def _written(
    kind: Kind,
    deals: tuple[Deal, ...],
    players: Sequence[str],
    seats: int,
    fields: Mapping[str, Any],
) -> dict[str, Any]:
    if len(players) != seats:
        raise MalformedError(f"{len(players)} names for {seats} players")
    scored = [deal.points for deal in deals if deal.points is not None]
    return {
        "format": FORMAT,
        "kind": kind,
        "rules": "2023",
        "players": list(players),
        "deals": [_deal_data(deal) for deal in deals],
        "totals": [sum(points[seat] for points in scored) for seat in range(seats)],
        **fields,
    }


def _deal_data(deal: Deal) -> dict[str, Any]:
    data: dict[str, Any] = {
        "cards": deal.cards,
        "dealer": deal.dealer,
        "hands": deal.dealt,
        "calls": [_call_data(call) for call in deal.calls],
        "plays": [{"seat": seat, "card": card} for seat, card in deal.plays],
    }
    if deal.points is not None:
        data |= {"tricks": deal.tricks, "points": deal.points}
    return data


def _call_data(call: Call) -> dict[str, Any]:
    seat, action = call
    if not isinstance(action, Bid):
        return {"seat": seat, "double" if isinstance(action, Double) else "redouble": True}
    return {"seat": seat, "tricks": action.tricks, "trump": action.trump, "pack": action.pack}
