"""Learned models as files: what self-play taught about bids, cards and games.

The files are small and in the package, for 3, 4 and 5 players, written by ``make train``
(docs/bots.md). Tables of 6 and 7, who share two packs too, play by what was learned for 5.
The scores of the policy are whole hundredths.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec

from batarde.bots.models.bids import CARD_KINDS, BidModel
from batarde.bots.models.players import PlayerModel
from batarde.bots.models.race import Race
from batarde.kernel import KEEN, Policy
from batarde.rules.errors import MalformedError

__all__ = ["FORMAT", "Weights", "learned_model", "weights_path"]

FORMAT: Final = "batarde-weights/1"
"""The version of the files: it changes whenever a class of cards means something else."""


class Weights(msgspec.Struct, frozen=True):
    """A model of players as it is stored; the names of its parts are those of the files."""

    format: str
    players: int
    recipe: dict[str, Any]
    """How it was made: see the model card in docs/bots.md."""
    policy: list[int]
    habits: dict[str, float]
    cards: list[float]
    race: dict[str, float]

    @classmethod
    def of(
        cls, players: int, recipe: dict[str, Any], scores: list[float], bids: BidModel, race: Race
    ) -> "Weights":
        """Return models as they are stored, rounded."""
        told = {name: round(x, 4) for name, x in bids._asdict().items() if name != "cards"}
        return cls(
            FORMAT,
            players,
            recipe,
            [round(100 * score) for score in scores],
            told,
            [round(x, 3) for x in bids.cards],
            {name: round(x, 4) for name, x in race._asdict().items()},
        )

    @classmethod
    def read(cls, data: bytes) -> "Weights":
        """Return stored weights.

        :raises MalformedError: if they are none, or of another version.
        """
        try:
            version = msgspec.json.decode(data, type=_Version).format
        except msgspec.MsgspecError as error:
            raise MalformedError(f"these are no weights: {error}") from None
        if version != FORMAT:
            raise MalformedError(f"these weights are {version}; this version reads {FORMAT}")
        try:
            found = msgspec.json.decode(data, type=cls)
        except msgspec.MsgspecError as error:
            raise MalformedError(f"these are no weights: {error}") from None
        if len(found.policy) != KEEN or len(found.cards) not in {0, CARD_KINDS}:
            raise MalformedError("these weights are not as many as there are classes")
        return found

    def write(self) -> bytes:
        """Return them as a file, a line for each part."""
        parts = msgspec.to_builtins(self)
        lines = [f'"{name}": {msgspec.json.encode(part).decode()}' for name, part in parts.items()]
        return ("{\n" + ",\n".join(lines) + "\n}\n").encode()

    def model(self) -> PlayerModel:
        """Return the models."""
        policy = Policy.keen(score / 100 for score in self.policy)
        bids = BidModel(**self.habits, cards=tuple(self.cards))
        return PlayerModel(policy, bids, Race(**self.race))


class _Version(msgspec.Struct):
    format: str


def weights_path(players: int) -> Path:
    """Return where the weights for so many players are kept."""
    return Path(str(files("batarde.bots"))) / "weights" / f"players-{min(players, 5)}.json"


@cache
def learned_model(players: int) -> PlayerModel:
    """Return what was learned for a table of *players*."""
    return Weights.read(weights_path(players).read_bytes()).model()
