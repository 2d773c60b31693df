"""The rules of Potion Explosion: set-up, who is asked, the fold, scores and winners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.errors import BadDraw
from engine.core.game import Draw, Options, Seat
from engine.core.replay import check_drawn
from engine.games.potion_explosion.data import COLOURS, COPIES, DESIGNS, KINDS, RECIPES
from engine.games.potion_explosion.rules.acts import act
from engine.games.potion_explosion.rules.dispenser import fill, room
from engine.games.potion_explosion.rules.listing import list_moves
from engine.games.potion_explosion.rules.tokens import write_tokens
from engine.games.potion_explosion.rules.turn import add_step, best_seats, hidden_stacks, settle, waits_for_chance
from engine.games.potion_explosion.state import SKILL_TOKENS, Desk, Move, State

BEGINNER = "UF"  # P9


def setup(seats: int, options: Options) -> State:
    countdown = options["countdown"] or seats + 2  # P10
    state = State("", countdown, SKILL_TOKENS - countdown, (Desk(),) * seats)
    if options["excluded"] == "random":
        return replace(state, phase="kinds")
    return _leave_out(state, BEGINNER if options["excluded"] == "beginner" else options["excluded"])


# -- who is asked -----------------------------------------------------------------------------------------------------


def draw(state: State) -> Draw | None:
    """P69a."""
    if not waits_for_chance(state):
        return None
    if state.phase == "kinds":
        return Draw("kinds", tuple((kind, 1) for kind in KINDS), 2)
    if state.phase == "offer":
        starters = tuple((design, n) for design, n in _unseen(state) if RECIPES[design].starter)
        return Draw("starter", starters, 2 * len(state.desks))
    if hidden := hidden_stacks(state):
        return Draw("tile", _unseen(state), len(hidden))
    marbles = tuple((colour, n) for colour, n in zip(COLOURS, state.bag, strict=True) if n)
    return Draw("marble", marbles, room(state.tracks, state.bag))


def to_act(state: State) -> frozenset[Seat]:
    if state.phase == "over" or waits_for_chance(state):
        return frozenset()
    return frozenset((state.turn,))


# -- the fold ---------------------------------------------------------------------------------------------------------


def legal_moves(state: State, seat: Seat) -> Iterator[Move]:
    if seat in to_act(state):
        yield from list_moves(state)


def play(state: State, seat: Seat, move: Move, at: int) -> State:
    return act(state, move)


def deal(state: State, drawn: tuple[str, ...]) -> State:
    question = draw(state)
    if question is None:
        raise BadDraw("no-draw-open")
    check_drawn(question, drawn)
    tokens = write_tokens(state, drawn)
    if state.phase == "kinds":
        return _leave_out(state, "".join(sorted(drawn, key=KINDS.index)))
    if state.phase == "offer":
        offered = add_step(replace(state, phase="draft", offer=drawn), "drop", *tokens)
        return replace(offered, unseen=_seen(state, drawn))
    return settle(_reveal(add_step(state, "drop", *tokens), drawn))


def time_up(state: State, at: int) -> State:
    """No timer runs in this game."""
    return state


def _leave_out(state: State, excluded: str) -> State:
    unseen = tuple(0 if design[0] in excluded else COPIES for design in DESIGNS)
    return add_step(replace(state, phase="offer", excluded=excluded, unseen=unseen), "kinds", excluded)


def _unseen(state: State) -> tuple[tuple[str, int], ...]:
    return tuple((design, n) for design, n in zip(DESIGNS, state.unseen, strict=True) if n)


def _seen(state: State, designs: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(n - designs.count(design) for n, design in zip(state.unseen, DESIGNS, strict=True))


def _reveal(state: State, drawn: tuple[str, ...]) -> State:
    """Tiles onto the stacks without a top, or marbles into the tracks."""
    if hidden := hidden_stacks(state):
        tops = list(state.tops)
        for stack, design in zip(hidden, drawn, strict=True):
            tops[stack] = design
        return replace(state, tops=tuple(tops), unseen=_seen(state, drawn))
    bag = tuple(n - drawn.count(colour) for n, colour in zip(state.bag, COLOURS, strict=True))
    return replace(state, tracks=fill(state.tracks, drawn), bag=bag)


# -- results ----------------------------------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    return tuple(desk.score() for desk in state.desks)


def winners(state: State) -> frozenset[Seat] | None:
    if state.phase != "over":
        return None
    if not state.tied:
        return frozenset(best_seats(state))
    most = max(map(len, state.spoils))  # P64
    return frozenset(seat for seat, won in zip(state.tied, state.spoils, strict=True) if len(won) == most)


def reason(state: State) -> str | None:
    best = winners(state)
    if best is None:
        return None
    if not state.tied:
        return "score"
    return "tie-break" if len(best) == 1 else "shared"


def round_number(state: State) -> int | None:
    return state.round or None
