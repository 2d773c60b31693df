"""The tree-searching chooser (Monte Carlo tree search) for any game, hidden parts and chance included.

Each simulation imagines what the view hides, walks down one common tree of move texts, adds a node, plays on at random
for some plies and judges where it ends. Plies without a choice are played at once and are no nodes. A node opens its
moves one by one as its visits grow, best-ranked first, so thousands of moves do not drown a small budget. Only
correctly rounded arithmetic (+ - * / sqrt) decides, and ties go to the move opened first.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.bots.search import Evaluate, by_score, play_text, settle
from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat

Rank = Callable[[Game[Any, Any], Any, Seat, list[str], Stream], list[str]]  # the moves worth a look, best first


def shuffled(game: Game[Any, Any], state: Any, seat: Seat, moves: list[str], chance: Stream) -> list[str]:
    """The default rank: a random order."""
    return chance.shuffle(moves)


@dataclass(slots=True)
class Node:
    visits: int = 0
    value: float = 0.0  # sum of the results for the seat that moved into this node
    ranked: list[str] | None = None
    children: dict[str, Node] = field(default_factory=dict)


class MctsBot(Bot):
    """`budget` is the number of simulations.

    `scale`: the evaluation that counts as three quarters of a win. `plies`: how far a simulation plays at random
    before it is judged. `worlds`: how many states are imagined for what the view hides (one, if it hides nothing).
    """

    def __init__(
        self,
        evaluate: Evaluate = by_score,
        rank: Rank = shuffled,
        key: str = "mcts",
        level: int = 3,
        budget: int = 400,
        scale: int = 10,
        plies: int = 20,
        worlds: int = 1000,
        explore: float = 0.2,
    ) -> None:
        self.evaluate, self.rank = evaluate, rank
        self.key, self.level, self.budget = key, level, budget
        self.scale, self.plies, self.worlds, self.explore = scale, plies, worlds, explore

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        first = game.imagine(view, seat, Stream(seed, "imagine", 0))
        moves = game.legal_texts(first, seat)
        if len(moves) == 1:
            return Choice(moves[0], nodes=0)
        root, worlds = Node(), [first]
        for number in range(max(1, budget)):
            if len(worlds) <= number < self.worlds:
                worlds.append(game.imagine(view, seat, Stream(seed, "imagine", number)))
            self._simulate(game, root, worlds[number % len(worlds)], seat, Stream(seed, "luck", number))
        best = max(root.children, key=lambda move: root.children[move].visits)
        node = root.children[best]
        return Choice(best, nodes=root.visits, value=round(1000 * node.value / node.visits), line=_line(root))

    def _simulate(self, game: Game[Any, Any], root: Node, world: Any, first: Seat, chance: Stream) -> None:
        node, state, path = root, world, [(root, first)]
        while acting := game.to_act(state):
            seat = first if node is root else min(acting)
            move, child = self._select(game, node, state, seat, chance)
            state = settle(game, play_text(game, state, seat, move), chance)
            node = child
            path.append((node, seat))
            if not node.visits:
                state = self._play_on(game, state, chance)
                break
        self._learn(path, self._results(game, state))

    def _select(self, game: Game[Any, Any], node: Node, state: Any, seat: Seat, chance: Stream) -> tuple[str, Node]:
        """The next move from here: a new one while the node may open more, else the most promising one.

        Other worlds may have led here with other moves, so only those that are legal in this one are looked at.
        """
        legal = game.legal_texts(state, seat)
        if node.ranked is None:
            node.ranked = self.rank(game, state, seat, legal, chance)
        listed = set(legal)
        known = [(move, child) for move, child in node.children.items() if move in listed]
        if not known or len(node.children) <= 2 * math.isqrt(node.visits):
            for move in (*node.ranked, *legal):
                if move in listed and move not in node.children:
                    node.children[move] = Node()
                    return move, node.children[move]
        root_of_visits = math.sqrt(node.visits)
        return max(known, key=lambda pair: self._promise(pair[1], root_of_visits))

    def _promise(self, child: Node, root_of_visits: float) -> float:
        return child.value / max(1, child.visits) + self.explore * root_of_visits / (1 + child.visits)

    def _play_on(self, game: Game[Any, Any], state: Any, chance: Stream) -> Any:
        for _ in range(self.plies):
            state = settle(game, state, chance, replies=False)
            acting = game.to_act(state)
            if not acting:
                break
            seat = min(acting)
            state = play_text(game, state, seat, chance.choose(game.legal_texts(state, seat)))
        return settle(game, state, chance, replies=False)

    def _results(self, game: Game[Any, Any], state: Any) -> list[float]:
        """For each seat a number from 0 (lost) to 1 (won)."""
        winners, seats = game.winners(state), range(len(game.scores(state)))
        if winners is not None:
            return [1 / len(winners) if seat in winners else 0.0 for seat in seats]
        leads = [self.evaluate(game, state, seat) for seat in seats]
        return [0.5 + 0.5 * lead / (abs(lead) + self.scale) for lead in leads]

    @staticmethod
    def _learn(path: list[tuple[Node, Seat]], results: list[float]) -> None:
        for node, seat in path:
            node.visits += 1
            node.value += results[seat]


def _line(root: Node) -> tuple[str, ...]:
    """What it expects: the most visited moves, as far as they were looked at twice."""
    line, node = [], root
    while node.children:
        move = max(node.children, key=lambda text: node.children[text].visits)
        node = node.children[move]
        if node.visits < 2:
            break
        line.append(move)
    return tuple(line)
