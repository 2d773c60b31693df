"""The opponent that goes for the nearest gold."""

from __future__ import annotations

from typing import Any

from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat
from engine.games.saboteur_duel.bots.evaluate import USUAL, Evaluator, gold_lead, keep
from engine.games.saboteur_duel.bots.kernel import FAR, GOLD
from engine.games.saboteur_duel.bots.search import sorted_moves, text_of
from engine.games.saboteur_duel.rules.tunnel import pack, tunnel_of
from engine.games.saboteur_duel.rules.turns import carry_out
from engine.games.saboteur_duel.state import (
    Bribe,
    DiscardTwo,
    LayCard,
    Look,
    Move,
    Orient,
    PassCards,
    Repair,
    Rockfall,
    Sabotage,
    State,
    UseKey,
)


class GreedyBot(Bot):
    """Lays towards the nearest gold, mends, breaks the other's tools when behind; looks no further than one move."""

    key = "greedy"
    level = 2

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        state = game.imagine(view, seat, Stream(seed, "imagine", 0))
        evaluator = Evaluator(state, seat)
        moves = sorted_moves(state, seat)
        near = _nearest(evaluator, state, seat)
        behind = not state.solo and (_nearest(evaluator, state, 1 - seat) < near or gold_lead(state, seat) < 0)
        scores = [_score(evaluator, state, seat, move, near, behind) for move in moves]
        best = max(scores)
        return Choice(text_of(moves[scores.index(best)]), nodes=len(moves), value=best)


def _nearest(evaluator: Evaluator, state: State, seat: int) -> int:
    """Cards to the nearest goal that may hold gold for the seat, or to free gold."""
    tunnel = tunnel_of(state)
    seen = evaluator.distances(state, seat, tunnel, state.hands[seat] if seat == evaluator.seat else ())
    claimed = {(pack(claim.x, claim.y), claim.group) for claim in state.claims}
    far = [cost for key, cost in seen.goals.items() if evaluator.worths[state.colours[seat]][key]]
    for cell, shape in tunnel.shapes.items():
        far += [seen.nodes.get(cell * 4 + group, FAR) for group, _ in shape.gold if (cell, group) not in claimed]
    return min(far, default=FAR)


def _score(evaluator: Evaluator, state: State, seat: int, move: Move, near: int, behind: bool) -> int:
    colour = state.colours[seat]
    match move:
        case LayCard() | UseKey() | Bribe() | Orient():
            after = carry_out(state, seat, move)
            won = gold_lead(after, seat) - gold_lead(state, seat)
            nearer = 1 if won > 0 else near - _nearest(evaluator, after, seat)
            return GOLD * won + 100 * nearer - (0 if isinstance(move, LayCard | Orient) else 60)
        case Repair(card):
            return 140 - keep(card, colour)
        case Sabotage():
            return 120 if behind else 30
        case Look():
            return 10
        case Rockfall():
            return 0
        case DiscardTwo(cards):
            return 90 - sum(keep(card, colour) for card in cards) // 2
        case PassCards(cards):
            return sum(USUAL - keep(card, colour) for card in cards) // 4 - 20
