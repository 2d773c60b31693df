"""The opponent that looks at one set-up and one pick."""

from __future__ import annotations

from typing import Any

from engine.core.game import Game
from engine.games.potion_explosion.bots.evaluate import Taste, Worth
from engine.games.potion_explosion.bots.kernel import Mind, Steps, mind_of, wins
from engine.games.potion_explosion.bots.search import BestTurn, TurnBot
from engine.games.potion_explosion.state import State


class GreedyBot(TurnBot):
    key = "greedy"
    level = 2
    budget = 1
    taste = Taste()

    def turns_left(self, state: State) -> int:
        return 9

    def search(self, game: Game[Any, Any], state: State, worth: Worth, budget: int, seed: bytes) -> BestTurn:
        root, nodes = mind_of(state), 0
        best, text = (value_of(root, worth), "") if root.picked else (-1_000_000, "")
        for mind in Steps(state, self.taste, worth.left).after(root):
            nodes += 1
            if (value := value_of(mind, worth)) > best:
                best, text = value, mind.first
        return text, best, nodes


def value_of(mind: Mind, worth: Worth) -> int:
    """The worth of the turn so far; before the pick, with the best certain pick."""
    if mind.picked:
        return worth.of(mind.loose, mind.joy) - mind.spent
    of, loose, joy = worth.of, mind.loose, mind.joy
    best = max((of(loose + won, joy) for track in mind.tracks for _, won, _ in wins(track)), default=of(loose, joy))
    return best - mind.spent
