"""The bots of Potion Explosion: greedy looks at one set-up and one pick, strong searches its whole turn (P74)."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat
from engine.games.potion_explosion import desk_choices as desk
from engine.games.potion_explosion.mind import Mind, Steps, mind_of, wins
from engine.games.potion_explosion.state import State
from engine.games.potion_explosion.worth import Taste, Worth, turns_left

Found = tuple[str, int, int]  # the move ("" to end the turn), its value, nodes looked at


class TurnBot(Bot):
    """What both bots share: everything but the search for marbles."""

    taste: Taste

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        state: State = game.imagine(view, seat, Stream(seed, "imagine", 0))
        left = self.turns_left(state)
        if state.phase == "draft":
            return Choice(desk.choose_starter(state, self.taste, left), 1)
        if state.phase == "choose":
            return Choice(desk.choose_tile(state, self.taste, left), 1)
        if state.phase == "joy":
            return Choice(desk.choose_step(state, self.taste, left), 1)
        if state.phase == "tie":
            return Choice(desk.choose_tie_pick(state), 1)
        return self._main(game, state, left, budget, seed)

    def _main(self, game: Game[Any, Any], state: State, left: int, budget: int, seed: bytes) -> Choice:
        if text := desk.finish_now(state):
            return Choice(text, 1)
        worth = Worth(state.desk, self.taste, left)
        text, value, nodes = self.search(game, state, worth, budget, seed)
        return Choice(text or desk.tidy(state, worth, self.taste), nodes, value)

    def turns_left(self, state: State) -> int:
        return turns_left(state)

    @abstractmethod
    def search(self, game: Game[Any, Any], state: State, worth: Worth, budget: int, seed: bytes) -> Found: ...


def value_of(mind: Mind, worth: Worth) -> int:
    """The worth of the turn so far; before the pick, with the best certain pick."""
    if mind.picked:
        return worth.of(mind.loose, mind.joy) - mind.spent
    of, loose, joy = worth.of, mind.loose, mind.joy
    best = max((of(loose + won, joy) for track in mind.tracks for _, won, _ in wins(track)), default=of(loose, joy))
    return best - mind.spent


class GreedyBot(TurnBot):
    key = "greedy"
    level = 2
    budget = 1
    taste = Taste()

    def turns_left(self, state: State) -> int:
        return 9

    def search(self, game: Game[Any, Any], state: State, worth: Worth, budget: int, seed: bytes) -> Found:
        root, nodes = mind_of(state), 0
        best, text = (value_of(root, worth), "") if root.picked else (-1_000_000, "")
        for mind in Steps(state, self.taste, worth.left).after(root):
            nodes += 1
            if (value := value_of(mind, worth)) > best:
                best, text = value, mind.first
        return text, best, nodes
