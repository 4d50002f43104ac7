"""What happens at a table besides the game itself.

These join the events of the rules in one log. ``seen_by`` works the same: a secret of the server
is for nobody.
"""

from typing import Final

from batarde.rules import events as rules
from batarde.rules.events import Audience, BaseEvent
from batarde.table.fairness import Share
from batarde.table.settings import Settings

__all__ = [
    "NOBODY",
    "BotSeated",
    "BotTookOver",
    "DealCommitted",
    "GameStarted",
    "HintGiven",
    "HostChanged",
    "Paused",
    "PersonRenamed",
    "PersonReturned",
    "PersonSeated",
    "PromiseEnded",
    "Removed",
    "Resumed",
    "Said",
    "SeatLeft",
    "SeatPromised",
    "SecretDrawn",
    "SecretRevealed",
    "ShareCommitted",
    "ShareOpened",
    "SharesClosed",
    "TableEvent",
    "TableOpened",
    "TimeRanOut",
    "WatchingChanged",
]

NOBODY: Final[Audience] = ()


class TableOpened(BaseEvent, frozen=True, tag="table-opened"):
    """Somebody made the table and is its host."""

    settings: Settings
    host: str


class PersonSeated(BaseEvent, frozen=True, tag="person-seated"):
    """A person took a seat."""

    seat: int
    player: str
    name: str


class BotSeated(BaseEvent, frozen=True, tag="bot-seated"):
    """The host put a bot on a seat."""

    seat: int
    level: str
    name: str


class SeatLeft(BaseEvent, frozen=True, tag="seat-left"):
    """A seat is free again."""

    seat: int


class SeatPromised(BaseEvent, frozen=True, tag="seat-promised"):
    """A person gets a seat that a bot plays, with the next deal."""

    seat: int
    player: str
    name: str


class PromiseEnded(BaseEvent, frozen=True, tag="promise-ended"):
    """The seat is promised to nobody any more."""

    seat: int


class PersonRenamed(BaseEvent, frozen=True, tag="person-renamed"):
    """Somebody with a seat here, or with a promise of one, has another name now."""

    player: str
    name: str


class HostChanged(BaseEvent, frozen=True, tag="host-changed"):
    """Another person is the host now."""

    host: str


class GameStarted(BaseEvent, frozen=True, tag="game-started"):
    """The game starts; *order* says which earlier seat sits where, if seats were drawn (G3)."""

    dealer: int
    order: tuple[int, ...]
    game: str = ""
    """Its id in the archive, which nobody can guess; empty if an older server started it."""


class Paused(BaseEvent, frozen=True, tag="paused"):
    """The clocks are stopped, and nothing can be done until the game goes on.

    *by* is the host who asked for it, or empty if everybody had left.
    """

    by: str = ""


class Resumed(BaseEvent, frozen=True, tag="resumed"):
    """The game goes on; the clock of whoever has to act starts anew."""


class BotTookOver(BaseEvent, frozen=True, tag="bot-took-over"):
    """Somebody is away: a bot plays for them until they come back."""

    seat: int


class PersonReturned(BaseEvent, frozen=True, tag="person-returned"):
    """Somebody is back and plays for themselves again."""

    seat: int


class TimeRanOut(BaseEvent, frozen=True, tag="time-ran-out"):
    """The clock ran out: what follows is a move that a sensible bot would make."""

    seat: int


class Said(BaseEvent, frozen=True, tag="said"):
    """Table talk: a text, or one of the signals."""

    player: str
    name: str
    text: str = ""
    signal: str = ""
    seat: int | None = None
    """The speaker's seat; who only watches has none."""


class HintGiven(BaseEvent, frozen=True, tag="hint-given"):
    """The coach helped the player of a seat; what it said is for that player alone."""

    seat: int
    step: int


class Removed(BaseEvent, frozen=True, tag="removed"):
    """The host sent somebody away, who may not come back to this table."""

    player: str
    name: str


class WatchingChanged(BaseEvent, frozen=True, tag="watching-changed"):
    """The host opened the table to those who only watch, or closed it to them."""

    allowed: bool


class SecretDrawn(BaseEvent, frozen=True, tag="secret-drawn"):
    """The server's secret for a deal; nobody may see it until it is revealed."""

    deal: int
    secret: str


class DealCommitted(BaseEvent, frozen=True, tag="deal-committed"):
    """The server is bound to its secret for a deal; the clients may commit to their shares."""

    deal: int
    commitment: str
    table: str = ""
    """What stands for the table in all hashes of the deal; empty for the table's code."""


class ShareCommitted(BaseEvent, frozen=True, tag="share-committed"):
    """A client is bound to its share."""

    seat: int
    commitment: str


class SharesClosed(BaseEvent, frozen=True, tag="shares-closed"):
    """No more commitments are taken: shares may be opened."""

    deal: int


class ShareOpened(BaseEvent, frozen=True, tag="share-opened"):
    """A client opened its share."""

    seat: int
    share: str


class SecretRevealed(BaseEvent, frozen=True, tag="secret-revealed"):
    """The deal is over: with this, everybody can repeat its shuffle."""

    deal: int
    secret: str
    commitment: str
    shares: tuple[Share, ...]


TableEvent = (
    TableOpened
    | PersonSeated
    | BotSeated
    | SeatLeft
    | SeatPromised
    | PromiseEnded
    | PersonRenamed
    | HostChanged
    | Removed
    | WatchingChanged
    | GameStarted
    | Paused
    | Resumed
    | BotTookOver
    | PersonReturned
    | TimeRanOut
    | Said
    | HintGiven
    | SecretDrawn
    | DealCommitted
    | ShareCommitted
    | SharesClosed
    | ShareOpened
    | SecretRevealed
    | rules.DealBegan
    | rules.HandDealt
    | rules.Readied
    | rules.BidMade
    | rules.Waved
    | rules.WindowClosed
    | rules.Doubled
    | rules.Redoubled
    | rules.RedoubleDeclined
    | rules.AuctionClosed
    | rules.CardPlayed
    | rules.TrickTaken
    | rules.DealScored
    | rules.GameEnded
    | rules.Hidden
)
