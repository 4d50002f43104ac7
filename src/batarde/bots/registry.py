"""The bots by name; ``exec:COMMAND`` names a program of somebody else (docs/bots.md)."""

import re
from collections.abc import Callable
from typing import Final

from batarde.bots.external.process import PREFIX, external_bot
from batarde.bots.interface import Bot
from batarde.bots.levels import LEVEL_SECONDS, LEVELS
from batarde.bots.random_bot import RandomBot
from batarde.bots.rule_of_thumb.bot import SimpleBot
from batarde.bots.search.baseline import PimcBot
from batarde.rules.errors import MalformedError

__all__ = ["BOTS", "EXTERNAL_BOTS", "SECONDS", "SUBSTITUTE", "admit", "bot", "split_names"]

BOTS: Final[dict[str, Callable[[bytes], Bot]]] = {
    "random": RandomBot,
    "simple": lambda _seed: SimpleBot(),
    "pimc": PimcBot,
    **LEVELS,
}
"""How to make each bot from a seed: the plain ones, then the levels, weakest first."""

SUBSTITUTE: Final = "simple"
"""Who plays where nobody was named, and for somebody who is away: quick, and never silly."""

SECONDS: Final[dict[str, float]] = dict(LEVEL_SECONDS)
"""How long a decision may take, for bots that would think longer if they were let."""

_NAME: Final = re.compile(r"""(?:'[^']*'|"[^"]*"|[^,])+""")

EXTERNAL_BOTS: Final[dict[str, str]] = {}
"""The programs that the operator of this process has given a name, and their commands."""


def admit(name: str, target: str) -> None:
    """Let the program that *target*, ``exec:COMMAND``, starts be called *name* from now on.

    Strangers may then ask for it by that name, as they may for any other bot.

    :raises MalformedError: if the name is taken or none, or the command cannot be split.
    """
    if not name.replace("-", "").isalnum() or name in BOTS:
        raise MalformedError(f"{name!r} is no free name for a bot: letters, digits and hyphens")
    if not target.startswith(PREFIX):
        raise MalformedError(f"{target!r} is no program: {PREFIX}COMMAND")
    command = target.removeprefix(PREFIX)
    external_bot(command)
    EXTERNAL_BOTS[name] = command
    BOTS[name] = lambda _seed: external_bot(command)


def split_names(names: str) -> list[str]:
    """Return the names of bots in a list with commas; those within quotes belong to a command.

    >>> split_names("simple, exec:play --with 'a,b',random")
    ['simple', "exec:play --with 'a,b'", 'random']
    """
    return [name.strip() for name in _NAME.findall(names)] or [""]


def bot(name: str, seed: bytes = b"") -> Bot:
    """Return a new bot called *name*; what it leaves to chance follows from *seed*.

    >>> type(bot("simple")).__name__
    'SimpleBot'

    Never hand it a name that came from a stranger: ``exec:`` starts programs.

    :raises MalformedError: if there is no such bot.
    """
    if name.startswith(PREFIX):
        return external_bot(name.removeprefix(PREFIX))
    try:
        return BOTS[name](seed)
    except KeyError:
        raise MalformedError(f"no bot is called {name!r}; there are {', '.join(BOTS)}") from None
