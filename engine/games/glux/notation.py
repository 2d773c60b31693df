"""Moves and the board as text (section 5): `S=6`, `F9=1`, and the position string."""

from __future__ import annotations

import re

from engine.core.errors import UnreadableMove
from engine.core.game import Eye, Seat
from engine.games.glux.state import FULL, Move, Place, Start, State

_MOVE = re.compile(r"(?:S|([A-Z](?:[1-9][0-9]?)))=([1-6])", re.ASCII)
_STACK = re.compile(r"-|[0-3][1-6](?:\.[0-3][1-6])?", re.ASCII)


def write(move: Move, eye: Eye) -> str:
    return f"{move.cell if isinstance(move, Place) else 'S'}={move.face}"


def read(state: State, seat: Seat, text: str) -> Move:
    match = _MOVE.fullmatch(text)
    if match is None:
        raise UnreadableMove("unreadable-move", text=text)
    cell, face = match.groups()
    return Start(int(face)) if cell is None else Place(cell, int(face))


def write_position(state: State) -> str:
    texts = [_write_stack(stack) for stack in state.cells]
    width = state.board.width
    return "/".join(",".join(texts[at : at + width]) for at in range(0, len(texts), width))


def _write_stack(stack: int) -> str:
    if not stack:
        return "-"
    return f"{stack // FULL:02}.{stack % FULL:02}" if stack >= FULL else f"{stack:02}"


def read_cells(text: str) -> tuple[int, ...]:
    """The cells of a position string, row by row. Raises UnreadableMove for a damaged one."""
    stacks = text.replace("/", ",").split(",")
    if not all(map(_STACK.fullmatch, stacks)):
        raise UnreadableMove("unreadable-position", text=text)
    return tuple(0 if stack == "-" else int(stack.replace(".", "")) for stack in stacks)
