"""The choosers: `greedy` goes for the nearest gold; `strong` looks ahead over hands and goals that fit what it saw."""

from __future__ import annotations

from typing import Any

from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat
from engine.games.saboteur_duel import notation
from engine.games.saboteur_duel.insight import FAR, GOLD
from engine.games.saboteur_duel.legal import legal_moves
from engine.games.saboteur_duel.lookahead import choose_alone, choose_in_duel
from engine.games.saboteur_duel.sight import USUAL, Sight, gold_lead, keep
from engine.games.saboteur_duel.state import (
    Bribe,
    DiscardTwo,
    Lay,
    Look,
    Move,
    Orient,
    Pass,
    Repair,
    Rockfall,
    Sabotage,
    State,
    UseKey,
)
from engine.games.saboteur_duel.tunnel import pack, tunnel_of
from engine.games.saboteur_duel.turns import carry_out


def _text(move: Move) -> str:
    return notation.write(move, masked=False)


def _sorted_moves(state: State, seat: int) -> list[Move]:
    return sorted(legal_moves(state, seat), key=_text)


class GreedyBot(Bot):
    """Lays towards the nearest gold, mends, breaks the other's tools when behind; looks no further than one move."""

    key = "greedy"
    level = 2

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        state = game.imagine(view, seat, Stream(seed, "imagine", 0))
        sight = Sight(state, seat)
        moves = _sorted_moves(state, seat)
        near = _nearest(sight, state, seat)
        behind = not state.solo and (_nearest(sight, state, 1 - seat) < near or gold_lead(state, seat) < 0)
        scores = [_score(sight, state, seat, move, near, behind) for move in moves]
        best = max(scores)
        return Choice(_text(moves[scores.index(best)]), nodes=len(moves), value=best)


def _nearest(sight: Sight, state: State, seat: int) -> int:
    """Cards to the nearest goal that may hold gold for the seat, or to free gold."""
    tunnel = tunnel_of(state)
    seen = sight.distances(state, seat, tunnel, state.hands[seat] if seat == sight.seat else ())
    claimed = {(pack(claim.x, claim.y), claim.group) for claim in state.claims}
    far = [cost for key, cost in seen.goals.items() if sight.worths[state.colours[seat]][key]]
    for cell, shape in tunnel.shapes.items():
        far += [seen.nodes.get(cell * 4 + group, FAR) for group, _ in shape.gold if (cell, group) not in claimed]
    return min(far, default=FAR)


def _score(sight: Sight, state: State, seat: int, move: Move, near: int, behind: bool) -> int:
    colour = state.colours[seat]
    match move:
        case Lay() | UseKey() | Bribe() | Orient():
            after = carry_out(state, seat, move)
            won = gold_lead(after, seat) - gold_lead(state, seat)
            nearer = 1 if won > 0 else near - _nearest(sight, after, seat)
            return GOLD * won + 100 * nearer - (0 if isinstance(move, Lay | Orient) else 60)
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
        case Pass(cards):
            return sum(USUAL - keep(card, colour) for card in cards) // 4 - 20


class StrongBot(Bot):
    """Plans several placements of its own; in a duel it also plays out the other's best answer in imagined deals."""

    key = "strong"
    level = 3
    budget = 160

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        state = game.imagine(view, seat, Stream(seed, "imagine", 0))
        moves = _sorted_moves(state, seat)
        if len(moves) == 1:
            return Choice(_text(moves[0]), nodes=1)
        if state.solo:
            found = choose_alone(state, moves, budget)
        else:
            deals = (game.imagine(view, seat, Stream(seed, "imagine", number)) for number in range(1, budget + 1))
            found = choose_in_duel(state, seat, moves, deals, budget)
        return Choice(_text(found.move), nodes=found.nodes, value=found.value, line=tuple(map(_text, found.line)))
