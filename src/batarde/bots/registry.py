"""The bots by name."""

from collections.abc import Callable
from typing import Final

from batarde.bots.dice import RandomBot
from batarde.bots.protocol import Bot
from batarde.bots.simple import SimpleBot
from batarde.rules.errors import MalformedError

__all__ = ["BOTS", "bot"]

BOTS: Final[dict[str, Callable[[bytes], Bot]]] = {
    "random": RandomBot,
    "simple": lambda _seed: SimpleBot(),
}
"""How to make each bot from a seed, weakest first."""


def bot(name: str, seed: bytes = b"") -> Bot:
    """Return a new bot called *name*; what it leaves to chance follows from *seed*.

    >>> type(bot("simple")).__name__
    'SimpleBot'

    :raises MalformedError: if there is no such bot.
    """
    try:
        return BOTS[name](seed)
    except KeyError:
        raise MalformedError(f"no bot is called {name!r}; there are {', '.join(BOTS)}") from None
