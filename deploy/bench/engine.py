"""The engine by itself, in CPU time of one core: listing moves, refolding, playing at random."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from engine.bots.playouts import random_matches
from engine.core.chance import Stream
from engine.core.game import Game
from engine.core.replay import replay
from engine.core.table import Table, from_stream
from engine.games import GAMES

LONGEST = 60  # plies that are refolded


def rows() -> list[tuple[str, ...]]:
    """One row per game: key, legal moves of the first question in ms, refold in ms, playouts a second."""
    return [_row(game) for _, game in sorted(GAMES.items())]


def _row(game: Game[Any, Any]) -> tuple[str, ...]:
    seats = game.info.seats[0]
    table = max(
        (_course(game, seats, Stream(b"bench", "course", n)) for n in range(8)), key=lambda course: len(course.steps)
    )
    plies = table.plies
    asked = next(state for state in table.states if game.draw(state) is None and game.to_act(state))
    seat = min(game.to_act(asked))
    moves = len(list(game.legal_moves(asked, seat)))
    listing = _best(lambda: list(game.legal_moves(asked, seat)), 5)
    folding = _best(lambda: replay(game, table.first, plies), 5)
    rate = _playouts(game, asked)
    return (game.info.key, f"{moves}", f"{listing * 1e3:.1f}", f"{len(plies)}", f"{folding * 1e3:.1f}", f"{rate:.0f}")


def _course(game: Game[Any, Any], seats: int, luck: Stream) -> Table[Any]:
    """The first sixty plies of a random match."""
    table = Table.opened(game, seats, drawer=from_stream(luck))
    while not table.over and len(table.steps) < LONGEST:
        listed = [(seat, moves) for seat in table.asked() if (moves := table.legal(seat))]
        if listed:
            seat, moves = listed[0]
            table.play(seat, luck.choose(moves))
        else:
            table.time_up()
    table.go_back(LONGEST)
    return table


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
