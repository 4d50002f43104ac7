"""Golden playthroughs: games played by lot and written down, step by step.

Each file in ``tests/data/playthroughs`` shows, for every moment of its deals, the state, what every
seat may do, what the lot chose, and what happened. ``test_playthroughs`` plays them again and
compares. After a change of the rules that is meant, write them anew from the root of the project,
and read the difference before committing it::

    python -m tests.rules.playthroughs

How a game is led by lot is told in :mod:`tests.rules.randomplay`, so that other programs can follow
these files too. The game's seed (see :mod:`batarde.rules.dealing`) is 32 times the byte of the
number of players, which is also the seed of the lot.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from batarde.rules import Action, Bid, Deal, Event, Game, Phase
from batarde.rules.dealing import stock
from tests.rules.notation import written
from tests.rules.randomplay import Lot, Step, chosen

FOLDER: Final = Path(__file__).parents[1] / "data" / "playthroughs"


class Playthrough(NamedTuple):
    """Which game is played, and how far."""

    players: int
    deals: int
    asks_ready: bool
    has_windows: bool

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.players}-players.txt"


PLAYTHROUGHS: Final = (
    Playthrough(3, 12, asks_ready=False, has_windows=False),
    Playthrough(4, 10, asks_ready=True, has_windows=True),
    Playthrough(5, 5, asks_ready=False, has_windows=False),
    Playthrough(6, 5, asks_ready=True, has_windows=True),
    Playthrough(7, 6, asks_ready=False, has_windows=True),
)


def lines(playthrough: Playthrough) -> Iterator[str]:
    """Yield the lines of a playthrough."""
    players, deals, asks_ready, has_windows = playthrough
    lot, seed = Lot(players), bytes([players]) * 32
    game = Game.from_seed(players, seed)
    game = msgspec.structs.replace(game, asks_ready=asks_ready, has_windows=has_windows)
    yield "# Written by python -m tests.rules.playthroughs"
    yield f"# {players} players; the first {deals} deals"
    yield f"# ready question: {_said(asks_ready)}; double windows: {_said(has_windows)}"
    for _ in range(deals):
        game, happened = game.deal_from(seed)
        yield ""
        yield from _told(happened)
        yield f"stock {' '.join(stock(game.deal.dealt))}"
        while not game.deal.is_over:
            step = chosen(game.deal, lot)
            yield ""
            yield from _position(game.deal)
            yield f"> {_step(step)}"
            game, happened = game.close_window() if step is None else game.apply(*step)
            yield from _told(happened)
        yield f"totals {' '.join(map(str, game.totals))}"


def text(playthrough: Playthrough) -> str:
    """Return a playthrough as its file holds it."""
    return "".join(f"{line}\n" for line in lines(playthrough))


def _position(deal: Deal) -> Iterator[str]:
    yield " · ".join(_state(deal))
    for seat in sorted(deal.to_act):
        yield f"  {seat} may {' '.join(_ranges(deal.legal_actions(seat)))}"


def _state(deal: Deal) -> Iterator[str]:
    yield deal.phase
    if deal.turn is not None:
        yield f"turn {deal.turn}"
    if deal.standing is not None:
        standing = deal.standing
        bid = written(Bid(standing.tricks, standing.trump, standing.pack))
        yield f"{bid} by {standing.seat}"
        yield f"bids {_said(deal.auction.bids)}"
    if deal.auction.doubled_by is not None:
        yield f"doubled by {deal.auction.doubled_by}{', redoubled' * deal.auction.redoubled}"
    if deal.window:
        yield f"window {_said(sorted(deal.window))}"
    if deal.phase is Phase.PLAY:
        yield f"trick {_said(deal.trick) or '-'}"
        yield f"tricks {_said(deal.tricks)}"


def _ranges(actions: tuple[Action, ...]) -> list[str]:
    """Return *actions* in notation, the numbers of bids drawn together: ``0-2,4-7D``."""
    numbers: dict[str, list[int]] = {}
    others: list[str] = []
    for action in actions:
        if isinstance(action, Bid):
            trump = written(action).removeprefix(str(action.tricks))
            numbers.setdefault(trump, []).append(action.tricks)
        else:
            others.append(written(action))
    return [*(f"{_drawn_together(bid)}{trump}" for trump, bid in numbers.items()), *others]


def _drawn_together(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _step(step: Step) -> str:
    return "the window's time is over" if step is None else f"{step[0]}: {written(step[1])}"


def _told(happened: tuple[Event, ...]) -> Iterator[str]:
    for event in happened:
        fields = msgspec.to_builtins(event)
        name = fields.pop("event")
        seen_by = fields.pop("seen_by")
        told = [f"{key} {_said(value)}" for key, value in fields.items()]
        secret = [] if seen_by == "everybody" else [f"seen by {_said(seen_by)} only"]
        yield f"= {'; '.join([name, *told, *secret])}"


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        separator = " | " if value and isinstance(value[0], list | tuple) else " "
        return separator.join(_said(item) for item in value)
    return "-" if value is None else str(value)


def main() -> None:
    """Write all playthroughs anew."""
    for playthrough in PLAYTHROUGHS:
        playthrough.path.write_text(text(playthrough), encoding="utf-8")


if __name__ == "__main__":
    main()
