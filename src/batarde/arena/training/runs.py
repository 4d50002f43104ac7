"""A whole training run: generations of lessons, each played by what the one before has learned.

The folder of a run holds its plan, the lessons of each generation (one line a game) and the weights
that each generation came to. Killed, it goes on from there, to the same weights: games follow
from the seed and the weights, fits from the games.
"""

from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from batarde.arena.spread import spread
from batarde.arena.training.fitting import Fit, fit_bids, fit_policy, judge
from batarde.arena.training.lessons import play_lesson, pupil_settings
from batarde.arena.training.racing import fit_race
from batarde.arena.training.samples import Lesson
from batarde.bots.models.players import PlayerModel, unlearned_model
from batarde.bots.models.weights import Weights
from batarde.rules.errors import MalformedError

__all__ = ["Mark", "TrainingPlan", "TrainingRun"]

_TRIAL = 10
"""Every so many games one is kept from the policy, to judge it by."""


class TrainingPlan(msgspec.Struct, frozen=True):
    """What is to be learned, and from how much."""

    players: int
    games: tuple[int, ...]
    """The games of each generation."""
    worlds: int
    """Worlds for each decision of a pupil."""
    seed: str
    """256 bits in hexadecimal digits."""


class Mark(NamedTuple):
    """A point of the learning curve."""

    generation: int
    games: int
    fit: Fit


class TrainingRun:
    """A run in its *folder*.

    :raises MalformedError: if the folder holds another run.
    """

    def __init__(self, folder: Path, plan: TrainingPlan) -> None:
        self.folder, self.plan = folder, plan
        folder.mkdir(parents=True, exist_ok=True)
        told, file = msgspec.json.encode(plan), folder / "plan.json"
        if file.exists() and file.read_bytes() != told:
            raise MalformedError(f"{folder} holds another run; choose another folder")
        file.write_bytes(told)
        self.marks: list[Mark] = []
        """The learning curve so far."""

    def weights_file(self, generation: int) -> Path:
        """Return where the weights of a *generation*, from 0, are kept."""
        return self.folder / f"weights-{generation}.json"

    def lessons(self, generation: int, jobs: int = 1, ray: str = "") -> Iterator[Lesson]:
        """Return the games of a *generation* in order, those first that are there already.

        :raises ClusterError: if the cluster *ray* (see :func:`.spread`) cannot be used.
        """
        path = self.folder / f"lessons-{generation}.jsonl"
        kept = path.read_bytes() if path.exists() else b""
        kept = kept[: kept.rfind(b"\n") + 1]  # a line that was cut off is played again
        done = [msgspec.json.decode(line, type=Lesson) for line in kept.splitlines()]
        yield from done
        numbers = range(len(done), self.plan.games[generation])
        with path.open("r+b" if path.exists() else "wb") as file:
            file.truncate(len(kept))
            file.seek(len(kept))
            for line in self._played(generation, numbers, jobs, ray):
                file.write(line + b"\n")
                file.flush()
                yield msgspec.json.decode(line, type=Lesson)

    def learn(self, generation: int, lessons: list[Lesson]) -> Weights:
        """Return, and keep, what the *lessons* of a generation, and of the last, teach."""
        plan = self.plan
        older = list(self.lessons(generation - 1)) if generation > 1 else []
        study = [one for one in lessons if one.number % _TRIAL] + older
        trial = [play for one in lessons if not one.number % _TRIAL for play in one.plays]
        scores: list[float] = []
        for part in (4, 2, 1):
            used = study[: max(1, len(study) // part)]
            scores = fit_policy([play for one in used for play in one.plays], generation)
            self.marks.append(Mark(generation, len(used), judge(trial, scores)))
        bids = fit_bids([bid for one in study for bid in one.bids])
        doubles = [double for one in study for double in one.doubles]
        race = fit_race([one.points for one in study], doubles)
        recipe = msgspec.to_builtins(plan) | {"generation": generation, "plays": len(trial)}
        weights = Weights.of(plan.players, recipe, scores, bids, race)
        self.weights_file(generation).write_bytes(weights.write())
        return weights

    def _played(self, generation: int, numbers: range, jobs: int, ray: str) -> Iterator[bytes]:
        before = self.weights_file(generation - 1).read_bytes() if generation else b""
        work = partial(_lesson, self.plan, generation, before)
        return spread(work, numbers, processes=max(1, min(jobs, len(numbers))), ray=ray)


def _lesson(plan: TrainingPlan, generation: int, before: bytes, number: int) -> bytes:
    """Return a game, written down; *before* are the weights of the last generation."""
    model = (lambda _players: _model(before)) if before else unlearned_model
    settings = pupil_settings(model, plan.worlds, is_learned=bool(before))
    seed = bytes.fromhex(plan.seed) + bytes([generation])
    return msgspec.json.encode(play_lesson(plan.players, number, seed, settings))


@cache
def _model(weights: bytes) -> PlayerModel:
    return Weights.read(weights).model()
