"""The opponent that looks at one set-up and one pick."""

from __future__ import annotations

from typing import Any

from engine.core.game import Game
from engine.games.potion_explosion.bots.evaluate import Weights, Worth
from engine.games.potion_explosion.bots.kernel import Steps, TurnNode, node_of, wins
from engine.games.potion_explosion.bots.search import BestTurn, TurnBot
from engine.games.potion_explosion.state import State


class GreedyBot(TurnBot):
    key = "greedy"
    level = 2
    budget = 1
    weights = Weights()

    def turns_left(self, state: State) -> int:
        return 9

    def search(self, game: Game[Any, Any], state: State, worth: Worth, budget: int, seed: bytes) -> BestTurn:
        root, nodes = node_of(state), 0
        best, text = (value_of(root, worth), "") if root.picked else (-1_000_000, "")
        for node in Steps(state, self.weights, worth.left).after(root):
            nodes += 1
            if (value := value_of(node, worth)) > best:
                best, text = value, node.first
        return text, best, nodes


def value_of(node: TurnNode, worth: Worth) -> int:
    """The worth of the turn so far; before the pick, with the best certain pick."""
    if node.picked:
        return worth.of(node.loose, node.joy) - node.spent
    of, loose, joy = worth.of, node.loose, node.joy
    best = max((of(loose + won, joy) for track in node.tracks for _, won, _ in wins(track)), default=of(loose, joy))
    return best - node.spent
