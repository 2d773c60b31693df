"""Pipe puzzles: a random filling read off at the border, kept if it is the only one (section 6)."""

from __future__ import annotations

import math

from engine.core.chance import Stream
from engine.core.codec import canonical
from engine.core.game import Json
from engine.games.enigma.generate.measure import Measured, level_of
from engine.games.enigma.rules.kinds import pipes

BOUNDS = (4.7, 5.9)
MOST_TERMINALS = 7


def propose(chance: Stream, level: int | None) -> Json | None:
    crossed = chance.shuffle(kind for kind, n in sorted(pipes.SET.items()) for _ in range(n))[: chance.uniform(3)]
    blocked = sorted(chance.shuffle(range(9))[: len(crossed)])
    data = {"excluded": {kind: crossed.count(kind) for kind in sorted(set(crossed))}, "blocked": blocked}
    sides = _fill(data, chance)
    if sides is None:
        return None
    terminals = sorted(pipes.border(sides))
    return data | {"terminals": terminals} if len(terminals) <= MOST_TERMINALS else None


def _fill(data: Json, chance: Stream) -> list[int] | None:
    """Open sides by cell; pieces and turns in random order, every inner side agreed."""
    left, sides = pipes.pieces(data), [0] * 9
    return sides if _fill_from(0, left, sides, set(data["blocked"]), chance) else None


def _fill_from(at: int, left: dict[str, int], sides: list[int], blocked: set[int], chance: Stream) -> bool:
    if at == 9:
        return True
    north = at >= 3 and bool(sides[at - 3] & pipes.S)
    west = at % 3 > 0 and bool(sides[at - 1] & pipes.E)
    ways = [("", 0)] if at in blocked else _ways(left, chance)
    for kind, opened in ways:
        inner_north = at < 3 or bool(opened & pipes.N) == north
        inner_west = at % 3 == 0 or bool(opened & pipes.W) == west
        if not (inner_north and inner_west):
            continue
        sides[at] = opened
        left[kind] = left.get(kind, 0) - 1
        if _fill_from(at + 1, left, sides, blocked, chance):
            return True
        left[kind] += 1
    sides[at] = 0
    return False


def _ways(left: dict[str, int], chance: Stream) -> list[tuple[str, int]]:
    return chance.shuffle(
        (kind, opened) for kind in sorted(pipes.SET) if left.get(kind, 0) for opened, _ in pipes.TURNS[kind]
    )


def measure(data: Json) -> Measured | None:
    if len(pipes.solve(data, 2).answers) != 1:
        return None
    solutions = pipes.solve(data)
    difficulty = math.log2(solutions.nodes + 1) + 0.25 * (9 - len(data["blocked"])) - 0.35 * len(data["terminals"])
    return Measured(
        data=data,
        level=level_of(difficulty, BOUNDS),
        difficulty=round(100 * difficulty),
        nodes=solutions.nodes,
        solutions=1,
        answer=solutions.first,
        form=canonical(data).decode(),
    )
