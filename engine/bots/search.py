"""What the searching choosers share: judging a state, and going on past what is nobody's choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.chance import Stream
from engine.core.game import Game, Ply, Seat
from engine.core.replay import step
from engine.core.table import from_stream, settled

Evaluate = Callable[[Game[Any, Any], Any, Seat], int]  # how good an unfinished state is for a seat; 0 is even

WON = 1_000_000  # no evaluation reaches this far
FORCED = 40  # so many plies without a choice are followed; more would be a loop


def by_score(game: Game[Any, Any], state: Any, seat: Seat) -> int:
    """The lead over the best of the others."""
    scores = game.scores(state)
    return scores[seat] - max((score for other, score in enumerate(scores) if other != seat), default=0)


def judge(game: Game[Any, Any], state: Any, seat: Seat, evaluate: Evaluate) -> int:
    """`evaluate` while the match is in play. Once it is over WON for a lone winner, 0 for a win that all share."""
    winners = game.winners(state)
    if winners is None:
        return evaluate(game, state, seat)
    if seat not in winners:
        return -WON
    seats = len(game.scores(state))
    return WON if len(winners) == 1 else WON * (seats - len(winners)) // (seats - 1)


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
