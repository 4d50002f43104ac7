"""Golden moves: deals that each bot has played against its kind, written down.

A change of form must not change what a bot does: the same seed gives the same moves. Each file in
``tests/data/bots`` holds deals of one bot at 3 to 7 players; ``test_goldens`` plays them again and
compares. No bot has a deadline here, so nothing hangs on the machine. After a change of play that
is meant, write them anew from the root of the project, and say in the change why they differ::

    python -m tests.bots.goldens
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from batarde.arena import Driver
from batarde.bots import bot
from batarde.rules import Deal, deal_seed, schedule
from tests.rules.notation import written

FOLDER: Final = Path(__file__).parents[1] / "data" / "bots"
PLAYERS: Final = range(3, 8)
NAMES: Final = ("random", "simple", "pimc", "novice", "casual", "club", "expert", "master")
LARGEST: Final = {"master": 7}
"""The most cards in a deal, for a bot that thinks long."""


def text(name: str) -> str:
    """Return what the file of the bot called *name* holds."""
    told = [line for players in PLAYERS for line in _deals(name, players)]
    return "".join(f"{line}\n" for line in told)


def path(name: str) -> Path:
    """Return where the moves of a bot are kept."""
    return FOLDER / f"{name}.txt"


def _deals(name: str, players: int) -> Iterator[str]:
    sizes = schedule(players)
    for number in (1, 4, len(sizes) - 1):  # early, midway, and the game's last
        cards = min(sizes[number], LARGEST.get(name, 12))
        scores = tuple([3 * (seat + number) % 7 for seat in range(players)])
        deal = Deal.shuffled(players, cards, number % players, deal_seed(bytes(32), number))
        bots = [bot(name, bytes([players, seat])) for seat in range(players)]
        driver = Driver(bots)
        deal = driver.play_deal(deal, number, scores)
        assert not driver.mishaps
        yield f"{players} players, deal {number}"
        yield "  " + " ".join(f"{seat}:{written(call)}" for seat, call in deal.calls)
        yield "  " + " ".join(card.value for _, card in deal.plays)


def main() -> None:
    """Write all of them anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in NAMES:
        path(name).write_text(text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
