"""What a match of GLUX is at one moment, and what its moves are. Tokens and stacks are small numbers."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from engine.games.glux.data import BOARDS, TYPES, CellBoard

# A token is 10 * seat + face. A cell holds 0, one token, or 100 * covered token + top token: 315 is seat 0's 3 under
# seat 1's 5. Faces are never 0, so the three cannot be confused.
FULL = 100


class Phase(enum.Enum):
    FIRST = "first"  # G10: who begins is about to be drawn
    START_DRAW = "start-draw"  # G11: `turn` is about to draw the start token
    START_FACE = "start-face"  # G11: `turn` chooses its face
    HANDS = "hands"  # G12: `turn` is about to draw the first hand token
    PLACE = "place"  # G15: `turn` places
    REFILL = "refill"  # G15: `turn` has placed and is about to draw
    OVER = "over"  # G40


@dataclass(frozen=True, slots=True)
class Placed:
    """The move that was made last, for the eyes of everybody."""

    seat: int
    cell: int
    face: int


@dataclass(frozen=True, slots=True)
class State:
    phase: Phase
    first: int  # -1 before it is drawn
    turn: int  # whom chance or the question concerns; -1 before the first is drawn and after the end
    cells: tuple[int, ...]
    bags: tuple[tuple[int, ...], ...]  # by seat: tokens of each of TYPES still in the bag
    hands: tuple[str, ...]  # by seat: a type, or "" for an empty hand
    out: tuple[bool, ...]  # G31
    last: Placed | None = None

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def board(self) -> CellBoard:
        return BOARDS[len(self.hands)]


@dataclass(frozen=True, slots=True)
class Start:
    """G11: the face of the start token."""

    face: int


@dataclass(frozen=True, slots=True)
class Place:
    """G28: destination and face; which source it was counted from does not matter."""

    cell: str
    face: int


Move = Start | Place


def token(seat: int, face: int) -> int:
    return 10 * seat + face


def left_of(state: State, seat: int) -> tuple[int, ...]:
    """G50: the tokens of each type that a seat has not yet placed, bag and hand together."""
    hand = state.hands[seat]
    return tuple(count + (kind == hand) for kind, count in zip(TYPES, state.bags[seat], strict=True))
