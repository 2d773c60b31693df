"""The opponent that searches, on the kernel."""

from __future__ import annotations

from typing import Any

from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat
from engine.games.zertz.bots.evaluate import answer_to_waiting_end, value_of_claim
from engine.games.zertz.bots.kernel import NOBODY, Dice, Position, spell
from engine.games.zertz.bots.search import Node, all_moves, grow_tree, squash
from engine.games.zertz.data import Board
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


def _most_visited(node: Node) -> Node:
    return max(node.opened, key=lambda child: (child.visits, node.sign * child.best))


def _line(board: Board, root: Node) -> tuple[str, ...]:
    """The move and what is expected after it, forced captures told too."""
    told: list[str] = []
    node, position = root, root.position.copy()
    while node.opened and (child := _most_visited(node)).visits > 1:
        told.append(spell(board, position, child.move))
        position.play(child.move)
        while position.winner == NOBODY and len(found := position.captures()) == 1:
            told.append(spell(board, position, found[0]))
            position.capture(found[0])
        node = child
    return tuple(told)
