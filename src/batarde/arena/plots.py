"""A picture of a match: penalties with their errors, as SVG."""

from collections.abc import Sequence
from html import escape

from batarde.arena.results import Score

__all__ = ["plot"]

_ROW, _LEFT, _WIDTH, _SIZE = 34, 170, 420, 700


def plot(scores: Sequence[Score], title: str) -> str:
    """Return a bar for each score's penalty a deal, with two standard errors to each side.

    >>> print(plot([], "nothing").splitlines()[0][:30])
    <svg xmlns="http://www.w3.org/
    """
    most = max([score.penalty + 2 * score.se for score in scores], default=1.0) or 1.0
    rows = [_row(score, number, _WIDTH / most) for number, score in enumerate(scores)]
    height = _ROW * len(scores) + 60
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_SIZE}" height="{height}">',
            "<style>text { font: 14px sans-serif }</style>",
            '<rect width="100%" height="100%" fill="#fff"/>',
            f'<text x="12" y="26">{escape(title)}</text>',
            *rows,
            "</svg>\n",
        ]
    )


def _row(score: Score, number: int, scale: float) -> str:
    top = 44 + _ROW * number
    middle, end = top + 11, _LEFT + score.penalty * scale
    low = _LEFT + max(0.0, score.penalty - 2 * score.se) * scale
    high = _LEFT + (score.penalty + 2 * score.se) * scale
    name = score.name if len(score.name) <= 20 else score.name[:19] + "…"
    return (
        f'<text x="{_LEFT - 10}" y="{middle + 5}" text-anchor="end">{escape(name)}</text>'
        f'<rect x="{_LEFT}" y="{top}" width="{end - _LEFT:.1f}" height="22" fill="#5b7fb5"/>'
        f'<path d="M{low:.1f} {middle}H{high:.1f}" stroke="#222" stroke-width="2"/>'
        f'<text x="{high + 8:.1f}" y="{middle + 5}">{score.penalty:.3f}</text>'
    )
