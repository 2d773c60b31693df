"""The greedy chooser: one ply, forced replies followed, the best evaluation taken."""

from __future__ import annotations

from typing import Any

from engine.bots.search import Evaluate, by_score, judge, play_text, settle
from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat


class GreedyBot(Bot):
    """`budget` is the number of moves looked at. Where more are legal, that many are drawn by chance.

    What a view hides is imagined `worlds` times, and a move is worth the sum over these worlds.
    """

    def __init__(
        self, evaluate: Evaluate = by_score, key: str = "greedy", level: int = 2, budget: int = 400, worlds: int = 1
    ) -> None:
        self.evaluate = evaluate
        self.key = key
        self.level = level
        self.budget = budget
        self.worlds = worlds

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        worlds = [game.imagine(view, seat, Stream(seed, "imagine", number)) for number in range(self.worlds)]
        moves = game.legal_texts(worlds[0], seat)
        if len(moves) > max(1, budget):
            moves = sorted(Stream(seed, "sample", 0).shuffle(moves)[: max(1, budget)])
        if len(moves) == 1:
            return Choice(moves[0], nodes=1)
        values = [self._worth(game, worlds, seat, move, seed) for move in moves]
        best = max(values)
        ties = [move for move, value in zip(moves, values, strict=True) if value == best]
        return Choice(Stream(seed, "tie", 0).choose(ties), nodes=len(moves) * self.worlds, value=best)

    def _worth(self, game: Game[Any, Any], worlds: list[Any], seat: Seat, move: str, seed: bytes) -> int:
        """The same luck for every move, so that none wins by chance alone."""
        total = 0
        for number, world in enumerate(worlds):
            after = settle(game, play_text(game, world, seat, move), Stream(seed, "luck", number))
            total += judge(game, after, seat, self.evaluate)
        return total
