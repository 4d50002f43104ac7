"""The journal of a match: what has been played is kept, one line a game, so that it can go on."""

from pathlib import Path
from typing import IO

import msgspec
from msgspec.structs import replace

from batarde.arena.plans import Plan
from batarde.arena.rounds import Played
from batarde.rules.errors import MalformedError

__all__ = ["MatchJournal"]


class MatchJournal:
    """A file that begins with the plan; a line that was cut off by a crash is played again.

    :raises MalformedError: if it is the journal of another match.
    :raises OSError: if it cannot be read or written.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.played: tuple[Played, ...] = ()
        """What had been played when it was opened."""
        kept = path.read_bytes() if path.exists() else b""
        kept = kept[: kept.rfind(b"\n") + 1]
        if kept:
            self.played = _read(kept, plan)
        self._file: IO[bytes] = path.open("r+b" if path.exists() else "wb")
        self._file.truncate(len(kept))
        self._file.seek(len(kept))
        if not kept:
            self._write(plan)

    def add(self, played: Played) -> None:
        """Keep one more round."""
        self._write(played)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, line: Plan | Played) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()


def _read(kept: bytes, plan: Plan) -> tuple[Played, ...]:
    first, *lines = kept.splitlines()
    try:
        # Only the number of deals may differ: a match can be made longer.
        before = replace(msgspec.json.decode(first, type=Plan), deals=plan.deals)
        played = [msgspec.json.decode(line, type=Played) for line in lines]
    except msgspec.MsgspecError as error:
        raise MalformedError(f"no journal of a match: {error}") from None
    if before != plan:
        raise MalformedError("this is the journal of another match")
    return tuple(one for one in played if one.game < plan.games)
