"""One question to a searching bot, and all that the search needs to answer it."""

import time
from hashlib import sha256
from typing import Final

from batarde.bots.models.race import stakes
from batarde.bots.search.forecasts import ContractForecast
from batarde.bots.search.sampling import likely_worlds
from batarde.bots.search.settings import SearchSettings
from batarde.kernel import Learner, Worlds
from batarde.rules.cards import has_two_packs
from batarde.rules.trumps import Contract
from batarde.rules.views import View

__all__ = ["SearchTask"]


class SearchTask:
    """What the seat of *view* has to decide, before *deadline* if there is one.

    What is left to chance follows from *seed* and from the question: it is the same whenever the
    question is asked.
    """

    def __init__(
        self, view: View, settings: SearchSettings, seed: bytes, deadline: float | None = None
    ) -> None:
        assert view.seat is not None
        self.view: Final = view
        self.seat: Final = view.seat
        self.settings: Final = settings
        self.model: Final = settings.model(view.players)
        told = (view.seat, view.number, view.hand, view.calls, view.plays)
        digest = sha256(seed + repr(told).encode()).digest()
        self.chance: Final = int.from_bytes(digest[:8], "big")
        self._deadline = deadline

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return self._deadline is not None and time.monotonic() >= self._deadline

    @property
    def contract_worlds(self) -> int:
        """How many worlds each contract is thought through in."""
        return self._number(self.settings.bid_worlds)

    def worlds(self) -> Worlds:
        """Return likely worlds under the standing contract, to try cards in."""
        assert self.view.standing is not None
        return likely_worlds(
            self.view,
            self.view.standing.contract,
            self._number(self.settings.worlds),
            self.chance,
            self.settings.evidence,
            self.model,
        ).worlds

    def forecast(self, contract: Contract) -> ContractForecast:
        """Return what *contract* promises the hand."""
        return ContractForecast(
            self.view,
            contract,
            self.contract_worlds,
            self.chance,
            self.settings.evidence,
            self.model,
            self.settings.exploration,
        )

    def stakes(self) -> tuple[float, ...]:
        """Return what a point of each seat costs this one: the others' count against its own."""
        settings, own, players = self.settings, self.seat, self.view.players
        if settings.double_threshold is None:
            rest = -1.0 / (players - 1)
            found = [1.0 if seat == own else rest for seat in range(players)]
        else:
            found = stakes(self.view, self.model.race)
        weight = settings.opponent_weight
        return tuple(x if seat == own else weight * x for seat, x in enumerate(found))

    def learner(self) -> Learner | None:
        """Return who learns in the playouts: the seat itself, if it explores."""
        if self.settings.exploration is None:
            return None
        return Learner(self.seat, self.stakes(), self.settings.exploration)

    def _number(self, worlds: int) -> int:
        """Return how many worlds are looked at."""
        is_large = has_two_packs(self.view.players)
        return round(worlds * self.settings.two_pack_share) if is_large else worlds
