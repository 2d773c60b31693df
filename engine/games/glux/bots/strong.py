"""The opponent that plays out sampled futures and compares them."""

from __future__ import annotations

from typing import Any

from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat
from engine.games.glux.bots.evaluate import ranked, spell
from engine.games.glux.bots.search import Search


class StrongBot(Bot):
    """Section 7, level 3: the best options of `greedy`, compared over sampled hands and draws. Budget: placements."""

    key = "strong"
    level = 3
    budget = 2500
    considered = 12

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        state = game.imagine(view, seat, Stream(seed, "imagine", 0))
        options = [option for _, option in ranked(state)[: self.considered]]
        search = Search(state, seat, seed)
        best, value = search.best_of(options, budget)
        return Choice(spell(state, best), nodes=search.nodes, value=value)
