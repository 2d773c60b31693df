"""What a proposed puzzle is measured to be."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.game import Json


@dataclass(frozen=True, slots=True)
class Measured:
    """`answer` is a verified solution; `form` is the same for puzzles that are copies of each other."""

    data: Json
    level: int
    difficulty: int  # hundredths
    nodes: int
    solutions: int
    answer: Json
    form: str


def level_of(difficulty: float, bounds: tuple[float, float]) -> int:
    return 1 + sum(difficulty >= bound for bound in bounds)
