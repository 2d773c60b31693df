"""The random chooser: any listed move, each as likely as the other."""

from __future__ import annotations

from typing import Any

from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat


class RandomBot(Bot):
    key = "random"
    level = 1

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        stream = Stream(seed, "pick", 0)
        moves = game.legal_texts(game.imagine(view, seat, Stream(seed, "imagine", 0)), seat)
        return Choice(stream.choose(moves), nodes=len(moves))
