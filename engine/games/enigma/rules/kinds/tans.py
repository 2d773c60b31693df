"""The seven tans in exact numbers (E55, E56): pairs [a, b] stand for a + b*sqrt(2)."""

from __future__ import annotations

from typing import TypeAlias

from engine.core.game import Json

Number: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[Number, Number]
Ring: TypeAlias = tuple[Point, ...]

SHAPES: dict[str, tuple[tuple[int, int], ...]] = {
    "a": ((0, 0), (2, 0), (0, 2)),
    "b": ((0, 0), (2, 0), (0, 2)),
    "c": ((0, 0), (4, 0), (0, 4)),
    "d": ((0, 0), (4, 0), (0, 4)),
    "m": ((0, 0), (4, 0), (2, 2)),
    "p": ((0, 0), (2, 0), (4, 2), (2, 2)),
    "s": ((0, 0), (2, 0), (2, 2), (0, 2)),
}
TWINS = {"b": "a", "d": "c"}  # E59: interchangeable with the earlier one


def add(number: Number, other: Number) -> Number:
    return number[0] + other[0], number[1] + other[1]


def subtract(number: Number, other: Number) -> Number:
    return number[0] - other[0], number[1] - other[1]


def turn_by_45(x: Number, y: Number) -> Point:
    """(x - y, x + y) / sqrt(2). All tans have even corners, so halving is exact."""
    return _over_root_two(subtract(x, y)), _over_root_two(add(x, y))


def _over_root_two(number: Number) -> Number:
    """(a + b*sqrt2) / sqrt2 = b + (a/2)*sqrt2."""
    a, b = number
    return b, a // 2


def placed(tan: str, rot: int, flip: int, at: Point) -> Ring:
    """The corners where the tan lies, counter-clockwise."""
    ring = []
    for x, y in SHAPES[tan]:
        point: Point = ((-x if flip else x, 0), (y, 0))
        for _ in range(rot):
            point = turn_by_45(*point)
        ring.append((add(point[0], at[0]), add(point[1], at[1])))
    return tuple(reversed(ring)) if flip else tuple(ring)


def point_of(data: Json) -> Point:
    (a, b), (c, d) = data
    return (a, b), (c, d)
