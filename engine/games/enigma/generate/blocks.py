"""Block puzzles: four blocks dropped on a heap and photographed, kept if the picture has one answer (section 7)."""

from __future__ import annotations

import math

from engine.core.chance import Stream
from engine.core.game import Json
from engine.games.enigma.generate.measure import Measured, level_of
from engine.games.enigma.rules.kinds import blocks
from engine.games.enigma.rules.kinds.blocks import Cube, Shape

BOUNDS = (4.1, 5.1)
FOOTPRINT = (6, 12)
WIDEST = 5


def propose(chance: Stream, level: int | None) -> Json | None:
    heap: dict[Cube, str] = {}
    for block in chance.shuffle(sorted(blocks.BLOCKS)):
        shape = chance.choose(blocks.rotations(block))
        left, up = chance.uniform(4), chance.uniform(4)
        cubes = _dropped(heap, tuple((x + left, y + up, z) for x, y, z in shape))
        if cubes is None:
            return None
        heap.update(dict.fromkeys(cubes, block))
    return _photograph(heap)


def _dropped(heap: dict[Cube, str], shape: Shape) -> Shape | None:
    """The lowest layer where the block rests solidly and touches the rest."""
    for height in range(5):
        cubes = tuple((x, y, z + height) for x, y, z in shape)
        if any(cube in heap for cube in cubes):
            continue
        body = frozenset(heap) | frozenset(cubes)
        solid = all(not z or (x, y, z - 1) in body for x, y, z in cubes)
        return cubes if solid and (not heap or blocks.connected(body)) else None
    return None


def _photograph(heap: dict[Cube, str]) -> Json | None:
    seen = blocks.seen_from_above(heap)
    left, up = min(x for x, _ in seen), min(y for _, y in seen)
    wide, high = max(x for x, _ in seen) - left + 1, max(y for _, y in seen) - up + 1
    few = not FOOTPRINT[0] <= len(seen) <= FOOTPRINT[1] or len(set(seen.values())) < 3
    if few or max(wide, high) > WIDEST:
        return None
    rows = ["".join(seen.get((x + left, y + up), ".") for x in range(wide)) for y in range(high)]
    return {"view": rows}


def measure(data: Json) -> Measured | None:
    if len(blocks.solve(data, 2).answers) != 1:
        return None
    solutions = blocks.solve(data)
    difficulty = math.log2(solutions.nodes + 1) + 0.3 * (blocks.CUBES - len(blocks.columns(data)))
    return Measured(
        data=data,
        level=level_of(difficulty, BOUNDS),
        difficulty=round(100 * difficulty),
        nodes=solutions.nodes,
        solutions=1,
        answer=solutions.first,
        form=_form(data["view"]),
    )


def _form(rows: list[str]) -> str:
    """The same for a picture turned round the table."""
    turns = [rows]
    for _ in range(3):
        turns.append(["".join(column) for column in zip(*reversed(turns[-1]), strict=True)])
    return min("/".join(turn) for turn in turns)
