"""Phase 2: opening, attempts, giving up, limits and who succeeds (E25-E28, E95-E99)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.codec import parse
from engine.core.errors import IllegalMove, QuestionClosed
from engine.core.game import Seat
from engine.games.enigma.data import PUZZLES
from engine.games.enigma.rules.kinds import BY_NAME
from engine.games.enigma.rules.rounds import end_round, in_order, put
from engine.games.enigma.state import MOST_ATTEMPTS, Attempt, GiveUp, Open, PuzzleDesk, Result, State


def limit(state: State) -> int | None:
    """E97, E98: the fastest so far plus the sand and the allowance, counted from each opening; None: nobody solved."""
    times = [desk.elapsed for desk in state.desks if desk.elapsed is not None]
    return min(times) + state.sand_ms + state.grace_ms if times else None


def limit_of(state: State, desk: PuzzleDesk) -> int | None:
    """The last moment at which this desk's attempt counts; None: not opened."""
    if desk.opened is None:
        return None
    sand = limit(state)
    return desk.opened + (state.cap_ms if sand is None else min(state.cap_ms, sand))


def deadline(state: State) -> int | None:
    """The earliest limit of an opened, unfinished puzzle."""
    if state.phase != "solve":
        return None
    limits = [limit_of(state, desk) for desk in state.desks if not desk.done]
    return min((moment for moment in limits if moment is not None), default=None)


def listed(state: State, seat: Seat) -> Iterator[Open | GiveUp]:
    if state.desks[seat].opened is None:
        yield Open()
    yield GiveUp()


# -- the moves --------------------------------------------------------------------------------------------------------


def open_puzzle(state: State, seat: Seat, at: int) -> State:
    desk = state.desks[seat]
    if desk.opened is not None:
        raise IllegalMove("already-open" if state.mode == "async" else "opened-by-all")
    desks = put(state.desks, seat, replace(desk, opened=at))
    return replace(state, desks=desks, pending=(f"puzzle/{desk.kind}",))


def attempt(state: State, seat: Seat, move: Attempt, at: int, version: int) -> State:
    desk = state.desks[seat]
    if desk.opened is None or desk.puzzle is None or desk.kind is None:
        raise IllegalMove("not-open")
    last = limit_of(state, desk)
    if last is not None and at > last:
        raise QuestionClosed("too-late" if version == 1 else "sand-out", ms=at - last)
    if version > 1 and desk.tries >= MOST_ATTEMPTS:
        raise QuestionClosed("too-many", most=MOST_ATTEMPTS)
    fault = BY_NAME[desk.kind].fault(PUZZLES[desk.puzzle].data, parse(move.answer))
    after = replace(_sealing(state, seat), tries=desk.tries + 1, said=move.answer, fault=fault)
    if fault is None:
        after = replace(after, done=True, elapsed=max(0, at - desk.opened))
    return close_if_done(replace(state, desks=put(state.desks, seat, after)))


def give_up(state: State, seat: Seat) -> State:
    after = replace(_sealing(state, seat), done=True)
    return close_if_done(replace(state, desks=put(state.desks, seat, after)))


def _sealing(state: State, seat: Seat) -> PuzzleDesk:
    """The desk with the present move noted as one that stays masked."""
    desk = state.desks[seat]
    return replace(desk, sealed=(*desk.sealed, state.stood[seat]))


def time_up(state: State, at: int) -> State:
    """Closes every opened, unfinished puzzle whose limit has come; with nothing due the state is left as it is."""
    if state.phase != "solve":
        return state
    desks = tuple(_closed(desk) if _is_due(state, desk, at) else desk for desk in state.desks)
    return state if desks == state.desks else close_if_done(replace(state, desks=desks))


def _is_due(state: State, desk: PuzzleDesk, at: int) -> bool:
    last = limit_of(state, desk)
    return not desk.done and last is not None and last <= at


def _closed(desk: PuzzleDesk) -> PuzzleDesk:
    return replace(desk, done=True)


# -- the close (E26, E28) ---------------------------------------------------------------------------------------------


def close_if_done(state: State) -> State:
    if not all(desk.done for desk in state.desks):
        return state
    past = tuple(_result(state, seat) for seat in range(state.seats))
    queue = tuple(seat for seat in in_order(state) if past[seat].success)
    # The kind and the tile stay before the seats that lay it.
    desks = tuple(
        PuzzleDesk(desk.kind, desk.tile if past[seat].success else None, done=True)
        for seat, desk in enumerate(state.desks)
    )
    after = replace(state, phase="lay", past=past, queue=queue, desks=desks)
    return after if queue else end_round(after)


def _result(state: State, seat: Seat) -> Result:
    desk, most = state.desks[seat], limit(state)
    success = desk.elapsed is not None and most is not None and desk.elapsed <= most
    answer = desk.said if desk.elapsed is not None else None
    return Result(seat, desk.kind or "", desk.tile or "", desk.puzzle, desk.elapsed, success, answer)
