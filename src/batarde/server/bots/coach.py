"""The coach of a server: whoever may be helped gets an answer, from the processes of the bots.

A hint gives way to the bots, so no game waits for more than one of them. It is given the view of
the asker's seat and nothing else.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from batarde.rules.views import View
from batarde.server.bots.thinkers import Thinkers
from batarde.study.coach import Advice, Step, advise, as_far_as

__all__ = ["Coach"]

_KEPT: Final = 256
"""How many answers are kept: the steps of one question need it to be thought about once."""
_encode: Final = msgspec.json.Encoder().encode
_log = logging.getLogger("batarde.coach")

_Question = tuple[bytes, bool]


class Coach:
    """Answers questions; the same one, asked again or by steps, is thought about once."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._known: OrderedDict[_Question, Advice] = OrderedDict()
        self._thinking: dict[_Question, asyncio.Task[Advice]] = {}
        self._answering: set[asyncio.Task[None]] = set()

    def ask(
        self, view: View, step: Step, other_packs: bool, tell: Callable[[Advice | None], None]
    ) -> None:
        """Tell so much help for the seat of *view*, or ``None`` if there is no answer now."""
        if step == 1:
            tell(advise(view, 1))
            return
        task = asyncio.create_task(self._answer(view, step, other_packs, tell))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    def close(self) -> None:
        """Stop all thinking."""
        for task in (*self._answering, *self._thinking.values()):
            task.cancel()

    async def _answer(
        self, view: View, step: Step, other_packs: bool, tell: Callable[[Advice | None], None]
    ) -> None:
        try:
            whole = await self._thought(view, other_packs)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong, the asker is told
            _log.warning("the coach has no answer: %s: %s", type(error).__name__, error)
            tell(None)
        else:
            tell(as_far_as(whole, step))

    async def _thought(self, view: View, other_packs: bool) -> Advice:
        question = (_encode(view), other_packs)
        if question in self._known:
            self._known.move_to_end(question)
            return self._known[question]
        if question not in self._thinking:
            task = asyncio.create_task(self._thinkers.advise(view, other_packs))
            self._thinking[question] = task
            task.add_done_callback(lambda _task: self._thinking.pop(question, None))
        advice = await asyncio.shield(self._thinking[question])
        self._known[question] = advice
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return advice
