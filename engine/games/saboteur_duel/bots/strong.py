"""The opponent that looks ahead over hands and goals that fit what it saw."""

from __future__ import annotations

from typing import Any

from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat
from engine.games.saboteur_duel.bots.search import choose_alone, choose_in_duel, sorted_moves, text_of


class StrongBot(Bot):
    """Plans several placements of its own; in a duel it also plays out the other's best answer in imagined deals."""

    key = "strong"
    level = 3
    budget = 160

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        state = game.imagine(view, seat, Stream(seed, "imagine", 0))
        moves = sorted_moves(state, seat)
        if len(moves) == 1:
            return Choice(text_of(moves[0]), nodes=1)
        if state.solo:
            found = choose_alone(state, moves, budget)
        else:
            deals = (game.imagine(view, seat, Stream(seed, "imagine", number)) for number in range(1, budget + 1))
            found = choose_in_duel(state, seat, moves, deals, budget)
        return Choice(text_of(found.move), nodes=found.nodes, value=found.value, line=tuple(map(text_of, found.line)))
