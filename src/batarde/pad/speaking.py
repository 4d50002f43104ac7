"""Who speaks when, and which number the last to speak may not say (§3, A5, A6)."""

from collections.abc import Sequence

from batarde.pad.model import Entry

__all__ = ["forbidden", "last_to_speak", "next_to_speak"]


def last_to_speak(author: int | None, players: int) -> int | None:
    """Return who speaks last: whoever sits before the author.

    >>> last_to_speak(0, 4), last_to_speak(None, 4)
    (3, None)
    """
    return None if author is None else (author - 1) % players


def next_to_speak(entry: Entry, opener: int) -> int | None:
    """Return whose bid comes next, clockwise from the author; the *opener* if there is none yet."""
    players = len(entry.bids)
    first = opener if entry.author is None else entry.author
    turns = [(first + step) % players for step in range(players)]
    return next((seat for seat in turns if entry.bids[seat] is None), None)


def forbidden(bids: Sequence[int | None], seat: int, cards: int) -> int | None:
    """Return the number that *seat* may not bid when all others have, if there is one (A6).

    While bids come in turn that concerns the last to speak alone; a bid that is corrected
    afterwards must not make the sum either.

    >>> forbidden([2, 0, 1, None], 3, 5), forbidden([2, None, 1, None], 3, 5)
    (2, None)
    >>> forbidden([4, 4, None], 2, 7) is None
    True
    """
    others = [bid for other, bid in enumerate(bids) if other != seat]
    known = [bid for bid in others if bid is not None]
    rest = cards - sum(known)
    return rest if len(known) == len(others) and rest >= 0 else None
