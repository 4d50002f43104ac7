"""Checking a record: its shape, then every deal, call, card and count, in order.

The first fault is reported with its rule, deal, section and index, all counted from 0
(docs/record.md). A record without fault comes back as its replayed deals.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from batarde.rules.actions import DOUBLE, PASS, REDOUBLE, Bid, Double, Redouble, play
from batarde.rules.cards import Card, Pack
from batarde.rules.deal import Deal
from batarde.rules.dealing import misdealt_seat
from batarde.rules.errors import BatardeError, MalformedError
from batarde.rules.game import schedule
from batarde.rules.jsontext import read_object
from batarde.rules.refusals import Code, Refusal
from batarde.rules.trumps import Trump
from batarde.rules.views import Phase

__all__ = ["FORMAT", "Fault", "RecordError", "as_record", "parse", "replay"]

FORMAT = "batarde/1"
_TRUMPS = frozenset(trump.value for trump in Trump)
_PACKS = (None, *(pack.value for pack in Pack))

Json = Mapping[str, Any]


class Fault(msgspec.Struct, frozen=True):
    """The first fault of a record, and where it is; *deal* is -1 where no deal is meant."""

    rule: Code
    deal: int
    section: str
    index: int
    refusal: Refusal | None = None
    """Why the call or card was refused, where the fault is one."""


class RecordError(BatardeError):
    """A record that does not follow the rules; :attr:`fault` says where."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.rule.value}: deal {fault.deal}, {fault.section} {fault.index}")
        self.fault = fault


def parse(text: bytes | str) -> dict[str, Any]:
    """Return the JSON object in *text*, of the right shape but not yet replayed.

    :raises RecordError: with the code ``schema`` if it is anything else.
    """
    return as_record(read_object(text))


def as_record(data: dict[str, Any] | None) -> dict[str, Any]:
    """Return *data* if it has the shape of a record.

    :raises RecordError: with the code ``schema`` if it has not.
    """
    if data is None or not _is_record(data):
        raise RecordError(Fault(Code.SCHEMA, -1, "record", 0))
    return data


def replay(data: Json) -> tuple[Deal, ...]:
    """Return the deals of a parsed record, replayed by the rules.

    :raises RecordError: with the first fault.
    """
    players = len(data["players"])
    if not 3 <= players <= 7:
        raise RecordError(Fault(Code.PLAYERS, -1, "players", players))
    deals: list[Deal] = []
    for number, deal in enumerate(data["deals"]):
        if not _is_scheduled(data, number, deals):
            raise RecordError(Fault(Code.SCHEDULE, number, "deals", number))
        deals.append(_replay_deal(deal, number, players))
    if "totals" in data and data["totals"] != _totals(deals, players):
        raise RecordError(Fault(Code.TOTALS, -1, "totals", 0))
    return tuple(deals)


# The shape. Numbers are integers, and true and false are not numbers.


def _is_record(data: Json) -> bool:
    return (
        data.get("format") == FORMAT
        and data.get("kind") in ("game", "deal")
        and _is_list_of(data.get("players"), str)
        and isinstance(data.get("rules", ""), str)
        and _is_list_of(data.get("totals", []), int)
        and _is_list_of(data.get("deals"), dict)
        and all(_is_deal(deal) for deal in data["deals"])
    )


def _is_deal(deal: Json) -> bool:
    return (
        _is_count(deal.get("cards"), at_least=1)
        and _is_count(deal.get("dealer"))
        and _is_list_of(deal.get("hands"), list)
        and all(_is_list_of(hand, str) for hand in deal["hands"])
        and _is_list_of(deal.get("calls", []), dict)
        and all(_is_call(call) for call in deal.get("calls", []))
        and _is_list_of(deal.get("plays", []), dict)
        and all(_is_play(played) for played in deal.get("plays", []))
        and all(_is_list_of(deal.get(name, []), int) for name in ("tricks", "points"))
    )


def _is_call(call: Json) -> bool:
    kinds = [kind for kind in ("tricks", "double", "redouble") if kind in call]
    if len(kinds) != 1 or not _is_count(call.get("seat")):
        return False
    if kinds != ["tricks"]:
        return call[kinds[0]] is True
    return (
        type(call["tricks"]) is int
        and isinstance(call.get("trump"), str)
        and call["trump"] in _TRUMPS
        and call.get("pack") in _PACKS
    )


def _is_play(played: Json) -> bool:
    return _is_count(played.get("seat")) and isinstance(played.get("card"), str)


def _is_count(value: object, at_least: int = 0) -> bool:
    return type(value) is int and value >= at_least


def _is_list_of(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(type(item) is kind for item in value)


# The rules.


def _is_scheduled(data: Json, number: int, before: Sequence[Deal]) -> bool:
    """Return whether deal *number* may stand where it stands (G1, G3)."""
    deal, players = data["deals"][number], len(data["players"])
    if data["kind"] == "deal":
        return number == 0 and bool(deal["dealer"] < players)
    if not before:
        return bool(deal["dealer"] < players and deal["cards"] == schedule(players)[0])
    return (
        number < len(schedule(players))
        and before[-1].is_over
        and (deal["cards"], deal["dealer"])
        == (schedule(players)[number], (before[-1].dealer + 1) % players)
    )


def _replay_deal(data: Json, number: int, players: int) -> Deal:
    deal = _dealt(data, number, players)
    for index, call in enumerate(data.get("calls", [])):
        deal = _replay_call(deal, call, number, index)
    for index, played in enumerate(data.get("plays", [])):
        deal = _replay_play(deal, played, number, index)
    _check_result(data, number, Code.TRICKS, deal.tricks if deal.is_over else None)
    _check_result(data, number, Code.POINTS, deal.points)
    return deal


def _dealt(data: Json, number: int, players: int) -> Deal:
    hands = [[_card(card) for card in hand] for hand in data["hands"]]
    wrong = 0 if len(hands) != players else misdealt_seat(hands, data["cards"])
    if wrong is not None:
        raise RecordError(Fault(Code.CARDS_DEALT, number, "hands", wrong))
    held = [[card for card in hand if card is not None] for hand in hands]
    return Deal.start(held, data["dealer"])


def _replay_call(deal: Deal, call: Json, number: int, index: int) -> Deal:
    seat, action = call["seat"], _action(call)
    if (refusal := deal.refuse(seat, action)) is not None:
        raise RecordError(Fault(refusal.code, number, "calls", index, refusal))
    return deal.apply(seat, action)[0]


def _action(call: Json) -> Bid | Double | Redouble:
    if "double" in call:
        return DOUBLE
    if "redouble" in call:
        return REDOUBLE
    pack = call.get("pack")
    return Bid(call["tricks"], Trump(call["trump"]), None if pack is None else Pack(pack))


def _replay_play(deal: Deal, played: Json, number: int, index: int) -> Deal:
    if deal.phase is Phase.REDOUBLE and deal.turn is not None:
        deal, _ = deal.apply(deal.turn, PASS)  # declining is not recorded
    seat, card = played["seat"], _card(played["card"])
    refusal = _refuse_play(deal, seat, card)
    if refusal is not None:
        # In a record a card too many is a card out of turn: nobody's turn has come.
        code = Code.TURN if refusal.code is Code.DEAL_OVER else refusal.code
        raise RecordError(Fault(code, number, "plays", index, refusal))
    assert card is not None
    return deal.apply(seat, play(card))[0]


def _refuse_play(deal: Deal, seat: int, card: Card | None) -> Refusal | None:
    if card is not None:
        return deal.refuse(seat, play(card))
    if deal.phase is Phase.PLAY and seat == deal.turn:
        return Refusal(Code.NOT_IN_HAND, "P1")
    return deal.refuse(seat, play(Card.RS))  # any card: it is not the card that is refused


def _card(notation: str) -> Card | None:
    try:
        return Card(notation)
    except MalformedError:
        return None


def _check_result(data: Json, number: int, code: Code, right: tuple[int, ...] | None) -> None:
    """Check a result: only a complete deal may have one, and it must be right."""
    if code.value not in data:
        return
    if right is None or data[code.value] != list(right):
        raise RecordError(Fault(code, number, code.value, 0))


def _totals(deals: Sequence[Deal], players: int) -> list[int]:
    scored = [deal.points for deal in deals if deal.points is not None]
    return [sum(points[seat] for points in scored) for seat in range(players)]
