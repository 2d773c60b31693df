"""Moves as text (Z29-Z31) and positions as text (Z32)."""

from __future__ import annotations

import re

from engine.core.errors import IllegalMove, UnreadableMove
from engine.games.zertz.board import BOARDS, COLOURS
from engine.games.zertz.state import Capture, Claim, Counts, Move, Options, Pass, Placement, State

Taken = frozenset[tuple[str, str]]

_RING = "[a-jA-J][1-9]"  # Z31: upper case, and j for i on the board of 61
_PLACEMENT = re.compile(rf"([WGB])({_RING})(?:,({_RING}))?(?: x ((?:[WGB]{_RING})+))?")
_CAPTURE = re.compile(rf"x ({_RING})((?:[WGB]{_RING})+)")
_PART = re.compile(rf"([WGB])({_RING})")
_COUNT = "(?:0|[1-9][0-9]?)"
_POSITION = re.compile(rf"([0-9]{{2}}) ([-oWGB/]+) ({_COUNT},{_COUNT},{_COUNT}) (\S+) (\S+) ([12])")
_COUNTS = re.compile(rf"{_COUNT},{_COUNT},{_COUNT}")


# -- moves ------------------------------------------------------------------------------------------------------------


def write_move(move: Move) -> str:
    """The core form (Z30)."""
    match move:
        case Placement(colour, ring, None):
            return f"{colour}{ring}"
        case Placement(colour, ring, removed):
            return f"{colour}{ring},{removed}"
        case Capture(start, jumps):
            return f"x {start}" + "".join(colour + ring for colour, ring in jumps)
        case Pass():
            return "-"
        case Claim():
            return "!"


def write_full(move: Move, taken: list[tuple[str, str]]) -> str:
    """The full form (Z30): `taken` holds what isolation took, sorted by ring."""
    told = "".join(colour + ring for colour, ring in taken)
    return f"{write_move(move)} x {told}" if told else write_move(move)


def read_move(text: str, size: int) -> tuple[Move, Taken | None]:
    """The move, and what its text says isolation takes (None: it says nothing)."""
    if text == "-":
        return Pass(), None
    if text == "!":
        return Claim(), None
    if found := _CAPTURE.fullmatch(text):
        return Capture(_ring(found[1], size), _parts(found[2], size)), None
    if found := _PLACEMENT.fullmatch(text):
        removed = _ring(found[3], size) if found[3] else None
        taken = frozenset(_parts(found[4], size)) if found[4] else None
        return Placement(found[1], _ring(found[2], size), removed), taken
    raise UnreadableMove("unreadable-move", text=text[:60])


def _parts(text: str, size: int) -> tuple[tuple[str, str], ...]:
    return tuple((colour, _ring(ring, size)) for colour, ring in _PART.findall(text))


def _ring(text: str, size: int) -> str:
    """Z31: the label as Z4 spells it. A label this board never had is refused."""
    label = text.lower()
    if size == 61 and label[0] == "j":
        label = "i" + label[1]
    if label not in BOARDS[size].bit_of:
        raise IllegalMove("no-such-ring", ring=label, board=size)
    return label


def split_full(text: str, size: int) -> tuple[Move, tuple[tuple[str, str], ...]]:
    """A move of our own in its full form: the move and what isolation took, in order."""
    core, _, taken = text.partition(" x ")
    return read_move(core, size)[0], _parts(taken, size)


# -- positions --------------------------------------------------------------------------------------------------------


def write_columns(state: State) -> list[str]:
    """Each column from the bottom up: `-` gone, `o` vacant, or the marble's colour."""
    white, grey, black = state.marbles
    rings, found = state.rings, []
    for column in state.board.columns:
        signs = ""
        for bit in column:
            if not rings & bit:
                signs += "-"
            elif white & bit:
                signs += "W"
            elif grey & bit:
                signs += "G"
            else:
                signs += "B" if black & bit else "o"
        found.append(signs)
    return found


def write_position(state: State) -> str:
    columns = "/".join(write_columns(state))
    counts = " ".join(",".join(map(str, one)) for one in (state.pool, *state.captured))
    return f"{state.options.board} {columns} {counts} {state.side + 1}"


def read_position(text: str, options: Options | None = None) -> State:
    """The state a position text tells (Z32); with `options`, its board has to be theirs."""
    found = _POSITION.fullmatch(text)
    if not found or not _COUNTS.fullmatch(found[4]) or not _COUNTS.fullmatch(found[5]):
        raise UnreadableMove("bad-position", text=text[:60])
    options = options or Options(board=int(found[1]))
    columns = found[2].split("/")
    if options.board != int(found[1]) or not _fits(options.board, columns):
        raise UnreadableMove("bad-position", text=text[:60])
    rings, marbles = _read_columns(options.board, columns)
    captured = (_counts(found[4]), _counts(found[5]))
    return State(options, rings, marbles, _counts(found[3]), captured, int(found[6]) - 1)


def _fits(size: int, columns: list[str]) -> bool:
    board = BOARDS.get(size)
    return board is not None and [len(signs) for signs in columns] == [len(bits) for bits in board.columns]


def _read_columns(size: int, columns: list[str]) -> tuple[int, Counts]:
    rings = 0
    held = dict.fromkeys(COLOURS, 0)
    for bits, signs in zip(BOARDS[size].columns, columns, strict=True):
        for bit, sign in zip(bits, signs, strict=True):
            if sign != "-":
                rings |= bit
            if sign in held:
                held[sign] |= bit
    return rings, (held["W"], held["G"], held["B"])


def _counts(text: str) -> Counts:
    white, grey, black = map(int, text.split(","))
    return white, grey, black
