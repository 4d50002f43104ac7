"""A picture of a learning curve, as SVG: what the policy's favourite card costs, by games seen."""

from collections.abc import Sequence

from batarde.arena.training.runs import Mark

__all__ = ["curve"]

_WIDTH, _HEIGHT, _LEFT, _TOP = 640, 320, 70, 50
_COLOURS = ("#b5653b", "#5b7fb5", "#4f8f5b", "#8b5bb5", "#444")


def curve(marks: Sequence[Mark], title: str) -> str:
    """Return the curve: a line for each generation, over the games that it learned from.

    >>> print(curve([], "nothing").splitlines()[0][:30])
    <svg xmlns="http://www.w3.org/
    """
    most_games = max([mark.games for mark in marks], default=1)
    most = max([mark.fit.regret for mark in marks], default=1.0) or 1.0
    lines = []
    for generation in sorted({mark.generation for mark in marks}):
        own = [mark for mark in marks if mark.generation == generation]
        colour = _COLOURS[generation % len(_COLOURS)]
        points = [
            (
                _LEFT + (_WIDTH - _LEFT - 150) * mark.games / most_games,
                _TOP + (_HEIGHT - _TOP - 40) * (1 - mark.fit.regret / most),
                mark.fit.regret,
            )
            for mark in own
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y, _ in points
        ]
        x, y, regret = points[-1]
        lines.append(
            f'<text x="{x + 8:.1f}" y="{y + 5:.1f}" fill="{colour}">'
            f"generation {generation}: {regret:.3f}</text>"
        )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}">',
            "<style>text { font: 14px sans-serif }</style>",
            '<rect width="100%" height="100%" fill="#fff"/>',
            f'<text x="12" y="26">{title}</text>',
            f'<path d="M{_LEFT} {_TOP}V{_HEIGHT - 40}H{_WIDTH - 150}" stroke="#222" fill="none"/>',
            f'<text x="{_LEFT}" y="{_HEIGHT - 14}">games learned from, up to {most_games}</text>',
            f'<text x="8" y="{_TOP + 5}">{most:.3f}</text>',
            f'<text x="8" y="{_HEIGHT - 40}">0</text>',
            *lines,
            "</svg>\n",
        ]
    )
