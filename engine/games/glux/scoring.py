"""Rooms counted out: pips, places, points, and who wins (G41-G46)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.games.glux.state import FULL, Phase, State

FIRST, SECOND = 4, 2
Reason = Literal["points", "middle-room", "shared"]


def room_pips(state: State) -> list[list[int]]:
    """G41, G27: by room, by seat, the faces of the top tokens."""
    found = [[0] * state.seats for _ in state.board.rooms]
    for stack, room in zip(state.cells, state.board.room_of, strict=True):
        if stack and room >= 0:
            seat, face = divmod(stack % FULL, 10)
            found[room][seat] += face
    return found


def room_points(pips: Sequence[int]) -> tuple[int, ...]:
    """G42-G45: what one room gives each seat."""
    best = max(pips)
    if best == 0:
        return (0,) * len(pips)
    # G43, G44: a tie for first and a table of two leave no second place. G42: nor does a sum of 0.
    runner_up = 0
    if len(pips) > 2 and sum(one == best for one in pips) == 1:
        runner_up = max(one for one in pips if one < best)
    return tuple(FIRST if one == best else SECOND if one and one == runner_up else 0 for one in pips)


def scores(state: State) -> tuple[int, ...]:
    """G46: before the end, what the rooms would give now."""
    by_room = [room_points(pips) for pips in room_pips(state)]
    return tuple(map(sum, zip(*by_room, strict=True)))


def result(points: Sequence[int], middle: Sequence[int]) -> tuple[frozenset[int], Reason]:
    """G46: the winners of a finished match by points and by pips in the middle room."""
    best = [seat for seat, one in enumerate(points) if one == max(points)]
    if len(best) == 1:
        return frozenset(best), "points"
    most = max(middle[seat] for seat in best)
    closest = frozenset(seat for seat in best if middle[seat] == most)
    return closest, "middle-room" if len(closest) == 1 else "shared"


def state_result(state: State) -> tuple[frozenset[int], Reason] | None:
    if state.phase is not Phase.OVER:
        return None
    return result(scores(state), room_pips(state)[state.board.middle])
