"""What a searching bot believes of players: how they bid, play their cards, and win games.

The learned minds are small files in the package, for 3, 4 and 5 players, written by
``make train`` (docs/bots.md); 6 and 7, who share two packs too, play by what was learned for 5.
The scores of the policy are whole hundredths.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from batarde.bots.habits import CARD_KINDS, Habits
from batarde.bots.thumb import THUMB
from batarde.bots.winning import Race
from batarde.kernel import KEEN, Policy
from batarde.rules.errors import MalformedError

__all__ = ["FORMAT", "PLAIN", "Mind", "Weights", "learned_mind", "plain_mind", "weights_path"]

FORMAT: Final = "batarde-weights/1"
"""The version of the files: it changes whenever a class of cards means something else."""


class Mind(NamedTuple):
    """Models of a table of one size."""

    policy: Policy = THUMB
    habits: Habits = Habits()
    race: Race = Race()


PLAIN: Final = Mind()
"""Nothing learned: the rules of thumb."""


def plain_mind(players: int) -> Mind:  # noqa: ARG001 - the same for every table
    """Return what everybody knows without having learned anything."""
    return PLAIN


class Weights(msgspec.Struct, frozen=True):
    """A mind as it is stored."""

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
        cls, players: int, recipe: dict[str, Any], scores: list[float], habits: Habits, race: Race
    ) -> "Weights":
        """Return models as they are stored, rounded."""
        told = {name: round(x, 4) for name, x in habits._asdict().items() if name != "cards"}
        return cls(
            FORMAT,
            players,
            recipe,
            [round(100 * score) for score in scores],
            told,
            [round(x, 3) for x in habits.cards],
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

    def mind(self) -> Mind:
        """Return the models."""
        policy = Policy.keen(score / 100 for score in self.policy)
        habits = Habits(**self.habits, cards=tuple(self.cards))
        return Mind(policy, habits, Race(**self.race))


class _Version(msgspec.Struct):
    format: str


def weights_path(players: int) -> Path:
    """Return where the weights for so many players are kept."""
    return Path(str(files("batarde.bots"))) / "weights" / f"players-{min(players, 5)}.json"


@cache
def learned_mind(players: int) -> Mind:
    """Return what was learned for a table of *players*."""
    return Weights.read(weights_path(players).read_bytes()).mind()
