"""What eyes see of a match (all of it: Z1 hides nothing), what a ply tells, and states as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from engine.core.game import Json, News, Ply
from engine.games.zertz.board import LETTERS, free_rings
from engine.games.zertz.notation import read_position, split_full, write_columns, write_position
from engine.games.zertz.rules import duty
from engine.games.zertz.state import GOALS, Capture, Claim, Options, Pass, Placement, State


def view(state: State) -> Json:
    goal = GOALS[state.options.goal]
    return {
        "options": asdict(state.options),
        "board": state.options.board,
        "letters": LETTERS[: len(state.board.columns)],
        "lows": list(state.board.lows),
        "columns": write_columns(state),
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
        "position": write_position(state),
        "seen": list(state.seen),
    }


def _missed(annulled: State) -> Json:
    """The position that a claim would bring back."""
    return {"position": write_position(annulled), "seen": list(annulled.seen)}


def _last(state: State) -> Json:
    """What the last move did: by whom, what was placed, removed, jumped over, taken by isolation."""
    if not state.last:
        return None
    told: dict[str, Any] = {"seat": 1 - state.side, "text": state.last}
    move, taken = split_full(state.last, state.options.board)
    match move:
        case Placement(colour, ring, removed):
            told |= {"kind": "placement", "colour": colour, "ring": ring, "removed": removed}
            told["taken"] = [{"colour": one, "ring": label} for one, label in taken]
        case Capture():
            told |= {"kind": "capture", "start": move.start, "jumps": _jumps(state, move)}
        case Pass():
            told["kind"] = "pass"
        case Claim():
            told["kind"] = "claim"
    return told


def _jumps(state: State, move: Capture) -> list[Json]:
    """Each jump with the ring jumped over, which lies half-way between start and landing."""
    board, at, told = state.board, move.start, []
    for colour, ring in move.jumps:
        places = board.bit_of[at].bit_length() + board.bit_of[ring].bit_length()
        told.append({"colour": colour, "over": board.label_of[1 << (places // 2 - 1)], "to": ring})
        at = ring
    return told


def imagine(told: Json) -> State:
    """The state behind a view: nothing is hidden, so there is only one."""
    ended = told["result"] or {"reason": told["pending"], "winner": None}
    missed = told["missed"]
    return load(
        {
            "options": told["options"],
            "position": told["position"],
            "seen": told["seen"],
            "last": told["last"]["text"] if told["last"] else "",
            "bound": told["bound"],
            "annulled": missed and {"options": told["options"], "bound": True, **missed},
            "reason": ended["reason"],
            "winner": ended["winner"] if told["pending"] is None else 1 - told["side"],
            "pending": told["pending"] is not None,
        }
    )


def dump(state: State) -> Json:
    """The state in the log's subset of JSON: bit sets are told as a position text."""
    return {
        "options": asdict(state.options),
        "position": write_position(state),
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


# -- news -------------------------------------------------------------------------------------------------------------


def news(before: State, ply: Ply, after: State) -> tuple[News, ...]:
    """What one move did, in the words of texts/: the move itself, what it took, what it ended."""
    if ply.seat is None:
        return ()
    found = [_told(before, ply.seat, after)]
    _, taken = split_full(after.last, after.options.board)
    if taken:
        marbles = "".join(map("".join, taken))
        found.append(News("isolated", {"seat": ply.seat, "count": len(taken), "taken": marbles}))
    if after.annulled is not None:
        found.append(News("missed", {"seat": ply.seat, "seat_other": 1 - ply.seat}))
    if after.pending:
        found.append(News("pending", {"seat": ply.seat, "seat_other": 1 - ply.seat}))
    return (*found, *_ended(after))


def _told(before: State, seat: int, after: State) -> News:
    move, _ = split_full(after.last, after.options.board)
    match move:
        case Placement(colour, ring, None):
            return News("placed", {"seat": seat, "colour": colour, "ring": ring})
        case Placement(colour, ring, removed):
            return News("placed-removed", {"seat": seat, "colour": colour, "ring": ring, "removed": str(removed)})
        case Capture(start, ((colour, ring),)):
            return News("captured", {"seat": seat, "colour": colour, "start": start, "ring": ring})
        case Capture(start, jumps):
            return News("captured-chain", {"seat": seat, "count": len(jumps), "move": after.last})
        case Pass():
            return News("passed", {"seat": seat})
        case Claim():
            return News("claimed", {"seat": seat, "seat_other": 1 - seat, "move": before.last})


def _ended(after: State) -> tuple[News, ...]:
    if not after.over:
        return ()
    if after.winner is not None:
        return (News(f"won-{after.reason}", {"seat": after.winner}),)
    if after.reason == "dead" and after.options.dead_position == "double_loss":
        return (News("lost-dead"),)
    return (News(f"drawn-{after.reason}"),)
