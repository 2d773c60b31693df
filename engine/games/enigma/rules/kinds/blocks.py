"""The block puzzle (E75-E77): four wooden blocks in a solid heap that looks from above as the picture does."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import TypeAlias

from engine.core.game import Json
from engine.games.enigma.rules.kinds.solutions import Solutions, is_int

Cube: TypeAlias = tuple[int, int, int]
Shape: TypeAlias = tuple[Cube, ...]

FORM = 'A:{"B":[[x,y,z],...],"G":[...],"R":[...],"Y":[...]}'
BLOCKS: dict[str, Shape] = {
    "B": ((0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)),
    "G": ((0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)),
    "R": ((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    "Y": ((0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)),
}
CUBES = 15


def normal(cubes: Shape) -> Shape:
    """The same cubes pushed into the corner and sorted."""
    low = [min(cube[axis] for cube in cubes) for axis in range(3)]
    return tuple(sorted((x - low[0], y - low[1], z - low[2]) for x, y, z in cubes))


def _proper_rotations() -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The 24 rotations of space: (axis order, signs) with determinant 1."""
    rotations = []
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        swaps = sum(order[i] > order[j] for i in range(3) for j in range(i + 1, 3))
        if signs[0] * signs[1] * signs[2] == (-1) ** swaps:
            rotations.append((order, signs))
    return rotations


@cache
def rotations(block: str) -> tuple[Shape, ...]:
    """The different ways the block can lie, each in the corner."""
    shapes = set()
    for order, signs in _proper_rotations():
        turned = tuple(
            (signs[0] * cube[order[0]], signs[1] * cube[order[1]], signs[2] * cube[order[2]]) for cube in BLOCKS[block]
        )
        shapes.add(normal(turned))
    return tuple(sorted(shapes))


def readable(answer: Json) -> bool:
    return (
        isinstance(answer, dict)
        and sorted(answer) == sorted(BLOCKS)
        and all(isinstance(cubes, list) and all(map(_is_cube, cubes)) for cubes in answer.values())
    )


def _is_cube(cube: Json) -> bool:
    return isinstance(cube, list) and len(cube) == 3 and all(map(is_int, cube))


def fault(data: Json, answer: Json) -> str | None:
    """Why the answer does not solve the puzzle; None if it does."""
    heap: dict[Cube, str] = {}
    for block, cubes in sorted(answer.items()):
        shape = tuple((x, y, z) for x, y, z in cubes)
        if len(shape) != len(BLOCKS[block]) or normal(shape) not in rotations(block):
            return "shape"
        if any(cube in heap for cube in shape):
            return "overlap"
        heap.update(dict.fromkeys(shape, block))
    return _fault_of_heap(data, heap)


def _fault_of_heap(data: Json, heap: dict[Cube, str]) -> str | None:
    if any(z < 0 for _, _, z in heap):
        return "below"
    if any(z and (x, y, z - 1) not in heap for x, y, z in heap):
        return "gap"
    if not connected(frozenset(heap)):
        return "apart"
    return None if seen_from_above(heap) == columns(data) else "view"


def connected(cubes: frozenset[Cube]) -> bool:
    """One body, joined face to face."""
    reached = {min(cubes)}
    edge = list(reached)
    while edge:
        x, y, z = edge.pop()
        for near in ((x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1)):
            if near in cubes and near not in reached:
                reached.add(near)
                edge.append(near)
    return len(reached) == len(cubes)


def seen_from_above(heap: dict[Cube, str]) -> dict[tuple[int, int], str]:
    top: dict[tuple[int, int], int] = {}
    for x, y, z in heap:
        top[x, y] = max(z, top.get((x, y), z))
    return {(x, y): heap[x, y, z] for (x, y), z in top.items()}


def columns(data: Json) -> dict[tuple[int, int], str]:
    """(column, row) -> colour of the picture; bare table left out."""
    return {(x, y): mark for y, row in enumerate(data["view"]) for x, mark in enumerate(row) if mark != "."}


def solve(data: Json, most: int | None = None) -> Solutions:
    """All heaps. The cell that must be filled next and has the fewest fitting blocks is filled first."""
    search = _BlockSearch(columns(data), most)
    search.fill({}, frozenset(BLOCKS))
    return Solutions(tuple(search.answers), search.nodes)


class _BlockSearch:
    def __init__(self, picture: dict[tuple[int, int], str], most: int | None) -> None:
        self.picture, self.most, self.nodes = picture, most, 0
        # Every column holds at least one cube, so no column is higher than what is left over.
        self.height = CUBES - len(picture) + 1
        self.places = {block: self._places(block) for block in sorted(BLOCKS)}
        self.answers: list[Json] = []

    def _places(self, block: str) -> list[Shape]:
        """Where the block can lie: over shown columns only, and in every column that shows its colour."""
        shown = {at for at, mark in self.picture.items() if mark == block}
        places = []
        for shape, (left, up), z in product(rotations(block), self._corners(), range(max(0, self.height))):
            cubes = tuple((x + left, y + up, h + z) for x, y, h in shape)
            over = {(x, y) for x, y, _ in cubes}
            if shown <= over <= self.picture.keys() and max(h for _, _, h in cubes) < self.height:
                places.append(cubes)
        return sorted(places)

    def _corners(self) -> list[tuple[int, int]]:
        across, down = {x for x, _ in self.picture}, {y for _, y in self.picture}
        if not self.picture:
            return []
        return list(product(range(min(across), max(across) + 1), range(min(down), max(down) + 1)))

    def fill(self, heap: dict[Cube, str], left: frozenset[str]) -> None:
        self.nodes += 1
        if not left:
            if _solves(self.picture, heap):
                self.answers.append(_as_answer(heap))
            return
        for block, cubes in self._fewest(heap, left):
            if len(self.answers) == self.most:
                return
            self.fill(heap | dict.fromkeys(cubes, block), left - {block})

    def _fewest(self, heap: dict[Cube, str], left: frozenset[str]) -> list[tuple[str, Shape]]:
        """The ways to fill the needed cell that can be filled in the fewest ways, or any way if no cell is needed."""
        fitting = [
            (block, cubes)
            for block in sorted(left)
            for cubes in self.places[block]
            if not any(cube in heap for cube in cubes) and self._may_show(heap, block, cubes)
        ]
        needed = {(x, y, 0) for x, y in self.picture} | {(x, y, z - 1) for x, y, z in heap if z}
        needed -= heap.keys()
        if not needed:
            return [(block, cubes) for block, cubes in fitting if block == min(left)]
        ways = {cell: [way for way in fitting if cell in way[1]] for cell in sorted(needed)}
        return min(ways.values(), key=len)

    def _may_show(self, heap: dict[Cube, str], block: str, cubes: Shape) -> bool:
        """Where a block shows, nothing of another colour lies above it."""
        for x, y, z in cubes:
            for h in range(self.height):
                other = heap.get((x, y, h))
                if other is None or other == block:
                    continue
                if (h > z and self.picture[x, y] == block) or (h < z and self.picture[x, y] == other):
                    if h > z and any(cube[:2] == (x, y) and cube[2] > h for cube in cubes):
                        continue
                    if h < z and any(heap.get((x, y, higher)) == other for higher in range(z + 1, self.height)):
                        continue
                    return False
        return True


def _solves(picture: dict[tuple[int, int], str], heap: dict[Cube, str]) -> bool:
    solid = all(not z or (x, y, z - 1) in heap for x, y, z in heap)
    return solid and connected(frozenset(heap)) and seen_from_above(heap) == picture


def _as_answer(heap: dict[Cube, str]) -> Json:
    return {block: [list(cube) for cube in sorted(heap) if heap[cube] == block] for block in sorted(BLOCKS)}
