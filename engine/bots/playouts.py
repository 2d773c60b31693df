"""Random matches to the end, for games that have no kernel of their own."""

from __future__ import annotations

from typing import Any

from engine.core.chance import Stream
from engine.core.game import Game
from engine.core.table import deals, from_stream


def random_matches(game: Game[Any, Any], state: Any, n: int, seed: bytes) -> tuple[int, tuple[int, ...]]:
    """Plies played and wins per seat of n random matches from here; a shared win counts for each who shares it."""
    plies, wins = 0, [0] * len(game.scores(state))
    for number in range(n):
        end, length = _playout(game, state, Stream(seed, "playout", number))
        plies += length
        for seat in game.winners(end) or ():
            wins[seat] += 1
    return plies, tuple(wins)


def _playout(game: Game[Any, Any], state: Any, stream: Stream) -> tuple[Any, int]:
    plies, at, drawer = 0, 0, from_stream(stream)
    while True:
        for dealt in deals(game, state, drawer, at):
            state, plies = dealt.after, plies + 1
        if game.winners(state) is not None:
            return state, plies
        plies += 1
        open_to = [
            (seat, moves) for seat in sorted(game.to_act(state)) if (moves := list(game.legal_moves(state, seat)))
        ]
        due = game.deadline(state)
        if due is not None and (not open_to or stream.uniform(8) == 0):
            at = max(at, due)
            state = game.time_up(state, at)
            continue
        seat, moves = stream.choose(open_to)
        state = game.play(state, seat, stream.choose(moves), at)
