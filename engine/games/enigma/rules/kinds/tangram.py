"""The tangram puzzle (E55-E59): seven tans cover the outline, checked by boundaries, solved as an exact cover."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TypeAlias

from engine.core.game import Json
from engine.games.enigma.rules.kinds.solutions import Solutions, is_int
from engine.games.enigma.rules.kinds.tans import (
    SHAPES,
    TWINS,
    Number,
    Point,
    Ring,
    add,
    placed,
    point_of,
    subtract,
)

FORM = 'A:{"a":{"at":[[a,b],[a,b]],"flip":0|1,"rot":0-7},"b":...,"c":...,"d":...,"m":...,"p":...,"s":...}'
QUARTERS = 32  # the area of all seven, in quarter cells

Quarter: TypeAlias = tuple[int, int, int]  # cell column, cell row, side of the cell (S E N W)
Lie: TypeAlias = tuple[str, int, int, int, int]  # tan, rotation, flip, x and y of its first corner


def readable(answer: Json) -> bool:
    return isinstance(answer, dict) and sorted(answer) == sorted(SHAPES) and all(map(_is_place, answer.values()))


def _is_place(place: Json) -> bool:
    if not isinstance(place, dict) or sorted(place) != ["at", "flip", "rot"]:
        return False
    at, flip, rot = place["at"], place["flip"], place["rot"]
    if not (is_int(flip) and flip in (0, 1) and is_int(rot) and 0 <= rot <= 7):
        return False
    return (
        isinstance(at, list)
        and len(at) == 2
        and all(isinstance(pair, list) and len(pair) == 2 and all(map(is_int, pair)) for pair in at)
    )


# -- the check (E58) --------------------------------------------------------------------------------------------------


def fault(data: Json, answer: Json) -> str | None:
    """None if the tans cover the outline exactly: equal boundary chains have equal winding numbers."""
    chain: Counter[tuple[int, Number, Number]] = Counter()
    for tan, place in sorted(answer.items()):
        _add_boundary(chain, placed(tan, place["rot"], place["flip"], point_of(place["at"])), 1)
    for ring in data["outline"]:
        _add_boundary(chain, tuple(map(point_of, ring)), -1)
    return "cover" if any(chain.values()) else None


def _add_boundary(chain: Counter[tuple[int, Number, Number]], ring: Ring, sign: int) -> None:
    for start, end in zip(ring, (*ring[1:], ring[0]), strict=True):
        kind = line_class(start, end)
        chain[_key(kind, start)] += sign
        chain[_key(kind, end)] -= sign


def line_class(start: Point, end: Point) -> int:
    """0 level, 1 rising, 2 upright, 3 falling; any other direction is no side of a tan."""
    across, up = subtract(end[0], start[0]), subtract(end[1], start[1])
    if up == (0, 0):
        return 0
    if across == (0, 0):
        return 2
    if across == up:
        return 1
    if add(across, up) == (0, 0):
        return 3
    raise ValueError("a side that is no multiple of 45 degrees")


def _key(kind: int, point: Point) -> tuple[int, Number, Number]:
    """(class, which line of it, where on the line)."""
    x, y = point
    if kind == 0:
        return kind, y, x
    if kind == 2:
        return kind, x, y
    return kind, subtract(y, x) if kind == 1 else add(x, y), x


# -- the search -------------------------------------------------------------------------------------------------------


def quarters_of(ring: tuple[tuple[int, int], ...]) -> frozenset[Quarter]:
    """The quarter cells inside a ring with even corners (cells are 2 x 2, cut by both diagonals)."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    quarters = set()
    for i in range(min(xs) // 2, max(xs) // 2):
        for j in range(min(ys) // 2, max(ys) // 2):
            # Centres of the four quarters, times three to stay whole.
            for side, (dx, dy) in enumerate(((3, 1), (5, 3), (3, 5), (1, 3))):
                if _inside(ring, 6 * i + dx, 6 * j + dy):
                    quarters.add((i, j, side))
    return frozenset(quarters)


def _inside(ring: tuple[tuple[int, int], ...], x: int, y: int) -> bool:
    """Even-odd rule; the point (x, y) is in thirds and never on a side."""
    inside = False
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        x1, y1, x2, y2 = 3 * x1, 3 * y1, 3 * x2, 3 * y2
        if (y1 > y) != (y2 > y):
            cross = (x - x1) * (y2 - y1) - (x2 - x1) * (y - y1)
            inside ^= (cross < 0) == (y2 > y1)
    return inside


@cache
def lattice_lies(tan: str) -> tuple[tuple[int, int, frozenset[Quarter]], ...]:
    """(rotation, flip, quarters with the first corner at the origin), each form once wherever it lies."""
    lies: dict[frozenset[Quarter], tuple[int, int, frozenset[Quarter]]] = {}
    for flip in (0, 1):
        for rot in (0, 2, 4, 6):
            ring = tuple((x[0], y[0]) for x, y in placed(tan, rot, flip, ((0, 0), (0, 0))))
            quarters = quarters_of(ring)
            low_i, low_j = min(i for i, _, _ in quarters), min(j for _, j, _ in quarters)
            form = frozenset((i - low_i, j - low_j, side) for i, j, side in quarters)
            lies.setdefault(form, (rot, flip, quarters))
    return tuple(lies.values())


def outline_quarters(data: Json) -> frozenset[Quarter] | None:
    """None: an outline off the lattice, with corners that are not even whole numbers."""
    rings = [tuple(map(point_of, ring)) for ring in data["outline"]]
    if any(a % 2 or b for ring in rings for point in ring for a, b in point):
        return None
    covered: frozenset[Quarter] = frozenset()
    for ring in rings:
        covered ^= quarters_of(tuple((x[0], y[0]) for x, y in ring))
    return covered


def solve(data: Json, most: int | None = None) -> Solutions:
    """All coverings with every corner on the lattice, twins not told apart; none for an outline off it."""
    quarters = outline_quarters(data)
    if quarters is None or len(quarters) != QUARTERS:
        return Solutions((), 0)
    search = _Cover(quarters, most)
    search.fill((1 << QUARTERS) - 1, [])
    return Solutions(tuple(map(_as_answer, search.covers)), search.nodes)


class _Cover:
    """Exact cover over quarters as bits; the quarter that can be covered in the fewest ways goes first."""

    def __init__(self, quarters: frozenset[Quarter], most: int | None) -> None:
        self.bit = {quarter: 1 << n for n, quarter in enumerate(sorted(quarters))}
        self.left = Counter(TWINS.get(tan, tan) for tan in SHAPES)
        self.ways: dict[int, list[tuple[int, Lie]]] = {bit: [] for bit in self.bit.values()}
        for tan in sorted(self.left):
            for mask, lie in self._lies(tan):
                for bit in self.bit.values():
                    if mask & bit:
                        self.ways[bit].append((mask, lie))
        self.most, self.nodes = most, 0
        self.covers: list[tuple[Lie, ...]] = []

    def _lies(self, tan: str) -> list[tuple[int, Lie]]:
        cells = sorted({(i, j) for i, j, _ in self.bit})
        lies = []
        for rot, flip, quarters in lattice_lies(tan):
            first = min(quarters)
            for i, j in cells:
                moved = [(i + q[0] - first[0], j + q[1] - first[1], q[2]) for q in sorted(quarters)]
                if all(quarter in self.bit for quarter in moved):
                    at = (2 * (i - first[0]), 2 * (j - first[1]))
                    lies.append((sum(self.bit[quarter] for quarter in moved), (tan, rot, flip, *at)))
        return lies

    def fill(self, bare: int, lies: list[Lie]) -> None:
        self.nodes += 1
        if not bare:
            self.covers.append(tuple(lies))
            return
        for mask, lie in self._fewest(bare):
            if len(self.covers) == self.most:
                return
            self.left[lie[0]] -= 1
            self.fill(bare ^ mask, [*lies, lie])
            self.left[lie[0]] += 1

    def _fewest(self, bare: int) -> list[tuple[int, Lie]]:
        best: list[tuple[int, Lie]] | None = None
        for bit, ways in self.ways.items():
            if not bare & bit:
                continue
            fitting = [way for way in ways if self.left[way[1][0]] and way[0] & bare == way[0]]
            if best is None or len(fitting) < len(best):
                best = fitting
                if len(best) < 2:
                    break
        return best or []


def _as_answer(lies: tuple[Lie, ...]) -> Json:
    twin = {first: second for second, first in TWINS.items()}
    answer: dict[str, Json] = {}
    for tan, rot, flip, x, y in lies:
        name = twin[tan] if tan in answer else tan
        answer[name] = {"at": [[x, 0], [y, 0]], "flip": flip, "rot": rot}
    return dict(sorted(answer.items()))
