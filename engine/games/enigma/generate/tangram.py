"""Tangram puzzles: shapes grown tan by tan, and the convex ones, solved as exact covers (section 5)."""

from __future__ import annotations

import math
from collections.abc import Set
from functools import cache, lru_cache
from itertools import product

from engine.core.chance import Stream
from engine.core.game import Json
from engine.games.enigma.generate.measure import Measured
from engine.games.enigma.rules.kinds import tangram
from engine.games.enigma.rules.kinds.tangram import Quarter
from engine.games.enigma.rules.kinds.tans import SHAPES

MOST_CORNERS = 13
WIDEST = 7  # cells
MOST_SOLUTIONS = 400


def propose(chance: Stream, level: int | None) -> Json | None:
    if level == 3:
        return {"outline": [[[[x, 0], [y, 0]] for x, y in chance.choose(convex_rings())]]}
    quarters = _grown(chance)
    ring = None if quarters is None else ring_of(quarters)
    if ring is None or not _fits_level(ring, level):
        return None
    return {"outline": [[[[x, 0], [y, 0]] for x, y in ring]]}


def _fits_level(ring: tuple[tuple[int, int], ...], level: int | None) -> bool:
    return len(ring) <= MOST_CORNERS and level_of_ring(ring) is not None and level in (None, level_of_ring(ring))


def level_of_ring(ring: tuple[tuple[int, int], ...]) -> int | None:
    """1 = ten corners or more, 2 = seven to nine, 3 = convex; few corners and not convex is none of them."""
    if is_convex(ring):
        return 3
    return 1 if len(ring) >= 10 else 2 if len(ring) >= 7 else None


def measure(data: Json) -> Measured | None:
    return _measure(tuple((point[0][0], point[1][0]) for point in data["outline"][0]))


@lru_cache(maxsize=64)  # the convex rings are few and are proposed again and again
def _measure(ring: tuple[tuple[int, int], ...]) -> Measured | None:
    data = {"outline": [[[[x, 0], [y, 0]] for x, y in ring]]}
    solutions = tangram.solve(data, MOST_SOLUTIONS)
    level = level_of_ring(ring)
    if not solutions.answers or level is None:
        return None
    difficulty = math.log2(1 + solutions.nodes / len(solutions.answers)) + 0.25 * (MOST_CORNERS - len(ring))
    return Measured(
        data=data,
        level=level,
        difficulty=round(100 * difficulty),
        nodes=solutions.nodes,
        solutions=len(solutions.answers),
        answer=solutions.first,
        form=form_of(tangram.quarters_of(ring)),
    )


# -- growing ----------------------------------------------------------------------------------------------------------


def _grown(chance: Stream) -> frozenset[Quarter] | None:
    """All seven tans, each beside the union of those before, with a random liking for contact."""
    union: frozenset[Quarter] = frozenset()
    liking = 1 + chance.uniform(6)
    for tan in chance.shuffle(sorted(SHAPES)):
        tries = [_beside(union, tan, chance) for _ in range(liking if union else 1)]
        fitting = [quarters for quarters in tries if quarters is not None]
        if not fitting:
            return None
        union |= max(fitting, key=lambda quarters: (_contact(union, quarters), sorted(quarters)))
    return _to_corner(union)


def _beside(union: frozenset[Quarter], tan: str, chance: Stream) -> frozenset[Quarter] | None:
    _, _, shape = chance.choose(tangram.lattice_lies(tan))
    if not union:
        return shape
    free = sorted({near for quarter in union for near in neighbours(quarter)} - union)
    i, j, side = chance.choose(free)
    # One of the tan's quarters of that side comes to lie on the free quarter.
    anchors = sorted(quarter for quarter in shape if quarter[2] == side)
    if not anchors:
        return None
    a, b, _ = chance.choose(anchors)
    moved = frozenset((x + i - a, y + j - b, s) for x, y, s in shape)
    both = union | moved
    wide = max(x for x, _, _ in both) - min(x for x, _, _ in both) < WIDEST
    high = max(y for _, y, _ in both) - min(y for _, y, _ in both) < WIDEST
    return moved if wide and high and not union & moved else None


def _contact(union: Set[Quarter], quarters: Set[Quarter]) -> int:
    return sum(near in union for quarter in quarters for near in neighbours(quarter))


def neighbours(quarter: Quarter) -> tuple[Quarter, Quarter, Quarter]:
    """Beside it in the same cell, twice, and across the side of the cell (sides S E N W)."""
    i, j, side = quarter
    di, dj = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
    return (i, j, (side + 1) % 4), (i, j, (side + 3) % 4), (i + di, j + dj, (side + 2) % 4)


def _to_corner(quarters: frozenset[Quarter]) -> frozenset[Quarter]:
    low_i, low_j = min(i for i, _, _ in quarters), min(j for _, j, _ in quarters)
    return frozenset((i - low_i, j - low_j, side) for i, j, side in quarters)


# -- outlines ---------------------------------------------------------------------------------------------------------


def ring_of(quarters: frozenset[Quarter]) -> tuple[tuple[int, int], ...] | None:
    """The corners counter-clockwise, or None if the border is not one simple ring."""
    sides = {side for quarter in quarters for side in _sides(quarter)}
    border = {(start, end) for start, end in sides if (end, start) not in sides}
    after = dict(border)
    if len(after) != len(border):
        return None  # touches itself in a corner
    start = min(after)
    walk = [start]
    while (point := after[walk[-1]]) != start:
        walk.append(point)
    if len(walk) != len(border):
        return None  # a hole, or two bodies
    return tuple(
        here
        for before, here, then in zip((walk[-1], *walk), walk, (*walk[1:], walk[0]), strict=False)
        if _turn(before, here, then)
    )


def _sides(quarter: Quarter) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    i, j, side = quarter
    corners = [(2 * i, 2 * j), (2 * i + 2, 2 * j), (2 * i + 2, 2 * j + 2), (2 * i, 2 * j + 2)]
    first, second, centre = corners[side], corners[(side + 1) % 4], (2 * i + 1, 2 * j + 1)
    return [(first, second), (second, centre), (centre, first)]


def _turn(before: tuple[int, int], here: tuple[int, int], then: tuple[int, int]) -> int:
    return (here[0] - before[0]) * (then[1] - here[1]) - (here[1] - before[1]) * (then[0] - here[0])


def is_convex(ring: tuple[tuple[int, int], ...]) -> bool:
    return all(
        _turn(before, here, then) > 0
        for before, here, then in zip((ring[-1], *ring), ring, (*ring[1:], ring[0]), strict=False)
    )


def form_of(quarters: frozenset[Quarter]) -> str:
    """The same for shapes that are mirrored or turned copies."""
    centres = [
        (6 * i + dx, 6 * j + dy) for i, j, side in quarters for dx, dy in (((3, 1), (5, 3), (3, 5), (1, 3))[side],)
    ]
    forms = []
    for swap, sx, sy in product((False, True), (1, -1), (1, -1)):
        points = [(sx * (y if swap else x), sy * (x if swap else y)) for x, y in centres]
        low_x, low_y = min(x for x, _ in points), min(y for _, y in points)
        forms.append(sorted((x - low_x, y - low_y) for x, y in points))
    return repr(min(forms))


@cache
def convex_rings() -> tuple[tuple[tuple[int, int], ...], ...]:
    """Bounding boxes with four corners cut at 45 degrees and the right area, each form once."""
    rings: dict[str, tuple[tuple[int, int], ...]] = {}
    for wide, high in product(range(1, 9), repeat=2):
        for cuts in product(range(min(wide, high) + 1), repeat=4):
            if 2 * wide * high - sum(cut * cut for cut in cuts) == tangram.QUARTERS // 2:
                ring = _octagon(wide, high, cuts)
                if ring is not None:
                    rings.setdefault(form_of(tangram.quarters_of(ring)), ring)
    return tuple(rings[form] for form in sorted(rings))


def _octagon(wide: int, high: int, cuts: tuple[int, ...]) -> tuple[tuple[int, int], ...] | None:
    sw, se, ne, nw = cuts
    if sw + se > wide or nw + ne > wide or sw + nw > high or se + ne > high:
        return None
    w, h = 2 * wide, 2 * high
    points = [(2 * sw, 0), (w - 2 * se, 0), (w, 2 * se), (w, h - 2 * ne), (w - 2 * ne, h), (2 * nw, h)]
    points += [(0, h - 2 * nw), (0, 2 * sw)]
    ring = [point for n, point in enumerate(points) if point != points[n - 1]]
    return tuple(ring)
