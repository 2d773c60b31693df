"""The opponent that plays out sampled futures and compares them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.bots.appraisal import share_of_lead
from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat
from engine.games.glux.bots.evaluate import options_of, ranked, spell
from engine.games.glux.bots.kernel import FastTable
from engine.games.glux.bots.search import POINT, FutureSearch

SCALE = 6 * POINT  # the lead that counts half-way from even to won


class StrongBot(Bot):
    """Section 7, level 3: the best options of `greedy`, compared over sampled hands and draws. Budget: placements."""

    key = "strong"
    level = 3
    budget = 2500
    considered = 12

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        state = game.imagine(view, seat, Stream(seed, "imagine", 0))
        options = [option for _, option in ranked(state)[: self.considered]]
        search = FutureSearch(state, seat, seed)
        best, value = search.best_of(options, budget)
        return Choice(spell(state, best), nodes=search.nodes, value=value)

    def shares(
        self, game: Game[Any, Any], view: Json, seat: Seat, moves: Sequence[str], budget: int, seed: bytes
    ) -> list[int]:
        """By the mean of sampled futures, the same ones for every move."""
        state = game.imagine(view, seat, Stream(seed, "imagine", 0))
        by_text = {spell(state, option): option for option in options_of(state, FastTable.of(state))}
        means = FutureSearch(state, seat, seed).means([by_text[move] for move in moves], budget)
        return [share_of_lead(mean, SCALE, state.seats) for mean in means]
