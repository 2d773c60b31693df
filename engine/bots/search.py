"""What the choosers for any game share: an evaluation, and going on past plies without a choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.chance import Stream
from engine.core.game import Game, Ply, Seat
from engine.core.replay import step
from engine.core.table import from_stream, settled

Evaluate = Callable[[Game[Any, Any], Any, Seat], int]  # how good an unfinished state is for a seat; 0 is even

FORCED = 40  # so many plies without a choice are followed; more would be a loop


def by_score(game: Game[Any, Any], state: Any, seat: Seat) -> int:
    """The lead over the best of the others."""
    scores = game.scores(state)
    return scores[seat] - max((score for other, score in enumerate(scores) if other != seat), default=0)


def play_text(game: Game[Any, Any], state: Any, seat: Seat, text: str) -> Any:
    return step(game, state, Ply(at=0, seat=seat, move=game.read(state, seat, text)))


def settle(game: Game[Any, Any], state: Any, chance: Stream, replies: bool = True) -> Any:
    """The state where somebody has a choice again: draws answered and, with `replies`, lone moves played."""
    for _ in range(FORCED):
        state = settled(game, state, from_stream(chance))
        acting = game.to_act(state)
        if not replies or len(acting) != 1:
            break
        (seat,) = acting
        moves = game.legal_texts(state, seat)
        if len(moves) != 1:
            break
        state = play_text(game, state, seat, moves[0])
    return state
