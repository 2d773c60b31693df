"""The opponent that looks ahead over hands and goals that fit what it saw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.bots.appraisal import share_of_lead
from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat
from engine.games.saboteur_duel.bots.evaluate import Evaluator
from engine.games.saboteur_duel.bots.kernel import GOLD
from engine.games.saboteur_duel.bots.search import (
    choose_alone,
    choose_in_duel,
    means_in_duel,
    sorted_moves,
    text_of,
    worth_after,
)
from engine.games.saboteur_duel.rules import BANDS

DEALS = 6  # imagined ones in which a move that was played is looked at
SCALE = 4 * GOLD  # the lead that counts half-way from even to won


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
            best = choose_alone(state, moves, budget)
        else:
            deals = (game.imagine(view, seat, Stream(seed, "imagine", number)) for number in range(1, budget + 1))
            best = choose_in_duel(state, seat, moves, deals, budget)
        return Choice(text_of(best.move), nodes=best.nodes, value=best.value, line=tuple(map(text_of, best.line)))

    def shares(
        self, game: Game[Any, Any], view: Json, seat: Seat, moves: Sequence[str], budget: int, seed: bytes
    ) -> list[int]:
        """In a duel by the lead in imagined deals; alone by the gold expected beyond what has to be won."""
        state = game.imagine(view, seat, Stream(seed, "imagine", 0))
        read = [game.read(state, seat, move) for move in moves]
        if state.solo:
            evaluator = Evaluator(state, seat)
            leads = [worth_after(evaluator, state, seat, move) - GOLD * BANDS[0] for move in read]
        else:
            deals = [game.imagine(view, seat, Stream(seed, "imagine", number)) for number in range(1, DEALS + 1)]
            leads = means_in_duel(state, seat, read, deals)
        return [share_of_lead(lead, SCALE, state.seats) for lead in leads]
