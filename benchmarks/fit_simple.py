"""Fits the weights of the `simple` bot to its own play, and prints them with its penalty.

Every card in every hand is a sample, at the opening lead and after each card its owner plays: what
could be said of it then, and whether it won a trick in the end. The weights make those chances as
likely as can be (logistic regression by Newton's method). Run it, round the result, put it into
`batarde/bots/odds.py`, and run it again until it settles:

    python benchmarks/fit_simple.py --games 10
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from operator import mul

from batarde.arena import Driver
from batarde.bots import bot
from batarde.bots.rule_of_thumb.card_chances import CardRole, Clues, hand_clues
from batarde.bots.rule_of_thumb.unseen import UnseenCards
from batarde.rules import PASS, Card, Deal, Phase, deal_seed, play
from batarde.rules.events import TrickTaken

Sample = tuple[Clues, bool]


def samples(deal: Deal) -> Iterator[tuple[CardRole, Sample]]:
    """Return what could be said of each card of *deal* and whether it won, moment by moment."""
    running = Deal.start(deal.dealt, deal.dealer)
    for seat, call in deal.calls:
        running, _ = running.apply(seat, call)
    if running.phase is Phase.REDOUBLE and running.turn is not None:
        running, _ = running.apply(running.turn, PASS)
    clues: list[tuple[Card, CardRole, Clues]] = []
    winners = set()
    for number, (seat, card) in enumerate(deal.plays):
        hand = running.hands[seat]
        clues += [] if number >= deal.players else seen(running, seat, hand)
        clues += seen(running, seat, [held for held in hand if held is not card])
        running, events = running.apply(seat, play(card))
        winners |= {event.card for event in events if isinstance(event, TrickTaken)}
    return ((kind, (clue, card in winners)) for card, kind, clue in clues)


def seen(deal: Deal, seat: int, hand: Sequence[Card]) -> list[tuple[Card, CardRole, Clues]]:
    assert deal.standing is not None
    sight = UnseenCards(deal.view(seat), deal.standing.contract)
    return [(card, *clue) for card, clue in zip(hand, hand_clues(sight, hand), strict=True)]


def fitted(rows: Sequence[Sample], rounds: int = 12) -> list[float]:
    """Return the weights under which *rows* are likeliest."""
    weights = [0.0] * len(Clues._fields)
    for _ in range(rounds):
        slope = [-0.01 * weight for weight in weights]  # a light pull to 0: some clues are constant
        curve = [[0.01 * (i == j) for j in range(len(weights))] for i in range(len(weights))]
        for clues, won in rows:
            chance = 1 / (1 + math.exp(-sum(map(mul, weights, clues))))
            for i, clue in enumerate(clues):
                slope[i] += clue * (won - chance)
                for j, other in enumerate(clues):
                    curve[i][j] += clue * other * chance * (1 - chance)
        weights = [w + step for w, step in zip(weights, solved(curve, slope), strict=True)]
    return weights


def solved(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """Return x with matrix · x = vector, by Gauss and Jordan."""
    rows = [[*row, value] for row, value in zip(matrix, vector, strict=True)]
    for pivot in range(len(rows)):
        best = max(range(pivot, len(rows)), key=lambda row: abs(rows[row][pivot]))
        rows[pivot], rows[best] = rows[best], rows[pivot]
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for other in range(len(rows)):
            if other != pivot:
                factor = rows[other][pivot]
                rows[other] = [
                    a - factor * b for a, b in zip(rows[other], rows[pivot], strict=True)
                ]
    return [row[-1] for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=10, help="games of each number of players")
    games = parser.parse_args().games
    rows: dict[CardRole, list[Sample]] = {kind: [] for kind in CardRole}
    for players in range(3, 8):
        points = []
        for number in range(games):
            game = Driver([bot("simple")] * players).play_game(deal_seed(bytes(32), number))
            points += [total / len(game.deals) for total in game.totals]
            for deal in game.deals:
                for kind, sample in samples(deal):
                    rows[kind].append(sample)
        print(f"{players} players: {sum(points) / len(points):.3f} points a deal")
    print(f"{'':5} {'samples':>9}  " + "  ".join(f"{name:>9}" for name in Clues._fields))
    for kind in CardRole:
        weights = "  ".join(f"{weight:9.2f}" for weight in fitted(rows[kind]))
        print(f"{kind.name:5} {len(rows[kind]):9}  {weights}")


if __name__ == "__main__":
    main()
