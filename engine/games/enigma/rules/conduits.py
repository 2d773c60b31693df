"""Conduits on the table (E85-E87): where a tile fits, systems and what a system is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.games.enigma.data import TILES, ConduitTile
from engine.games.enigma.state import LaidTile, Meeple

Square: TypeAlias = tuple[int, int]
Grid: TypeAlias = Mapping[Square, LaidTile]
Part: TypeAlias = tuple[int, int, int]  # x, y, part of the tile there

STEPS: tuple[Square, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))  # E11: x grows east, y grows south


START = LaidTile(0, 0, "start", 0)


def grid_of(table: Iterable[LaidTile]) -> dict[Square, LaidTile]:
    return {(laid.x, laid.y): laid for laid in table}


# -- where a tile fits ------------------------------------------------------------------------------------------------


def touches(grid: Grid, square: Square) -> bool:
    return any((square[0] + dx, square[1] + dy) in grid for dx, dy in STEPS)


def agreement(grid: Grid, tile: ConduitTile, square: Square, rot: int) -> tuple[bool, bool]:
    """(every shared side agrees, some shared side is channel against channel): E32, E33."""
    joined = False
    for d, (dx, dy) in enumerate(STEPS):
        other = grid.get((square[0] + dx, square[1] + dy))
        if other is None:
            continue
        mine = tile.sides[rot][d] is not None
        theirs = TILES[other.tile].sides[other.rot][(d + 2) % 4] is not None
        if mine != theirs:
            return False, False
        joined = joined or mine
    return True, joined


def placements(grid: Grid, tile_id: str) -> list[tuple[int, int, int]]:
    """(x, y, rotation) by E31-E33; without E33 if nothing fits it; empty if nothing fits at all (E34)."""
    tile = TILES[tile_id]
    free = sorted({(x + dx, y + dy) for x, y in grid for dx, dy in STEPS} - grid.keys())
    joined: list[tuple[int, int, int]] = []
    loose: list[tuple[int, int, int]] = []
    for square in free:
        for rot in range(4):
            agrees, joins = agreement(grid, tile, square, rot)
            if agrees:
                (joined if joins else loose).append((*square, rot))
    return joined or loose


# -- systems ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class System:
    parts: frozenset[Part]
    open_ends: tuple[Part, ...]  # x, y, side
    meeples: tuple[Meeple, ...]
    colours: str  # the colour of every cell, sorted

    def worth(self, grid: Grid, meeple: Meeple) -> int:
        """E36: one point for each cell of the colour the meeple stands on."""
        return self.colours.count(colour_under(grid, meeple))

    def colours_held(self, grid: Grid) -> frozenset[str]:
        return frozenset(colour_under(grid, meeple) for meeple in self.meeples)


def colour_under(grid: Grid, meeple: Meeple) -> str:
    return TILES[grid[meeple.x, meeple.y].tile].cells[meeple.cell][1]


def system_of(grid: Grid, start: Part, meeples: Iterable[Meeple]) -> System:
    """The connected set of parts that holds `start` (E87)."""
    seen, edge = {start}, [start]
    open_ends: list[Part] = []
    colours: list[str] = []
    while edge:
        x, y, part = edge.pop()
        laid = grid[x, y]
        tile = TILES[laid.tile]
        colours += tile.parts[part][1]
        for d, (dx, dy) in enumerate(STEPS):
            if tile.sides[laid.rot][d] != part:
                continue
            other = grid.get((x + dx, y + dy))
            if other is None:
                open_ends.append((x, y, d))
                continue
            back = TILES[other.tile].sides[other.rot][(d + 2) % 4]
            if back is not None and (near := (other.x, other.y, back)) not in seen:
                seen.add(near)
                edge.append(near)
    inside = tuple(m for m in meeples if (m.x, m.y, TILES[grid[m.x, m.y].tile].cells[m.cell][0]) in seen)
    return System(frozenset(seen), tuple(open_ends), inside, "".join(sorted(colours)))


def systems_of(grid: Grid, squares: Iterable[Square], meeples: Iterable[Meeple]) -> Iterator[System]:
    """The systems that hold a part of the tiles on those squares, each once."""
    held = tuple(meeples)
    done: set[Part] = set()
    for square in squares:
        for part in range(len(TILES[grid[square].tile].parts)):
            if (*square, part) not in done:
                system = system_of(grid, (*square, part), held)
                done |= system.parts
                yield system


def systems_at(grid: Grid, square: Square, meeples: Iterable[Meeple]) -> Iterator[System]:
    return systems_of(grid, (square,), meeples)


def cells_allowed(grid: Grid, square: Square, meeples: Iterable[Meeple]) -> list[int]:
    """Cells of the tile just laid that may take a meeple: no meeple on that colour in that system (E35)."""
    cells = []
    for system in systems_at(grid, square, meeples):
        taken = system.colours_held(grid)
        for index, (part, colour) in enumerate(TILES[grid[square].tile].cells):
            if (*square, part) in system.parts and colour not in taken:
                cells.append(index)
    return sorted(cells)
