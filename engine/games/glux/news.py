"""The news of a ply for each eye, and what a ply unmasks."""

from __future__ import annotations

from engine.core.game import Eye, News, Ply, Shown, lead_taken
from engine.games.glux.rules import room_pips, scores
from engine.games.glux.state import FULL, Phase, Place, State, left_of


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
    # G52: only its owner learns what comes into a hand.
    return [News("drawn", {"token": item})] if eye == before.turn else []


def _news_of_move(before: State, after: State) -> list[News]:
    last = after.last
    assert last is not None
    params: dict[str, int | str] = {"seat": last.seat, "cell": after.board.names[last.cell], "face": last.face}
    under = before.cells[last.cell]
    if before.phase is Phase.START_FACE:
        lines = [News("start-placed", params)]
    elif under:
        lines = [News("covered", params | {"seat_under": under // 10, "under": under % 10})]
    else:
        lines = [News("placed", params)]
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
    return [seat for seat, count in enumerate(pips) if count and count == max(pips)]


def shown(before: State, ply: Ply, after: State) -> tuple[Shown, ...]:
    """Placing a hand token tells everybody what was drawn for it (G52)."""
    if ply.seat is None or not isinstance(ply.move, Place):
        return ()
    return (Shown(draw=(f"hand/{ply.seat}", tokens_of(before, ply.seat))),)


def tokens_of(state: State, seat: int) -> int:
    """How many tokens of the seat lie on the board: the start token was its draw 0, so this numbers its hand."""
    tokens = (token for stack in state.cells for token in (stack // FULL, stack % FULL) if token)
    return sum(token // 10 == seat for token in tokens)


def moments(before: State, ply: Ply, after: State) -> tuple[News, ...]:
    """Rooms that change hands, seats that are out, the lead."""
    pips = zip(after.board.rooms, room_pips(before), room_pips(after), strict=True)
    rooms = [_taken_over(name, was, now) for name, was, now in pips]
    out = [News("out", {"seat": seat}) for seat, now in enumerate(after.out) if now and not before.out[seat]]
    return (*(room for room in rooms if room is not None), *out, *lead_taken(scores(before), scores(after)))


def _taken_over(room: str, was: list[int], now: list[int]) -> News | None:
    """A seat leads the room alone that another has led."""
    before, after = _leaders(was), _leaders(now)
    if len(after) != 1 or not before or before == after:
        return None
    return News("room", {"seat": after[0], "room": room, "pips": max(now)})
