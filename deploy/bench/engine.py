"""The engine by itself, in CPU time of one core: listing moves, refolding, playing at random."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from engine.bots.playouts import random_matches
from engine.core.chance import Stream
from engine.core.game import Game, Ply, complete_options
from engine.core.replay import replay, step
from engine.games import GAMES

LONGEST = 60  # plies that are refolded


def rows() -> list[tuple[str, ...]]:
    """One row per game: key, legal moves of the first question in ms, refold in ms, playouts a second."""
    return [_row(game) for _, game in sorted(GAMES.items())]


def _row(game: Game[Any, Any]) -> tuple[str, ...]:
    seats = game.info.seats[0]
    start = game.setup(seats, complete_options(game, seats, {}))
    plies = max((_course(game, start, Stream(b"bench", "course", n)) for n in range(8)), key=len)
    asked = next(state for state in _states(game, start, plies) if game.draw(state) is None and game.to_act(state))
    seat = min(game.to_act(asked))
    moves = len(list(game.legal_moves(asked, seat)))
    listing = _best(lambda: list(game.legal_moves(asked, seat)), 5)
    folding = _best(lambda: replay(game, start, plies), 5)
    rate = _playouts(game, asked)
    return (game.info.key, f"{moves}", f"{listing * 1e3:.1f}", f"{len(plies)}", f"{folding * 1e3:.1f}", f"{rate:.0f}")


def _states(game: Game[Any, Any], state: Any, plies: list[Ply]) -> list[Any]:
    states = [state]
    for ply in plies:
        states.append(step(game, states[-1], ply))
    return states


def _course(game: Game[Any, Any], state: Any, luck: Stream) -> list[Ply]:
    """A random match as plies, at most the first sixty."""
    plies: list[Ply] = []
    at = 0
    while game.winners(state) is None and len(plies) < LONGEST:
        ply = _next(game, state, at, luck)
        at = ply.at
        plies.append(ply)
        state = step(game, state, ply)
    return plies


def _next(game: Game[Any, Any], state: Any, at: int, luck: Stream) -> Ply:
    if (question := game.draw(state)) is not None:
        loose = [item for item, n in question.bag for _ in range(n)]
        drawn = tuple(loose.pop(luck.uniform(len(loose))) for _ in range(question.count))
        return Ply(at=at, draw=question, drawn=drawn)
    for seat in sorted(game.to_act(state)):
        if moves := list(game.legal_moves(state, seat)):
            return Ply(at=at, seat=seat, move=luck.choose(moves))
    return Ply(at=max(at, game.deadline(state) or 0))


def _playouts(game: Game[Any, Any], state: Any, seconds: float = 1.0) -> float:
    """Whole random matches a second, on the fastest path the game has."""
    n, used, done = 4, 0.0, 0
    while used < seconds:
        began = time.process_time()
        if game.playouts(state, n, bytes([n & 255])) is None:
            random_matches(game, state, n, bytes([n & 255]))
        used, done = used + time.process_time() - began, done + n
        n *= 2
    return done / used


def _best(work: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken)
