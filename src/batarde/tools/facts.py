"""What the server and its rules have decided and the browser must know, as TypeScript.

``python -m batarde.tools.facts`` prints what belongs into web/src/facts.ts.
"""

from typing import Any, Final

import msgspec

from batarde.bots.levels import LEVELS
from batarde.bots.registry import SUBSTITUTE
from batarde.rules.game import SCHEDULES
from batarde.server.live.hall import CODE_LENGTH
from batarde.table.commands import SIGNALS, TALK_LENGTH
from batarde.table.names import NAME_LENGTH
from batarde.table.state import TALK_KEPT
from batarde.words import LANGUAGES
from batarde.words.guests import FORMER_GUESTS, NAMELESS

__all__ = ["facts"]

_FACTS: Final[dict[str, tuple[str, Any]]] = {
    "LANGUAGES": ("The languages that there are words in.", LANGUAGES),
    "LEVELS": ("The bots that people meet, weakest first.", tuple(LEVELS)),
    "SUBSTITUTE": ("The bot that plays where nobody was named.", SUBSTITUTE),
    "SIGNALS": ("The signals of table talk.", SIGNALS),
    "TALK_LENGTH": ("How many letters a line of talk may have.", TALK_LENGTH),
    "TALK_KEPT": ("How many lines of talk who comes later is shown.", TALK_KEPT),
    "NAME_LENGTH": ("How many letters a name may have.", NAME_LENGTH),
    "NAMELESS": ("What stands for somebody without a name.", NAMELESS),
    "FORMER_GUESTS": ("What older servers stored for them.", FORMER_GUESTS),
    "CODE_LENGTH": ("How many letters the code of a new table has.", CODE_LENGTH),
    "PLAYER_COUNTS": ("How many can play.", tuple(SCHEDULES)),
}


def facts() -> str:
    """Return the source of the facts."""
    lines = ["// Generated from the server by `make types`: do not edit."]
    for name, (meaning, value) in _FACTS.items():
        written = msgspec.json.encode(value).decode()
        lines.append(f"\n/** {meaning} */\nexport const {name} = {written} as const")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(facts(), end="")  # noqa: T201 - it is a generator
