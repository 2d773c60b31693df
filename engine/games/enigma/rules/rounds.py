"""Set-up, choosing piles, the draws, and the end of a round (E10-E20, E40-E42)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from engine.core.errors import IllegalMove
from engine.core.game import Draw, Options, Seat
from engine.games.enigma.data import KINDS, ids_of, tiles_of
from engine.games.enigma.rules.conduits import START
from engine.games.enigma.state import GOAL, Choose, Pile, PuzzleDesk, State

T = TypeVar("T")


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])


def set_up(seats: int, options: Options) -> State:
    return State(
        seats=seats,
        mode=options["mode"],
        sand_ms=options["sand_ms"],
        cap_ms=options["cap_ms"],
        grace_ms=options["grace_ms"],
        phase="choose",
        round=1,
        first=None,
        pending=(*(f"top/{kind}" for kind in KINDS), "first"),
        piles=tuple(Pile(None, tiles_of(kind)) for kind in KINDS),
        desks=(PuzzleDesk(),) * seats,
        queue=(),
        table=(START,),
        meeples=(),
        scores=(0,) * seats,
        stood=(0,) * seats,
    )


def in_order(state: State) -> tuple[Seat, ...]:
    """The seats clockwise from the start player."""
    first = state.first or 0
    return tuple((first + n) % state.seats for n in range(state.seats))


# -- draws (section 12) -----------------------------------------------------------------------------------------------


def open_draw(state: State) -> Draw | None:
    if not state.pending:
        return None
    label = state.pending[0]
    if label == "first":
        return Draw(label, tuple((str(seat), 1) for seat in range(state.seats)))
    what, kind = label.split("/")
    pile = state.piles[KINDS.index(kind)]
    if what == "top":
        return Draw(label, tuple((tile, 1) for tile in pile.unseen))
    bag = tuple((puzzle, 1) for puzzle in ids_of(kind) if puzzle not in pile.used)
    return Draw(label, bag, eye=seat_with(state, kind))


def seat_with(state: State, kind: str) -> Seat:
    return next(seat for seat, desk in enumerate(state.desks) if desk.kind == kind)


def deal(state: State, drawn: str) -> State:
    label, rest = state.pending[0], state.pending[1:]
    state = replace(state, pending=rest)
    if label == "first":
        return replace(state, first=int(drawn))
    what, kind = label.split("/")
    at = KINDS.index(kind)
    pile = state.piles[at]
    if what == "top":
        unseen = tuple(tile for tile in pile.unseen if tile != drawn)
        return replace(state, piles=put(state.piles, at, replace(pile, top=drawn, unseen=unseen)))
    seat = seat_with(state, kind)
    return replace(
        state,
        piles=put(state.piles, at, replace(pile, used=(*pile.used, drawn))),
        desks=put(state.desks, seat, replace(state.desks[seat], puzzle=drawn)),
    )


# -- phase 1 (E20) ----------------------------------------------------------------------------------------------------


def chooser(state: State) -> Seat:
    chosen = sum(desk.kind is not None for desk in state.desks)
    return in_order(state)[chosen]


def choices(state: State) -> Iterator[Choose]:
    taken = {desk.kind for desk in state.desks}
    for kind, pile in zip(KINDS, state.piles, strict=True):
        if kind not in taken and pile.top is not None:
            yield Choose(kind)


def choose(state: State, seat: Seat, move: Choose, at: int) -> State:
    pile = state.piles[KINDS.index(move.kind)]
    if any(desk.kind == move.kind for desk in state.desks):
        raise IllegalMove("kind-taken", kind=move.kind)
    if pile.top is None:
        raise IllegalMove("pile-empty", kind=move.kind)
    after = replace(
        state,
        desks=put(state.desks, seat, PuzzleDesk(kind=move.kind, tile=pile.top)),
        piles=put(state.piles, KINDS.index(move.kind), replace(pile, top=None)),
        pending=(f"top/{move.kind}",) if pile.unseen else (),
    )
    return after if any(desk.kind is None for desk in after.desks) else _begin_solving(after, at)


def _begin_solving(state: State, at: int) -> State:
    """E25; E96: in asynchronous mode each puzzle waits for its own opening."""
    if state.mode == "async":
        return replace(state, phase="solve")
    return replace(
        state,
        phase="solve",
        desks=tuple(replace(desk, opened=at) for desk in state.desks),
        pending=(*state.pending, *(f"puzzle/{desk.kind}" for desk in state.desks)),
    )


# -- phase 4 (E40-E42) ------------------------------------------------------------------------------------------------


def end_round(state: State) -> State:
    if max(state.scores) >= GOAL:
        return replace(state, phase="over", reason="points", desks=(PuzzleDesk(),) * state.seats)
    if sum(pile.top is not None for pile in state.piles) < state.seats:
        return replace(state, phase="over", reason="piles", desks=(PuzzleDesk(),) * state.seats)
    first = ((state.first or 0) + 1) % state.seats
    return replace(state, phase="choose", round=state.round + 1, first=first, desks=(PuzzleDesk(),) * state.seats)


def ranking(state: State, seat: Seat) -> tuple[int, int]:
    """E40: points, then own meeples still on the table."""
    return state.scores[seat], sum(meeple.seat == seat for meeple in state.meeples)
