"""One move, one line of text (section 12): reading and writing, without searching the legal moves."""

from __future__ import annotations

import re

from engine.core.codec import NotCanonical, canonical, parse
from engine.core.errors import UnreadableMove
from engine.core.game import Eye, Seat
from engine.games.enigma.data import KINDS
from engine.games.enigma.rules.kinds import BY_NAME
from engine.games.enigma.state import Attempt, Choose, Discard, GiveUp, LayTile, Move, Open, State

_NUMBER = r"(0|-?[1-9][0-9]{0,2})"
_LAY = re.compile(rf"P:{_NUMBER},{_NUMBER},([0-3]);(-|0|[1-9][0-9]?)")


def write(move: Move, eye: Eye) -> str:
    """Attempts and giving up are masked for everybody else until phase 2 closes (E97)."""
    if isinstance(move, Attempt):
        return "?" if eye is None else f"A:{move.answer}"
    if isinstance(move, GiveUp):
        return "?" if eye is None else "G"
    if isinstance(move, Choose):
        return f"C:{move.kind}"
    if isinstance(move, LayTile):
        return f"P:{move.x},{move.y},{move.rot};{'-' if move.cell is None else move.cell}"
    return "O" if isinstance(move, Open) else "P:discard"


_PLAIN: dict[str, Move] = {"O": Open(), "G": GiveUp(), "P:discard": Discard()}
_PLAIN.update((f"C:{kind}", Choose(kind)) for kind in KINDS)


def read(state: State, seat: Seat, text: str) -> Move:
    if text in _PLAIN:
        return _PLAIN[text]
    if text.startswith("A:"):
        return _read_attempt(state.desks[seat].kind, text[2:])
    match = _LAY.fullmatch(text)
    if match is None:
        raise UnreadableMove("unreadable-move", text=text)
    x, y, rot, cell = match.groups()
    return LayTile(int(x), int(y), int(rot), None if cell == "-" else int(cell))


def _read_attempt(kind: str | None, text: str) -> Attempt:
    try:
        answer = parse(text)
        same = canonical(answer) == text.encode()
    except (NotCanonical, ValueError):
        raise UnreadableMove("answer-no-json") from None
    if not same:
        raise UnreadableMove("answer-not-canonical")
    kinds = KINDS if kind is None else (kind,)
    if not any(BY_NAME[name].readable(answer) for name in kinds):
        raise UnreadableMove("answer-wrong-form", kind=kind or "?")
    return Attempt(text)
