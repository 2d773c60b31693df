"""What a placement is worth at once (section 7, level 2)."""

from __future__ import annotations

from engine.core.game import Seat
from engine.games.glux.bots.kernel import FastTable, cells_in
from engine.games.glux.data import FACES
from engine.games.glux.notation import write
from engine.games.glux.state import Phase, Place, Start, State

Option = tuple[int, int]  # cell and face

# Section 7, level 2, in whole numbers: everything times 600, so that a mean over one, two or three opponents is exact.
OWN, BEST_OTHER, MEAN_OTHER, PIPS, REACH = 600, 360, 240, 30, 48


def weigh(table: FastTable, seat: Seat) -> int:
    """Own points less 0.6 of the best and 0.4 of the mean opponent, plus a little for pips in rooms and for reach."""
    points = table.points()
    own = points.pop(seat)
    return (
        OWN * own
        - BEST_OTHER * max(points)
        - MEAN_OTHER // len(points) * sum(points)
        + PIPS * sum(room[seat] for room in table.pips)
        + REACH * table.destinations(seat).bit_count()
    )


def ranked(state: State) -> list[tuple[int, Option]]:
    """The options of the seat to act by what they are worth to it at once, best first, then in board order."""
    seat, table = state.turn, FastTable.of(state)
    weighed = []
    for cell, face in options_of(state, table):
        under = table.place(seat, cell, face)
        weighed.append((weigh(table, seat), (cell, face)))
        table.lift(seat, cell, face, under)
    return sorted(weighed, key=lambda pair: -pair[0])


def options_of(state: State, table: FastTable) -> list[Option]:
    faces, start = FACES[state.hands[state.turn]], state.board.starts[state.seats][state.turn]
    cells = [start] if state.phase is Phase.START_FACE else cells_in(table.destinations(state.turn))
    return [(cell, face) for cell in cells for face in faces]


def spell(state: State, option: Option) -> str:
    cell, face = option
    move = Start(face) if state.phase is Phase.START_FACE else Place(state.board.names[cell], face)
    return write(move, state.turn)
