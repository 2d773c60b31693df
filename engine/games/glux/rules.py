"""The rules of GLUX: set-up, destinations, placing, drawing, turns, stuck seats, rooms and winners (G1-G46)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from engine.core.errors import IllegalMove
from engine.core.game import Draw, Options, Seat
from engine.games.glux.data import BOARDS, EACH, FACES, TYPES
from engine.games.glux.state import FULL, Move, Phase, Place, Placed, Start, State, token

FIRST, SECOND = 4, 2  # G42: points for the places in a room
Reason = Literal["points", "middle-room", "shared"]


def setup(seats: int, options: Options) -> State:
    return State(
        phase=Phase.FIRST,
        first=-1,
        turn=-1,
        cells=(0,) * len(BOARDS[seats].names),
        bags=((EACH, EACH, EACH),) * seats,
        hands=("",) * seats,
        out=(False,) * seats,
    )


# -- who is asked -----------------------------------------------------------------------------------------------------


def draw(state: State) -> Draw | None:
    if state.phase is Phase.FIRST:
        return Draw("first", tuple((str(seat), 1) for seat in range(state.seats)))
    if state.phase in (Phase.START_DRAW, Phase.HANDS, Phase.REFILL):
        bag = tuple((kind, count) for kind, count in zip(TYPES, state.bags[state.turn], strict=True) if count)
        # G52: everybody sees the start token, later ones only their owner.
        eye = None if state.phase is Phase.START_DRAW else state.turn
        return Draw(f"hand/{state.turn}", bag, eye=eye)
    return None


def to_act(state: State) -> frozenset[Seat]:
    return frozenset({state.turn}) if state.phase in (Phase.START_FACE, Phase.PLACE) else frozenset()


def deal(state: State, drawn: tuple[str, ...]) -> State:
    (item,) = drawn
    if state.phase is Phase.FIRST:
        return replace(state, phase=Phase.START_DRAW, first=int(item), turn=int(item))
    held = _draw_into_hand(state, item)
    if state.phase is Phase.START_DRAW:
        return replace(held, phase=Phase.START_FACE)
    if state.phase is Phase.HANDS and (after := _clockwise(state)) != state.first:
        return replace(held, turn=after)
    if state.phase is Phase.HANDS:
        return replace(held, phase=Phase.PLACE, turn=state.first)
    return _pass_on(held)


def _draw_into_hand(state: State, kind: str) -> State:
    seat = state.turn
    bag = state.bags[seat]
    less = tuple(count - (listed == kind) for listed, count in zip(TYPES, bag, strict=True))
    bags = (*state.bags[:seat], less, *state.bags[seat + 1 :])
    return replace(state, bags=bags, hands=_with_hand(state, kind))


def _with_hand(state: State, kind: str) -> tuple[str, ...]:
    return (*state.hands[: state.turn], kind, *state.hands[state.turn + 1 :])


# -- where a token may go ---------------------------------------------------------------------------------------------


def start_cell(state: State, seat: Seat) -> int:
    return state.board.starts[state.seats][seat]


def destinations(state: State, seat: Seat) -> list[int]:
    """Every cell the seat may place on now, by counting (G20-G24) or as its own start cell (G25), in order."""
    cells, start = state.cells, start_cell(state, seat)
    own_start = {start} if 0 < cells[start] < FULL else set()
    return sorted(own_start.union(end for _, _, end in counts(state, seat)))


def counts(state: State, seat: Seat) -> Iterator[tuple[int, int, int]]:
    """G20-G24: source, face and destination of every way in which the seat can count to a cell."""
    cells, starts = state.cells, state.board.starts[state.seats]
    occupied = occupied_mask(cells)
    for cell, face in sources(state, seat):
        for passed, _, end in state.board.ways[cell][face]:
            # G23 and G24 decide about the destination alone; G21 about the cells before it.
            if not occupied & passed and cells[end] < FULL and (end not in starts or end == starts[seat]):
                yield cell, face, end


def sources(state: State, seat: Seat) -> list[tuple[int, int]]:
    """G20, G27: cells whose top token is the seat's, with the face it shows."""
    low, high = token(seat, 0), token(seat, 9)
    return [(cell, stack % 10) for cell, stack in enumerate(state.cells) if stack and low < stack % FULL <= high]


def occupied_mask(cells: tuple[int, ...]) -> int:
    mask = 0
    for cell, stack in enumerate(cells):
        if stack:
            mask |= 1 << cell
    return mask


def legal_moves(state: State, seat: Seat) -> Iterator[Move]:
    if state.turn != seat or state.phase not in (Phase.START_FACE, Phase.PLACE):
        return
    faces = FACES[state.hands[seat]]
    if state.phase is Phase.START_FACE:
        yield from map(Start, faces)
        return
    names = state.board.names
    yield from (Place(names[cell], face) for cell in destinations(state, seat) for face in faces)


# -- moves ------------------------------------------------------------------------------------------------------------


def play(state: State, seat: Seat, move: Move, at: int) -> State:
    if move.face not in FACES[state.hands[seat]]:
        raise IllegalMove("wrong-face", face=move.face, token=state.hands[seat])
    if state.phase is Phase.START_FACE:
        return _play_start(state, seat, move)
    if not isinstance(move, Place):
        raise IllegalMove("start-already-lies")
    cell = _checked_destination(state, seat, move.cell)
    placed = _put(state, seat, cell, move.face)
    if any(state.bags[seat]):
        return replace(placed, phase=Phase.REFILL)
    return _pass_on(placed)


def _play_start(state: State, seat: Seat, move: Move) -> State:
    if not isinstance(move, Start):
        raise IllegalMove("start-token-first", cell=state.board.names[start_cell(state, seat)])
    placed = _put(state, seat, start_cell(state, seat), move.face)
    after = _clockwise(state)
    return replace(placed, phase=Phase.HANDS if after == state.first else Phase.START_DRAW, turn=after)


def _put(state: State, seat: Seat, cell: int, face: int) -> State:
    stack = state.cells[cell] * FULL + token(seat, face)
    cells = (*state.cells[:cell], stack, *state.cells[cell + 1 :])
    return replace(state, cells=cells, hands=_with_hand(state, ""), last=Placed(seat, cell, face))


def _checked_destination(state: State, seat: Seat, name: str) -> int:
    """The cell of that name if the seat may place there; else the first reason why not."""
    cell = state.board.index.get(name)
    if cell is None:
        raise IllegalMove("no-such-cell", cell=name)
    starts = state.board.starts[state.seats]
    if cell in starts and cell != starts[seat]:
        raise IllegalMove("foreign-start", cell=name, seat=starts.index(cell))
    if state.cells[cell] >= FULL:
        raise IllegalMove("start-used" if cell == starts[seat] else "cell-full", cell=name)
    if cell != starts[seat]:
        _check_counted(state, seat, cell)
    return cell


def _check_counted(state: State, seat: Seat, cell: int) -> None:
    """G20, G21: some own top token must count exactly to the cell over free cells."""
    occupied, names, barred = occupied_mask(state.cells), state.board.names, None
    for source, face in sources(state, seat):
        for passed, _, end in state.board.ways[source][face]:
            if end == cell and not occupied & passed:
                return
            if end == cell and barred is None:
                barred = (source, (occupied & passed).bit_length() - 1)
    if barred is not None:
        raise IllegalMove("way-blocked", cell=names[cell], source=names[barred[0]], blocker=names[barred[1]])
    raise IllegalMove("not-counted", cell=names[cell])


# -- turns ------------------------------------------------------------------------------------------------------------


def _clockwise(state: State) -> Seat:
    return (state.turn + 1) % state.seats


def _pass_on(state: State) -> State:
    """G15, G16, G31, G40: the next seat that can place; those that are stuck on the way are out."""
    out = list(state.out)
    for steps in range(1, state.seats + 1):
        seat = (state.turn + steps) % state.seats
        if not state.hands[seat] or out[seat]:
            continue
        if destinations(state, seat):
            return replace(state, phase=Phase.PLACE, turn=seat, out=tuple(out))
        out[seat] = True
    return replace(state, phase=Phase.OVER, turn=-1, out=tuple(out))


def time_up(state: State, at: int) -> State:
    """No timer runs in this game."""
    return state


# -- rooms and winners ------------------------------------------------------------------------------------------------


def room_pips(state: State) -> list[list[int]]:
    """G41, G27: by room, by seat, the faces of the top tokens."""
    rooms = [[0] * state.seats for _ in state.board.rooms]
    for stack, room in zip(state.cells, state.board.room_of, strict=True):
        if stack and room >= 0:
            seat, face = divmod(stack % FULL, 10)
            rooms[room][seat] += face
    return rooms


def room_points(pips: Sequence[int]) -> tuple[int, ...]:
    """G42-G45: what one room gives each seat."""
    best = max(pips)
    if best == 0:
        return (0,) * len(pips)
    # G43, G44: a tie for first and a table of two leave no second place. G42: nor does a sum of 0.
    runner_up = 0
    if len(pips) > 2 and sum(count == best for count in pips) == 1:
        runner_up = max(count for count in pips if count < best)
    return tuple(FIRST if count == best else SECOND if count and count == runner_up else 0 for count in pips)


def scores(state: State) -> tuple[int, ...]:
    """G46: before the end, what the rooms would give now."""
    by_room = [room_points(pips) for pips in room_pips(state)]
    return tuple(map(sum, zip(*by_room, strict=True)))


def result(points: Sequence[int], middle: Sequence[int]) -> tuple[frozenset[int], Reason]:
    """G46: the winners of a finished match by points and by pips in the middle room."""
    best = [seat for seat, total in enumerate(points) if total == max(points)]
    if len(best) == 1:
        return frozenset(best), "points"
    most = max(middle[seat] for seat in best)
    closest = frozenset(seat for seat in best if middle[seat] == most)
    return closest, "middle-room" if len(closest) == 1 else "shared"


def winners(state: State) -> frozenset[Seat] | None:
    return None if state.phase is not Phase.OVER else _result(state)[0]


def reason(state: State) -> str | None:
    return None if state.phase is not Phase.OVER else _result(state)[1]


def _result(state: State) -> tuple[frozenset[Seat], Reason]:
    return result(scores(state), room_pips(state)[state.board.middle])


def round_number(state: State) -> int | None:
    """These rules know turns, no rounds."""
    return None
