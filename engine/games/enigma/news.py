"""What a ply tells each eye: news lines, and what was masked and is shown now."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Eye, News, Ply, Seat, Shown, lead_taken
from engine.games.enigma.data import KINDS, TILES
from engine.games.enigma.rules.conduits import grid_of, systems_at
from engine.games.enigma.rules.solving import limit
from engine.games.enigma.state import Attempt, Choose, Discard, GiveUp, LayTile, Meeple, Open, State


def news(before: State, ply: Ply, after: State, eye: Eye) -> tuple[News, ...]:
    return tuple(_lines(before, ply, after, eye))


def _lines(before: State, ply: Ply, after: State, eye: Eye) -> Iterator[News]:
    if ply.kind == "deal":
        if before.pending[0] == "first":
            yield News("starts", {"seat": int(ply.drawn[0])})
        return
    if ply.kind == "time":
        yield from _ran_out(before, after)
    elif ply.seat is not None:
        yield from _of_move(before, ply.seat, ply.move, after, eye)
    if before.phase == "solve" and after.phase != "solve":
        yield from _of_close(after)
    yield from _of_round(before, after)


def _ran_out(before: State, after: State) -> Iterator[News]:
    if before.phase != "solve":
        return
    for seat, desk in enumerate(before.desks):
        if not desk.done and (after.phase != "solve" or after.desks[seat].done):
            yield News("time-out", {"seat": seat})


def _of_move(before: State, seat: Seat, move: object, after: State, eye: Eye) -> Iterator[News]:
    if isinstance(move, Choose):
        yield News("took", {"seat": seat, "kind": move.kind})
        if after.phase == "solve":
            yield News("puzzles-up" if after.mode == "live" else "may-open")
    elif isinstance(move, Open):
        yield News("opened", {"seat": seat})
    elif isinstance(move, Attempt | GiveUp):
        yield from _of_answer(before, seat, move, after, eye)
    elif isinstance(move, LayTile):
        yield from _of_lay(before, seat, move, after)
    elif isinstance(move, Discard):
        yield News("discarded", {"seat": seat})


def _of_answer(before: State, seat: Seat, move: Attempt | GiveUp, after: State, eye: Eye) -> Iterator[News]:
    closed = after.phase != "solve"
    elapsed = after.past[seat].elapsed if closed else after.desks[seat].elapsed
    done = closed or after.desks[seat].done
    if isinstance(move, Attempt) and not done:
        if eye == seat:
            yield News("wrong", {"why": after.desks[seat].fault or ""})
        return
    if eye == seat:
        yield News("gave-up") if elapsed is None else News("solved", {"time": clock(elapsed)})
    else:
        yield News("finished", {"seat": seat})
    if not closed and (now := limit(after)) is not None and now != limit(before):
        yield News("sand-turned", {"time": clock(min(now, after.cap_ms))})


def _of_close(after: State) -> Iterator[News]:
    for result in after.past:
        if result.elapsed is None:
            yield News("failed", {"seat": result.seat, "kind": result.kind})
        else:
            code = "succeeded" if result.success else "too-slow"
            yield News(code, {"seat": result.seat, "kind": result.kind, "time": clock(result.elapsed)})


def _of_lay(before: State, seat: Seat, move: LayTile, after: State) -> Iterator[News]:
    yield News("laid", {"seat": seat, "x": move.x, "y": move.y})
    if move.cell is not None:
        colour = TILES[after.table[-1].tile].cells[move.cell][1]
        yield News("meeple", {"seat": seat, "colour": colour})
    for other, (old, new) in enumerate(zip(before.scores, after.scores, strict=True)):
        if new > old:
            yield News("scored", {"seat": other, "points": new - old})


def _of_round(before: State, after: State) -> Iterator[News]:
    if after.round != before.round and after.first is not None:
        yield News("round", {"round": after.round, "seat": after.first})
    elif after.phase == "over" and before.phase != "over":
        yield News(f"over-{after.reason}")


def clock(ms: int) -> str:
    """Minutes, seconds and tenths, for people."""
    return f"{ms // 60000}:{ms // 1000 % 60:02d}.{ms // 100 % 10}"


# -- what was masked --------------------------------------------------------------------------------------------------


def shown(before: State, ply: Ply, after: State) -> tuple[Shown, ...]:
    return tuple(_unmasked(before, ply, after))


def _unmasked(before: State, ply: Ply, after: State) -> Iterator[Shown]:
    """When phase 2 closes, the round's answers and puzzles become public (E97)."""
    if before.phase != "solve" or after.phase == "solve":
        return
    for seat, desk in enumerate(before.desks):
        numbers = desk.sealed
        if ply.seat == seat and isinstance(ply.move, Attempt | GiveUp):
            numbers = (*numbers, before.stood[seat])
        for n in numbers:
            yield Shown(move=(seat, n))
    for desk in before.desks:
        if desk.puzzle is not None and desk.kind is not None:
            used = before.piles[KINDS.index(desk.kind)].used
            yield Shown(draw=(f"puzzle/{desk.kind}", used.index(desk.puzzle)))


# -- what people come back for ----------------------------------------------------------------------------------------


def moments(before: State, ply: Ply, after: State) -> tuple[News, ...]:
    """Systems closed, the lead."""
    if ply.seat is None or not isinstance(ply.move, LayTile):
        return ()
    return (*_closed(before, ply.seat, ply.move, after), *lead_taken(before.scores, after.scores))


def _closed(before: State, seat: Seat, move: LayTile, after: State) -> Iterator[News]:
    """E36: the systems that this tile closes, and what they paid."""
    own = () if move.cell is None else (Meeple(seat, move.x, move.y, move.cell),)
    systems = systems_at(grid_of(after.table), (move.x, move.y), (*before.meeples, *own))
    closed = sum(not system.open_ends for system in systems)
    if closed:
        points = sum(after.scores) - sum(before.scores)
        yield News("closed", {"seat": seat, "count": closed, "points": points})
