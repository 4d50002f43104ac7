"""The first fault of a record, as the checker reports it: where it is, and a sentence about it."""

from collections.abc import Mapping
from typing import Any, Final

from batarde.pad.scorefile import ScoreFault, score_refusal
from batarde.rules.checking import Fault
from batarde.rules.refusals import Refusal
from batarde.words import pad_refusal, words

__all__ = ["describe"]

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


def _message(fault: Fault | ScoreFault, data: Mapping[str, Any]) -> str:
    """Return a sentence about *fault*; unlike the indices, its numbers count from 1."""
    players = data.get("players", [])
    if isinstance(fault, ScoreFault):
        sentence = pad_refusal(_ENGLISH, score_refusal(fault), players)
    else:
        sentence = _ENGLISH.refusal(fault.refusal or Refusal(fault.rule, ""), players)
    where = ", ".join(_place(fault, data, players))
    return f"{where}: {sentence}" if where else sentence


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
