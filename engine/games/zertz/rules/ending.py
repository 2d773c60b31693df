"""When a match is over: goals, a full board, repetition, dead positions (Z22-Z27), and ends that wait (Z37)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.game import Seat
from engine.games.zertz.rules.rings import can_jump
from engine.games.zertz.state import GOALS, WINS, State, position_text


def end(before: State, after: State, version: int) -> State:
    """The turn goes over, and section 8 is looked at for the seat that has just moved."""
    mover = before.side
    after = replace(after, side=1 - mover)
    if before.pending:  # Z37: the right to claim has lapsed, so the earlier end stands
        return replace(after, pending=False, annulled=None)
    after = replace(after, seen=remember(before, after))
    reason = _reason(after, mover)
    if reason is None:
        return after
    winner = mover if reason in WINS else None
    # Z37: an end by a move that missed a capture waits for the other seat's answer; in version 1 only a win did.
    if after.annulled is not None and (version > 1 or winner is not None):
        return replace(after, reason=reason, winner=winner, pending=True)
    return replace(after, reason=reason, winner=winner, annulled=None)


def _reason(after: State, mover: Seat) -> str | None:
    if not after.rings:
        return "board_full"
    if met := GOALS[after.options.goal].met(after.captured[mover]):
        return met
    if after.seen and after.seen.count(after.seen[-1]) >= 3:
        return "repetition"
    return "dead" if dead(after) else None


def dead(state: State) -> bool:
    """Z27: nothing to place for either seat, and nothing to jump."""
    if any(state.pool) or any(map(any, state.captured)):
        return False
    return not can_jump(state.occupied, state.vacant)


def remember(before: State | None, after: State) -> tuple[str, ...]:
    """Z26: the positions that can still come back. None can from before a ring or a pool marble left for good."""
    if any(after.pool):
        return ()
    text = position_text(after)
    if before is None or before.rings != after.rings or before.pool != after.pool:
        return (text,)
    return (*before.seen, text)
