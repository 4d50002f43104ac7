"""The other side of ``batarde-bot/1``: one of our bots answers the questions of somebody else."""

import time
from collections.abc import Iterable, Iterator

from batarde.bots.external.wire import read_question, write_answer
from batarde.bots.interface import Bot
from batarde.rules.errors import MalformedError

__all__ = ["answers"]


def answers(player: Bot, lines: Iterable[bytes]) -> Iterator[tuple[str, str]]:
    """Return for each question an answer and no complaint, or no answer and the complaint.

    Empty lines are no questions.
    """
    for line in lines:
        if not line.strip():
            continue
        came = time.monotonic()
        try:
            question = read_question(line)
            action = player.choose(question.view, came + question.ms / 1_000)
            yield write_answer(question, action), ""
        except MalformedError as error:
            yield "", str(error)
