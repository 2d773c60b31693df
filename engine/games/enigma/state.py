"""The state of a match of Enigma: table, piles, desks and options, all frozen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core.game import Seat

Phase: TypeAlias = Literal["choose", "solve", "lay", "over"]
GOAL = 15  # E40
MOST_ATTEMPTS = 200  # section 12: at one puzzle, from version 2 of the rules on
MEEPLES = 3  # E2: four less the score marker


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile on the table, conduit side up."""

    x: int
    y: int
    tile: str
    rot: int


@dataclass(frozen=True, slots=True)
class Meeple:
    seat: Seat
    x: int
    y: int
    cell: int


@dataclass(frozen=True, slots=True)
class Pile:
    """One kind's tiles: the visible top, what has not been seen yet, and the puzzles turned up so far."""

    top: str | None
    unseen: tuple[str, ...]
    used: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PuzzleDesk:
    """What a seat has before it this round. Times are recorded times; `elapsed` is set by a correct attempt."""

    kind: str | None = None
    tile: str | None = None
    puzzle: str | None = None
    opened: int | None = None
    done: bool = False
    elapsed: int | None = None
    tries: int = 0
    said: str | None = None  # the last answer, canonical
    fault: str | None = None  # what was wrong with it
    sealed: tuple[int, ...] = ()  # which of the seat's standing moves are masked until the phase closes


@dataclass(frozen=True, slots=True)
class Result:
    """How one seat's puzzle of the last closed round came out; public."""

    seat: Seat
    kind: str
    tile: str
    puzzle: str | None
    elapsed: int | None
    success: bool
    answer: str | None


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    mode: Literal["async", "live"]
    sand_ms: int
    cap_ms: int
    grace_ms: int
    phase: Phase
    round: int
    first: Seat | None  # start player; None until drawn
    pending: tuple[str, ...]  # labels of the draws that come before any seat
    piles: tuple[Pile, ...]  # in the order of KINDS
    desks: tuple[PuzzleDesk, ...]
    queue: tuple[Seat, ...]  # who still lays this round
    table: tuple[LaidTile, ...]
    meeples: tuple[Meeple, ...]
    scores: tuple[int, ...]
    stood: tuple[int, ...]  # how many moves of each seat have stood
    past: tuple[Result, ...] = ()
    reason: Literal["points", "piles"] | None = None


# -- moves ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choose:
    kind: str


@dataclass(frozen=True, slots=True)
class Open:
    pass


@dataclass(frozen=True, slots=True)
class Attempt:
    answer: str  # canonical JSON


@dataclass(frozen=True, slots=True)
class GiveUp:
    pass


@dataclass(frozen=True, slots=True)
class LayTile:
    x: int
    y: int
    rot: int
    cell: int | None


@dataclass(frozen=True, slots=True)
class Discard:
    pass


Move: TypeAlias = Choose | Open | Attempt | GiveUp | LayTile | Discard
