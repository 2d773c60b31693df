"""Moves as text (Z29-Z31), positions as text (Z32), and states as JSON."""

from __future__ import annotations

import re

from engine.core.errors import IllegalMove, UnreadableMove
from engine.core.game import Eye, Json, Seat
from engine.games.zertz.data import BOARDS, COLOURS
from engine.games.zertz.rules.doing import check_taken
from engine.games.zertz.state import (
    Capture,
    ClaimMissed,
    Counts,
    Move,
    Options,
    Pass,
    Placement,
    State,
    Taken,
    core_text,
    options_json,
    position_text,
)

_RING = "[a-jA-J][1-9]"  # Z31: upper case, and j for i on the board of 61
_PLACEMENT = re.compile(rf"([WGB])({_RING})(?:,({_RING}))?(?: x ((?:[WGB]{_RING})+))?")
_CAPTURE = re.compile(rf"x ({_RING})((?:[WGB]{_RING})+)")
_PART = re.compile(rf"([WGB])({_RING})")
_COUNT = "(?:0|[1-9][0-9]?)"
_POSITION = re.compile(rf"([0-9]{{2}}) ([-oWGB/]+) ({_COUNT},{_COUNT},{_COUNT}) (\S+) (\S+) ([12])")
_COUNTS = re.compile(rf"{_COUNT},{_COUNT},{_COUNT}")


# -- moves ------------------------------------------------------------------------------------------------------------


def write(move: Move, eye: Eye) -> str:
    return core_text(move)


def read(state: State, seat: Seat, text: str) -> Move:
    """Z30: the core form or the full one; of a full one what it says isolation takes has to be right."""
    move, taken = read_move(text, state.options.board)
    if taken is not None and isinstance(move, Placement):
        check_taken(state, move, taken)
    return move


def read_move(text: str, size: int) -> tuple[Move, Taken | None]:
    """The move, and what its text says isolation takes (None: it says nothing)."""
    if text == "-":
        return Pass(), None
    if text == "!":
        return ClaimMissed(), None
    if match := _CAPTURE.fullmatch(text):
        return Capture(_ring(match[1], size), _parts(match[2], size)), None
    if match := _PLACEMENT.fullmatch(text):
        removed = _ring(match[3], size) if match[3] else None
        taken = frozenset(_parts(match[4], size)) if match[4] else None
        return Placement(match[1], _ring(match[2], size), removed), taken
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


def read_position(text: str, options: Options | None = None) -> State:
    """The state a position text tells (Z32); with `options`, its board has to be theirs."""
    match = _POSITION.fullmatch(text)
    if not match or not _COUNTS.fullmatch(match[4]) or not _COUNTS.fullmatch(match[5]):
        raise UnreadableMove("bad-position", text=text[:60])
    options = options or Options(board=int(match[1]))
    columns = match[2].split("/")
    if options.board != int(match[1]) or not _fits(options.board, columns):
        raise UnreadableMove("bad-position", text=text[:60])
    rings, marbles = _read_columns(options.board, columns)
    captured = (_counts(match[4]), _counts(match[5]))
    return State(options, rings, marbles, _counts(match[3]), captured, int(match[6]) - 1)


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


# -- snapshots --------------------------------------------------------------------------------------------------------


def dump(state: State) -> Json:
    """The state in the log's subset of JSON: bit sets are written as a position text."""
    return {
        "options": options_json(state.options),
        "position": position_text(state),
        "seen": list(state.seen),
        "last": state.last,
        "bound": state.bound,
        "annulled": None if state.annulled is None else dump(state.annulled),
        "reason": state.reason,
        "winner": state.winner,
        "pending": state.pending,
    }


def load(data: Json) -> State:
    base = read_position(data["position"], Options(**data["options"]))
    annulled = data.get("annulled")
    return State(
        options=base.options,
        rings=base.rings,
        marbles=base.marbles,
        pool=base.pool,
        captured=base.captured,
        side=base.side,
        seen=tuple(data["seen"]),
        last=data.get("last", ""),
        bound=data["bound"],
        annulled=None if annulled is None else load(annulled),
        reason=data.get("reason"),
        winner=data.get("winner"),
        pending=data.get("pending", False),
    )
