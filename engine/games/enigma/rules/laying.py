"""Phase 3: placing the tile, the meeple, and scoring what is complete (E30-E38)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.errors import IllegalMove
from engine.core.game import Seat
from engine.games.enigma.data import TILES
from engine.games.enigma.rules.conduits import (
    Grid,
    agreement,
    cells_allowed,
    grid_of,
    placements,
    systems_at,
    touches,
)
from engine.games.enigma.rules.rounds import end_round, put
from engine.games.enigma.state import MEEPLES, Discard, LaidTile, LayTile, Meeple, State


def supply(state: State, seat: Seat) -> int:
    return MEEPLES - sum(meeple.seat == seat for meeple in state.meeples)


def tile_of(state: State, seat: Seat) -> str:
    tile = state.desks[seat].tile
    assert tile is not None, "only a seat that succeeded lays"
    return tile


def moves(state: State, seat: Seat) -> Iterator[LayTile | Discard]:
    grid, tile = grid_of(state.table), tile_of(state, seat)
    places = placements(grid, tile)
    if not places:
        yield Discard()
    has_meeple = supply(state, seat) > 0
    for x, y, rot in places:
        yield LayTile(x, y, rot, None)
        if has_meeple:
            laid = grid | {(x, y): LaidTile(x, y, tile, rot)}
            yield from (LayTile(x, y, rot, cell) for cell in cells_allowed(laid, (x, y), state.meeples))


def discard(state: State, seat: Seat) -> State:
    if placements(grid_of(state.table), tile_of(state, seat)):
        raise IllegalMove("must-lay")
    return _next(state, seat)


def lay(state: State, seat: Seat, move: LayTile) -> State:
    grid, tile = grid_of(state.table), tile_of(state, seat)
    _check_place(grid, tile, move)
    laid = LaidTile(move.x, move.y, tile, move.rot)
    grid[move.x, move.y] = laid
    if move.cell is not None:
        _check_meeple(state, seat, grid, move)
        state = replace(state, meeples=(*state.meeples, Meeple(seat, move.x, move.y, move.cell)))
    return _next(_score(replace(state, table=(*state.table, laid)), grid, move), seat)


def _check_place(grid: Grid, tile: str, move: LayTile) -> None:
    square = (move.x, move.y)
    if square in grid:
        raise IllegalMove("square-taken", x=move.x, y=move.y)
    if not touches(grid, square):
        raise IllegalMove("not-adjacent", x=move.x, y=move.y)
    agrees, joined = agreement(grid, TILES[tile], square, move.rot)
    if not agrees:
        raise IllegalMove("sides-disagree", x=move.x, y=move.y, rot=move.rot)
    # E34: without a channel joined only if no square and rotation joins one.
    if not joined and (move.x, move.y, move.rot) not in placements(grid, tile):
        raise IllegalMove("not-joined", x=move.x, y=move.y, rot=move.rot)


def _check_meeple(state: State, seat: Seat, grid: Grid, move: LayTile) -> None:
    cells = TILES[grid[move.x, move.y].tile].cells
    if move.cell is None or move.cell >= len(cells):
        raise IllegalMove("no-such-cell", cell=str(move.cell))
    if not supply(state, seat):
        raise IllegalMove("no-meeple")
    if move.cell not in cells_allowed(grid, (move.x, move.y), state.meeples):
        raise IllegalMove("colour-taken", colour=cells[move.cell][1])


def _score(state: State, grid: Grid, move: LayTile) -> State:
    """E36: complete systems pay each meeple for its colour and send it home."""
    scores, home = list(state.scores), set[Meeple]()
    for system in systems_at(grid, (move.x, move.y), state.meeples):
        if not system.open_ends:
            for meeple in system.meeples:
                scores[meeple.seat] += system.worth(grid, meeple)
                home.add(meeple)
    left = tuple(meeple for meeple in state.meeples if meeple not in home)
    return replace(state, scores=tuple(scores), meeples=left)


def _next(state: State, seat: Seat) -> State:
    desks = put(state.desks, seat, replace(state.desks[seat], tile=None))
    state = replace(state, queue=state.queue[1:], desks=desks)
    return state if state.queue else end_round(state)
