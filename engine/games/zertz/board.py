"""The six boards (Z4-Z8) and what bit sets over their rings can tell: free rings, jumps, isolation.

A ring at lattice place (q, s) is bit 10q + s. No ring has s = 9, so a shift by a neighbour's step that leaves the
board lands on a bit that is no ring, and no masks are needed. Bits in rising order are labels in ASCII order.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

WIDTH = 10
STEPS = (1, WIDTH + 1, WIDTH)  # Z5: up, upper right, lower right; the other three neighbours lie the opposite way
LETTERS = "abcdefghi"
COLOURS = "WGB"

Jump = tuple[int, int]  # the bit jumped over, the bit landed on


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    size: int
    columns: tuple[tuple[int, ...], ...]  # bits of each column, from the bottom up
    lows: tuple[int, ...]  # Z5: LOW(q)
    rings: int
    bit_of: dict[str, int]
    label_of: dict[int, str]

    def labels(self, bits: int) -> list[str]:
        """Labels of a set of rings, in ASCII order."""
        return [self.label_of[bit] for bit in each(bits)]


def _board(size: int, shape: list[list[int]]) -> Board:
    columns = tuple(
        tuple(1 << (q * WIDTH + s) for s in range(low, low + height)) for q, (height, low) in enumerate(shape)
    )
    bit_of = {f"{LETTERS[q]}{n + 1}": bit for q, column in enumerate(columns) for n, bit in enumerate(column)}
    label_of = {bit: label for label, bit in bit_of.items()}
    return Board(size, columns, tuple(low for _, low in shape), sum(label_of), bit_of, label_of)


def _boards() -> dict[int, Board]:
    shapes = json.loads((Path(__file__).parent / "data" / "boards.json").read_text("utf-8"))
    return {int(size): _board(int(size), shape) for size, shape in shapes.items()}


BOARDS = _boards()


def each(bits: int) -> Iterator[int]:
    """The single bits of a set, lowest first."""
    while bits:
        bit = bits & -bits
        yield bit
        bits ^= bit


def free_rings(rings: int, vacant: int) -> int:
    """Z13: vacant rings with two missing neighbours next to each other in the circle of six."""
    up, upper_right, lower_right = rings >> 1, rings >> 11, rings >> 10
    down, lower_left, upper_left = rings << 1, rings << 11, rings << 10
    held = (up | upper_right) & (upper_right | lower_right) & (lower_right | down)
    return vacant & ~(held & (down | lower_left) & (lower_left | upper_left) & (upper_left | up))


def can_jump(occupied: int, vacant: int) -> bool:
    """Z14: whether any jump exists on the board."""
    for step in STEPS:
        pairs = occupied & (occupied >> step)  # the lower or left one of two neighbours with marbles
        if pairs and (pairs & (vacant >> 2 * step) or pairs & (vacant << step)):
            return True
    return False


def jumpers(occupied: int, vacant: int) -> int:
    """Z14: the rings whose marbles can jump."""
    found = 0
    for step in STEPS:
        pairs = occupied & (occupied >> step)
        found |= pairs & (vacant >> 2 * step) | (pairs & (vacant << step)) << step
    return found


def jumps(start: int, occupied: int, vacant: int) -> list[Jump]:
    """Z14: what the marble on `start` can jump, and where it lands."""
    found = []
    for step in STEPS:
        if (over := start << step) & occupied and (to := over << step) & vacant:
            found.append((over, to))
        if (over := start >> step) & occupied and (to := over >> step) & vacant:
            found.append((over, to))
    return found


def chains(start: int, occupied: int, vacant: int) -> Iterator[tuple[Jump, ...]]:
    """Z15: every complete chain of the marble on `start`. Captured marbles leave at once (Z18)."""
    return _chains_on(start, occupied & ~start, vacant | start)


def _chains_on(at: int, occupied: int, vacant: int) -> Iterator[tuple[Jump, ...]]:
    # The jumper is in neither set; that its present ring counts as vacant is harmless, it lands two steps away.
    onward = jumps(at, occupied, vacant)
    if not onward:
        yield ()
    for over, to in onward:
        for rest in _chains_on(to, occupied ^ over, vacant | over):
            yield ((over, to), *rest)


def isolated(rings: int, vacant: int) -> int:
    """Z20: the rings of groups without a vacant ring: all that a flood from the vacant ones does not reach."""
    reached = vacant
    while reached != rings:
        grown = reached | reached << 1 | reached >> 1 | reached << 10 | reached >> 10 | reached << 11 | reached >> 11
        grown &= rings
        if grown == reached:
            break
        reached = grown
    return rings ^ reached
