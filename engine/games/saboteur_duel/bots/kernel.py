"""How good a table is: how many cards each colour is away from goals and gold, and what goals are worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from engine.games.saboteur_duel.data import GOALS, SHAPES
from engine.games.saboteur_duel.rules.tunnel import SIDES, Tunnel

GOLD = 1000  # one gold on the table
FAR = 12  # cards away: too far to count
MOST_CARDS = 40


def _chance(far: int, cards: int) -> int:
    """Thousandths: how sure a way of so many cards is to be finished with so many path cards still to come."""
    left = max(0, cards + 1 - far)
    share = GOLD * left // (cards + 1)
    return share * (share + 500) // 1500


# CHANCE[cards][far]
CHANCE = tuple(tuple(_chance(far, cards) for far in range(FAR)) for cards in range(MOST_CARDS + 1))
_OUT = tuple(tuple((step, back, bit) for bit, step, back in SIDES if arms & bit) for arms in range(16))


@dataclass(slots=True)
class Distances:
    """Cards still to be laid until a goal is entered from a side, until a node is in reach, until a cell is."""

    goals: dict[tuple[int, int], int]
    nodes: dict[int, int]
    cells: dict[int, int]


def distances(tunnel: Tunnel, colour: int, field: frozenset[int], door: int, troll: int, most: int = FAR) -> Distances:
    """A search by cost over nodes (free) and empty cells (one card); `door`, `troll`: the price of passing one."""
    rows: list[list[int]] = [[] for _ in range(FAR + 2 * max(door, troll) + 2)]
    rows[0].append(tunnel.starts[colour] * 8)  # cell * 8 + group; an empty cell has group 4
    reached = Distances({}, {}, {})
    for cost in range(most):
        for item in rows[cost]:
            if item & 4:
                if reached.cells[item >> 3] == cost:
                    _from_cell(tunnel, item >> 3, colour, field, (door, troll), reached, rows, cost)
            elif (item >> 3) * 4 + (item & 3) not in reached.nodes:
                reached.nodes[(item >> 3) * 4 + (item & 3)] = cost
                _from_node(tunnel, item, colour, field, (door, troll), reached, rows, cost)
    return reached


def _from_node(
    tunnel: Tunnel,
    item: int,
    colour: int,
    field: frozenset[int],
    fees: tuple[int, int],
    reached: Distances,
    rows: list[list[int]],
    cost: int,
) -> None:
    """On through the arms of a card that lies."""
    shapes, cell = tunnel.shapes, item >> 3
    shape, walk = shapes[cell], tunnel.walks[cell][colour]
    for step, back, bit in _OUT[shape.groups[item & 3]]:
        fee = cost if walk & bit else cost + fees[bool(shape.troll & bit)]
        there = cell + step
        beyond = shapes.get(there)
        if beyond is not None:
            if beyond.open & back:
                if not tunnel.walks[there][colour] & back:
                    fee += fees[bool(beyond.troll & back)]
                rows[fee].append(there * 8 + beyond.group_at[back])
        elif there in field:
            if fee + 1 < reached.cells.get(there, FAR):
                reached.cells[there] = fee + 1
                rows[fee + 1].append(there * 8 + 4)
        elif there in tunnel.down and fee < reached.goals.get((tunnel.down[there], back), FAR):
            reached.goals[tunnel.down[there], back] = fee
    if tunnel.ladders:
        rows[cost].extend(_over_ladders(tunnel, cell))


def _from_cell(
    tunnel: Tunnel,
    cell: int,
    colour: int,
    field: frozenset[int],
    fees: tuple[int, int],
    reached: Distances,
    rows: list[list[int]],
    cost: int,
) -> None:
    """On from an empty cell: a card laid there may lead to any side that is not walled up."""
    shapes, cells, after = tunnel.shapes, reached.cells, cost + 1
    for step, back, _ in _OUT[15]:
        there = cell + step
        if there in cells:
            if after < cells[there]:
                cells[there] = after
                rows[after].append(there * 8 + 4)
        elif (beyond := shapes.get(there)) is not None:
            if beyond.open & back:
                free = tunnel.walks[there][colour] & back
                fee = cost if free else cost + fees[bool(beyond.troll & back)]
                rows[fee].append(there * 8 + beyond.group_at[back])
        elif there in field:
            cells[there] = after
            rows[after].append(there * 8 + 4)
        elif there in tunnel.down and cost < reached.goals.get((tunnel.down[there], back), FAR):
            reached.goals[tunnel.down[there], back] = cost


def _over_ladders(tunnel: Tunnel, cell: int) -> list[int]:
    items = []
    for ladder, colour in tunnel.ladders:
        start = tunnel.starts.get(colour)
        if cell == ladder and start is not None:
            items.append(start * 8)
        elif cell == start:
            items.append(ladder * 8)
    return items


def field_of(goals: Sequence[tuple[int, int]]) -> frozenset[int]:
    """The cells worth thinking about: between starts and goals, with a margin; the goals' own cells are left out."""
    last = max(x for x, _ in goals)
    cells = {x * 256 + y for x in range(-1, last + 1) for y in range(-3, 4)}
    return frozenset(cells - {x * 256 + y for x, y in goals})


@cache
def gold_from(face: str, colour: int, side: int) -> int:
    """Gold that a player gets who turns this goal up coming from that side, at his best choice."""
    best = 0
    for shape in SHAPES[face]:
        if shape.open & side and shape.walk[colour] & side:
            best = max(best, dict(shape.gold).get(shape.group_at[side], 0))
    return best


def gold_expected(pool: Sequence[str], colour: int, side: int) -> int:
    """The same for a goal of unknown face, in thousandths."""
    return sum(GOLD * gold_from(face, colour, side) for face in pool) // max(1, len(pool))


Worth = Mapping[tuple[int, int], int]  # (goal, side) -> thousandths of gold


def worth_of_goals(faces: Sequence[str | None], gone: Iterable[str], colour: int) -> Worth:
    """What each goal is worth to a colour by side of arrival, as far as its face is known."""
    known = {face for face in faces if face is not None} | set(gone)
    pool = [face for face in GOALS if face not in known]
    worths = {}
    for side in (1, 2, 4, 8):
        unknown = gold_expected(pool, colour, side)
        for index, face in enumerate(faces):
            worths[index, side] = unknown if face is None else GOLD * gold_from(face, colour, side)
    return worths
