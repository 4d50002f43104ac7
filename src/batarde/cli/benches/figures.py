"""A figure that was measured in several rounds, and how it is printed."""

import json
from collections.abc import Callable, Iterable
from statistics import median
from time import process_time
from typing import Any

import click
import msgspec

__all__ = ["Figure", "json_option", "rate", "report", "rounds_option", "seconds_option"]

json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a figure.")
rounds_option = click.option(
    "--rounds", type=click.IntRange(1), default=5, show_default=True, help="How many times."
)
seconds_option = click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=1.0,
    show_default=True,
    help="How long each round takes.",
)


class Figure(msgspec.Struct, frozen=True):
    """What was measured, and what each round gave."""

    bench: str
    name: str
    unit: str
    rounds: tuple[float, ...]

    @property
    def line(self) -> str:
        """The figure for people: the median, then the lowest and the highest."""
        low, middle, high = min(self.rounds), median(self.rounds), max(self.rounds)
        spread = f"({low:,.0f} to {high:,.0f})" if len(self.rounds) > 1 else ""
        return f"{self.bench:10} {self.name:44} {middle:>12,.0f} {self.unit} {spread}".rstrip()

    @property
    def data(self) -> dict[str, Any]:
        """The figure for programs."""
        return {
            "bench": self.bench,
            "name": self.name,
            "unit": self.unit,
            "median": round(median(self.rounds), 3),
            "low": round(min(self.rounds), 3),
            "high": round(max(self.rounds), 3),
            "rounds": len(self.rounds),
        }


def report(figures: Iterable[Figure], *, as_json: bool) -> None:
    """Print each of *figures* as soon as it is measured."""
    for figure in figures:
        click.echo(json.dumps(figure.data) if as_json else figure.line)


def rate(work: Callable[[], int], seconds: float) -> float:
    """Return how much *work* is done in a second; each call says how much it did.

    Time is that of this process on its core, not of the clock on the wall.
    """
    began, done = process_time(), 0
    while (spent := process_time() - began) < seconds:
        done += work()
    return done / spent
