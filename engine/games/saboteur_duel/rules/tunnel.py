"""The tunnel on the table: who walks where, which exits lead out, what fits into a cell (S30-S36, S40)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.saboteur_duel.data import BIT, SHAPES, STARTS, Shape
from engine.games.saboteur_duel.state import State, goal_cells, start_cells

# A cell is one whole number, x * 256 + y: the table cannot grow past 60 cards in any direction.
MOST = 99
NORTH, EAST, SOUTH, WEST = -1, 256, 1, -256
SIDES = ((1, NORTH, 4), (2, EAST, 8), (4, SOUTH, 1), (8, WEST, 2))  # (arm, step, the arm that meets it)
STEPS = tuple(tuple((step, back) for bit, step, back in SIDES if arms & bit) for arms in range(16))


def pack(x: int, y: int) -> int:
    return x * 256 + y


def unpack(cell: int) -> tuple[int, int]:
    x = (cell + 128) >> 8
    return x, cell - x * 256


@dataclass(slots=True)
class Reach:
    """Where one colour gets. A node is cell * 4 + group; `entries`: cell -> the sides its exits arrive at (S34)."""

    nodes: set[int]
    entries: dict[int, int]


class Tunnel:
    """A working copy of the table for walking and fitting; it may be changed and is never kept in a state."""

    __slots__ = ("beside", "down", "ladders", "shapes", "starts", "walks")

    def __init__(self) -> None:
        self.shapes: dict[int, Shape] = {}  # face-up cards
        self.walks: dict[int, tuple[int, int]] = {}  # arms open to Green, to Blue
        self.down: dict[int, int] = {}  # face-down goals: cell -> index
        self.starts: dict[int, int] = {}  # colour -> cell
        self.ladders: list[tuple[int, int]] = []  # (cell, colour)
        self.beside: dict[int, int] = {}  # cell -> how many face-up cards lie next to it

    def put(self, cell: int, shape: Shape) -> None:
        self.shapes[cell] = shape
        self.walks[cell] = shape.walk
        for there in (cell - 1, cell + 1, cell - 256, cell + 256):
            self.beside[there] = self.beside.get(there, 0) + 1
        if shape.ladder >= 0:
            self.ladders.append((cell, shape.ladder))

    def take(self, cell: int) -> None:
        shape = self.shapes.pop(cell)
        del self.walks[cell]
        for there in (cell - 1, cell + 1, cell - 256, cell + 256):
            self.beside[there] -= 1
        if shape.ladder >= 0:
            self.ladders.remove((cell, shape.ladder))

    def unlock(self, cell: int, arm: int) -> None:
        """S31: a key opens the door to the player whose colour it is not; the other one had it open already."""
        green, blue = self.walks[cell]
        self.walks[cell] = (green | arm, blue | arm)

    def turn_up(self, cell: int, shape: Shape) -> None:
        del self.down[cell]
        self.put(cell, shape)

    # -- walking

    def reach(self, colour: int) -> Reach:
        shapes, walks = self.shapes, self.walks
        first = self.starts[colour] * 4
        seen, todo, entries = {first}, [first], dict[int, int]()
        while todo:
            node = todo.pop()
            cell = node >> 2
            for step, back in STEPS[shapes[cell].groups[node & 3] & walks[cell][colour]]:
                there = cell + step
                entries[there] = entries.get(there, 0) | back
                if there in walks and walks[there][colour] & back:
                    reached = there * 4 + shapes[there].group_at[back]
                    if reached not in seen:
                        seen.add(reached)
                        todo.append(reached)
            if self.ladders:
                for reached in self._linked(cell):
                    if reached not in seen:
                        seen.add(reached)
                        todo.append(reached)
        return Reach(seen, entries)

    def _linked(self, cell: int) -> list[int]:
        """S35: a ladder card and the start card of its colour are neighbours."""
        nodes = []
        for ladder, colour in self.ladders:
            start = self.starts.get(colour)
            if cell == ladder and start is not None:
                nodes.append(start * 4)
            elif cell == start:
                nodes.append(ladder * 4)
        return nodes

    # -- fitting

    def walls(self, cell: int) -> tuple[int, int]:
        """The sides where face-up neighbours are open, and those where they are closed (S40.2)."""
        need = shut = 0
        for bit, step, back in SIDES:
            shape = self.shapes.get(cell + step)
            if shape is not None:
                if shape.open & back:
                    need |= bit
                else:
                    shut |= bit
        return need, shut

    def fits(self, cell: int, shape: Shape) -> bool:
        need, shut = self.walls(cell)
        return shape.open & need == need and not shape.open & shut

    def near_treasure(self, cell: int) -> bool:
        """S36: a goal, or a path card that shows gold, is next to the cell."""
        for _, step, _ in SIDES:
            there = cell + step
            if there in self.down:
                return True
            shape = self.shapes.get(there)
            if shape is not None and (shape.gold or shape.card[0] == "Z"):
                return True
        return False

    def touches(self, cell: int) -> bool:
        return bool(self.beside.get(cell))

    def linked_to_start(self, shape: Shape, reach: Reach) -> bool:
        """S40.3: a ladder whose start card is on the table and in reach needs no joint."""
        return shape.ladder >= 0 and shape.ladder in self.starts and self.starts[shape.ladder] * 4 in reach.nodes

    def taken(self, cell: int) -> bool:
        return cell in self.shapes or cell in self.down


def tunnel_of(state: State) -> Tunnel:
    tunnel = Tunnel()
    for colour, (x, y) in start_cells(state):
        tunnel.starts[colour] = pack(x, y)
        tunnel.put(pack(x, y), SHAPES[STARTS[colour]][0])
    for laid in state.table:
        tunnel.put(laid.x * 256 + laid.y, SHAPES[laid.card][laid.turn])
    for index, (goal, (x, y)) in enumerate(zip(state.goals, goal_cells(state), strict=True)):
        if goal.turn is None or goal.face is None:
            tunnel.down[pack(x, y)] = index
        else:
            tunnel.put(pack(x, y), SHAPES[goal.face][goal.turn])
    for key in state.keys:
        tunnel.unlock(pack(key.x, key.y), BIT[key.arm])
    for bribe in state.bribes:
        cell = pack(bribe.x, bribe.y)
        tunnel.unlock(cell, tunnel.shapes[cell].troll)
    return tunnel
