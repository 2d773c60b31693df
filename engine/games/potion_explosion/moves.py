"""The moves of P71 as frozen dataclasses. Seats, slots and tracks are 0-based here, places 1-based as people count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Place: TypeAlias = tuple[int, int]  # (track, place)


@dataclass(frozen=True, slots=True)
class Starter:
    design: str


@dataclass(frozen=True, slots=True)
class Pick:
    """`how`: T regular pick, H help, B tie-break."""

    how: str
    track: int
    place: int


@dataclass(frozen=True, slots=True)
class Drink:
    """`kind` is the effect; by Sands the potion drunk is S. `lifts` are the marbles it moves, `seat` the robbed one."""

    kind: str
    sands: bool = False
    lifts: tuple[Place, ...] = ()
    seat: int = -1


@dataclass(frozen=True, slots=True)
class Split:
    colour: str
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class FromPool:
    colour: str
    slot: int


@dataclass(frozen=True, slots=True)
class JoyStep:
    marble: str
    slot: int
    hole: str


@dataclass(frozen=True, slots=True)
class JoyStop:
    pass


@dataclass(frozen=True, slots=True)
class End:
    keep: str


@dataclass(frozen=True, slots=True)
class NewTile:
    stack: int


Move: TypeAlias = Starter | Pick | Drink | Split | FromPool | JoyStep | JoyStop | End | NewTile
