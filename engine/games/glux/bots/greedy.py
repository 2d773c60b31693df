"""The opponent that looks one placement ahead."""

from __future__ import annotations

from typing import Any

from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat
from engine.games.glux.bots.evaluate import ranked, spell


class GreedyBot(Bot):
    """Section 7, level 2. It needs no luck: equal options are taken in board order."""

    key = "greedy"
    level = 2

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        state = game.imagine(view, seat, Stream(seed, "imagine", 0))
        options = ranked(state)
        value, best = options[0]
        return Choice(spell(state, best), nodes=len(options), value=value)
