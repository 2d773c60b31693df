"""What eyes see of a match (all of it: Z1 hides nothing), as JSON and in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.core.game import Eye, Json, News, Parts
from engine.games.zertz.data import LETTERS
from engine.games.zertz.notation import split_full
from engine.games.zertz.rules.moves import duty
from engine.games.zertz.rules.rings import free_rings
from engine.games.zertz.state import (
    GOALS,
    Capture,
    ClaimMissed,
    Pass,
    Placement,
    State,
    columns_text,
    options_json,
    position_text,
)

GONE, VACANT = "-", "o"


def view(state: State, eye: Eye) -> Json:
    goal = GOALS[state.options.goal]
    return {
        "options": options_json(state.options),
        "board": state.options.board,
        "letters": LETTERS[: len(state.board.columns)],
        "lows": list(state.board.lows),
        "columns": columns_text(state),
        "free": state.board.labels(free_rings(state.rings, state.vacant)),
        "pool": list(state.pool),
        "captured": [list(counts) for counts in state.captured],
        "goals": {"white": goal.colour[0], "grey": goal.colour[1], "black": goal.colour[2], "each": goal.each},
        "side": state.side,
        "duty": None if state.over else duty(state),
        "last": _last(state),
        "bound": state.bound,
        "missed": None if state.annulled is None else _missed(state.annulled),
        "pending": state.reason if state.pending else None,
        "result": {"reason": state.reason, "winner": state.winner} if state.over else None,
        "position": position_text(state),
        "seen": list(state.seen),
    }


def _missed(annulled: State) -> Json:
    """The position that a claim would bring back."""
    return {"position": position_text(annulled), "seen": list(annulled.seen)}


def _last(state: State) -> Json:
    """What the last move did: by whom, what was placed, removed, jumped over, taken by isolation."""
    if not state.last:
        return None
    shown: dict[str, Any] = {"seat": 1 - state.side, "text": state.last}
    move, taken = split_full(state.last, state.options.board)
    match move:
        case Placement(colour, ring, removed):
            shown |= {"kind": "placement", "colour": colour, "ring": ring, "removed": removed}
            shown["taken"] = [{"colour": kind, "ring": label} for kind, label in taken]
        case Capture():
            shown |= {"kind": "capture", "start": move.start, "jumps": _jumps(state, move)}
        case Pass():
            shown["kind"] = "pass"
        case ClaimMissed():
            shown["kind"] = "claim"
    return shown


def _jumps(state: State, move: Capture) -> list[Json]:
    """Each jump with the ring jumped over, which lies half-way between start and landing."""
    board, at, jumps = state.board, move.start, []
    for colour, ring in move.jumps:
        places = board.bit_of[at].bit_length() + board.bit_of[ring].bit_length()
        jumps.append({"colour": colour, "over": board.label_of[1 << (places // 2 - 1)], "to": ring})
        at = ring
    return jumps


# -- in lines, for readers who have no board to look at ---------------------------------------------------------------


def describe(view: Json) -> tuple[News, ...]:
    return tuple(_lines(view))


def _lines(view: Json) -> Iterator[News]:
    rings = [(f"{letter}{row}", sign) for letter, row, sign in _signs(view) if sign != GONE]
    marbles: Parts = [{"ring": ring, "colour": sign} for ring, sign in rings if sign != VACANT]
    yield News("rings", {"count": len(rings), "vacant": len(rings) - len(marbles)})
    if marbles:
        yield News("marbles", {"marbles": marbles})
    yield News("free", {"rings": " ".join(view["free"])})
    yield News("pool", _counts(view["pool"]))
    for seat, captured in enumerate(view["captured"]):
        yield News("captured", {"seat": seat, **_counts(captured)})
    yield News("goals", view["goals"])


def _signs(view: Json) -> Iterator[tuple[str, int, str]]:
    for letter, column in zip(view["letters"], view["columns"], strict=True):
        yield from ((letter, row, sign) for row, sign in enumerate(column, 1))


def _counts(marbles: Sequence[int]) -> dict[str, int]:
    return dict(zip(("white", "grey", "black"), marbles, strict=True))
