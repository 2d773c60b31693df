"""What each eye sees of a match, as JSON and in lines."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Eye, Json, News, Parts, Seat
from engine.games.glux.data import BOARDS
from engine.games.glux.notation import read_cells, write_position
from engine.games.glux.rules import counts, room_pips, room_points
from engine.games.glux.state import FULL, Phase, State, left_of


def view(state: State, eye: Eye) -> Json:
    """G50, G51: everything on the board and all that is left, but only the eye's own hand and ways."""
    shown = _public(state, eye)
    if eye is not None:
        shown["ways"] = _ways(state, eye)
    return shown


def revealed(state: State, eye: Eye) -> Json:
    """With the token that each seat holds."""
    return view(state, eye) | {"hands": [hand or None for hand in state.hands]}


def _public(state: State, eye: Eye) -> dict[str, Json]:
    board, seats = state.board, range(state.seats)
    return {
        "side": board.side,
        "rows": list(board.rows),
        "starts": [board.names[cell] for cell in board.starts[state.seats]],
        "middle": board.rooms[board.middle],
        "position": write_position(state),
        "phase": state.phase.value,
        "first": _seat(state.first),
        "turn": _seat(state.turn),
        "left": [list(left_of(state, seat)) for seat in seats],
        "bags": [sum(state.bags[seat]) for seat in seats],
        "out": [seat for seat in seats if state.out[seat]],
        "hand": state.hands[eye] or None if eye is not None else None,
        "start_token": state.hands[state.turn] if state.phase is Phase.START_FACE else None,
        "rooms": _rooms(state),
        "last": _last(state),
    }


def _ways(state: State, eye: Seat) -> list[Json]:
    """How the eye that is asked can count: from which cell, with which face, to which cell (G20-G24)."""
    if state.phase is not Phase.PLACE or state.turn != eye:
        return []
    names = state.board.names
    return [[names[source], face, names[end]] for source, face, end in counts(state, eye)]


def _seat(number: int) -> int | None:
    return number if number >= 0 else None


def _rooms(state: State) -> list[Json]:
    return [
        {"id": room, "pips": pips, "points": list(room_points(pips))}
        for room, pips in zip(state.board.rooms, room_pips(state), strict=True)
    ]


def _last(state: State) -> Json:
    if state.last is None:
        return None
    return {"seat": state.last.seat, "cell": state.board.names[state.last.cell], "face": state.last.face}


# -- in lines, for readers who have no board to look at ---------------------------------------------------------------


def describe(view: Json) -> tuple[News, ...]:
    return tuple(_lines(view))


def _lines(view: Json) -> Iterator[News]:
    seats = range(len(view["left"]))
    if "hands" in view:
        yield from (News("held", {"seat": seat, "token": hand}) for seat, hand in enumerate(view["hands"]) if hand)
    elif view["hand"]:
        yield News("hand", {"token": view["hand"]})
    for seat in seats:
        if tokens := _on_top(view, seat):
            yield News("tokens", {"seat": seat, "tokens": tokens})
        yield News("left", {"seat": seat, "count": sum(view["left"][seat])})
    yield from (News("out", {"seat": seat}) for seat in view["out"])
    for room in view["rooms"]:
        if lights := _lights(room):
            yield News("room", {"room": room["id"], "lights": lights})
    dark: Parts = [{"room": room["id"]} for room in view["rooms"] if not any(room["pips"])]
    if dark:
        yield News("dark", {"rooms": dark})


def _on_top(view: Json, seat: int) -> Parts:
    """The tokens of a seat that nobody has covered."""
    names = BOARDS[len(view["left"])].names
    stacks = zip(names, read_cells(view["position"]), strict=True)
    return [{"cell": cell, "face": stack % 10} for cell, stack in stacks if stack and stack % FULL // 10 == seat]


def _lights(room: Json) -> Parts:
    lights = enumerate(zip(room["pips"], room["points"], strict=True))
    return [{"seat": seat, "pips": pips, "points": points} for seat, (pips, points) in lights if pips]
