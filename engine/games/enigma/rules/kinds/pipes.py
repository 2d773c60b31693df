"""The pipe puzzle (E65-E67): nine cells, nine pipe pieces, every channel joined or shut."""

from __future__ import annotations

from collections import Counter

from engine.core.game import Json
from engine.games.enigma.rules.kinds.solutions import Solutions, is_int

FORM = 'A:{"cells":[null|["E"|"I"|"L"|"T",0-3], nine times]}'
SET = {"E": 2, "I": 2, "L": 3, "T": 2}
N, E, S, W = 1, 2, 4, 8
OPEN = {"E": N, "I": N | S, "L": N | E, "T": N | E | W}


def turned(sides: int, rot: int) -> int:
    """Open sides after so many quarter turns clockwise."""
    for _ in range(rot):
        sides = (sides << 1 | sides >> 3) & 15
    return sides


# Type -> (rotation, open sides), each opening once: a straight looks the same after half a turn.
TURNS = {
    kind: tuple({turned(sides, rot): rot for rot in (3, 2, 1, 0)}.items())[::-1] for kind, sides in sorted(OPEN.items())
}


def readable(answer: Json) -> bool:
    if not isinstance(answer, dict) or list(answer) != ["cells"]:
        return False
    cells = answer["cells"]
    return isinstance(cells, list) and len(cells) == 9 and all(cell is None or _is_piece(cell) for cell in cells)


def _is_piece(cell: Json) -> bool:
    if not isinstance(cell, list) or len(cell) != 2:
        return False
    return isinstance(cell[0], str) and cell[0] in OPEN and is_int(cell[1]) and 0 <= cell[1] <= 3


def fault(data: Json, answer: Json) -> str | None:
    """Why the answer does not solve the puzzle; None if it does."""
    cells = answer["cells"]
    if any(cells[at] is not None for at in data["blocked"]):
        return "plugged"
    if any(cell is None for at, cell in enumerate(cells) if at not in data["blocked"]):
        return "empty"
    if Counter(cell[0] for cell in cells if cell) != Counter(pieces(data)):
        return "pieces"
    sides = [turned(OPEN[cell[0]], cell[1]) if cell else 0 for cell in cells]
    if any(_sides_differ(sides, at) for at in range(9)):
        return "inner"
    return None if border(sides) == set(data["terminals"]) else "border"


def _sides_differ(sides: list[int], at: int) -> bool:
    right, down = at % 3 < 2, at < 6
    return (right and bool(sides[at] & E) != bool(sides[at + 1] & W)) or (
        down and bool(sides[at] & S) != bool(sides[at + 3] & N)
    )


def pieces(data: Json) -> dict[str, int]:
    """The full set without the pieces under the red X."""
    left = {kind: n - data["excluded"].get(kind, 0) for kind, n in SET.items()}
    return {kind: n for kind, n in left.items() if n}


def border(sides: list[int]) -> set[str]:
    """The border sides that stand open, named as terminals are."""
    names = set()
    for i in range(3):
        for name, at, side in (("N", i, N), ("S", 6 + i, S), ("W", 3 * i, W), ("E", 3 * i + 2, E)):
            if sides[at] & side:
                names.add(f"{name}{i}")
    return names


def solve(data: Json, most: int | None = None) -> Solutions:
    """Row by row, all arrangements that differ in types or openings."""
    search = _PipeSearch(data, most)
    search.fill(0)
    return Solutions(tuple(search.answers), search.nodes)


class _PipeSearch:
    def __init__(self, data: Json, most: int | None) -> None:
        self.left = pieces(data)
        self.blocked, self.terminals = set(data["blocked"]), set(data["terminals"])
        self.most, self.nodes = most, 0
        self.sides: list[int] = [0] * 9
        self.cells: list[list[str | int] | None] = [None] * 9
        self.answers: list[Json] = []

    def fill(self, at: int) -> None:
        self.nodes += 1
        if at == 9:
            self.answers.append({"cells": [list(cell) if cell else None for cell in self.cells]})
            return
        must, must_not = self._asked(at)
        if at in self.blocked:
            if not must:
                self._set(at, None, 0)
            return
        for kind in sorted(self.left):
            for sides, rot in TURNS[kind] if self.left[kind] else ():
                if must & ~sides or must_not & sides or len(self.answers) == self.most:
                    continue
                self.left[kind] -= 1
                self._set(at, [kind, rot], sides)
                self.left[kind] += 1

    def _set(self, at: int, cell: list[str | int] | None, sides: int) -> None:
        self.cells[at], self.sides[at] = cell, sides
        self.fill(at + 1)

    def _asked(self, at: int) -> tuple[int, int]:
        """Sides that must be open and sides that must be shut, by border, plugs and the cells filled so far."""
        row, col = divmod(at, 3)
        must = must_not = 0
        for side, edge, name, other, back in (
            (N, row == 0, f"N{col}", at - 3, S),
            (W, col == 0, f"W{row}", at - 1, E),
            (S, row == 2, f"S{col}", at + 3, N),
            (E, col == 2, f"E{row}", at + 1, W),
        ):
            if edge:
                wanted: bool | None = name in self.terminals
            elif other in self.blocked:
                wanted = False
            else:
                wanted = bool(self.sides[other] & back) if other < at else None
            must |= side if wanted else 0
            must_not |= side if wanted is False else 0
        return must, must_not
