"""The rules of ZERTZ: the fold, who is asked, and how it ends. Neither chance nor timers (Z1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.errors import BadOptions, IllegalMove, UnreadableMove
from engine.core.game import Draw, Seat
from engine.core.game import Options as Given
from engine.games.zertz.data import BOARDS
from engine.games.zertz.rules import moves
from engine.games.zertz.rules.doing import capture, claim, pass_on, place
from engine.games.zertz.rules.ending import dead, end, remember
from engine.games.zertz.state import GOALS, Capture, ClaimMissed, Move, Options, Pass, Placement, State, position_text

# -- setting up -------------------------------------------------------------------------------------------------------


def check(seats: int, options: Given) -> None:
    """Z2: the combinations that the rulebook does not offer."""
    if options["goal"] == "blitz" and options["board"] != 37:
        raise BadOptions("blitz-needs-37", board=options["board"])
    if options["tournament"] and options["board"] < 48:
        raise BadOptions("tournament-needs-48", board=options["board"])
    if options["capture_rule"] == "claim" and not options["tournament"]:
        raise BadOptions("claim-needs-tournament")


def setup(seats: int, options: Given) -> State:
    nothing, chosen = (0, 0, 0), Options(**options)
    return State(chosen, BOARDS[chosen.board].rings, nothing, GOALS[chosen.goal].pool, (nothing, nothing))


def resumed(state: State) -> State:
    """The state of a loaded position (Z32), over where the board alone tells how it ended (Z22, Z27).

    Refused is a board that no move leaves: with more marbles of a colour than there are (Z1), or with rings of which
    none is vacant (Z20 takes them). Goals count only when met by a move (Z24), so one met already ends nothing.
    """
    full = state.rings and not state.vacant
    if full or any(held.bit_count() > most for held, most in zip(state.marbles, GOALS["standard"].pool, strict=True)):
        raise UnreadableMove("bad-position", text=position_text(state)[:60])
    if not state.rings:
        return replace(state, reason="board_full", winner=1 - state.side)
    return replace(state, seen=remember(None, state), reason="dead" if dead(state) else None)


# -- who is asked -----------------------------------------------------------------------------------------------------


def draw(state: State) -> Draw | None:
    """Z1: nothing is left to chance."""
    return None


def to_act(state: State) -> frozenset[Seat]:
    return frozenset() if state.over else frozenset({state.side})


# -- the fold ---------------------------------------------------------------------------------------------------------


def legal_moves(state: State, seat: Seat) -> Iterator[Move]:
    return moves.legal_moves(state) if seat == state.side else iter(())


def legal_texts(state: State, seat: Seat) -> list[str]:
    return moves.legal_texts(state) if seat == state.side else []


def play(state: State, seat: Seat, move: Move, at: int, version: int) -> State:
    match move:
        case Placement():
            after = place(state, move)
        case Capture():
            after = capture(state, move)
        case Pass():
            after = pass_on(state)
        case ClaimMissed():
            return claim(state)
    return end(state, after, version)


def deal(state: State, drawn: tuple[str, ...]) -> State:
    raise IllegalMove("nothing-to-deal")


def time_up(state: State, at: int) -> State:
    return state


# -- results ----------------------------------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    """Captured marbles; goals, not scores, decide (Z23)."""
    return tuple(map(sum, state.captured))


def winners(state: State) -> frozenset[Seat] | None:
    if not state.over:
        return None
    if state.winner is not None:
        return frozenset({state.winner})
    lost = state.reason == "dead" and state.options.dead_position == "double_loss"
    return frozenset() if lost else frozenset({0, 1})


def reason(state: State) -> str | None:
    return state.reason if state.over else None


def round_number(state: State) -> int | None:
    """These rules know turns, no rounds."""
    return None
