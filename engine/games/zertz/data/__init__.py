"""The six boards (Z4-Z8), read from boards.json, with their rings as bits.

A ring at lattice place (q, s) is bit 10q + s. No ring has s = 9, so a shift by a neighbour's step that leaves the
board lands on a bit that is no ring, and no masks are needed. Bits in rising order are labels in ASCII order.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources

WIDTH = 10
LETTERS = "abcdefghi"
COLOURS = "WGB"


@dataclass(frozen=True, slots=True, eq=False)
class RingBoard:
    size: int
    columns: tuple[tuple[int, ...], ...]  # bits of each column, from the bottom up
    lows: tuple[int, ...]  # Z5: LOW(q)
    rings: int
    bit_of: dict[str, int]
    label_of: dict[int, str]

    def labels(self, bits: int) -> list[str]:
        """Labels of a set of rings, in ASCII order."""
        return [self.label_of[bit] for bit in each(bits)]


def _board(size: int, shape: list[list[int]]) -> RingBoard:
    columns = tuple(
        tuple(1 << (q * WIDTH + s) for s in range(low, low + height)) for q, (height, low) in enumerate(shape)
    )
    bit_of = {f"{LETTERS[q]}{n + 1}": bit for q, column in enumerate(columns) for n, bit in enumerate(column)}
    label_of = {bit: label for label, bit in bit_of.items()}
    return RingBoard(size, columns, tuple(low for _, low in shape), sum(label_of), bit_of, label_of)


def _boards() -> dict[int, RingBoard]:
    shapes = json.loads(resources.files("engine.games.zertz.data").joinpath("boards.json").read_text("utf-8"))
    return {int(size): _board(int(size), shape) for size, shape in shapes.items()}


BOARDS = _boards()


def each(bits: int) -> Iterator[int]:
    """The single bits of a set, lowest first."""
    while bits:
        bit = bits & -bits
        yield bit
        bits ^= bit
