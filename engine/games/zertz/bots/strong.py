"""The opponent that searches, on the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.bots.search import play_text
from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat
from engine.games.zertz.bots.evaluate import WON, answer_to_waiting_end, value_of_claim
from engine.games.zertz.bots.kernel import NOBODY, Dice, Position, spell
from engine.games.zertz.bots.search import MoveNode, all_moves, grow_tree, squash
from engine.games.zertz.data import RingBoard
from engine.games.zertz.state import State


class StrongBot(Bot):
    """Tree search (search.py). `budget`: simulations."""

    key = "mcts"
    level = 3
    version = "1.0.1"
    budget = 2000

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        state: State = game.imagine(view, seat, Stream(seed, "imagine", 0))
        if state.pending:
            return Choice(answer_to_waiting_end(state))
        position = Position(state)
        moves = all_moves(position)
        if len(moves) == 1 and state.annulled is None:
            return Choice(spell(state.board, position, moves[0]), nodes=0)
        root = grow_tree(position, max(1, budget), Dice(state.options.board, seed))
        best = _most_visited(root)
        value = round(1000 * root.sign * best.value())
        if state.annulled is not None and squash(value_of_claim(state)) > root.sign * best.value():
            return Choice("!", nodes=root.visits, value=value)
        return Choice(
            spell(state.board, position, best.move), nodes=root.visits, value=value, line=_line(state.board, root)
        )

    def shares(
        self, game: Game[Any, Any], view: Json, seat: Seat, moves: Sequence[str], budget: int, seed: bytes
    ) -> list[int]:
        """A tree of half the budget after each move."""
        state: State = game.imagine(view, seat, Stream(seed, "imagine", 0))
        reached = [play_text(game, state, seat, move) for move in moves]
        return [round(500 + 500 * _promise(game, after, seat, max(1, budget // 2), seed)) for after in reached]


def _promise(game: Game[Any, Any], state: State, seat: Seat, simulations: int, seed: bytes) -> float:
    """What a state is worth to a seat, from -1 (lost) to 1 (won)."""
    winners = game.winners(state)
    if winners is not None:
        return 0.0 if len(winners) == 2 else 1.0 if seat in winners else -1.0
    sign = 1 if state.side == seat else -1
    if state.pending:  # Z37: the seat to move lets the end stand or claims
        stands = 0 if state.winner is None else WON if state.winner == state.side else -WON
        return sign * squash(max(stands, value_of_claim(state)))
    root = grow_tree(Position(state), simulations, Dice(state.options.board, seed))
    value = root.sign * root.value()
    if state.annulled is not None:
        value = max(value, squash(value_of_claim(state)))
    return sign * value


def _most_visited(node: MoveNode) -> MoveNode:
    return max(node.opened, key=lambda child: (child.visits, node.sign * child.best))


def _line(board: RingBoard, root: MoveNode) -> tuple[str, ...]:
    """The move and what is expected after it, forced captures included."""
    texts: list[str] = []
    node, position = root, root.position.copy()
    while node.opened and (child := _most_visited(node)).visits > 1:
        texts.append(spell(board, position, child.move))
        position.play(child.move)
        while position.winner == NOBODY and len(captures := position.captures()) == 1:
            texts.append(spell(board, position, captures[0]))
            position.capture(captures[0])
        node = child
    return tuple(texts)
