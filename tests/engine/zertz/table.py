"""Setting up ZERTZ matches for tests: positions from text, moves as text, refusals as codes."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

from engine.core.errors import GameError
from engine.core.game import complete_options
from engine.core.table import Table
from engine.games.zertz import GAME
from engine.games.zertz.state import Options, State

SIZES = (37, 40, 43, 44, 48, 61)
CLAIM = {"board": 48, "tournament": True, "capture_rule": "claim"}


def new(**options: Any) -> State:
    return GAME.setup(2, complete_options(GAME, 2, options))


def at(position: str, **options: Any) -> State:
    """The state a position text tells, with other options than the default ones if wanted."""
    state = GAME.read_position(position)
    complete = complete_options(GAME, 2, {"board": state.options.board, **options})
    return replace(state, options=Options(**complete))


def play(state: State, *texts: str) -> State:
    table = Table(GAME, state)
    for text in texts:
        table.play(table.state.side, text)
    return table.state


def legal(state: State) -> list[str]:
    return GAME.legal_texts(state, state.side)


def digest(state: State) -> str:
    """Z34."""
    return sha256("\n".join(legal(state)).encode()).hexdigest()[:16]


def full(state: State, text: str) -> str:
    """The move as a record prints it."""
    move = GAME.read(state, state.side, text)
    return GAME.record_text(state, state.side, move, GAME.play(state, state.side, move, 0))


def refusal(state: State, text: str) -> str:
    """The code a move is refused with; a move that is accepted fails the test."""
    try:
        play(state, text)
    except GameError as error:
        return error.code
    raise AssertionError(f"{text} was accepted")


def result(state: State) -> str | None:
    """Z33, with the reason."""
    winners = GAME.winners(state)
    if winners is None:
        return None
    results = {frozenset({0}): "1-0", frozenset({1}): "0-1", frozenset({0, 1}): "1/2", frozenset(): "0-0"}
    return f"{results[winners]} {GAME.reason(state)}"
