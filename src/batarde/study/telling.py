"""Needs and reasons in words; the browser says the same from the same messages."""

from batarde.rules.actions import Bid
from batarde.rules.cards import Card
from batarde.study.coach.advice import Advice, Need
from batarde.study.reasons.codes import Reason, ReasonCode
from batarde.words import Words

__all__ = ["decimal", "tell_need", "tell_reason", "tell_reasons"]


def decimal(words: Words, number: float, digits: int = 2) -> str:
    """Return *number* as the language writes it.

    >>> from batarde.words import words
    >>> decimal(words("en"), 0.584), decimal(words("de"), 0.584)
    ('0.58', '0,58')
    """
    told = f"{number:.{digits}f}"
    return told if words.language == "en" else told.replace(".", ",")


def tell_need(words: Words, need: Need) -> list[str]:
    """Return where the seat stands, in sentences.

    >>> from batarde.words import words
    >>> tell_need(words("en"), Need(left=4, tricks=2, table=5))
    ['You need 2 more of 4 tricks.', 'The table wants 1 trick too many.']
    """
    if need.silent:
        return [_said(words, need), *_forbidden(words, need)]
    return [_own(words, need.tricks or 0, need.left), _table(words, need.table - need.left)]


def _said(words: Words, need: Need) -> str:
    if not need.table and need.tricks is None and need.forbidden is None and need.silent > 2:
        return words.say("coach.said.none", n=need.left)
    return words.say("coach.said", sum=need.table, cards=need.left, n=need.silent)


def _forbidden(words: Words, need: Need) -> list[str]:
    if need.forbidden is None:
        return []
    return [words.say("hint.forbidden", number=need.forbidden, total=need.left)]


def _own(words: Words, tricks: int, left: int) -> str:
    if tricks < 0:
        return words.say("coach.need.over", n=-tricks)
    if tricks > left:
        return words.say("coach.need.short", n=tricks - left)
    if tricks == 0:
        return words.say("coach.need.none", n=left)
    if tricks == left:
        return words.say("coach.need.all", n=left)
    return words.say("coach.need.some", n=tricks, left=left)


def _table(words: Words, surplus: int) -> str:
    if surplus == 0:
        return words.say("coach.table.even")
    if surplus > 0:
        return words.say("coach.table.more", n=surplus)
    return words.say("coach.table.fewer", n=-surplus)


def tell_reasons(words: Words, advice: Advice) -> list[str]:
    """Return why the best action is best, in sentences, and than what."""
    if advice.need.is_forced:
        return [words.say("coach.forced")]
    if not advice.reasons:
        return [words.say("coach.even")]
    told = [tell_reason(words, reason) for reason in advice.reasons]
    if advice.over is None:
        return told
    return [words.say("coach.over", other=_named(words, advice.over)), *told]


def _named(words: Words, what: Bid | Card) -> str:
    return words.the(what) if isinstance(what, Card) else words.bid(what.tricks, what.trump)


def tell_reason(words: Words, reason: Reason) -> str:
    """Return *reason* in words.

    >>> from batarde.words import words
    >>> tell_reason(words("en"), Reason(ReasonCode.WINS_NOW, card=Card.RH))
    'With the King of hearts you win this trick: nobody left to play can beat it.'
    """
    args: dict[str, object] = {"percent": reason.percent, "n": reason.number}
    if reason.card is not None:
        args["card"] = words.the(reason.card)
    if reason.code is ReasonCode.TWO_WAYS and reason.trump and reason.number is not None:
        args["bid"] = words.bid(reason.number, reason.trump)
    if reason.code is ReasonCode.FREEZE:
        verb = words.say("verb.double")
        args["double"] = verb[0].upper() + verb[1:]
    detail = f".{reason.detail}" if reason.detail else ""
    return words.say(f"why.{reason.code}{detail}", **args)
