"""The opponents that know ZERTZ: one that looks a move ahead, and one that searches. Both think on the kernel."""

from __future__ import annotations

from typing import Any

from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat
from engine.games.zertz.board import COLOURS, Board
from engine.games.zertz.kernel import NOBODY, PASS, Dice, Move, Position
from engine.games.zertz.search import Node, after, all_moves, grow_tree, squash
from engine.games.zertz.state import State
from engine.games.zertz.worth import quiet_value


class GreedyZertz(Bot):
    """Judges every move with forced replies followed and captures played out. `budget`: the most moves judged."""

    key = "greedy"
    level = 2
    version = "1.0.1"
    budget = 5000

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        state: State = game.imagine(view, seat, Stream(seed, "imagine", 0))
        if state.pending:
            return Choice("!")
        position = Position(state)
        moves = Stream(seed, "order", 0).shuffle(all_moves(position))[: max(1, budget)]
        if len(moves) == 1 and state.annulled is None:
            return Choice(spell(state.board, position, moves[0]), nodes=1)
        values = [_value_after(position, move, seat) for move in moves]
        best = max(values)
        if _claims(state, best):
            return Choice("!", nodes=len(moves), value=best)
        return Choice(spell(state.board, position, moves[values.index(best)]), nodes=len(moves), value=best)


class MctsZertz(Bot):
    """Tree search (search.py). `budget`: simulations."""

    key = "mcts"
    level = 3
    version = "1.0.1"
    budget = 2000

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        state: State = game.imagine(view, seat, Stream(seed, "imagine", 0))
        if state.pending:
            return Choice("!")
        position = Position(state)
        moves = all_moves(position)
        if len(moves) == 1 and state.annulled is None:
            return Choice(spell(state.board, position, moves[0]), nodes=0)
        root = grow_tree(position, max(1, budget), Dice(state.options.board, seed))
        best = _most_visited(root)
        value = round(1000 * root.sign * best.value())
        if state.annulled is not None and squash(_value_of_claim(state)) > root.sign * best.value():
            return Choice("!", nodes=root.visits, value=value)
        return Choice(
            spell(state.board, position, best.move), nodes=root.visits, value=value, line=_line(state.board, root)
        )


def _value_after(position: Position, move: Move, seat: Seat) -> int:
    reached = after(position, move)
    value = quiet_value(reached)
    return value if reached.side == seat else -value


def _claims(state: State, best: int) -> bool:
    return state.annulled is not None and _value_of_claim(state) > best


def _value_of_claim(state: State) -> int:
    """Z37: after a claim the other seat has to capture, whichever way is best for it."""
    return -quiet_value(Position(state.annulled or state))


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


def spell(board: Board, position: Position, move: Move) -> str:
    """A move of the kernel in core form (Z30)."""
    if move == PASS:
        return "-"
    label_of, first = board.label_of, move[0]
    if first < 0:
        removed = f",{label_of[move[2]]}" if move[2] else ""
        return f"{COLOURS[-1 - first]}{label_of[move[1]]}{removed}"
    told = f"x {label_of[first]}"
    for over, to in zip(move[1::2], move[2::2], strict=True):
        kind = next(kind for kind, held in enumerate(position.marbles) if held & over)
        told += COLOURS[kind] + label_of[to]
    return told
