"""``batarde-bot/1``: questions and answers as lines of JSON, for bots in any language.

A question carries all that its seat may know (docs/bots.md), so it can be read back into a whole
:class:`~batarde.rules.views.View`. Reading is strict: what is not said exactly as the protocol has
it is refused. Fields that nobody knows are left alone, for later versions may add some.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from batarde.bots.external.views import view_of
from batarde.rules.actions import (
    DOUBLE,
    PASS,
    READY,
    REDOUBLE,
    Action,
    Bid,
    Call,
    Double,
    Pass,
    Play,
    Redouble,
    play,
)
from batarde.rules.cards import Card, Pack
from batarde.rules.errors import MalformedError
from batarde.rules.game import MAX_PLAYERS, MIN_PLAYERS
from batarde.rules.questions import answers
from batarde.rules.trumps import Trump
from batarde.rules.views import View

__all__ = ["Question", "read_answer", "read_question", "write_answer", "write_question"]

Ask = Literal["call", "double", "redouble", "play"]
_Seat = Annotated[int, msgspec.Meta(ge=0, le=6)]
_Number = Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)]

_WORDS: Final[dict[type, str]] = {Pass: "pass", Double: "double", Redouble: "redouble"}
_SAID: Final[dict[str, Action]] = {"pass": PASS, "double": DOUBLE, "redouble": REDOUBLE}


class Question(NamedTuple):
    """A question as it was read: answer it with its *number* within *ms* milliseconds."""

    number: int
    ms: int
    view: View


# Writing questions and reading answers: what the side of the table does.


def write_question(view: View, number: int, ms: int) -> str:
    """Return the question that *view* asks, without the line's end.

    :raises MalformedError: if the protocol has no such question.
    """
    legal = answers(view)
    if not legal or legal == (READY,) or view.seat is None:
        raise MalformedError("only a seat that may bid, double, redouble or play is asked")
    data = {
        "id": number,
        "ask": _ask(legal),
        "ms": ms,
        "seat": view.seat,
        "players": view.players,
        "cards": view.cards,
        "deal": view.number,
        "dealer": view.dealer,
        "hand": [card.value for card in view.hand],
        "calls": [{"seat": seat, **_data(call)} for seat, call in view.calls],
        "plays": [{"seat": seat, "card": card.value} for seat, card in view.plays],
        "scores": list(view.scores or (0,) * view.players),
        "legal": [_data(action) for action in legal],
    }
    return json.dumps(data, separators=(",", ":"))


def read_answer(line: bytes | str, number: int, legal: Sequence[Action]) -> Action | None:
    """Return the action that *line* chooses, or ``None`` if it answers another question.

    >>> read_answer('{"id": 7, "choose": 1}', 7, [PASS, DOUBLE]) is DOUBLE
    True
    >>> read_answer('{"id": 6, "choose": 1}', 7, [PASS, DOUBLE]) is None
    True

    :raises MalformedError: if it is no answer, or chooses what is not there.
    """
    try:
        answer = _ANSWER_DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedError(f"unreadable: {_short(line)} ({error})") from None
    if answer.id != number:
        return None
    if type(answer.choose) is not int or not 0 <= answer.choose < len(legal):
        raise MalformedError(f"chose {_short(repr(answer.choose))} of {len(legal)} answers")
    return legal[answer.choose]


# Reading questions and writing answers: what the side of the bot does.


def read_question(line: bytes | str) -> Question:
    """Return the question in *line*, with the view that it tells of.

    :raises MalformedError: if it is not a question, or tells of a deal that cannot be.
    """
    try:
        data = _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise MalformedError(f"unreadable: {_short(line)} ({error})") from None
    legal = tuple(_action(each) for each in data.legal)
    if data.ask != _ask(legal):
        raise MalformedError(f"these are no answers to {data.ask!r}")
    view = view_of(
        seat=data.seat,
        players=data.players,
        cards=data.cards,
        dealer=data.dealer,
        hand=tuple(data.hand),
        calls=tuple(_call(each) for each in data.calls),
        plays=tuple((each.seat, each.card) for each in data.plays),
        is_redouble_open=data.ask == "redouble",
    )
    if strange := [action for action in legal if action not in view.legal]:
        raise MalformedError(f"{strange[0]} is not allowed by the rules")
    if len(data.scores) != data.players:
        raise MalformedError(f"{len(data.scores)} scores for {data.players} players")
    told = replace(view, legal=legal, number=data.deal, scores=tuple(data.scores))
    return Question(data.id, data.ms, told)


def write_answer(question: Question, action: Action) -> str:
    """Return the line that answers *question* with *action*, without the line's end.

    :raises MalformedError: if *action* is not among its answers.
    """
    if action not in question.view.legal:
        raise MalformedError(f"{action} is not among the answers")
    number = question.view.legal.index(action)
    return json.dumps({"id": question.number, "choose": number}, separators=(",", ":"))


class _PlayData(msgspec.Struct):
    seat: _Seat
    card: Card


class _BidData(msgspec.Struct):
    tricks: Annotated[int, msgspec.Meta(ge=0, le=14)]
    trump: Trump
    pack: Pack | None


class _QuestionData(msgspec.Struct):
    id: _Number
    ask: Ask
    ms: _Number
    seat: _Seat
    players: Annotated[int, msgspec.Meta(ge=MIN_PLAYERS, le=MAX_PLAYERS)]
    cards: Annotated[int, msgspec.Meta(ge=1, le=14)]
    deal: _Number
    dealer: _Seat
    hand: list[Card]
    calls: list[dict[str, Any]]
    plays: list[_PlayData]
    scores: list[_Number]
    legal: Annotated[list[dict[str, Any]], msgspec.Meta(min_length=1)]


class _AnswerData(msgspec.Struct):
    id: _Number
    choose: Any = None


_DECODER: Final = msgspec.json.Decoder(_QuestionData)
_ANSWER_DECODER: Final = msgspec.json.Decoder(_AnswerData)


def _ask(legal: Sequence[Action]) -> Ask | None:
    """Return the name of the question to which *legal* are the answers."""
    if all(isinstance(action, Play) for action in legal):
        return "play"
    if all(isinstance(action, Bid) for action in legal):
        return "call"
    if tuple(legal) == (PASS, DOUBLE):
        return "double"
    return "redouble" if tuple(legal) == (PASS, REDOUBLE) else None


def _data(action: Action) -> dict[str, Any]:
    match action:
        case Play(card):
            return {"card": card.value}
        case Bid(tricks, trump, pack):
            return {"tricks": tricks, "trump": trump.value, "pack": pack and pack.value}
    return {_WORDS[type(action)]: True}


def _action(data: Mapping[str, Any]) -> Action:
    """Return the action that :func:`_data` wrote."""
    try:
        if "card" in data:
            return play(msgspec.convert(data["card"], Card))
        if "tricks" in data:
            bid = msgspec.convert(data, _BidData)
            return Bid(bid.tricks, bid.trump, bid.pack)
    except msgspec.ValidationError as error:
        raise MalformedError(f"unreadable: {_short(str(data))} ({error})") from None
    said = [word for word in _SAID if data.get(word) is True]
    if len(said) != 1:
        raise MalformedError(f"unreadable: {_short(str(data))}")
    return _SAID[said[0]]


def _call(data: Mapping[str, Any]) -> Call:
    action, seat = _action(data), data.get("seat")
    if type(seat) is not int or not isinstance(action, Bid | Double | Redouble):
        raise MalformedError(f"no call: {_short(str(data))}")
    return seat, action


def _short(line: bytes | str) -> str:
    """Return what can be shown of a line that nobody understands."""
    return repr(line[:60]) + ("…" if len(line) > 60 else "")
