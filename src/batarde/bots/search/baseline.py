"""The public baseline: 200 sampled worlds, rule-of-thumb playouts, bids read, nothing learned."""

from typing import Final

from batarde.bots.search.bot import SearchBot
from batarde.bots.search.settings import SearchSettings

__all__ = ["PIMC", "PimcBot"]

PIMC: Final = SearchSettings(worlds=200, bid_worlds=200)


class PimcBot(SearchBot):
    """Perfect-information Monte Carlo, as plainly as it is done."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, PIMC)
