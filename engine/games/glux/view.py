"""What each eye sees of a match, the news of a ply, what a ply unmasks, and a state that fits a view."""

from __future__ import annotations

from engine.core.chance import Stream
from engine.core.game import Eye, Json, News, Ply, Shown
from engine.games.glux.boards import BOARDS, TYPES
from engine.games.glux.notation import read_cells, write_position
from engine.games.glux.scoring import room_pips, room_points
from engine.games.glux.state import FULL, Phase, Place, Placed, State, left_of


def view(state: State, eye: Eye) -> Json:
    """G50, G51: everything on the board and all that is left, but only the eye's own hand."""
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


# -- a state that fits a view -----------------------------------------------------------------------------------------


def imagine(seen: Json, eye: Eye, chance: Stream) -> State:
    """Other seats' hands are drawn from what they have left (G50), in seat order."""
    seats = len(seen["left"])
    hands, bags = [], []
    for seat in range(seats):
        hand = _hand(seen, seat, eye, chance)
        hands.append(hand)
        bags.append(tuple(count - (kind == hand) for kind, count in zip(TYPES, seen["left"][seat], strict=True)))
    return State(
        phase=Phase(seen["phase"]),
        first=_number(seen["first"]),
        turn=_number(seen["turn"]),
        cells=read_cells(seen["position"]),
        bags=tuple(bags),
        hands=tuple(hands),
        out=tuple(seat in seen["out"] for seat in range(seats)),
        last=_imagine_last(seen),
    )


def _hand(seen: Json, seat: int, eye: Eye, chance: Stream) -> str:
    left = seen["left"][seat]
    if sum(left) == seen["bags"][seat]:
        return ""
    if seat == eye:
        return str(seen["hand"])
    if seen["start_token"] is not None:
        return str(seen["start_token"])
    return chance.pick((kind, count) for kind, count in zip(TYPES, left, strict=True) if count)


def _number(seat: int | None) -> int:
    return -1 if seat is None else seat


def _imagine_last(seen: Json) -> Placed | None:
    last = seen["last"]
    if last is None:
        return None
    return Placed(last["seat"], BOARDS[len(seen["left"])].index[last["cell"]], last["face"])


# -- news -------------------------------------------------------------------------------------------------------------


def news(before: State, ply: Ply, after: State, eye: Eye) -> tuple[News, ...]:
    lines = _news_of_deal(before, ply, eye) if ply.kind == "deal" else _news_of_move(before, after)
    lines += [News("out", {"seat": seat}) for seat, now in enumerate(after.out) if now and not before.out[seat]]
    return tuple(lines)


def _news_of_deal(before: State, ply: Ply, eye: Eye) -> list[News]:
    (item,) = ply.drawn
    if before.phase is Phase.FIRST:
        return [News("first", {"seat": int(item)})]
    if before.phase is Phase.START_DRAW:
        return [News("start-token", {"seat": before.turn, "token": item})]
    # G52: what comes into a hand is told to its owner alone.
    return [News("drawn", {"token": item})] if eye == before.turn else []


def _news_of_move(before: State, after: State) -> list[News]:
    last = after.last
    assert last is not None
    told: dict[str, int | str] = {"seat": last.seat, "cell": after.board.names[last.cell], "face": last.face}
    under = before.cells[last.cell]
    if before.phase is Phase.START_FACE:
        lines = [News("start-placed", told)]
    elif under:
        lines = [News("covered", told | {"seat_under": under // 10, "under": under % 10})]
    else:
        lines = [News("placed", told)]
    lines += _news_of_room(before, after, after.board.room_of[last.cell])
    if not sum(left_of(after, last.seat)):
        lines.append(News("finished", {"seat": last.seat}))
    return lines


def _news_of_room(before: State, after: State, room: int) -> list[News]:
    """Who leads the room now, if that has changed."""
    if room < 0:
        return []
    was, now = room_pips(before)[room], room_pips(after)[room]
    leaders = _leaders(now)
    if leaders == _leaders(was) or not leaders:
        return []
    name = after.board.rooms[room]
    if len(leaders) > 1:
        return [News("level", {"room": name, "pips": max(now)})]
    return [News("leads", {"seat": leaders[0], "room": name, "pips": max(now)})]


def _leaders(pips: list[int]) -> list[int]:
    return [seat for seat, one in enumerate(pips) if one and one == max(pips)]


def shown(before: State, ply: Ply) -> tuple[Shown, ...]:
    """Placing a hand token tells everybody what was drawn for it (G52)."""
    if ply.seat is None or not isinstance(ply.move, Place):
        return ()
    return (Shown(draw=(f"hand/{ply.seat}", tokens_of(before, ply.seat))),)


def tokens_of(state: State, seat: int) -> int:
    """How many tokens of the seat lie on the board: the start token was its draw 0, so this numbers its hand."""
    tokens = (one for stack in state.cells for one in (stack // FULL, stack % FULL) if one)
    return sum(one // 10 == seat for one in tokens)
