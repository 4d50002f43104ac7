"""Golden advice: what the coach said in deals that were played by it, written down.

The same view must give the same bytes anywhere. ``test_goldens`` asks again and compares; after a
change that is meant, write it anew from the root of the project, and say in the change why it
differs::

    python -m tests.study.goldens
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from batarde.rules import Deal, View, deal_seed
from batarde.study.coach import Advice, advise
from tests.rules.notation import written

PATH: Final = Path(__file__).parents[1] / "data" / "study" / "coach.txt"


def text() -> str:
    """Return what the file holds."""
    told = [line for players in range(3, 8) for line in _deal(players)]
    return "".join(f"{line}\n" for line in told)


def _deal(players: int) -> Iterator[str]:
    deal = Deal.shuffled(players, 4, 0, deal_seed(bytes(32), players))
    yield f"{players} players"
    while (seat := deal.turn) is not None:
        advice = advise(deal.view(seat))
        assert advice.best is not None
        yield f"  {seat}:{written(advice.best)} {' '.join(_figures(deal.view(seat), advice))}"
        deal, _ = deal.apply(seat, advice.best)


def _figures(view: View, advice: Advice) -> Iterator[str]:
    for cost in advice.cards:
        yield f"{'='.join(cost.cards)} {cost.misses}"
    for row in advice.lens.rows if advice.lens else ():
        cells = "/".join(f"{'>' * cell.is_bound}{cell.misses}" for cell in row.cells)
        yield f"{row.trump.value}{row.best} {cells} {row.gain};"
    yield " ".join(f"({reason.code})" for reason in advice.reasons)
    assert advice.double is None or len(advice.double.points) == view.players


if __name__ == "__main__":
    PATH.parent.mkdir(exist_ok=True)
    PATH.write_text(text(), encoding="utf-8")
