"""The rules of Enigma: who is asked, what may be answered, what it means, who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.core.errors import BadDraw, IllegalMove
from engine.core.game import Draw, Options, Seat
from engine.games.enigma.rules import laying, rounds, solving
from engine.games.enigma.state import Attempt, Choose, Discard, GiveUp, LayTile, Move, Open, State


def setup(seats: int, options: Options) -> State:
    return rounds.set_up(seats, options)


# -- who is asked -----------------------------------------------------------------------------------------------------


def draw(state: State) -> Draw | None:
    return rounds.open_draw(state)


def to_act(state: State) -> frozenset[Seat]:
    if state.pending or state.phase == "over":
        return frozenset()
    if state.phase == "choose":
        return frozenset({rounds.chooser(state)})
    if state.phase == "solve":
        return frozenset(seat for seat, desk in enumerate(state.desks) if not desk.done)
    return frozenset({state.queue[0]})


def deadline(state: State) -> int | None:
    return solving.deadline(state)


def idle_move(listed: Sequence[str]) -> str | None:
    # Section 12: whoever lets the thinking time pass without opening has given up this puzzle.
    return "G" if "O" in listed else None


# -- the fold ---------------------------------------------------------------------------------------------------------


def legal_moves(state: State, seat: Seat) -> Iterator[Move]:
    if seat not in to_act(state):
        return
    if state.phase == "choose":
        yield from rounds.choices(state)
    elif state.phase == "solve":
        yield from solving.listed(state, seat)
    else:
        yield from laying.moves(state, seat)


def play(state: State, seat: Seat, move: Move, at: int, version: int) -> State:
    after = _answer(state, seat, move, at, version)
    return replace(after, stood=rounds.put(after.stood, seat, after.stood[seat] + 1))


def _answer(state: State, seat: Seat, move: Move, at: int, version: int) -> State:
    match state.phase, move:
        case "choose", Choose():
            return rounds.choose(state, seat, move, at)
        case "solve", Open():
            return solving.open_puzzle(state, seat, at)
        case "solve", Attempt():
            return solving.attempt(state, seat, move, at, version)
        case "solve", GiveUp():
            return solving.give_up(state, seat)
        case "lay", LayTile():
            return laying.lay(state, seat, move)
        case "lay", Discard():
            return laying.discard(state, seat)
    raise IllegalMove("wrong-phase", phase=state.phase)


def deal(state: State, drawn: tuple[str, ...]) -> State:
    if not state.pending:
        raise BadDraw("no-draw-open")
    return rounds.deal(state, drawn[0])


def time_up(state: State, at: int) -> State:
    return solving.time_up(state, at)


# -- results ----------------------------------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    return state.scores


def winners(state: State) -> frozenset[Seat] | None:
    if state.phase != "over":
        return None
    best = max(rounds.ranking(state, seat) for seat in range(state.seats))
    return frozenset(seat for seat in range(state.seats) if rounds.ranking(state, seat) == best)


def reason(state: State) -> str | None:
    return state.reason


def round_number(state: State) -> int | None:
    return state.round or None
