"""Asking a table and waiting for its answer, where there is no guest to tell it to."""

import asyncio

from batarde.table import commands as do
from batarde.table.actors import Actor
from batarde.table.answers import Outcome
from batarde.table.authority import Table
from batarde.table.notices import Notice

__all__ = ["asked"]


async def asked(table: Table, actor: Actor, command: do.Command | Notice) -> Outcome:
    """Return what came of a *command*, once it is stored or certainly not."""
    future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

    def answer(outcome: Outcome) -> None:
        if not future.done():  # who asked may have stopped waiting
            future.set_result(outcome)

    table.submit(actor, command, answer)
    return await future
