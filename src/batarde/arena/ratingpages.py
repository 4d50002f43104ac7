"""The ratings as a page: two tables, put between the markers of a document."""

from collections.abc import Sequence
from typing import Final

from batarde.arena.ratings import Place, StepResult, scale
from batarde.arena.sprt import BETTER_BY
from batarde.rules.errors import MalformedError

__all__ = ["BEGIN", "END", "rating_page", "row", "with_page"]

BEGIN: Final = "<!-- ratings: begin -->"
END: Final = "<!-- ratings: end -->"


def rating_page(results: Sequence[StepResult], made_by: str) -> str:
    """Return both tables, the steps and the scale, with the command that made them."""
    counts = sorted({result.players for result in results})
    head = f"| players | step | saved a deal | ± | better by {BETTER_BY}? | games | ms |"
    steps = [head, "| --- | --- | ---: | ---: | --- | ---: | ---: |"]
    steps += [f"| {' | '.join(row(result))} |" for result in results]
    return "\n".join([f"Made by: `{made_by}`", "", *steps, "", *_scale_table(results, counts)])


def row(result: StepResult) -> tuple[str, ...]:
    """Return the words of one step."""
    step = result.comparison
    return (
        str(result.players),
        f"{step.name} to {step.other}",
        f"{step.sums.mean:+.3f}",
        f"{step.sums.error:.3f}",
        step.verdict.value,
        f"{result.games:,}",
        f"{result.ms[0]:.1f}, {result.ms[1]:.1f}",
    )


def with_page(document: str, page: str) -> str:
    """Return *document* with *page* between its markers.

    >>> with_page(f"a {BEGIN} old {END} b", "new").split()[-4:]
    ['ratings:', 'end', '-->', 'b']

    :raises MalformedError: if it does not have both, once, in order.
    """
    before, found, rest = document.partition(BEGIN)
    _, closed, after = rest.partition(END)
    if not found or not closed or BEGIN in after:
        raise MalformedError(f"the document has no {BEGIN} … {END}")
    return f"{before}{BEGIN}\n{page}\n{END}{after}"


def _scale_table(results: Sequence[StepResult], counts: Sequence[int]) -> list[str]:
    scales = {
        players: scale(each.comparison for each in results if each.players == players)
        for players in counts
    }
    means = {name: _mean([scales[n][name] for n in counts]) for name in scales[counts[0]]}
    names = sorted(means, key=lambda name: -means[name])
    lines = [
        f"| bot | rating | {' | '.join(f'{players} players' for players in counts)} |",
        f"| --- | ---: |{' ---: |' * len(counts)}",
    ]
    for name in names:
        cells = [f"{place.rating:+.3f} ± {place.error:.3f}" for place in _places(scales, name)]
        lines.append(f"| `{name}` | {means[name]:+.3f} | {' | '.join(cells)} |")
    return lines


def _places(scales: dict[int, dict[str, Place]], name: str) -> list[Place]:
    return [places[name] for places in scales.values()]


def _mean(places: Sequence[Place]) -> float:
    return sum(place.rating for place in places) / len(places)
