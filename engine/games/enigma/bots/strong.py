"""The opponent that solves fast and weighs the replies of those who still lay this round."""

from __future__ import annotations

from engine.core.chance import Stream
from engine.core.game import Choice, Seat
from engine.games.enigma.bots import evaluate
from engine.games.enigma.bots.search import Solver
from engine.games.enigma.notation import write
from engine.games.enigma.rules.laying import moves
from engine.games.enigma.state import State


class StrongBot(Solver):
    """Solves fast, and weighs what those who still lay this round will answer."""

    key, level, pace, budget = "strong", 3, 55, 12

    def _lay(self, state: State, seat: Seat, budget: int, chance: Stream) -> Choice:
        """Looks at the replies to its `budget` most promising moves."""
        ranked = sorted((-evaluate.value_of(state, seat, move), write(move, seat), move) for move in moves(state, seat))
        values = {text: -worth + evaluate.replies(state, seat, move) for worth, text, move in ranked[: max(1, budget)]}
        best = max(values.values())
        return Choice(min(text for text, value in values.items() if value == best), nodes=len(ranked), value=best)
