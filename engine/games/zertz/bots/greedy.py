"""The opponent that looks a move ahead, on the kernel."""

from __future__ import annotations

from typing import Any

from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat
from engine.games.zertz.bots.evaluate import answer_to_waiting_end, quiet_value, value_of_claim
from engine.games.zertz.bots.kernel import Move, Position, spell
from engine.games.zertz.bots.search import after, all_moves
from engine.games.zertz.state import State


class GreedyBot(Bot):
    """Judges every move with forced replies followed and captures played out. `budget`: the most moves judged."""

    key = "greedy"
    level = 2
    version = "1.0.1"
    budget = 5000

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        state: State = game.imagine(view, seat, Stream(seed, "imagine", 0))
        if state.pending:
            return Choice(answer_to_waiting_end(state))
        position = Position(state)
        moves = Stream(seed, "order", 0).shuffle(all_moves(position))[: max(1, budget)]
        if len(moves) == 1 and state.annulled is None:
            return Choice(spell(state.board, position, moves[0]), nodes=1)
        values = [_value_after(position, move, seat) for move in moves]
        best = max(values)
        if _claims(state, best):
            return Choice("!", nodes=len(moves), value=best)
        return Choice(spell(state.board, position, moves[values.index(best)]), nodes=len(moves), value=best)


def _value_after(position: Position, move: Move, seat: Seat) -> int:
    reached = after(position, move)
    value = quiet_value(reached)
    return value if reached.side == seat else -value


def _claims(state: State, best: int) -> bool:
    return state.annulled is not None and value_of_claim(state) > best
