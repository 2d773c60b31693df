"""The row of the referee."""

from __future__ import annotations

from services.facts import MatchBegun, MatchOver, PairedMatchOver, StreamRevealed
from services.registry import GAME_QUEUE, Service

ROW = Service(
    name="referee",
    does="judges moves, starts matches, runs the timers of the rules, reveals seeds",
    queue=GAME_QUEUE,
    tasks=("referee.advance", "referee.drain", "referee.tick"),
    reads=("log", "seeds", "matches", "readers"),
    writes=("log", "matches", "readers"),
    says=(MatchBegun, MatchOver, PairedMatchOver, StreamRevealed),
    many=0,
    vital=True,
    group="games",
    while_dead="moves are recorded and answered, and judged when it is back",
)
