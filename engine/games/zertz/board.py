"""The six boards (Z4-Z8) and what bit sets over their rings can tell: free rings, jumps, isolation.

A ring at lattice place (q, s) is bit 10q + s. No ring has s = 9, so a shift by a neighbour's step that leaves the
board lands on a bit that is no ring, and no masks are needed. Bits in rising order are labels in ASCII order.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources

WIDTH = 10
STEPS = (1, WIDTH + 1, WIDTH)  # Z5: up, upper right, lower right; the other three neighbours lie the opposite way
LETTERS = "abcdefghi"
COLOURS = "WGB"

Jump = tuple[int, int]  # the ring jumped over, the ring landed on
Chain = tuple[int, ...]  # the ring a jumper starts from, then for each jump the ring jumped over and the one landed on


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
    shapes = json.loads(resources.files("engine.games.zertz").joinpath("data/boards.json").read_text("utf-8"))
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


def jumps(start: int, occupied: int, vacant: int) -> list[Jump]:
    """Z14: what the marble on `start` can jump, and where it lands."""
    found = []
    for step in STEPS:
        if (over := start << step) & occupied and (to := over << step) & vacant:
            found.append((over, to))
        if (over := start >> step) & occupied and (to := over >> step) & vacant:
            found.append((over, to))
    return found


def chains(occupied: int, vacant: int) -> list[Chain]:
    """Z15, Z16: every complete chain on the board; empty if no jump exists."""
    found: list[Chain] = []
    for step in STEPS:
        pairs = occupied & (occupied >> step)
        if pairs:
            for low in each(pairs & (vacant >> 2 * step)):
                _follow(found, (low, low << step, low << 2 * step), occupied, vacant)
            for low in each(pairs & (vacant << step)):
                _follow(found, (low << step, low, low >> step), occupied, vacant)
    return found


def _follow(found: list[Chain], so_far: Chain, occupied: int, vacant: int) -> None:
    """Adds every way to complete a chain. Marbles jumped over leave at once (Z18), so their rings count as vacant.

    So do the rings the jumper has left, and harmlessly the one it stands on: it lands two steps away.
    """
    left = so_far[0] | so_far[-2]
    occupied, vacant = occupied & ~left, vacant | left
    onward = jumps(so_far[-1], occupied, vacant)
    if not onward:
        found.append(so_far)
    for over, to in onward:
        _follow(found, (*so_far, over, to), occupied, vacant)


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
