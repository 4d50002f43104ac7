"""What the coach says, in words, written down for the browser: it must say the same.

``python -m tests.study.told`` (``make types`` too) writes web/tests/data/coach.json: real advice in
several positions, and every need and reason with its sentences in all languages. There web/tests
tells them again and compares; ``test_telling.py`` fails if the file is behind.
"""

from pathlib import Path
from typing import Any, Final

import msgspec

from batarde.rules import DOUBLE, Bid, Deal, Trump, View
from batarde.study.coach import Advice, Need, advise
from batarde.study.reasons import Reason
from batarde.study.telling import tell_need, tell_reason, tell_reasons
from batarde.words import LANGUAGES, VOCABULARIES, words
from tests.study.samples import NEEDS, REASONS

PATH: Final = Path(__file__).parents[2] / "web" / "tests" / "data" / "coach.json"


def positions() -> dict[str, View]:
    """Return what is asked: the last bid, a lead, a card to follow with, a redouble."""
    deal = Deal.shuffled(players=4, cards=9, dealer=3, seed=bytes([5]) * 32)
    found = {"open": deal.view(0)}
    for seat, tricks in enumerate([2, 3, 0]):
        deal, _ = deal.apply(seat, Bid(tricks, Trump.HEARTS))
    found["bid"] = deal.view(3)
    doubled, _ = deal.apply(3, DOUBLE)
    doubled, _ = doubled.apply(3, Bid(2, Trump.HEARTS))
    found["redouble"] = doubled.view(0)
    deal, _ = deal.apply(3, Bid(2, Trump.HEARTS))
    found["lead"] = deal.view(0)
    deal, _ = deal.apply(0, deal.legal_actions(0)[0])
    found["follow"] = deal.view(1)
    packs = Deal.shuffled(players=5, cards=12, dealer=4, seed=bytes(32))
    return found | {"packs": packs.view(0)}


def document() -> dict[str, Any]:
    """Return what the file holds."""
    advice = {name: advise(view) for name, view in positions().items()}
    return {
        "advice": advice,
        "needs": [_need(need) for need in NEEDS],
        "reasons": [_reason(reason) for reason in REASONS],
        "told": {name: _told(one) for name, one in advice.items()},
    }


def _need(need: Need) -> dict[str, Any]:
    return {"need": need, "said": {tag: tell_need(words(tag), need) for tag in LANGUAGES}}


def _reason(reason: Reason) -> dict[str, Any]:
    said = {
        f"{tag} {vocabulary}": tell_reason(words(tag, vocabulary), reason)
        for tag in LANGUAGES
        for vocabulary in VOCABULARIES
    }
    return {"reason": reason, "said": said}


def _told(advice: Advice) -> dict[str, list[str]]:
    return {tag: tell_reasons(words(tag), advice) for tag in LANGUAGES}


def text() -> str:
    """Return the file."""
    return msgspec.json.format(msgspec.json.encode(document()), indent=1).decode() + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
