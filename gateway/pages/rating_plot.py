"""The history of a rating as a drawing: where each match stands, the range around it, the lines behind. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from services.ratings.read import RatingChange

WIDTH, HEIGHT = 400, 230
LEFT, RIGHT, TOP, BOTTOM = 44, 10, 14, 26
STEPS: Final = (20, 25, 50, 100, 200, 250, 500, 1000)
LINES: Final = 5  # at most so many horizontal lines


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float
    step: RatingChange


@dataclass(frozen=True, slots=True)
class RatingPlot:
    """Coordinates in a box of WIDTH by HEIGHT; time goes from left to right in every language."""

    line: str
    band: str
    dots: tuple[Dot, ...]
    levels: tuple[tuple[float, int], ...]  # y, rating
    first: RatingChange
    last: RatingChange
    highest: RatingChange
    lowest: RatingChange


def rating_plot(steps: Sequence[RatingChange]) -> RatingPlot | None:
    """None: there is nothing to draw."""
    if not steps:
        return None
    low = min(step.rating.shown - step.rating.range for step in steps)
    high = max(step.rating.shown + step.rating.range for step in steps)
    every = next((size for size in STEPS if (high - low) / size <= LINES), STEPS[-1])
    bottom, top = low // every * every, -(-high // every) * every

    def y_of(value: int) -> float:
        return round(TOP + (top - value) * (HEIGHT - TOP - BOTTOM) / (top - bottom), 1)

    dots = tuple(Dot(_x_of(place, len(steps)), y_of(step.rating.shown), step) for place, step in enumerate(steps))
    upper = [(dot.x, y_of(dot.step.rating.shown + dot.step.rating.range)) for dot in dots]
    lower = [(dot.x, y_of(dot.step.rating.shown - dot.step.rating.range)) for dot in reversed(dots)]
    return RatingPlot(
        line=_points([(dot.x, dot.y) for dot in dots]),
        band=_points(upper + lower),
        dots=dots,
        levels=tuple((y_of(value), value) for value in range(bottom, top + 1, every)),
        first=steps[0],
        last=steps[-1],
        highest=max(steps, key=lambda step: step.rating.shown),
        lowest=min(steps, key=lambda step: step.rating.shown),
    )


def _x_of(place: int, count: int) -> float:
    """Matches stand side by side, however long it was between them."""
    width = WIDTH - LEFT - RIGHT
    return round(LEFT + (width / 2 if count == 1 else place * width / (count - 1)), 1)


def _points(pairs: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in pairs)
