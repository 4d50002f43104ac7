"""All drills in one file, the same from the same seed."""

import msgspec

from batarde.study.drills.auctions import louder_skills
from batarde.study.drills.counts import count_skills
from batarde.study.drills.duties import duty_skills, must_skills
from batarde.study.drills.numbers import last_skills, score_skills
from batarde.study.drills.orders import order_skills
from batarde.study.drills.questions import FORMAT, Drills
from batarde.study.drills.tricks import winner_skills

__all__ = ["build", "write"]


def build(seed: str) -> Drills:
    """Return every skill with its questions, made by chance from *seed*."""
    return Drills(
        FORMAT,
        seed,
        (
            *order_skills(seed),
            *winner_skills(seed),
            *duty_skills(seed),
            *must_skills(seed),
            *last_skills(seed),
            *louder_skills(seed),
            *score_skills(seed),
            *count_skills(seed),
        ),
    )


def write(drills: Drills) -> str:
    """Return *drills* as JSON: one skill a line, so that a change can be read."""
    skills = ",\n".join(msgspec.json.encode(skill).decode() for skill in drills.skills)
    head = f'{{"format":"{drills.format}","seed":{msgspec.json.encode(drills.seed).decode()}'
    return f'{head},"skills":[\n{skills}\n]}}\n'
