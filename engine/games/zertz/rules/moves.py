"""What the seat to move may do: its duty (Z10), every placement and every capture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.games.zertz.data import COLOURS, each
from engine.games.zertz.rules.rings import can_jump, chains, free_rings
from engine.games.zertz.state import Capture, ClaimMissed, Move, Pass, Placement, State, core_text

Duty = Literal["capture", "place", "pass"]


def duty(state: State) -> Duty:
    """Z10: the one kind of move that has to be made."""
    if can_jump(state.occupied, state.vacant):
        return "capture"
    return "place" if state.vacant and any(state.stock()) else "pass"


def may_place(state: State) -> bool:
    """Z10, Z37: with the claim procedure a placement is accepted beside a jump, but not after a claim."""
    if not (state.vacant and any(state.stock())):
        return False
    return not can_jump(state.occupied, state.vacant) or (state.options.capture_rule == "claim" and not state.bound)


def legal_moves(state: State) -> Iterator[Move]:
    if state.over:
        return
    if state.annulled is not None:
        yield ClaimMissed()
    if may_place(state):
        yield from placements(state)
    wanted = duty(state)
    if wanted == "pass":
        yield Pass()
    elif wanted == "capture":
        yield from captures(state)


def legal_texts(state: State) -> list[str]:
    """The legal moves in core form, in ASCII order: thousands of placements, so they are spelled, not built."""
    if state.over:
        return []
    texts = [] if state.annulled is None else ["!"]
    wanted = duty(state)
    if wanted == "pass":
        texts.append("-")
    if may_place(state):
        texts += _placement_texts(state)
    if wanted == "capture":
        texts += sorted(map(core_text, captures(state)))
    return texts


def placements(state: State) -> Iterator[Placement]:
    board, vacant = state.board, state.vacant
    free = free_rings(state.rings, vacant)
    for colour in _colours(state):
        for bit in each(vacant):
            ring = board.label_of[bit]
            # Z13: the ring just filled is never free; filling a ring makes no other ring free.
            if left := free & ~bit:
                yield from (Placement(colour, ring, removed) for removed in board.labels(left))
            else:
                yield Placement(colour, ring)


def _placement_texts(state: State) -> list[str]:
    label_of, vacant = state.board.label_of, state.vacant
    free = free_rings(state.rings, vacant)
    ends = []
    for bit in each(vacant):
        left = state.board.labels(free & ~bit)
        ring = label_of[bit]
        ends += [f"{ring},{removed}" for removed in left] if left else [ring]
    return [colour + end for colour in _colours(state) for end in ends]


def _colours(state: State) -> list[str]:
    return sorted(colour for colour, count in zip(COLOURS, state.stock(), strict=True) if count)


def captures(state: State) -> Iterator[Capture]:
    label_of = state.board.label_of
    for chain in chains(state.occupied, state.vacant):
        jumped = zip(chain[1::2], chain[2::2], strict=True)
        yield Capture(label_of[chain[0]], tuple((state.colour_at(over), label_of[to]) for over, to in jumped))
