"""The first fault of a record, as the checker reports it: where it is, and a sentence about it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from batarde.pad.scorefile import ScoreFault, score_refusal
from batarde.rules.checking import Fault
from batarde.rules.refusals import Refusal
from batarde.words import Words, pad_refusal, words

__all__ = ["describe", "sentence"]

_ENGLISH: Final = words("en")
_STEPS: Final = {"calls": "call", "plays": "card"}


def describe(fault: Fault | ScoreFault, data: Mapping[str, Any] | None) -> dict[str, object]:
    """Return the checker's line about *fault*; *data* is the record, if it could be read at all."""
    return {
        "valid": False,
        "rule": fault.rule.value,
        "deal": fault.deal,
        "section": fault.section,
        "index": fault.index,
        "message": _message(fault, data or {}),
    }


def sentence(fault: Fault | ScoreFault, players: Sequence[str], spoken: Words = _ENGLISH) -> str:
    """Return what is wrong, in words."""
    if isinstance(fault, ScoreFault):
        return pad_refusal(spoken, score_refusal(fault), players)
    return spoken.refusal(fault.refusal or Refusal(fault.rule, ""), players)


def _message(fault: Fault | ScoreFault, data: Mapping[str, Any]) -> str:
    """Return a sentence about *fault*; unlike the indices, its numbers count from 1."""
    players = data.get("players", [])
    where = ", ".join(_place(fault, data, players))
    told = sentence(fault, players)
    return f"{where}: {told}" if where else told


def _place(fault: Fault | ScoreFault, data: Mapping[str, Any], players: list[str]) -> list[str]:
    """Return where *fault* is, from the deal down to the player."""
    if fault.deal < 0:
        return []
    place = [f"Deal {fault.deal + 1}"]
    if fault.section in _STEPS:
        seat = data["deals"][fault.deal][fault.section][fault.index]["seat"]
        place += [f"{_STEPS[fault.section]} {fault.index + 1}", _ENGLISH.player(seat, players)]
    elif fault.section == "hands":
        place.append(f"hand of {_ENGLISH.player(fault.index, players)}")
    return place
