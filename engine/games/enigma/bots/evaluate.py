"""What a placement is worth to a seat (section 11), in millionths of a point, and how long a puzzle takes.

Whole numbers only, so that no machine's rounding decides.
"""

from __future__ import annotations

from dataclasses import replace

from engine.core.chance import Stream
from engine.core.game import Seat
from engine.games.enigma.data import KINDS, PUZZLES
from engine.games.enigma.rules.conduits import Grid, System, grid_of, systems_at
from engine.games.enigma.rules.laying import lay, moves, supply
from engine.games.enigma.state import Discard, LaidTile, LayTile, Meeple, PuzzleDesk, State

POINT = 10**6
USUAL = 10000  # hundredths of seconds: a fast rival's 40 s and the sand's 60 s
SPREAD = 350  # 0.35, in thousandths
_SCALE = 10**9  # the fixed-point numbers below are billionths
_FACES = 10**6


def value_of(state: State, seat: Seat, move: LayTile | Discard) -> int:
    """Own meeples in the systems the tile touches, less eight tenths of the others' there."""
    if isinstance(move, Discard):
        return 0
    tile = state.desks[seat].tile
    grid = grid_of(state.table) | {(move.x, move.y): LaidTile(move.x, move.y, tile or "", move.rot)}
    meeples = state.meeples
    if move.cell is not None:
        meeples = (*meeples, Meeple(seat, move.x, move.y, move.cell))
    total = sum(_worth(grid, system, seat) for system in systems_at(grid, (move.x, move.y), meeples))
    spare = move.cell is not None and supply(state, seat) > 1
    return total + (POINT // 5 if spare else 0)


def _worth(grid: Grid, system: System, seat: Seat) -> int:
    total = 0
    for meeple in system.meeples:
        points = system.worth(grid, meeple) * POINT
        hoped = points * 3 // (5 * (1 + len(system.open_ends))) if system.open_ends else points
        total += hoped if meeple.seat == seat else -hoped * 4 // 5
    return total


def replies(state: State, seat: Seat, move: LayTile | Discard) -> int:
    """What the best answers of those who still lay this round take away again, each seen from this seat."""
    if isinstance(move, Discard) or len(state.queue) < 2:
        return 0
    after = lay(state, seat, move)
    if after.phase != "lay":
        return 0
    total = 0
    for other in after.queue:
        best = max(
            ((value_of(after, other, reply), _order(reply), reply) for reply in moves(after, other)), default=None
        )
        if best is not None and isinstance(best[2], LayTile):
            total += change_for(after, seat, other, best[2])
    return total


def _order(move: LayTile | Discard) -> tuple[int, ...]:
    return (0,) if isinstance(move, Discard) else (move.x, move.y, move.rot, -1 if move.cell is None else move.cell)


def change_for(state: State, seat: Seat, other: Seat, move: LayTile) -> int:
    """How the reply changes what the touched systems are worth to `seat`."""
    tile = state.desks[other].tile
    old = grid_of(state.table)
    new = old | {(move.x, move.y): LaidTile(move.x, move.y, tile or "", move.rot)}
    meeples = state.meeples if move.cell is None else (*state.meeples, Meeple(other, move.x, move.y, move.cell))
    touched = list(systems_at(new, (move.x, move.y), meeples))
    after = sum(_worth(new, system, seat) for system in touched)
    before = _held_before(old, {meeple for system in touched for meeple in system.meeples}, state, seat)
    return after - before


def _held_before(grid: Grid, meeples: set[Meeple], state: State, seat: Seat) -> int:
    total = 0
    counted: set[tuple[int, int, int]] = set()
    for meeple in sorted(meeples & set(state.meeples), key=lambda standing: (standing.x, standing.y, standing.cell)):
        for system in systems_at(grid, (meeple.x, meeple.y), state.meeples):
            if meeple in system.meeples and not counted & system.parts:
                counted |= system.parts
                total += _worth(grid, system, seat)
    return total


# -- choosing a pile --------------------------------------------------------------------------------------------------


def promise(state: State, seat: Seat, kind: str, pace: int) -> int:
    """The best placement of the visible tile, times the chance in a hundred to solve that kind in time."""
    top = state.piles[KINDS.index(kind)].top
    as_if = replace(state, phase="lay", queue=(seat,), desks=_desks_with(state, seat, kind, top))
    best = max((value_of(as_if, seat, move) for move in moves(as_if, seat)), default=0)
    # A tile that opens nothing for us is still worth something laid; a kind too slow for us is worth little.
    return (best + POINT // 2) * chance_of(kind, pace) // 100


def _desks_with(state: State, seat: Seat, kind: str, tile: str | None) -> tuple[PuzzleDesk, ...]:
    return tuple(PuzzleDesk(kind, tile) if n == seat else desk for n, desk in enumerate(state.desks))


def chance_of(kind: str, pace: int) -> int:
    """In a hundred: how likely the kind's mean par time, at this pace, stays within a rival's time and the sand."""
    pars = [puzzle.par_s for puzzle in PUZZLES.values() if puzzle.kind == kind]
    mean = sum(pars) * pace // len(pars)  # hundredths of seconds
    return max(5, min(95, 100 * USUAL // (USUAL + mean * mean // USUAL)))


# -- how long a puzzle takes: par time, spread log-normally ------------------------------------------------------------


def solving_ms(par_s: int, pace: int, chance: Stream) -> int:
    """par_s * pace / 100 * exp(0.35 z), z close to a standard normal number."""
    return par_s * 10 * pace * exponential(SPREAD * normal(chance) // 1000) // _SCALE


def normal(chance: Stream) -> int:
    """Twelve even numbers between 0 and 1 less six, in billionths: mean 0, deviation 1."""
    return sum(chance.uniform(_FACES) for _ in range(12)) * (_SCALE // _FACES) - 6 * _SCALE


def exponential(x: int) -> int:
    """exp of a number in billionths, in billionths, by its series: no machine's rounding can change a match."""
    if x < 0:
        return _SCALE * _SCALE // exponential(-x)
    total = term = _SCALE
    n = 1
    while term:
        term = term * x // (_SCALE * n)
        total += term
        n += 1
    return total
